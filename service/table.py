"""`Table`: one match from seating to the final score, as one immutable value. Pure: time is an argument.

Times are milliseconds since the epoch. Per-seat tuples have one member for each `Seat`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from engine.deal import seated
from engine.levels import Level
from engine.phases import Phase
from engine.play import start
from engine.rules import Rules
from engine.seats import Seat, replaced
from engine.state import Match
from service.table_events import (
    CloseReason,
    LeaveReason,
    LoggedEvent,
    SeatKind,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    TableChanged,
    TableClosed,
    TableCreated,
)

STAND_IN_LEVEL: Final = Level.NORMAL
"""The level of a CPU that stands in for a player."""


class TableStatus(StrEnum):
    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Visibility(StrEnum):
    """`public`: listed, anyone may watch; `unlisted`: who knows the id may; `private`: its tokens only."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits on a seat. `level` is a CPU's; `token_hash` a player's (SHA-256 of the seat token).

    `is_away`: a CPU keeps the seat until its player comes back. `misses`: deadlines missed in a row.
    """

    kind: SeatKind = SeatKind.OPEN
    name: str = ""
    level: Level | None = None
    token_hash: bytes | None = None
    is_away: bool = False
    misses: int = 0

    @property
    def cpu_level(self) -> Level | None:
        """The level at which a CPU acts on the seat now; None: its player does."""
        return STAND_IN_LEVEL if self.is_away else self.level

    @property
    def is_attended(self) -> bool:
        """Does a player act on the seat now?"""
        return self.kind is SeatKind.PLAYER and not self.is_away


METADATA_NAMES: Final = 16
METADATA_ALLOWED: Final = "up to 16 names with texts, each of up to 200 characters"


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed when a table is made. `chosen_by_creator`: the seed was given, not drawn here."""

    preset: str
    rules: Rules
    seed: bytes
    chosen_by_creator: bool = False
    turn_seconds: int | None = None
    cpu_delay_ms: int = 0
    is_rated: bool = False
    visibility: Visibility = Visibility.UNLISTED
    metadata: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `nonce` and the token hashes are what its tokens are checked by; no token is kept.

    `changed_at`: the last commit. `deadlines`: by seat, for players who are to act. `last_seq`: the number
    of events so far. `rematch`, `rematch_of`: the ids of the table that followed this one, and of the one
    that it follows. `owner`: the id of the secret key that it belongs to.
    """

    table_id: str
    terms: Terms
    status: TableStatus
    created_at: int
    changed_at: int
    nonce: bytes
    host_hash: bytes
    join_code: str
    chairs: tuple[Chair, ...]
    match: Match | None = None
    deadlines: tuple[int | None, ...] = (None,) * len(Seat)
    last_seq: int = 0
    rematch: str | None = None
    rematch_of: str | None = None
    owner: str | None = None

    @property
    def rules(self) -> Rules:
        return self.terms.rules

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.rules.lineup.seats if self.chairs[seat].kind is SeatKind.OPEN)

    @property
    def has_players(self) -> bool:
        return any(chair.kind is SeatKind.PLAYER for chair in self.chairs)

    @property
    def cpu_to_act(self) -> Seat | None:
        """The first seat whose decision is due and is a CPU's to take."""
        to_act = self.match.to_act if self.match else ()
        return next((seat for seat in to_act if self.chairs[seat].cpu_level), None)


@dataclass(frozen=True, slots=True)
class Change:
    """The table after something happened, and what did."""

    table: Table
    events: tuple[LoggedEvent, ...]

    def then(self, following: "Change") -> "Change":
        return Change(following.table, self.events + following.events)


def changed(table: Table, events: Iterable[LoggedEvent], now: int) -> Change:
    """The change that consists of `events`, counted and timed."""
    happened = tuple(events)
    return Change(replace(table, last_seq=table.last_seq + len(happened), changed_at=now), happened)


def open_table(table: Table, now: int) -> Change:
    """A new table with its first events; without open seats it starts at once.

    A player who is away already (in a rematch) has a CPU on the seat from the start.
    """
    chairs = table.chairs
    taken = [seat for seat in table.rules.lineup.seats if seat not in table.open_seats]
    seated = (SeatTaken(seat, chairs[seat].name, chairs[seat].kind) for seat in taken)
    opened = _started_if_full(changed(table, (TableCreated(), *seated), now), now)
    # Last, since a cut moves them.
    left = (SeatLeft(seat, LeaveReason.LEAVE) for seat in Seat if opened.table.chairs[seat].is_away)
    return opened.then(changed(opened.table, left, now))


def change_terms(table: Table, terms: Terms, chairs: tuple[Chair, ...], now: int) -> Change:
    """An open table with other terms and CPUs; one that has no open seat left starts."""
    after = replace(table, terms=terms, chairs=chairs)
    if after == table:
        return Change(table, ())
    seated = (
        SeatTaken(seat, chairs[seat].name, SeatKind.CPU)
        for seat in table.rules.lineup.seats
        if chairs[seat] != table.chairs[seat] and chairs[seat].kind is SeatKind.CPU
    )
    return _started_if_full(changed(after, (TableChanged(), *seated), now), now)


