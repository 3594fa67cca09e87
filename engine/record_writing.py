"""From a `Record` to plain data, ready for JSON: strings, ints, lists and string-keyed dicts."""

from collections.abc import Iterable, Sequence

from engine.cards import Card, format_card
from engine.events import Event
from engine.record import (
    FORMAT,
    SCORE_LINES,
    DealRecord,
    DrawRecord,
    Header,
    Occupant,
    Plain,
    Record,
    recorded,
)
from engine.rules import Rules
from engine.scoring import Result, SideScore
from engine.seats import Lineup, Seat


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
        **({} if record.cut is None else {"cut": _cut(record.cut)}),
        "deals": [_deal(deal, rules.lineup) for deal in record.deals],
        "result": None if record.result is None else _result(record.result, rules.lineup),
    }


def _occupant(occupant: Occupant | None) -> Plain:
    assert occupant is not None, "every seat in play has somebody on it"
    level = {} if occupant.level is None else {"level": str(occupant.level)}
    return {"kind": str(occupant.kind), **level, "name": occupant.name}


def _cut(cards: Sequence[Card]) -> Plain:
    return {seat.name: format_card(card) for seat, card in zip(Seat, cards, strict=True)}


def _deal(deal: DealRecord, lineup: Lineup) -> Plain:
    return {
        "number": deal.number,
        "dealer": deal.dealer.name,
        **({"draws": [_draw(draw) for draw in deal.draws]} if deal.draws else {}),
        "hands": {seat.name: _cards(deal.hands[seat]) for seat in lineup.seats},
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
        "score": {lineup.side_names[side]: _score(deal.scores[side]) for side in lineup.sides},
    }


def _draw(draw: DrawRecord) -> Plain:
    return {"seat": draw.seat.name, "cards": _cards(draw.cards), "kept": format_card(draw.kept)}


def _cards(cards: Iterable[Card]) -> list[str]:
    return [format_card(card) for card in cards]


def _score(score: SideScore) -> Plain:
    return {line: getattr(score, line) for line in SCORE_LINES}


def _result(result: Result, lineup: Lineup) -> Plain:
    names = lineup.side_names
    return {
        "winner": None if result.winner is None else names[result.winner],
        "end_reason": result.end_reason.value,
        "scores": {names[side]: result.points[side] for side in lineup.sides},
    }
