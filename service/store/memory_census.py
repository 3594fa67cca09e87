"""The census of the store in memory."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from service.observing import Counted
from service.ports import Clock
from service.table import TableStatus
from service.table_turns import Due, Lane, Passes

_SHARD: Final = "00"
"""There is one for all."""


class MemoryCensus:
    def __init__(
        self,
        clock: Clock,
        statuses: Callable[[], Mapping[str, TableStatus]],
        due: Mapping[str, Due],
        passes: Callable[[], Passes | None],
    ) -> None:
        self._clock = clock
        self._statuses = statuses
        self._due = due
        self._passes = passes

    def count(self) -> Counted:
        now, statuses, last = self._clock.now(), list(self._statuses().values()), self._passes()
        return Counted(
            tables={status: statuses.count(status) for status in TableStatus},
            due={lane: len(self._waiting(lane, now)) for lane in Lane},
            overdue_ms={lane: max(self._waiting(lane, now), default=0) for lane in Lane},
            pass_age_ms={_SHARD: None if last is None else now - last.last},
        )

    def _waiting(self, lane: Lane, now: int) -> list[int]:
        return [now - due.at for due in self._due.values() if due.lane is lane and due.at <= now]

    def try_to_write(self) -> None:
        """Memory can always be written to."""

    def table_ids(self) -> Iterator[str]:
        return iter(tuple(self._statuses()))
