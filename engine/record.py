"""The record of a match, `spades-record/1`: from its events to one value, and to plain data.

Reading plain data back: engine/record_reading.py. Replaying and checking: engine/verify.py.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Final

from engine.bids import Bid
from engine.cards import Card, format_card
from engine.deal import commitment_of, dealt_hands
from engine.events import (
    BidMade,
    CardPlayed,
    DealScored,
    DealStarted,
    Event,
    ExchangeMade,
    HandLooked,
    MatchOver,
    TrickWon,
)
from engine.rules import Rules, rules_hash
from engine.scoring import EndReason, Result, Sheet, SideScore
from engine.seats import Seat, Side

FORMAT: Final = "spades-record/1"
SEAT_KINDS: Final = ("cpu", "player")
SCORE_LINES: Final = tuple(line.name for line in fields(SideScore))

Plain = dict[str, object]


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sat on a seat: `kind` is one of SEAT_KINDS; only a CPU has a level."""

    kind: str
    level: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """What the engine does not know of a match. `table_id` is None in simulations; `seats` by Seat."""

    table_id: str | None
    seats: tuple[Occupant, ...]


@dataclass(frozen=True, slots=True)
class BidRecord:
    seat: Seat
    bid: Bid


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
    """A finished deal. `hands` by seat, in the order dealt; `looked`, `bids`, `gifts` as they happened."""

    number: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    looked: tuple[Seat, ...]
    bids: tuple[BidRecord, ...]
    gifts: tuple[GiftRecord, ...]
    tricks: tuple[TrickRecord, ...]
    scores: tuple[SideScore, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it leaves the service: its finished deals. `seed` and `result` are None while playing."""

    header: Header
    rules: Rules
    rules_hash: str
    seed: bytes | None
    commitment: str
    deals: tuple[DealRecord, ...]
    result: Result | None


@dataclass(slots=True)
class _OpenDeal:
    """The deal that the events are in, while they are folded."""

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
    deals, result = _fold(rules, seed, events)
    if abandoned and result is None:
        result = Result(None, EndReason.ABANDONED, points_after(deals, rules))
    revealed = None if result is None else seed
    return Record(header, rules, rules_hash(rules), revealed, commitment_of(seed), deals, result)


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
        case ExchangeMade(seat, to, _, cards):
            assert cards is not None, "a record is made of what happened, not of what a viewer may see"
            deal.gifts.append(GiftRecord(seat, to, cards))
        case _:
            pass


def _finished(deal: _OpenDeal, sheet: Sheet, rules: Rules, seed: bytes) -> DealRecord:
    return DealRecord(
        sheet.number,
        sheet.dealer,
        dealt_hands(seed, sheet.number, sheet.dealer, rules.lineup),
        tuple(deal.looked),
        tuple(deal.bids),
        tuple(deal.gifts),
        tuple(deal.tricks),
        sheet.scores,
    )


def record_of(
    header: Header, rules: Rules, seed: bytes, events: Iterable[Event], *, abandoned: bool = False
) -> Plain:
    """The record as plain data, ready for JSON; see `recorded`."""
    return format_record(recorded(header, rules, seed, events, abandoned=abandoned))


def format_record(record: Record) -> Plain:
    """The record as plain data: strings, ints, lists and string-keyed dicts."""
    rules = record.rules
    return {
        "format": FORMAT,
        "table_id": record.header.table_id,
        "rules": rules.as_options(),
        "rules_hash": record.rules_hash,
        **({} if record.seed is None else {"seed": record.seed.hex()}),
        "commitment": record.commitment,
        "seats": {seat.name: _occupant(record.header.seats[seat]) for seat in rules.lineup.seats},
        "deals": [_deal(deal, rules) for deal in record.deals],
        "result": None if record.result is None else _result(record.result),
    }


def _occupant(occupant: Occupant) -> Plain:
    level = {} if occupant.level is None else {"level": str(occupant.level)}
    return {"kind": str(occupant.kind), **level, "name": occupant.name}


def _deal(deal: DealRecord, rules: Rules) -> Plain:
    return {
        "number": deal.number,
        "dealer": deal.dealer.name,
        "hands": {seat.name: _cards(deal.hands[seat]) for seat in rules.lineup.seats},
        "looked": [seat.name for seat in deal.looked],
        "bids": [
            {"seat": made.seat.name, "kind": made.bid.kind.value, "tricks": made.bid.tricks}
            for made in deal.bids
        ],
        "exchanges": [
            {"from": gift.giver.name, "to": gift.receiver.name, "cards": _cards(gift.cards)}
            for gift in deal.gifts
        ],
        "tricks": [
            {"leader": trick.leader.name, "cards": _cards(trick.cards), "winner": trick.winner.name}
            for trick in deal.tricks
        ],
        "score": {side.name: _score(deal.scores[side]) for side in rules.lineup.sides},
    }


def _cards(cards: Iterable[Card]) -> list[str]:
    return [format_card(card) for card in cards]


def _score(score: SideScore) -> Plain:
    return {line: getattr(score, line) for line in SCORE_LINES}


def _result(result: Result) -> Plain:
    return {
        "winner": None if result.winner is None else result.winner.name,
        "end_reason": result.end_reason.value,
        "scores": {side.name: points for side, points in zip(Side, result.points, strict=True)},
    }
