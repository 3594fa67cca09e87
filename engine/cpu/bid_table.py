"""`BidTable`: the bids before this one and the score, as they bear on a bid."""

from typing import Final

from engine.bids import HIGHEST_BID, Bid, BidKind
from engine.cpu.fitted import (
    BY_PLACE,
    DUEL_AFTER_NIL,
    DUEL_EACH,
    DUEL_FIRST,
    DUEL_SHARE,
    DUEL_USUAL,
    EACH_SIDE_NIL,
    LAST_EACH,
    PARTNER_NIL,
    THEIR_NIL,
)
from engine.cpu.stakes import bid_tricks, is_lead_enough, wins_match, worth_of, worth_of_nils
from engine.scoring import LOWEST_FOR_200
from engine.seat_view import SeatView

_LAST_USUAL: Final = 8
_UNKNOWN_CONTRACT: Final = 5
_UNKNOWN_IN_DUEL: Final = 6

_UNSEEN_WORTH: Final = 325
"""What a hand is worth on average."""
_RESERVE: Final = 40
"""By how much a partner's bid is below the worth of its hand."""
_EVERY_TRICK: Final = 1300
_NEARLY_TEN: Final = 960


class BidTable:
    """What a bidder sees beside its hand: the bids made, and how near the end of the match is.

    `partner_bid`: None while there is none, and in a duel. `promised`: by how much a partner's blind tricks
    are above the worth of an unseen hand. What a side is to have counts the nils that it bid as made: who
    means to win must be ahead even of those of the opponents.
    """

    __slots__ = (
        "_bids",
        "_has_partner",
        "_number",
        "_partner_nil",
        "_partners",
        "_points",
        "_prospect",
        "_rules",
        "_their_bids",
        "_their_points",
        "partner_bid",
        "promised",
    )

    def __init__(self, view: SeatView) -> None:
        lineup, bids = view.rules.lineup, view.deal.bids
        side = lineup.side[view.seat]
        partner = lineup.partner[view.seat]
        self._rules = view.rules
        self._number = view.deal.number
        self._has_partner = partner is not None
        self._bids = tuple(bid for bid in bids if bid)
        self.partner_bid = bids[partner] if partner is not None else None
        self._their_bids = tuple(bids[seat] for seat in lineup.seats_of(side.other))
        self._points = view.match.points[side]
        self._partner_nil = worth_of_nils(view.rules, (self.partner_bid,))
        self._their_points = view.match.points[side.other] + worth_of_nils(view.rules, self._their_bids)
        self._partners = bid_tricks((self.partner_bid,) if self.partner_bid else ())
        self.promised = _promised(self.partner_bid)
        self._prospect = self._their_prospect()

    @property
    def is_partner_nil(self) -> bool:
        return _is_nil(self.partner_bid)

    @property
    def completes_contract(self) -> bool:
        """Is this the last bid of its side?"""
        return self.partner_bid is not None or not self._has_partner

    def adjustment(self, worth: int) -> int:
        """What the bids before add to a hand of this worth, both in hundredths of a trick."""
        if not self._has_partner:
            return self._adjustment_in_duel(worth)
        place = len(self._bids)
        total = BY_PLACE[place]
        if self.is_partner_nil:
            total += PARTNER_NIL[place]
        total += THEIR_NIL[place] * sum(_is_nil(bid) for bid in self._their_bids)
        if place == 3 and not any(_is_nil(bid) for bid in self._bids):
            total -= LAST_EACH * (sum(map(_backed_tricks, self._bids)) - _LAST_USUAL)
        if self._rules.suicide == "one_nil":
            total += EACH_SIDE_NIL[place]
        return total - self.promised

    def _adjustment_in_duel(self, worth: int) -> int:
        """What one player takes, the other does not: a bid before this one tells as much as a hand."""
        opponents = self._their_bids[0]
        if opponents is None:
            return DUEL_FIRST
        if opponents.is_nil:
            return (_EVERY_TRICK - worth) * DUEL_AFTER_NIL // 100
        return DUEL_USUAL - DUEL_EACH * opponents.tricks - worth * DUEL_SHARE // 100

    def wins_with(self, tricks: int) -> bool:
        """Does this bid, made, win the match, as far as the bids tell?"""
        if not self.completes_contract:
            return False
        partners, blind = self._partners
        points = self._points + self._partner_nil + worth_of(self._rules, tricks + partners, blind)
        return wins_match(self._rules, points, self._prospect)

    def tricks_for_score(self, tricks: int) -> int:
        """The bid near `tricks` that the score asks for: no more than wins, or a stretch that still wins."""
        if not self.completes_contract:
            return tricks
        fewer = next((bid for bid in range(1, tricks) if self.wins_with(bid)), tricks)
        if fewer < tricks or self.wins_with(tricks) or not self.is_losing():
            return fewer
        return next((bid for bid in (tricks + 1, tricks + 2) if self.wins_with(bid)), tricks)

    def tricks_for_bonus(self, tricks: int, worth: int) -> int:
        """The bid near `tricks` that makes the contract one with a bonus, if the hand's worth is near it."""
        if not self.completes_contract or not (self._rules.ten_for_200 or self._rules.bid_13_bonus):
            return tricks
        partners, _ = self._partners
        expected = worth + 100 * partners + (_RESERVE if partners else 0)
        wanted = self._bonus_contract(tricks + partners, expected)
        return tricks if wanted == tricks + partners else max(1, wanted - partners)

    def _bonus_contract(self, contract: int, worth: int) -> int:
        bonus = self._rules.bid_13_bonus
        if bonus and (contract >= HIGHEST_BID or worth >= _EVERY_TRICK - bonus // 10):
            return HIGHEST_BID
        is_ten = contract >= LOWEST_FOR_200 or worth >= _NEARLY_TEN
        return LOWEST_FOR_200 if self._rules.ten_for_200 and is_ten else contract

    def is_losing(self) -> bool:
        """Will the opponents end the match with this deal, and be ahead unless we do better?"""
        if self._prospect >= self._rules.target:
            return self._their_points >= self._points
        if self._number >= self._rules.max_deals and self._their_points > self._points:
            return True
        return is_lead_enough(self._rules, self._prospect - self._points)

    def _their_prospect(self) -> int:
        """The points of the opponents with the contract made that they bid, or are likely to bid."""
        contract, blind = bid_tricks(bid for bid in self._their_bids if bid)
        if None in self._their_bids:
            contract = max(contract + 1, _UNKNOWN_CONTRACT if self._has_partner else _UNKNOWN_IN_DUEL)
        return self._their_points + worth_of(self._rules, contract, blind)


def _is_nil(bid: Bid | None) -> bool:
    return bid is not None and bid.is_nil


def _backed_tricks(bid: Bid) -> int:
    """The tricks that a bid promises; one made blind promises no more than any hand."""
    return _UNSEEN_WORTH // 100 if bid.kind is BidKind.BLIND_TRICKS else bid.tricks


def _promised(bid: Bid | None) -> int:
    return 100 * bid.tricks - _UNSEEN_WORTH if bid and bid.kind is BidKind.BLIND_TRICKS else 0
