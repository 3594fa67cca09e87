"""Who sits where: seats, sides, and the order of the table."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")


class Seat(IntEnum):
    """A place at the table, clockwise. Per-seat tuples in the state are indexed by it."""

    N = 0
    E = 1
    S = 2
    W = 3


class Side(IntEnum):
    """The partners that score together. Per-side tuples in the state are indexed by it.

    Where each seat is a side of its own the names are others: `Lineup.side_names`.
    """

    NS = 0
    EW = 1

    @property
    def other(self) -> "Side":
        return Side.EW if self is Side.NS else Side.NS


@dataclass(frozen=True, slots=True)
class Lineup:
    """The seats in play, clockwise, and what follows from them.

    One value holds the whole geometry, so that a table of another size is another lineup and not
    another mechanism.
    """

    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    side_names: tuple[str, ...]
    next: tuple[Seat, ...]
    partner: tuple[Seat | None, ...]
    side: tuple[Side, ...]

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in play, `seat` first."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    @property
    def named_sides(self) -> tuple[tuple[Side, str], ...]:
        return tuple(zip(self.sides, self.side_names, strict=True))

    def side_name(self, seat: Seat) -> str:
        """The name of the side that `seat` plays for."""
        return self.side_names[self.side[seat]]

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.side[seat] is side)


FOUR_PLAYERS = Lineup(
    seats=(Seat.N, Seat.E, Seat.S, Seat.W),
    sides=(Side.NS, Side.EW),
    side_names=("NS", "EW"),
    next=(Seat.E, Seat.S, Seat.W, Seat.N),
    partner=(Seat.S, Seat.W, Seat.N, Seat.E),
    side=(Side.NS, Side.EW, Side.NS, Side.EW),
)

TWO_PLAYERS = Lineup(
    seats=(Seat.N, Seat.S),
    sides=(Side.NS, Side.EW),
    side_names=("N", "S"),
    next=(Seat.S, Seat.E, Seat.N, Seat.W),
    partner=(None, None, None, None),
    side=(Side.NS, Side.NS, Side.EW, Side.EW),
)
"""A duel. E and W do not occur; their members in per-seat tuples are never read."""


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """`values` with the one at index `at` exchanged."""
    changed = list(values)
    changed[at] = value
    return tuple(changed)
