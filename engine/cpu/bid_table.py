"""`BidTable`: the bids before this one and the score, as they bear on a bid."""

from typing import Final

from engine.bids import Bid
from engine.scoring import TRICK_POINTS
from engine.seat_view import SeatView

# In hundredths of a trick, by the number of bids before; fitted to self-play.
_BY_PLACE: Final = (9, 8, -6, -15)
_PARTNER_NIL: Final = (0, 0, 20, 64)
_THEIR_NIL: Final = (0, 25, 32, 90)
_LAST_USUAL: Final = 8
_LAST_EACH: Final = 12
_UNKNOWN_CONTRACT: Final = 5


class BidTable:
    """What a bidder sees beside its hand: the bids made, and how near the target both sides are."""

    __slots__ = ("_bids", "_partner_bid", "_points", "_rules", "_their_bids", "_their_points")

    def __init__(self, view: SeatView) -> None:
        lineup, bids = view.rules.lineup, view.deal.bids
        side = lineup.side[view.seat]
        partner = lineup.partner[view.seat]
        self._rules = view.rules
        self._bids = tuple(bid for bid in bids if bid)
        self._partner_bid = bids[partner] if partner is not None else None
        self._their_bids = tuple(bids[seat] for seat in lineup.seats_of(side.other))
        self._points = view.match.points[side]
        self._their_points = view.match.points[side.other]

    @property
    def is_partner_nil(self) -> bool:
        return _is_nil(self._partner_bid)

    def adjustment(self) -> int:
        """What the bids before add to the worth of a hand, in hundredths of a trick."""
        place = len(self._bids)
        total = _BY_PLACE[place]
        if self.is_partner_nil:
            total += _PARTNER_NIL[place]
        total += _THEIR_NIL[place] * sum(_is_nil(bid) for bid in self._their_bids)
        if place == 3 and not any(_is_nil(bid) for bid in self._bids):
            total -= _LAST_EACH * (sum(bid.tricks for bid in self._bids) - _LAST_USUAL)
        return total

    def wins_with(self, tricks: int) -> bool:
        """Does this bid, made, win the match, as far as the bids tell?"""
        if self._partner_bid is None:
            return False
        points = self._points + TRICK_POINTS * (tricks + self._partner_bid.tricks)
        return points >= self._rules.target and points > self._their_prospect()

    def tricks_for_score(self, tricks: int) -> int:
        """The bid near `tricks` that the score asks for: no more than wins, or a stretch that still wins."""
        if self._partner_bid is None:
            return tricks
        fewer = next((bid for bid in range(1, tricks) if self.wins_with(bid)), tricks)
        if fewer < tricks or self.wins_with(tricks) or not self.is_losing():
            return fewer
        return next((bid for bid in (tricks + 1, tricks + 2) if self.wins_with(bid)), tricks)

    def is_losing(self) -> bool:
        """Will the opponents reach the target with this deal, and be ahead unless we do better?"""
        return self._their_prospect() >= self._rules.target and self._their_points >= self._points

    def _their_prospect(self) -> int:
        known = tuple(bid for bid in self._their_bids if bid)
        contract = sum(bid.tricks for bid in known)
        if len(known) < len(self._their_bids):
            contract = max(contract + 1, _UNKNOWN_CONTRACT)
        return self._their_points + TRICK_POINTS * contract


def _is_nil(bid: Bid | None) -> bool:
    return bid is not None and bid.is_nil
