"""What happens to a table beside its match. The log holds these and the engine's events, in one order."""

from dataclasses import dataclass
from enum import StrEnum

from engine.events import Event
from engine.seats import Seat


class SeatKind(StrEnum):
    OPEN = "open"
    PLAYER = "player"
    CPU = "cpu"


class LeaveReason(StrEnum):
    LEAVE = "leave"
    MISSES = "misses"
    REPLACED = "replaced"


class CloseReason(StrEnum):
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class TableCreated:
    pass


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The host changed the terms of an open table, or its CPUs."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    seat: Seat
    name: str
    kind: SeatKind


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A CPU keeps the seat until its player comes back. `name`: of who left an open table, whose seat is
    open again."""

    seat: Seat
    reason: LeaveReason
    name: str | None = None


@dataclass(frozen=True, slots=True)
class SeatReturned:
    seat: Seat


@dataclass(frozen=True, slots=True)
class DeadlinePassed:
    """The seat's player missed a deadline, `misses` in a row by now; the CPU acts once for it."""

    seat: Seat
    misses: int


@dataclass(frozen=True, slots=True)
class DeadlineMoved:
    """The seat's deadline fell into an outage; its player has until `deadline` now."""

    seat: Seat
    deadline: int


@dataclass(frozen=True, slots=True)
class TableClosed:
    reason: CloseReason


TableEvent = (
    TableCreated
    | TableChanged
    | SeatTaken
    | SeatLeft
    | SeatReturned
    | DeadlinePassed
    | DeadlineMoved
    | TableClosed
)
LoggedEvent = Event | TableEvent
