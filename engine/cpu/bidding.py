"""The bid of a seat that has seen its hand."""

from engine.actions import PlaceBid
from engine.bids import Bid
from engine.cpu.hand_strength import estimate, honours_estimate
from engine.cpu.nil_risk import nil_risk
from engine.cpu.reasons import Reason, ReasonCode
from engine.levels import Level
from engine.seat_view import SeatView
NR=-130; NE=350; OFF=5

def choose_bid(view: SeatView, level: Level) -> tuple[PlaceBid, tuple[Reason, ...]]:
    hand = view.hand or 0
    worth = honours_estimate(hand) if level is Level.EASY else estimate(hand)
    pb=view.deal.bids[view.partner]
    if not(pb and pb.is_nil) and not hand>>51&1 and worth<=NE and nil_risk(hand)<=(NR if level is Level.NORMAL else -120):
        return PlaceBid(next(b for b in view.legal_bids if b.is_nil)),()
    tricks = max(1, (worth + OFF) // 100)
    bid = _nearest(view, tricks)
    return PlaceBid(bid), (Reason(ReasonCode.HONOURS),)


def _nearest(view: SeatView, tricks: int) -> Bid:
    return min((b for b in view.legal_bids if not b.is_nil), key=lambda bid: abs(bid.tricks - tricks))
