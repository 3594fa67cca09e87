"""A hand that is hidden from its own seat: look at it, or bid blind."""

from typing import Final

from engine.actions import Action, ActionKind, Look, PlaceBid
from engine.bids import Bid, BidKind
from engine.cpu.reasons import Reason, ReasonCode
from engine.seat_view import SeatView

_FAR_BEHIND: Final = 250
_NEARLY_THERE: Final = 100


def choose_blind(view: SeatView) -> tuple[Action, tuple[Reason, ...]]:
    """A blind bid is for a side that has nearly lost; else the seat looks, if it may."""
    if view.turn is not None and ActionKind.LOOK not in view.turn.actions:
        return PlaceBid(view.legal_bids[0]), (Reason(ReasonCode.ONLY_BID),)
    bid = _desperate_bid(view) if _has_nearly_lost(view) else None
    if bid:
        return PlaceBid(bid), (Reason(ReasonCode.FAR_BEHIND),)
    return Look(), (Reason(ReasonCode.LOOKS_FIRST),)


def _has_nearly_lost(view: SeatView) -> bool:
    """Far behind, with the opponents so near the end of the match that one more deal may do."""
    rules, behind = view.rules, view.bid_situation.behind
    margin = rules.lead_margin
    if margin is not None and behind >= max(margin - _NEARLY_THERE, _NEARLY_THERE):
        return True
    is_near = max(view.match.points) >= rules.target - _NEARLY_THERE or view.deal.number >= rules.max_deals
    return behind >= _FAR_BEHIND and is_near


def _desperate_bid(view: SeatView) -> Bid | None:
    """A blind nil, or the lowest blind tricks, unless the partner has made a bid of that kind."""
    partner_bid = view.deal.bids[view.partner] if view.partner is not None else None
    for kind, is_taken in (
        (BidKind.BLIND_NIL, not view.rules.nil_points or (partner_bid is not None and partner_bid.is_nil)),
        (BidKind.BLIND_TRICKS, partner_bid is not None and partner_bid.is_blind),
    ):
        bid = next((bid for bid in view.legal_bids if bid.kind is kind), None)
        if bid and not is_taken:
            return bid
    return None
