"""The record of a match, `spades-record/1`: the value, and how events fold into it.

To plain data: engine/record_writing.py; back: engine/record_reading.py. Checking: engine/verify.py.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Final

from engine.bids import Bid
from engine.cards import Card
from engine.deal import commitment_of, dealt_hands
from engine.events import (
    BidMade,
    CardDrawn,
    CardPlayed,
    DealScored,
    DealStarted,
    Event,
    ExchangeMade,
    HandLooked,
    MatchOver,
    SeatsCut,
    TrickWon,
)
from engine.rules import Rules, rules_hash
from engine.scoring import EndReason, Result, Sheet, SideScore
from engine.seats import Seat

FORMAT: Final = "spades-record/1"
SEAT_KINDS: Final = ("cpu", "player")
SCORE_LINES: Final = tuple(line.name for line in fields(SideScore))

Plain = dict[str, object]

_WHOLE: Final = "a record is made of what happened, not of what a viewer may see"


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sat on a seat: `kind` is one of SEAT_KINDS; only a CPU has a level."""

    kind: str
    level: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """What the engine does not know of a match. `table_id` is None in simulations.

    `seats` by Seat, after a cut; None: a seat that is not in play.
    """

    table_id: str | None
    seats: tuple[Occupant | None, ...]


@dataclass(frozen=True, slots=True)
class BidRecord:
    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """One draw of a duel: the top card of the stock and the next one, and which of them was kept."""

    seat: Seat
    cards: tuple[Card, Card]
    kept: Card


@dataclass(frozen=True, slots=True)
class GiftRecord:
    """One part of an exchange, in the order in which the giver named the cards."""

    giver: Seat
    receiver: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrickRecord:
    """`cards` run clockwise from the leader."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A finished deal. `hands` by seat, in the order dealt or kept; all else as it happened.

    `draws` are those of a duel; all their cards in order are its stock.
    """

    number: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    looked: tuple[Seat, ...]
    bids: tuple[BidRecord, ...]
    gifts: tuple[GiftRecord, ...]
    tricks: tuple[TrickRecord, ...]
    scores: tuple[SideScore, ...]
    draws: tuple[DrawRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it leaves the service: its finished deals. `seed` and `result` are None while playing.

    `cut`: the card that led to each seat; None where the seats were chosen.
    """

    header: Header
    rules: Rules
    rules_hash: str
    seed: bytes | None
    commitment: str
    deals: tuple[DealRecord, ...]
    result: Result | None
    cut: tuple[Card, ...] | None = None


@dataclass(slots=True)
class _OpenDeal:
    """The deal that the events are in, while they are folded."""

    draws: list[DrawRecord] = field(default_factory=list)
    looked: list[Seat] = field(default_factory=list)
    bids: list[BidRecord] = field(default_factory=list)
    gifts: list[GiftRecord] = field(default_factory=list)
    tricks: list[TrickRecord] = field(default_factory=list)
    leader: Seat | None = None


def recorded(
    header: Header, rules: Rules, seed: bytes, events: Iterable[Event], *, abandoned: bool = False
) -> Record:
    """The record of a match from all its events, in order.

    `abandoned`: the match was closed before its end. The seed is told only when the match is over or
    abandoned; a deal that is not finished is left out.
    """
    events = tuple(events)
    deals, result = _fold(rules, seed, events)
    if abandoned and result is None:
        result = Result(None, EndReason.ABANDONED, points_after(deals, rules))
    revealed = None if result is None else seed
    # Told once it happened: before, it would tell an open table's players whom to sit down with.
    cut = next((event.cards for event in events if isinstance(event, SeatsCut)), None)
    return Record(header, rules, rules_hash(rules), revealed, commitment_of(seed), deals, result, cut)


def points_after(deals: Sequence[DealRecord], rules: Rules) -> tuple[int, ...]:
    """The sides' points when these deals were scored."""
    if not deals:
        return (0,) * len(rules.lineup.sides)
    return tuple(score.running_total for score in deals[-1].scores)


def _fold(rules: Rules, seed: bytes, events: Iterable[Event]) -> tuple[tuple[DealRecord, ...], Result | None]:
    deals: list[DealRecord] = []
    result, deal = None, _OpenDeal()
    for event in events:
        match event:
            case DealScored(sheet):
                deals.append(_finished(deal, sheet, rules, seed))
            case DealStarted():
                deal = _OpenDeal()
            case MatchOver():
                result = event.result
            case _:
                _note(deal, event)
    return tuple(deals), result


def _note(deal: _OpenDeal, event: Event) -> None:
    match event:
        case CardPlayed(seat):
            deal.leader = seat if deal.leader is None else deal.leader
        case TrickWon(winner, _, cards):
            assert deal.leader is not None, "a trick that is won was led"
            deal.tricks.append(TrickRecord(deal.leader, cards, winner))
            deal.leader = None
        case BidMade(seat, bid):
            deal.bids.append(BidRecord(seat, bid))
        case HandLooked(seat):
            deal.looked.append(seat)
        case CardDrawn(seat, cards, kept):
            assert cards is not None, _WHOLE
            assert kept is not None, _WHOLE
            deal.draws.append(DrawRecord(seat, cards, kept))
        case ExchangeMade(seat, to, _, cards):
            assert cards is not None, _WHOLE
            deal.gifts.append(GiftRecord(seat, to, cards))
        case _:
            pass


def _finished(deal: _OpenDeal, sheet: Sheet, rules: Rules, seed: bytes) -> DealRecord:
    return DealRecord(
        sheet.number,
        sheet.dealer,
        drawn_hands(deal.draws) if deal.draws else dealt_hands(seed, sheet.number, sheet.dealer, rules),
        tuple(deal.looked),
        tuple(deal.bids),
        tuple(deal.gifts),
        tuple(deal.tricks),
        sheet.scores,
        tuple(deal.draws),
    )


def drawn_hands(draws: Sequence[DrawRecord]) -> tuple[tuple[Card, ...], ...]:
    """The hands of a duel by seat, in the order in which their cards were kept."""
    return tuple(tuple(draw.kept for draw in draws if draw.seat is seat) for seat in Seat)
