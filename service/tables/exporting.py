"""The records of matches that are over, for the operator, before their tables expire."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.record import Plain
from service.ports import NewerFormat, Ports
from service.tables.reading import is_over, record_at


@dataclass(frozen=True, slots=True, order=True)
class Finished:
    """A table whose match is over: `at` is its last change."""

    at: int
    table_id: str


@dataclass(slots=True)
class Export:
    """`unreadable`: how many tables were found that a newer release has written."""

    ports: Ports
    unreadable: int = field(default=0, init=False)

    def finished(self, since: int) -> tuple[Finished, ...]:
        """Those that were over then or later, in the order of their ends."""
        return tuple(sorted({each for each in self._all_finished() if each.at >= since}))

    def _all_finished(self) -> Iterator[Finished]:
        for table_id in self.ports.census.table_ids():
            try:
                loaded = self.ports.store.load(table_id)
            except NewerFormat:
                self.unreadable += 1
                continue
            if loaded is not None and loaded.table.match is not None and is_over(loaded.table):
                yield Finished(loaded.table.changed_at, table_id)

    def record(self, finished: Finished) -> Plain | None:
        """None: the table has expired meanwhile."""
        loaded = self.ports.store.load(finished.table_id)
        if loaded is None:
            return None
        record = record_at(self.ports, loaded.table)
        # Its log goes with it: what was read of a table that is gone by now may not be whole.
        return None if self.ports.store.load(finished.table_id) is None else record
