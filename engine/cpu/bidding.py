"""The bid of a seat that has seen its hand: nil or a number of tricks, with an eye on the score."""

from typing import Final

from engine.actions import PlaceBid
from engine.bids import Bid, BidKind
from engine.cards import SPADES, CardSet
from engine.cpu.bid_table import BidTable
from engine.cpu.hand_strength import estimate, honours_estimate, ruff_worth, spade_worth
from engine.cpu.honours import honours_in
from engine.cpu.nil_risk import nil_risk
from engine.cpu.reasons import Reason, ReasonCode
from engine.levels import Level
from engine.seat_view import SeatView

Advice = tuple[Bid, tuple[Reason, ...]]

_ACE_OF_SPADES: Final[CardSet] = 1 << 51
_ROUNDING: Final = 5
"""Hundredths added before the estimate is cut to whole tricks: bidding a little under it pays."""
_NIL_RISK: Final = -170
_NIL_RISK_BEHIND: Final = -60
_NIL_WORTH: Final = 350
"""A hand worth more than this, in hundredths of a trick, is bid for its tricks."""


def choose_bid(view: SeatView, level: Level) -> tuple[PlaceBid, tuple[Reason, ...]]:
    bid, reasons = _easy_bid(view) if level is Level.EASY else _normal_bid(view)
    return PlaceBid(bid), reasons


def _easy_bid(view: SeatView) -> Advice:
    """Honours alone, whatever the others bid and whatever the score."""
    hand, legal = view.hand or 0, view.legal_bids
    nil = _nil_of(legal)
    worth = honours_estimate(hand)
    if nil and not worth and not BidTable(view).is_partner_nil and _has_low_spades(hand):
        return nil, (Reason(ReasonCode.SAFE_NIL),)
    return _nearest(legal, (worth + 30) // 100), _reasons(hand)


def _has_low_spades(hand: CardSet) -> bool:
    spades = hand >> 39
    return spades.bit_count() < 4 and spades < 1 << 8


def _normal_bid(view: SeatView) -> Advice:
    hand, legal, table = view.hand or 0, view.legal_bids, BidTable(view)
    tricks = max(1, (estimate(hand) + table.adjustment() + _ROUNDING) // 100)
    nil = _nil_of(legal)
    if nil and _is_nil_advised(hand, table, tricks):
        return nil, (Reason(ReasonCode.SAFE_NIL),)
    wanted = table.tricks_for_score(tricks)
    bid = _nearest(legal, wanted)
    if wanted != tricks:
        return bid, (Reason(ReasonCode.BIDS_WHAT_WINS), *_reasons(hand))
    if table.is_partner_nil:
        return bid, (Reason(ReasonCode.COVERS_NIL_BID), *_reasons(hand))
    return bid, _reasons(hand)


def _is_nil_advised(hand: CardSet, table: BidTable, tricks: int) -> bool:
    if table.is_partner_nil or hand & _ACE_OF_SPADES or estimate(hand) > _NIL_WORTH:
        return False
    if table.wins_with(tricks):
        return False
    return nil_risk(hand) <= (_NIL_RISK_BEHIND if table.is_losing() else _NIL_RISK)


def _nil_of(legal: tuple[Bid, ...]) -> Bid | None:
    return next((bid for bid in legal if bid.kind is BidKind.NIL), None)


def _nearest(legal: tuple[Bid, ...], tricks: int) -> Bid:
    """The legal number of tricks nearest to the one wanted; where there is none, the first legal bid."""
    ordinary = tuple(bid for bid in legal if bid.tricks)
    return min(ordinary, key=lambda bid: abs(bid.tricks - tricks)) if ordinary else legal[0]


def _reasons(hand: CardSet) -> tuple[Reason, ...]:
    """What makes the tricks of a hand, in the order in which people count them."""
    reasons = []
    honours = honours_in(hand)
    if honours:
        reasons.append(Reason(ReasonCode.HONOURS, honours))
    if (hand & SPADES).bit_count() >= 4 and spade_worth(hand >> 39):
        reasons.append(Reason(ReasonCode.LONG_SPADES))
    if hand & SPADES and ruff_worth(hand) >= 35:
        reasons.append(Reason(ReasonCode.CAN_RUFF))
    return tuple(reasons) or (Reason(ReasonCode.WEAK_HAND),)
