"""What can be read of a table: views, events, score sheets, the record."""

from dataclasses import dataclass
from typing import Final

from engine.events import DealScored, Event
from engine.record import Header, Occupant, Plain
from engine.record_writing import record_of
from engine.scoring import Sheet
from service.auth import Actor, identify, require_seat, require_viewer
from service.ports import Loaded, Ports
from service.refusals import Code, Refused
from service.table import Chair, Table, TableStatus
from service.table_events import SeatKind
from service.tables.changing import NumberedEvent, events_after, require_table

PAGE: Final = 500
"""Events on one page, or a little more: a commit is never cut."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A table, and who looks at it."""

    loaded: Loaded
    actor: Actor


def see_table(ports: Ports, table_id: str, token: str | None) -> Seen:
    """The table for anyone who may watch it."""
    loaded = require_table(ports, table_id)
    actor = identify(loaded.table, token)
    require_viewer(loaded.table, actor)
    return Seen(loaded, actor)


def see_view(ports: Ports, table_id: str, token: str | None) -> Seen:
    """The table for one of its seats."""
    loaded = require_table(ports, table_id)
    actor = identify(loaded.table, token)
    require_seat(actor)
    return Seen(loaded, actor)


@dataclass(frozen=True, slots=True)
class EventPage:
    seen: Seen
    events: tuple[NumberedEvent, ...]

    @property
    def last_seq(self) -> int:
        """The number to go on from."""
        return self.events[-1].seq if self.events else self.seen.loaded.table.last_seq


def read_events(ports: Ports, table_id: str, token: str | None, after: int, wait: float) -> EventPage:
    """The events after number `after`; where there is none yet, waits up to `wait` seconds for the first."""
    if not wait:
        return _page(ports, table_id, token, after)
    end = ports.clock.now() + round(1000 * wait)
    with ports.wakeups.listen(table_id) as waiter:
        page = _page(ports, table_id, token, after)
        while not page.events and not is_over(page.seen.loaded.table):
            left = (end - ports.clock.now()) / 1000
            if left <= 0 or not waiter.wait(left):
                break
            # There may be nothing: a listener that connects wakes everybody.
            page = _page(ports, table_id, token, after)
    return page


def _page(ports: Ports, table_id: str, token: str | None, after: int) -> EventPage:
    seen = see_table(ports, table_id, token)
    last_seq = seen.loaded.table.last_seq
    if after >= last_seq:
        return EventPage(seen, ())
    # The log may have gone on meanwhile: the page ends where its table stands, so that who is to act fits.
    events = events_after(ports, table_id, after, PAGE)
    return EventPage(seen, tuple(event for event in events if event.seq <= last_seq))


def is_over(table: Table) -> bool:
    """Will nothing more happen there?"""
    return table.status in (TableStatus.OVER, TableStatus.CLOSED)


@dataclass(frozen=True, slots=True)
class Sheets:
    seen: Seen
    sheets: tuple[Sheet, ...]


def read_sheets(ports: Ports, table_id: str, token: str | None) -> Sheets:
    """The score sheets of all scored deals, in order."""
    seen = see_table(ports, table_id, token)
    events = events_after(ports, table_id, 0, limit=seen.loaded.table.last_seq)
    sheets = tuple(each.event.sheet for each in events if isinstance(each.event, DealScored))
    return Sheets(seen, sheets)


def read_sheet(ports: Ports, table_id: str, token: str | None, number: int) -> Sheets:
    """The score sheet of deal `number` alone."""
    found = read_sheets(ports, table_id, token)
    sheets = tuple(sheet for sheet in found.sheets if sheet.number == number)
    if not sheets:
        raise Refused(Code.NOT_FOUND)
    return Sheets(found.seen, sheets)


def read_record(ports: Ports, table_id: str, token: str | None) -> Plain:
    """The record of the match: its finished deals while it is playing, everything when it is over."""
    table = see_table(ports, table_id, token).loaded.table
    events = events_after(ports, table_id, 0, limit=table.last_seq)
    header = Header(table_id, tuple(_occupant(chair) for chair in table.chairs))
    of_match = (each.event for each in events if isinstance(each.event, Event))
    abandoned = table.match is not None and table.status is TableStatus.CLOSED
    return record_of(header, table.rules, table.terms.seed, of_match, abandoned=abandoned)


def _occupant(chair: Chair) -> Occupant:
    """Who sits there; an open seat is a player's whose name is not known yet."""
    kind = SeatKind.PLAYER if chair.kind is SeatKind.OPEN else chair.kind
    return Occupant(kind.value, chair.level, chair.name or None)
