"""The bid of a seat that has seen its hand: nil or a number of tricks, with an eye on rules and score."""

from typing import Final

from engine.actions import PlaceBid
from engine.bids import Bid
from engine.cards import CardSet
from engine.cpu.bid_reasons import hand_reasons, nil_reasons, worth_reason
from engine.cpu.bid_table import BidTable
from engine.cpu.duel_strength import duel_worth, easy_in_duel
from engine.cpu.hand_strength import estimate, honours_estimate
from engine.cpu.nil_choice import is_easy_nil, is_nil_wise
from engine.cpu.reasons import Reason, ReasonCode
from engine.cpu.standard_hand import as_standard
from engine.levels import Level
from engine.rules import Rules
from engine.seat_view import SeatView

Advice = tuple[Bid, tuple[Reason, ...]]

_ROUNDING: Final = 5
"""Hundredths added before the estimate is cut to whole tricks: bidding a little under it pays."""
_FRACTION: Final = 10
"""From here on what is cut off can be seen: a tenth."""

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
        return nil, nil_reasons(hand, rules, numbers[0].tricks, overbid)
    return _nearest(numbers, tricks), hand_reasons(hand, rules, worth)


def _normal_bid(view: SeatView, legal: tuple[Bid, ...]) -> Advice:
    hand, rules, table = view.hand or 0, view.rules, BidTable(view)
    nil, numbers = _split(legal)
    lowest = numbers[0].tricks
    raw = _worth(hand, rules)
    worth = raw + table.adjustment(raw)
    tricks = max(min(lowest, 1), (worth + _ROUNDING) // 100)
    is_won = table.wins_with(max(tricks, lowest))
    if nil and not is_won and is_nil_wise(hand, rules, table, raw, lowest - tricks):
        return nil, nil_reasons(hand, rules, lowest, lowest - tricks)
    return _number(view, numbers, table, tricks, worth)


def _split(legal: tuple[Bid, ...]) -> tuple[Bid | None, tuple[Bid, ...]]:
    """The nil, if it is legal, and the numbers, lowest first: the engine lists them in this order."""
    return (legal[0], legal[1:]) if legal[0].is_nil else (None, legal)


def _number(view: SeatView, numbers: tuple[Bid, ...], table: BidTable, tricks: int, worth: int) -> Advice:
    """The legal number nearest to the one wanted, and what moved it away from the worth of the hand."""
    reasons = _of_hand(view, table, worth)
    for_score = table.tricks_for_score(tricks)
    if for_score != tricks:
        code = ReasonCode.ENOUGH_TO_WIN if for_score < tricks else ReasonCode.STRETCHES_TO_WIN
        return _nearest(numbers, for_score), (Reason(code), *reasons)
    for_bonus = table.tricks_for_bonus(tricks, worth)
    if for_bonus != tricks:
        return _nearest(numbers, for_bonus), (Reason(ReasonCode.BIDS_FOR_BONUS), *reasons)
    bid = _nearest(numbers, tricks)
    above = bid.tricks - (worth + table.promised + _ROUNDING) // 100
    if not above and (worth + _ROUNDING) % 100 >= _FRACTION:
        reasons = (*reasons, Reason(ReasonCode.ROUNDS_DOWN))
    return bid, (*_circumstance(view, table, above, numbers[0].tricks), *reasons)


def _of_hand(view: SeatView, table: BidTable, worth: int) -> tuple[Reason, ...]:
    """What the hand is worth, and that a partner's blind tricks make the bid lower than that."""
    own = worth + table.promised
    reasons = (*hand_reasons(view.hand or 0, view.rules, own), worth_reason(own))
    if not table.promised or table.partner_bid is None:
        return reasons
    return (*reasons, Reason(ReasonCode.COVERS_BLIND_BID, params=(("blind", table.partner_bid.tricks),)))


def _circumstance(view: SeatView, table: BidTable, above: int, lowest: int) -> tuple[Reason, ...]:
    if view.rules.bid_style == "whiz":
        return (Reason(ReasonCode.RISKY_NIL),)
    if above > 0:
        return (Reason(ReasonCode.LOWEST_ALLOWED, params=(("lowest", lowest),)),)
    if table.is_partner_nil:
        return (Reason(ReasonCode.COVERS_NIL_BID),)
    is_nil_open = view.rules.suicide == "one_nil" and not table.completes_contract
    return (Reason(ReasonCode.LEAVES_NIL_TO_PARTNER),) if is_nil_open else ()


def _worth(hand: CardSet, rules: Rules) -> int:
    if rules.players == 2:
        return duel_worth(hand, rules.jokers) - _MORE_SPADES_IN_DUEL[rules.jokers]
    return estimate(as_standard(hand, rules.jokers)) - _MORE_SPADES[rules.jokers]


def _easy_worth(hand: CardSet, rules: Rules) -> int:
    worth = honours_estimate(as_standard(hand, rules.jokers))
    return easy_in_duel(worth) if rules.players == 2 else worth


def _nearest(numbers: tuple[Bid, ...], tricks: int) -> Bid:
    return min(numbers, key=lambda bid: abs(bid.tricks - tricks))
