"""What happened in a match, in the order in which it happened. The record is these events, folded."""

from dataclasses import dataclass

from engine.bids import Bid
from engine.cards import Card, CardSet
from engine.scoring import Result, Sheet
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class MatchStarted:
    pass


@dataclass(frozen=True, slots=True)
class SeatsCut:
    """The draw for seats; `cards` by the seat that each card led to. All that follows names these seats."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealStarted:
    number: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class HandShown:
    """The hand became visible to its own seat; None for every other viewer."""

    seat: Seat
    hand: CardSet | None


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A draw in a duel: the top card of the stock and the next one, and which of them was kept.

    Only the drawing seat learns which card it kept; nobody sees the one that was discarded unseen.
    """

    seat: Seat
    cards: tuple[Card, Card] | None
    kept: Card | None


@dataclass(frozen=True, slots=True)
class HandLooked:
    """The seat gave up its right to bid blind."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidMade:
    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class ExchangeMade:
    """`seat` gave cards to its partner `to`; the other side learns only how many."""

    seat: Seat
    to: Seat
    count: int
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    card: Card
    trick: int


@dataclass(frozen=True, slots=True)
class SpadesBroken:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TrickWon:
    """`cards` run clockwise from the leader of the trick."""

    seat: Seat
    number: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealScored:
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class MatchOver:
    result: Result


Event = (
    MatchStarted
    | SeatsCut
    | DealStarted
    | CardDrawn
    | HandShown
    | HandLooked
    | BidMade
    | ExchangeMade
    | CardPlayed
    | SpadesBroken
    | TrickWon
    | DealScored
    | MatchOver
)
