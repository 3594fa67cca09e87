"""The table and the cards as the rule book has them: seats, sides and partners; decks, suits and ranks.

Part of the independent auditor: nothing here comes from the engine.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """The seats in play, clockwise, and who sits on each side."""

    seats: tuple[str, ...]
    sides: Mapping[str, tuple[str, ...]]

    def left_of(self, seat: str, places: int = 1) -> str:
        return self.seats[(self.seats.index(seat) + places) % len(self.seats)]

    def from_left_of(self, seat: str) -> tuple[str, ...]:
        """All seats in play, clockwise, the left neighbour of `seat` first."""
        return tuple(self.left_of(seat, places) for places in range(1, len(self.seats) + 1))

    def side_of(self, seat: str) -> str:
        return next(side for side, seats in self.sides.items() if seat in seats)

    def other_side(self, side: str) -> str:
        return next(other for other in self.sides if other != side)

    def partner_of(self, seat: str) -> str | None:
        others = [other for other in self.sides[self.side_of(seat)] if other != seat]
        return others[0] if others else None


FOUR = Table(("N", "E", "S", "W"), {"NS": ("N", "S"), "EW": ("E", "W")})
DUEL = Table(("N", "S"), {"N": ("N",), "S": ("S",)})

RANKS = "23456789TJQKA"
PLAIN = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
JOKERS = ("LJ", "BJ")
CODES = PLAIN + JOKERS


@dataclass(frozen=True, slots=True)
class Pack:
    """The unshuffled deck of a value of `jokers`, and everything that is a spade, lowest first."""

    deck: tuple[str, ...]
    spades: tuple[str, ...]

    def suit(self, card: str) -> str:
        return "S" if card in self.spades else card[1]

    def spades_in(self, cards: tuple[str, ...]) -> int:
        return sum(card in self.spades for card in cards)

    def strength(self, card: str) -> int:
        """To be compared within one suit only."""
        return self.spades.index(card) if card in self.spades else RANKS.index(card[0])


def pack_of(jokers: str) -> Pack:
    spades = tuple(rank + "S" for rank in RANKS)
    if jokers == "off":
        return Pack(PLAIN, spades)
    deck = (*(card for card in PLAIN if card not in ("2C", "2H")), *JOKERS)
    if jokers == "two":
        return Pack(deck, spades + JOKERS)
    return Pack(deck, (*spades[1:], "2S", "2D", *JOKERS))
