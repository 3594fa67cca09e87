"""Simulations in Redis: a hash and a list of records each, which run out together; the list of them all."""

from collections.abc import Sequence

from service.lab.ports import RunChange, StoredRun
from service.lab.running import LANE
from service.outage import outages_told
from service.ports import StaleVersion
from service.store import keys
from service.store.client import Client
from service.store.run_codec import decode_run, encode_run
from service.store.scripts import Script


class RedisRuns:
    """`reader` may send a command again by itself; `writer` must not, since a change counts once.

    A change whose reply was lost is StoreUnavailable: whoever looks next finds out what became of it.
    """

    def __init__(self, reader: Client, writer: Client) -> None:
        self._reader = reader
        self._writer = writer
        self._save = Script("time", "save_run")

    def load(self, run_id: str) -> StoredRun | None:
        if not keys.is_run_id(run_id):
            return None
        with outages_told():
            found = self._reader.execute_command("HMGET", keys.run_key(run_id), "stamp", "state")
        stamp, state = found
        return None if state is None else StoredRun(decode_run(state), stamp)

    def save(self, change: RunChange) -> None:
        run_id = change.run.run_id
        shard = keys.shard_of(run_id)
        at = (
            keys.run_key(run_id),
            keys.run_records_key(run_id),
            keys.due_key(shard, LANE),
            keys.failures_key(shard),
        )
        args = (
            change.seen,
            change.stamp,
            encode_run(change.run),
            change.chunk,
            change.kept_ms,
            "" if change.due_at is None else change.due_at,
            run_id,
            LANE.value,
            keys.DUE_CHANNEL,
        )
        with outages_told():
            if not self._save.run(self._writer, at, args):
                raise StaleVersion

    def chunks(self, run_id: str, first: int, count: int) -> Sequence[bytes]:
        with outages_told():
            found: list[bytes] = self._reader.execute_command(
                "LRANGE", keys.run_records_key(run_id), first, first + count - 1
            )
        return found

    def delete(self, run_id: str) -> None:
        shard = keys.shard_of(run_id)
        with outages_told(), self._writer.pipeline(transaction=False) as pipe:
            pipe.execute_command("DEL", keys.run_key(run_id), keys.run_records_key(run_id))
            pipe.execute_command("ZREM", keys.due_key(shard, LANE), run_id)
            pipe.execute_command("HDEL", keys.failures_key(shard), run_id)
            pipe.execute()


class RedisRunList:
    def __init__(self, client: Client) -> None:
        self._client = client
        self._enter = Script("enter")

    def enter(self, run_id: str, most: int) -> bool:
        with outages_told():
            return bool(self._enter.run(self._client, (keys.RUNS_GOING_ON,), (run_id, most)))

    def leave(self, run_id: str) -> None:
        with outages_told():
            self._client.execute_command("SREM", keys.RUNS_GOING_ON, run_id)

    def going_on(self) -> Sequence[str]:
        with outages_told():
            found: set[bytes] = self._client.execute_command("SMEMBERS", keys.RUNS_GOING_ON)
        return tuple(sorted(run_id.decode() for run_id in found))

    def keep(self, run_id: str, created_at: int, kept_ms: int) -> None:
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            pipe.execute_command("ZADD", keys.RUNS, created_at, run_id)
            pipe.execute_command("PEXPIRE", keys.RUNS, kept_ms)
            pipe.execute()

    def beyond(self, most: int) -> Sequence[str]:
        with outages_told():
            found: list[bytes] = self._client.execute_command("ZRANGE", keys.RUNS, 0, -most - 1)
        return tuple(run_id.decode() for run_id in found)

    def forget(self, run_id: str) -> None:
        with outages_told():
            self._client.execute_command("ZREM", keys.RUNS, run_id)
