"""The bid of a seat that has seen its hand: nil or a number of tricks, with an eye on rules and score."""

from typing import Final

from engine.actions import PlaceBid
from engine.bids import Bid
from engine.cards import SPADES, CardSet
from engine.cpu.bid_table import BidTable
from engine.cpu.duel_strength import duel_worth, easy_in_duel
from engine.cpu.hand_strength import estimate, honours_estimate, ruff_worth, spade_worth
from engine.cpu.honours import honours_in
from engine.cpu.nil_choice import is_easy_nil, is_nil_wise
from engine.cpu.reasons import Reason, ReasonCode
from engine.cpu.standard_hand import as_standard
from engine.levels import Level
from engine.rules import Rules
from engine.seat_view import SeatView

Advice = tuple[Bid, tuple[Reason, ...]]

_ROUNDING: Final = 5
"""Hundredths added before the estimate is cut to whole tricks: bidding a little under it pays."""

# The models count spades one by one; with more of them in the deck each is worth less.
_MORE_SPADES: Final = {"off": 0, "two": 40, "two_and_deuces": 60}
_MORE_SPADES_IN_DUEL: Final = {"off": 0, "two": 20, "two_and_deuces": 30}


def choose_bid(view: SeatView, level: Level) -> tuple[PlaceBid, tuple[Reason, ...]]:
    legal = view.legal_bids
    if len(legal) == 1:
        return PlaceBid(legal[0]), (Reason(ReasonCode.ONLY_BID),)
    bid, reasons = _easy_bid(view, legal) if level is Level.EASY else _normal_bid(view, legal)
    return PlaceBid(bid), reasons


def _easy_bid(view: SeatView, legal: tuple[Bid, ...]) -> Advice:
    """Honours alone, whatever the others bid and whatever the score."""
    hand, rules = view.hand or 0, view.rules
    nil, numbers = _split(legal)
    worth = _easy_worth(hand, rules)
    tricks = (worth + 30) // 100
    overbid = numbers[0].tricks - tricks
    if nil and is_easy_nil(hand, rules, BidTable(view), worth, overbid):
        return nil, (Reason(ReasonCode.SAFE_NIL),)
    return _nearest(numbers, tricks), _reasons(hand, rules)


def _normal_bid(view: SeatView, legal: tuple[Bid, ...]) -> Advice:
    hand, rules, table = view.hand or 0, view.rules, BidTable(view)
    nil, numbers = _split(legal)
    lowest = numbers[0].tricks
    raw = _worth(hand, rules)
    worth = raw + table.adjustment(raw)
    tricks = max(min(lowest, 1), (worth + _ROUNDING) // 100)
    is_won = table.wins_with(max(tricks, lowest))
    if nil and not is_won and is_nil_wise(hand, rules, table, raw, lowest - tricks):
        return nil, (Reason(ReasonCode.SAFE_NIL),)
    return _number(view, numbers, table, tricks, worth)


def _split(legal: tuple[Bid, ...]) -> tuple[Bid | None, tuple[Bid, ...]]:
    """The nil, if it is legal, and the numbers, lowest first: the engine lists them in this order."""
    return (legal[0], legal[1:]) if legal[0].is_nil else (None, legal)


def _number(view: SeatView, numbers: tuple[Bid, ...], table: BidTable, tricks: int, worth: int) -> Advice:
    """The legal number nearest to the one wanted, and what moved it away from the worth of the hand."""
    reasons = _reasons(view.hand or 0, view.rules)
    for_score = table.tricks_for_score(tricks)
    if for_score != tricks:
        return _nearest(numbers, for_score), (Reason(ReasonCode.BIDS_WHAT_WINS), *reasons)
    for_bonus = table.tricks_for_bonus(tricks, worth)
    if for_bonus != tricks:
        return _nearest(numbers, for_bonus), (Reason(ReasonCode.BIDS_FOR_BONUS), *reasons)
    bid = _nearest(numbers, tricks)
    code = _circumstance(view, table, bid.tricks - tricks)
    return bid, (Reason(code), *reasons) if code else reasons


def _circumstance(view: SeatView, table: BidTable, above: int) -> ReasonCode | None:
    if view.rules.bid_style == "whiz":
        return ReasonCode.RISKY_NIL
    if above > 0:
        return ReasonCode.LOWEST_ALLOWED
    if table.is_partner_nil:
        return ReasonCode.COVERS_NIL_BID
    is_nil_open = view.rules.suicide == "one_nil" and not table.completes_contract
    return ReasonCode.LEAVES_NIL_TO_PARTNER if is_nil_open else None


def _worth(hand: CardSet, rules: Rules) -> int:
    if rules.players == 2:
        return duel_worth(hand, rules.jokers) - _MORE_SPADES_IN_DUEL[rules.jokers]
    return estimate(as_standard(hand, rules.jokers)) - _MORE_SPADES[rules.jokers]


def _easy_worth(hand: CardSet, rules: Rules) -> int:
    worth = honours_estimate(as_standard(hand, rules.jokers))
    return easy_in_duel(worth) if rules.players == 2 else worth


def _nearest(numbers: tuple[Bid, ...], tricks: int) -> Bid:
    return min(numbers, key=lambda bid: abs(bid.tricks - tricks))


def _reasons(hand: CardSet, rules: Rules) -> tuple[Reason, ...]:
    """What makes the tricks of a hand, in the order in which people count them."""
    reasons = []
    honours = honours_in(hand)
    if honours:
        reasons.append(Reason(ReasonCode.HONOURS, honours))
    equal = as_standard(hand, rules.jokers)
    if (equal & SPADES).bit_count() >= 4 and spade_worth(equal >> 39):
        reasons.append(Reason(ReasonCode.LONG_SPADES))
    if equal & SPADES and ruff_worth(equal) >= 35:
        reasons.append(Reason(ReasonCode.CAN_RUFF))
    return tuple(reasons) or (Reason(ReasonCode.WEAK_HAND),)
