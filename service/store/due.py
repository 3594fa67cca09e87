"""When tables are due: sorted sets, one a shard and lane, that workers claim from."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from service.outage import outages_told
from service.ports import LEASE_MS, Begun, Clock, Loaded
from service.store import keys
from service.store.client import Client
from service.store.scripts import Script
from service.store.tables import RedisTables
from service.table_turns import OUTAGE_MS, RECOVERY_MS, Due, Lane, Outage, Passes

FIRST_DELAY_MS: Final = 2_000
LONGEST_DELAY_MS: Final = 60_000
LOOK_AHEAD_MS: Final = 20
PASS_NOTED_MS: Final = 1_000
"""However many tickers pass, it is noted once in this time."""
CLOCK_ERROR_MS: Final = 2
"""Our clock may be a little behind the server's, by which alone a claim goes."""

_log = logging.getLogger(__name__)


class RedisDueTables:
    """Leases and failures go by the server's time; `clock` only tells which shards are worth a look.

    `count_lost`: called for each table that took its worker with it, as the next claim finds out.
    """

    def __init__(
        self,
        client: Client,
        clock: Clock,
        tables: RedisTables,
        count_lost: Callable[[], object] | None = None,
    ) -> None:
        self._client = client
        self._tables = tables
        self._clock = clock
        self._count_lost = count_lost
        self._first = 0
        self._claim = Script("time", "failures", "claim")
        self._begin = Script("time", "begin")
        self._settle = Script("settle")
        self._hand_back = Script("time", "hand_back")
        self._failed = Script("time", "failures", "failed")
        self._pass = Script("time", "pass")

    def claim(self, lane: Lane, limit: int) -> Sequence[str]:
        """Two round trips: how many are due in each shard, then a claim in those that have some."""
        shards = self._shards_in_turn()
        counts = self._count(lane, shards)
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            for shard, count in zip(shards, counts, strict=True):
                quota = min(count, limit)
                if quota > 0:
                    limit -= quota
                    at = (keys.due_key(shard, lane), keys.failures_key(shard))
                    self._claim.add(pipe, at, (quota, LEASE_MS, FIRST_DELAY_MS, LONGEST_DELAY_MS))
            batches: list[tuple[list[bytes], list[Any]]] = pipe.execute()
        for _, lost in batches:
            self._tell_lost(lost)
        return tuple(table_id.decode() for claimed, _ in batches for table_id in claimed)

    def _tell_lost(self, lost: Sequence[Any]) -> None:
        """Ids, each followed by the failures in a row."""
        for table_id, failures in zip(lost[::2], lost[1::2], strict=True):
            if self._count_lost:
                self._count_lost()
            _log.error("attend_lost", extra={"table": table_id.decode(), "failures": failures})

    def _shards_in_turn(self) -> tuple[str, ...]:
        """All shards, each time from another one on, so that a busy one can't starve the others."""
        first = self._first = (self._first + 1) % keys.SHARDS
        return keys.SHARD_NAMES[first:] + keys.SHARD_NAMES[:first]

    def _count(self, lane: Lane, shards: Sequence[str]) -> list[int]:
        now = self._clock.now() + LOOK_AHEAD_MS
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            for shard in shards:
                pipe.execute_command("ZCOUNT", keys.due_key(shard, lane), "-inf", now)
            counts: list[int] = pipe.execute()
        return counts

    def counts(self) -> Mapping[Lane, int]:
        """How many tables are due about now, by lane, in one round trip."""
        now = self._clock.now() + CLOCK_ERROR_MS
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            for lane in Lane:
                for shard in keys.SHARD_NAMES:
                    pipe.execute_command("ZCOUNT", keys.due_key(shard, lane), "-inf", now)
            counts: list[int] = pipe.execute()
        by_lane = (counts[at : at + keys.SHARDS] for at in range(0, len(counts), keys.SHARDS))
        return {lane: sum(of_lane) for lane, of_lane in zip(Lane, by_lane, strict=True)}

    def note_pass(self) -> None:
        """A ticker passes over all shards; one that nobody passed for too long had an outage."""
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            for shard in keys.SHARD_NAMES:
                self._pass.add(pipe, (keys.pass_key(shard),), (OUTAGE_MS, RECOVERY_MS, PASS_NOTED_MS))
            pipe.execute()

    def begin(self, table_id: str, lane: Lane) -> Begun:
        shard = keys.shard_of(table_id)
        at = (
            keys.due_key(shard, lane),
            keys.failures_key(shard),
            keys.pass_key(shard),
            keys.table_key(table_id),
        )
        with outages_told():
            failures, stored, *passes = self._begin.run(self._client, at, (table_id, LEASE_MS))
        loaded = None if stored is None else self._tables.read(table_id, stored)
        return Begun(int(failures), _passes(passes), loaded)

    def settle(self, loaded: Loaded, due: Due) -> None:
        table_id = loaded.table.table_id
        shard = keys.shard_of(table_id)
        other = Lane.BULK if due.lane is Lane.LIVE else Lane.LIVE
        at = (keys.table_key(table_id), keys.due_key(shard, due.lane), keys.due_key(shard, other))
        with outages_told():
            self._settle.run(self._client, at, (loaded.version, due.at, table_id))

    def hand_back(self, table_id: str, lane: Lane) -> None:
        with outages_told():
            self._hand_back.run(self._client, (_due_key(table_id, lane),), (table_id, LEASE_MS))

    def forget(self, table_id: str, lane: Lane) -> None:
        shard = keys.shard_of(table_id)
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            pipe.execute_command("ZREM", keys.due_key(shard, lane), table_id)
            pipe.execute_command("HDEL", keys.failures_key(shard), table_id)
            pipe.execute()

    def failed(self, table_id: str, lane: Lane) -> int:
        at = (_due_key(table_id, lane), _failures_key(table_id))
        with outages_told():
            args = (table_id, FIRST_DELAY_MS, LONGEST_DELAY_MS)
            failures: int = self._failed.run(self._client, at, args)
        return failures

    def failures(self, table_id: str) -> int:
        with outages_told():
            return int(self._client.execute_command("HGET", _failures_key(table_id), table_id) or 0)

    def recovered(self, table_id: str) -> None:
        with outages_told():
            self._client.execute_command("HDEL", _failures_key(table_id), table_id)

    def failing(self, at_least: int) -> Sequence[str]:
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            for shard in keys.SHARD_NAMES:
                pipe.execute_command("HGETALL", keys.failures_key(shard))
            by_shard: list[dict[bytes, bytes]] = pipe.execute()
        return tuple(
            table_id.decode()
            for failures in by_shard
            for table_id, count in failures.items()
            if int(count) >= at_least
        )


def _passes(found: Sequence[bytes | None]) -> Passes | None:
    last, began, ended = (None if each is None else int(each) for each in found)
    if last is None:
        return None
    return Passes(last, None if began is None or ended is None else Outage(began, ended))


def _due_key(table_id: str, lane: Lane) -> str:
    return keys.due_key(keys.shard_of(table_id), lane)


def _failures_key(table_id: str) -> str:
    return keys.failures_key(keys.shard_of(table_id))
