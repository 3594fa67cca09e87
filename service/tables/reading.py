"""What can be read of a table: views, events, score sheets, the record."""

from collections.abc import Callable
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
from service.tables.attendance import PRESENT_MS
from service.tables.changing import NumberedEvent, events_after, require_table
from service.tables.watching import Batch, Tail, Watching, read_batch

NO_DEAL: Final = "no_deal"
"""What is told of a deal that is not there."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A table, and who looks at it."""

    loaded: Loaded
    actor: Actor


See = Callable[[Loaded], Seen]


def see_table(ports: Ports, table_id: str, token: str | None) -> Seen:
    """The table for anyone who may watch it."""
    return seen_by(require_table(ports, table_id), token)


def seen_by(loaded: Loaded, token: str | None) -> Seen:
    actor = identify(loaded.table, token)
    require_viewer(loaded.table, actor)
    return Seen(loaded, actor)


def see_view(ports: Ports, table_id: str, token: str | None) -> Seen:
    """The table for one of its seats."""
    return seen_by_seat(require_table(ports, table_id), token)


def seen_by_seat(loaded: Loaded, token: str | None) -> Seen:
    actor = identify(loaded.table, token)
    require_seat(actor)
    return Seen(loaded, actor)


@dataclass(frozen=True, slots=True)
class EventPage:
    """The events after number `after`.

    `batch`: those same events, where they were read for all who waited for them.
    """

    seen: Seen
    after: int
    events: tuple[NumberedEvent, ...]
    batch: Batch | None = None

    @property
    def last_seq(self) -> int:
        """The number to go on from. Below `after`: the log does not reach so far; was it set back?"""
        return self.events[-1].seq if self.events else self.seen.loaded.table.last_seq

    @property
    def is_final(self) -> bool:
        """Is there no need to wait for more?"""
        table = self.seen.loaded.table
        return bool(self.events) or is_over(table) or self.after > table.last_seq


def read_events(ports: Ports, table_id: str, token: str | None, after: int) -> EventPage:
    """The events after number `after`, as many as one page holds."""
    return _page(ports, see_table(ports, table_id, token), after)


def wait_for_events(
    watching: Watching, table_id: str, token: str | None, after: int, wait: float
) -> EventPage:
    """The same; where there is none yet, waits up to `wait` seconds for the first."""
    with watching.watch(table_id) as watch:
        page = _page_at(watching.ports, watch.require(), token, after)
        if not page.is_final:
            watching.attendance.heard(table_id, page.seen.actor.seat, PRESENT_MS + round(1000 * wait))
        changes = watch.changes(wait)
        # There may be nothing new: a listener that connects wakes everybody.
        while not page.is_final and (tail := next(changes, None)) is not None:
            page = _page_at(watching.ports, tail, token, after)
    return page


def _page_at(ports: Ports, tail: Tail, token: str | None, after: int) -> EventPage:
    seen, batches = seen_by(tail.loaded, token), tail.since(after)
    if not batches:
        return _page(ports, seen, after)
    return EventPage(Seen(batches[0].loaded, seen.actor), after, batches[0].events, batches[0])


def _page(ports: Ports, seen: Seen, after: int) -> EventPage:
    is_there = after < seen.loaded.table.last_seq
    return EventPage(seen, after, read_batch(ports, seen.loaded, after) if is_there else ())


def wait_for_change(
    watching: Watching, table_id: str, see: See, wait: float, is_known: Callable[[Seen], bool]
) -> Seen:
    """The table as `see` shows it, once it is no longer what is known, or after `wait` seconds."""
    with watching.watch(table_id) as watch:
        seen = see(watch.require().loaded)
        changes = watch.changes(wait)
        while is_known(seen) and (tail := next(changes, None)) is not None:
            seen = see(tail.loaded)
    return seen


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
        raise Refused(Code.NOT_FOUND, told=NO_DEAL)
    return Sheets(found.seen, sheets)


def read_record(ports: Ports, table_id: str, token: str | None) -> Plain:
    """The record of the match: its finished deals while it is playing, everything when it is over."""
    return record_at(ports, see_table(ports, table_id, token).loaded.table)


def record_at(ports: Ports, table: Table) -> Plain:
    """The record of the match at a table, for whoever may know it."""
    events = events_after(ports, table.table_id, 0, limit=table.last_seq)
    header = Header(table.table_id, tuple(_occupant(chair) for chair in table.chairs))
    of_match = (each.event for each in events if isinstance(each.event, Event))
    abandoned = table.match is not None and table.status is TableStatus.CLOSED
    return record_of(header, table.rules, table.terms.seed, of_match, abandoned=abandoned)


def _occupant(chair: Chair) -> Occupant:
    """Who sits there; an open seat is a player's whose name is not known yet."""
    kind = SeatKind.PLAYER if chair.kind is SeatKind.OPEN else chair.kind
    return Occupant(kind.value, chair.level, chair.name or None)
