"""What those who run the service want to know of it, as protocols beside those of `ports`."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Final, Protocol

from engine.levels import Level
from service.table import TableStatus
from service.table_turns import Lane, Task

FAILING_FROM: Final = 5
"""From so many failures in a row on, a table is named to those who run the service."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What there is at one moment, for those who run the service.

    `overdue_ms`: for how long the table has been waiting that is due longest; 0: none is. `pass_age_ms`: by
    the shard's name, how long ago a ticker passed; None: never.
    """

    tables: Mapping[TableStatus, int]
    due: Mapping[Lane, int]
    overdue_ms: Mapping[Lane, int]
    pass_age_ms: Mapping[str, int | None]


class Census(Protocol):
    def count(self) -> Counted:
        """The cost does not depend on the number of tables."""

    def try_to_write(self) -> None:
        """Raises StoreUnavailable where nothing can be changed: a full store, one that is read-only."""

    def table_ids(self) -> Iterator[str]:
        """Every table that is there from the first to the last, some of them twice; in no order."""


class Meter(Protocol):
    """What is measured of attending to tables."""

    def cpu_turn(self, level: Level) -> AbstractContextManager[None]:
        """Around one decision of a CPU of that level."""

    def done(self, task: Task, late_ms: int) -> None:
        """What was due is done, so many milliseconds after it fell due."""


class Unmeasured:
    """Measures nothing."""

    def cpu_turn(self, level: Level) -> AbstractContextManager[None]:  # noqa: ARG002 (the port's signature)
        return nullcontext()

    def done(self, task: Task, late_ms: int) -> None:
        """Nobody wants to know."""