def sit(table: Table, seat: Seat, name: str, token_hash: bytes, now: int) -> Change:
    """A player takes an open seat; the last one starts the match."""
    chair = Chair(SeatKind.PLAYER, name, token_hash=token_hash)
    taken = replace(table, chairs=replaced(table.chairs, seat, chair))
    return _started_if_full(changed(taken, (SeatTaken(seat, name, SeatKind.PLAYER),), now), now)


def start_match(table: Table, now: int) -> Change:
    """The host starts: CPUs at the default level take the empty seats."""
    chairs = table.chairs
    for seat in table.open_seats:
        chairs = replaced(chairs, seat, cpu_chair(seat, Level.EASY))
    seated = (SeatTaken(seat, chairs[seat].name, SeatKind.CPU) for seat in table.open_seats)
    return _started_if_full(changed(replace(table, chairs=chairs), tuple(seated), now), now)


def cpu_chair(seat: Seat, level: Level, name: str | None = None) -> Chair:
    return Chair(SeatKind.CPU, name or f"CPU {seat.name}", level)


def close(table: Table, now: int) -> Change:
    """The host ends the table early: no more actions, no winner."""
    closed = replace(table, status=TableStatus.CLOSED, deadlines=(None,) * len(Seat))
    return changed(closed, (TableClosed(CloseReason.CLOSED),), now)


def leave_seat(table: Table, seat: Seat, now: int) -> Change:
    """The player goes: before the start the seat is open and its token ends, then a CPU keeps it at once."""
    if table.status is not TableStatus.OPEN:
        return hand_to_cpu(table, seat, LeaveReason.LEAVE, now)
    opened = replace(table, chairs=replaced(table.chairs, seat, Chair()))
    return changed(opened, (SeatLeft(seat, LeaveReason.LEAVE, table.chairs[seat].name),), now)


def hand_to_cpu(table: Table, seat: Seat, reason: LeaveReason, now: int) -> Change:
    """A CPU keeps the player's seat until the player returns; nothing changes where it does already."""
    chair = table.chairs[seat]
    if chair.is_away:
        return Change(table, ())
    away = replace(
        table,
        chairs=replaced(table.chairs, seat, replace(chair, is_away=True)),
        deadlines=replaced(table.deadlines, seat, None),
    )
    return changed(away, (SeatLeft(seat, reason),), now)


def return_seat(table: Table, seat: Seat, now: int) -> Change:
    """The player is back: from now on the seat's decisions are the player's again."""
    chair = replace(table.chairs[seat], is_away=False, misses=0)
    back = replace(table, chairs=replaced(table.chairs, seat, chair))
    if back.match and back.match.turns[seat] is not None:
        back = replace(back, deadlines=replaced(back.deadlines, seat, deadline_from(back, now)))
    return changed(back, (SeatReturned(seat),), now)


def _started_if_full(change: Change, now: int) -> Change:
    table = change.table
    if table.open_seats:
        return change
    seed = table.terms.seed
    step = start(table.rules, seed)
    playing = replace(table, status=TableStatus.PLAYING, chairs=seated(table.rules, seed, table.chairs))
    playing = with_match(playing, step.match, now)
    return change.then(changed(playing, step.events, now))


def with_match(table: Table, match: Match, now: int) -> Table:
    """The table with its match gone on: a deadline of its own for each decision that fell due."""
    before = table.match.turns if table.match else (None,) * len(Seat)
    table = replace(table, match=match, status=TableStatus.OVER if match.result else table.status)
    if table.terms.turn_seconds is None:
        return table
    deadlines = tuple(
        table.deadlines[seat] if match.turns[seat] == before[seat] else _deadline_of(table, seat, now)
        for seat in Seat
    )
    return replace(table, deadlines=deadlines)


def _deadline_of(table: Table, seat: Seat, now: int) -> int | None:
    is_due = table.match is not None and table.match.turns[seat] is not None
    return deadline_from(table, now) if is_due and table.chairs[seat].is_attended else None


SHEET_MS: Final = 10_000
"""How much longer the first deadline after a scored deal runs: the sheet is on the screen."""


def deadline_from(table: Table, now: int) -> int | None:
    """The deadline of a decision that falls due `now`."""
    if table.terms.turn_seconds is None:
        return None
    return now + 1000 * table.terms.turn_seconds + (SHEET_MS if _shows_sheet(table) else 0)


def _shows_sheet(table: Table) -> bool:
    """Is a sheet on the screen, and has no player acted since?"""
    match = table.match
    if match is None or match.last_sheet is None or match.deal.phase is not Phase.BIDDING:
        return False
    bids = match.deal.bids
    return not any(bids[seat] is not None and table.chairs[seat].is_attended for seat in Seat)
