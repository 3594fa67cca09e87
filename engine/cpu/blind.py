"""A hand that is hidden from its own seat: look at it, or bid blind."""

from typing import Final

from engine.actions import Action, ActionKind, Look, PlaceBid
from engine.bids import Bid, BidKind
from engine.cpu.reasons import Reason, ReasonCode
from engine.seat_view import SeatView

_FAR_BEHIND: Final = 250
_NEARLY_THERE: Final = 100


def choose_blind(view: SeatView) -> tuple[Action, tuple[Reason, ...]]:
    """A blind nil is for a side that has nearly lost; else the seat looks, if it may."""
    nil = next((bid for bid in view.legal_bids if bid.kind is BidKind.BLIND_NIL), None)
    if nil and _has_nearly_lost(view) and not _is_partner_nil(view):
        return PlaceBid(nil), (Reason(ReasonCode.FAR_BEHIND),)
    if view.turn is None or ActionKind.LOOK in view.turn.actions:
        return Look(), (Reason(ReasonCode.LOOKS_FIRST),)
    return PlaceBid(view.legal_bids[0]), (Reason(ReasonCode.ONLY_BID),)


def _has_nearly_lost(view: SeatView) -> bool:
    """Far behind, with the opponents so near the target that one more deal may do."""
    situation = view.bid_situation
    theirs = max(view.match.points)
    return situation.behind >= _FAR_BEHIND and theirs >= view.rules.target - _NEARLY_THERE


def _is_partner_nil(view: SeatView) -> bool:
    bid: Bid | None = view.deal.bids[view.partner] if view.partner is not None else None
    return bid is not None and bid.is_nil
