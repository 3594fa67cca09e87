"""Lists of tables: the public ones, and those of a secret key."""

import re
from dataclasses import dataclass
from typing import Final

from service.ports import Listed, Loaded, Ports, PublicTables
from service.table import Table, TableStatus, Visibility

PAGES: Final = 5
"""How many pages of hints are looked through for one page of the answer."""
CURSOR_LENGTH: Final = 50
CURSOR_PATTERN: Final = "([0-9]{1,15})[.](tb_[0-9A-Za-z]{24})"
_CURSOR: Final = re.compile(CURSOR_PATTERN)


@dataclass(frozen=True, slots=True)
class ListQuery:
    """`status`, `players`, `rated` None: any. `cursor`: the last place that was looked at before.

    `mine`: the tables of the secret key that asks, be they public or not.
    """

    status: TableStatus | None = None
    players: int | None = None
    rated: bool | None = None
    cursor: Listed | None = None
    limit: int = 20
    mine: bool = False

    def asks_for(self, table: Table) -> bool:
        wanted = (self.status, self.players, self.rated)
        found = (table.status, table.rules.players, table.terms.is_rated)
        return all(want in (None, is_) for want, is_ in zip(wanted, found, strict=True))


@dataclass(frozen=True, slots=True)
class TablePage:
    """`cursor`: where the next page goes on; None: there is nothing more."""

    tables: tuple[Loaded, ...]
    cursor: Listed | None


def format_cursor(place: Listed) -> str:
    return f"{place.created_at}.{place.table_id}"


def parse_cursor(text: str) -> Listed | None:
    """The place that a cursor stands for, whether or not its table is still there; None: it is no cursor."""
    found = _CURSOR.fullmatch(text)
    return Listed(int(found[1]), found[2]) if found else None


def list_tables(ports: Ports, query: ListQuery, owner: str | None = None) -> TablePage:
    """Public tables, or those of `owner`, newest first. What is gone is taken off the list on the way.

    A page can be short, or empty, though there is more: where few tables are as they are asked for.
    """
    found: list[Loaded] = []
    cursor = query.cursor
    hints = ports.public if owner is None else ports.owned.of(owner)
    for _ in range(PAGES):
        places = hints.page(cursor, query.limit)
        for place in places:
            cursor = place
            loaded = _listed(ports, hints, place, owner)
            if loaded is not None and query.asks_for(loaded.table):
                found.append(loaded)
            if len(found) == query.limit:
                return TablePage(tuple(found), cursor)
        if len(places) < query.limit:
            return TablePage(tuple(found), None)
    return TablePage(tuple(found), cursor)


def _listed(ports: Ports, hints: PublicTables, place: Listed, owner: str | None) -> Loaded | None:
    """The table, if it is there and belongs in the list; any other leaves it."""
    loaded = ports.store.load(place.table_id)
    if loaded is not None and _belongs(loaded.table, owner):
        return loaded
    hints.remove((place.table_id,))
    return None


def _belongs(table: Table, owner: str | None) -> bool:
    return table.terms.visibility is Visibility.PUBLIC if owner is None else table.owner == owner
