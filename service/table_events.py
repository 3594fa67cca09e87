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
class SeatTaken:
    seat: Seat
    name: str
    kind: SeatKind


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A CPU keeps the seat until its player comes back."""

    seat: Seat
    reason: LeaveReason


@dataclass(frozen=True, slots=True)
class SeatReturned:
    seat: Seat


@dataclass(frozen=True, slots=True)
class DeadlinePassed:
    """The seat's player missed a deadline, `misses` in a row by now; the CPU acts once for it."""

    seat: Seat
    misses: int


@dataclass(frozen=True, slots=True)
class TableClosed:
    reason: CloseReason


TableEvent = TableCreated | SeatTaken | SeatLeft | SeatReturned | DeadlinePassed | TableClosed
LoggedEvent = Event | TableEvent
