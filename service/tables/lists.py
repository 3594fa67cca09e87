"""The list of public tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from service.ports import Loaded, Ports
from service.table import TableStatus, Visibility

PAGES: Final = 5
"""How many pages of hints are looked through for one page of the answer."""


@dataclass(frozen=True, slots=True)
class ListQuery:
    """`status` None: any. `cursor`: the id of the last table that was looked at before."""

    status: TableStatus | None = None
    cursor: str | None = None
    limit: int = 20


@dataclass(frozen=True, slots=True)
class TablePage:
    """`cursor`: where the next page goes on; None: there is nothing more."""

    tables: tuple[Loaded, ...]
    cursor: str | None


def list_tables(ports: Ports, query: ListQuery) -> TablePage:
    """Public tables, newest first. What is gone is taken off the list on the way.

    A page can be short, or empty, though there is more: where few tables have the status.
    """
    found: list[Loaded] = []
    cursor = query.cursor
    for _ in range(PAGES):
        hints = ports.public.page(cursor, query.limit)
        for loaded in _listed(ports, hints):
            cursor = loaded.table.table_id
            if query.status in (None, loaded.table.status):
                found.append(loaded)
            if len(found) == query.limit:
                return TablePage(tuple(found), cursor)
        if len(hints) < query.limit:
            return TablePage(tuple(found), None)
    return TablePage(tuple(found), cursor)


def _listed(ports: Ports, hints: Sequence[str]) -> Iterator[Loaded]:
    """The tables that are there and public; the others leave the list."""
    for table_id in hints:
        loaded = ports.store.load(table_id)
        if loaded is not None and loaded.table.terms.visibility is Visibility.PUBLIC:
            yield loaded
        else:
            ports.public.remove((table_id,))
