"""What there is: how many tables of each status, what is due, and when tickers passed."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from service.observing import Counted
from service.outage import outages_told
from service.ports import Clock
from service.store import keys
from service.store.client import Client
from service.table import TableStatus
from service.table_turns import Lane

PAGE: Final = 500
WRITTEN_MS: Final = 1_000
_LANES: Final = tuple(Lane)


class RedisCensus:
    """The statuses are counted by the commits, so that nobody has to look through the tables."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock

    def count(self) -> Counted:
        now = self._clock.now()
        by_shard = self._ask(now)
        last_passes = [None if each[1] is None else int(each[1]) for each in by_shard]
        return Counted(
            tables={status: sum(_number(each[0], status) for each in by_shard) for status in TableStatus},
            due={lane: sum(each[at] for each in by_shard) for at, lane in enumerate(_LANES, start=2)},
            overdue_ms={
                lane: max(_overdue(each[at], now) for each in by_shard)
                for at, lane in enumerate(_LANES, start=2 + len(_LANES))
            },
            pass_age_ms={
                shard: None if last is None else max(0, now - last)
                for shard, last in zip(keys.SHARD_NAMES, last_passes, strict=True)
            },
        )

    def _ask(self, now: int) -> list[Sequence[Any]]:
        """By shard: the statuses, the last pass, by lane how many are due, by lane the first that will be."""
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            for shard in keys.SHARD_NAMES:
                pipe.execute_command("HGETALL", keys.statuses_key(shard))
                pipe.execute_command("HGET", keys.pass_key(shard), "last")
                for lane in _LANES:
                    pipe.execute_command("ZCOUNT", keys.due_key(shard, lane), "-inf", now)
                for lane in _LANES:
                    pipe.execute_command("ZRANGE", keys.due_key(shard, lane), 0, 0, "WITHSCORES")
            replies: list[Any] = pipe.execute()
        width = len(replies) // keys.SHARDS
        return [replies[at : at + width] for at in range(0, len(replies), width)]

    def try_to_write(self) -> None:
        """A mark in every shard, that ends by itself."""
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            for shard in keys.SHARD_NAMES:
                pipe.execute_command("SET", keys.written_key(shard), "", "PX", WRITTEN_MS)
            pipe.execute()

    def table_ids(self) -> Iterator[str]:
        """By the due sets, in one of which every table is; a scan misses none that is there all the time."""
        for shard in keys.SHARD_NAMES:
            for lane in Lane:
                yield from filter(keys.is_table_id, self._scan(keys.due_key(shard, lane)))

    def _scan(self, key: str) -> Iterator[str]:
        cursor: bytes | int = 0
        while True:
            with outages_told():
                cursor, found = self._client.execute_command("ZSCAN", key, cursor, "COUNT", PAGE)
            for member, _ in found:
                yield member.decode()
            if int(cursor) == 0:
                return


def _number(statuses: dict[bytes, bytes], status: TableStatus) -> int:
    return int(statuses.get(status.value.encode(), 0))


def _overdue(first: Sequence[Any], now: int) -> int:
    return max(0, now - int(first[0][1])) if first else 0
