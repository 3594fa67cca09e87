"""The tables of a store, counted."""

from service.metrics.instruments import Instruments
from service.ports import Commit, Committed, Loaded, NewerFormat, StaleVersion, TableStore


class MeasuredTables:
    """A TableStore around another one. Failures of the store are counted by who answers them."""

    def __init__(self, tables: TableStore, instruments: Instruments) -> None:
        self._tables = tables
        self._figures = instruments.figures
        self._watch = instruments.watch
        self.recall = tables.recall
        self.delete = tables.delete
        self.find_code = tables.find_code

    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        try:
            found = self._tables.load(table_id, commit_id)
        except NewerFormat:
            self._figures.newer_formats.inc()
            self._watch.met_newer()
            raise
        if self._watch.is_lost:
            self._watch.worked()
        return found

    def commit(self, commit: Commit) -> Committed:
        try:
            committed = self._tables.commit(commit)
        except StaleVersion:
            self._figures.conflicts.inc()
            raise
        if not committed.is_replay:
            self._figures.commits.inc()
        return committed
