"""Bids, tricks, score sheets and results as they stand in bodies."""

from functools import lru_cache
from typing import Any, Final

import orjson

from engine.bids import Bid, contract_of
from engine.cards import format_card
from engine.rules import Rules, rules_hash
from engine.scoring import EndReason, Result, Sheet, SideScore, sheet_lines, tallies
from engine.seats import Seat, Side
from engine.tricks import Trick
from service.texts import sentence

Body = dict[str, Any]

SEAT_NAMES: Final = tuple(seat.name for seat in Seat)
"""By seat: an enum's own `name` is two calls, and a view says some fifty of them."""


def bid_body(bid: Bid) -> Body:
    return {"kind": bid.kind.value, "tricks": bid.tricks}


def bids_body(rules: Rules, bids: tuple[Bid | None, ...]) -> Body:
    """The bids made so far, by seat; null: none yet."""
    return {SEAT_NAMES[seat]: bid_body(bid) if (bid := bids[seat]) else None for seat in rules.lineup.seats}


@lru_cache(maxsize=1024)
def bidding_body(rules: Rules, bids: tuple[Bid | None, ...]) -> Body:
    """The bids, and the contracts by side: null until both partners have bid. Cached for the deal."""
    contracts = {name: _contract(rules, bids, side) for side, name in rules.lineup.named_sides}
    return {"bids": bids_body(rules, bids), "contracts": contracts}


def _contract(rules: Rules, bids: tuple[Bid | None, ...], side: Side) -> int | None:
    sides = rules.lineup.side
    of_side = [bids[seat] for seat in rules.lineup.seats if sides[seat] is side]
    made = [bid for bid in of_side if bid is not None]
    return contract_of(made) if len(made) == len(of_side) else None


def by_seat(rules: Rules, values: tuple[int, ...]) -> dict[str, int]:
    return {SEAT_NAMES[seat]: values[seat] for seat in rules.lineup.seats}


def by_side(rules: Rules, values: tuple[int, ...]) -> dict[str, int]:
    return {name: values[side] for side, name in rules.lineup.named_sides}


def cut_body(cards: tuple[int, ...]) -> dict[str, str]:
    """The draw for seats: by seat, the card that led to it."""
    return {SEAT_NAMES[seat]: format_card(card) for seat, card in enumerate(cards)}


def laid_cards(rules: Rules, leader: Seat, cards: tuple[int, ...]) -> list[Body]:
    """The cards of a trick with who played them, in order."""
    order = rules.lineup.clockwise_from(leader)
    return [{"seat": SEAT_NAMES[order[n]], "card": format_card(card)} for n, card in enumerate(cards)]


def trick_body(rules: Rules, trick: Trick) -> Body:
    return {
        "deal": trick.deal,
        "number": trick.number,
        "leader": SEAT_NAMES[trick.leader],
        "cards": laid_cards(rules, trick.leader, trick.cards),
        "winner": SEAT_NAMES[trick.winner],
    }


@lru_cache(maxsize=1024)
def sheet_body(rules: Rules, sheet: Sheet, language: str) -> Body:
    """A scored deal, each line with what it came from. Cached: it is shown through the whole next deal."""
    return {
        "number": sheet.number,
        "dealer": sheet.dealer.name,
        "bids": bids_body(rules, sheet.bids),
        "tricks_taken": by_seat(rules, sheet.tricks_taken),
        "score": {name: _score_body(rules, sheet, side, language) for side, name in rules.lineup.named_sides},
    }


@lru_cache(maxsize=1024)
def sheet_json(rules: Rules, sheet: Sheet, language: str) -> orjson.Fragment:
    """The same, written already: it is half of each view of the next deal."""
    return orjson.Fragment(orjson.dumps(sheet_body(rules, sheet, language)))


def _score_body(rules: Rules, sheet: Sheet, side: Side, language: str) -> Body:
    score = sheet.scores[side]
    partners = tallies(rules, sheet.bids, sheet.tricks_taken, side)
    lines = [
        {
            "line": line.line,
            "points": line.points,
            "code": line.code,
            "params": line.params,
            "text": sentence(language, f"line.{line.code}", line.params),
        }
        for line in sheet_lines(rules, partners, score)
    ]
    return {**_numbers(score), "lines": lines}


def _numbers(score: SideScore) -> Body:
    return {
        "contract": score.contract,
        "bags": score.bags,
        "nil": score.nil,
        "bag_penalty": score.bag_penalty,
        "bonus": score.bonus,
        "deal_total": score.deal_total,
        "running_total": score.running_total,
        "new_bags": score.new_bags,
        "bags_carried": score.bags_carried,
    }


def result_body(rules: Rules, result: Result) -> Body:
    return {
        "winner": None if result.winner is None else rules.lineup.side_names[result.winner],
        "end_reason": result.end_reason.value,
        "scores": by_side(rules, result.points),
        "outcome": {name: _outcome(result, side) for side, name in rules.lineup.named_sides},
        "rules_hash": rules_hash(rules),
    }


def _outcome(result: Result, side: Side) -> str | None:
    if result.end_reason is EndReason.ABANDONED:
        return None
    if result.winner is None:
        return "draw"
    return "win" if result.winner is side else "loss"
