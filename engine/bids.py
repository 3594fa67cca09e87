"""Bids: their kinds, which of them a seat may make, and what a side's bids add up to."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine.errors import Refusal
from engine.rules import Rules

HIGHEST_BID: Final = 13


class BidKind(StrEnum):
    TRICKS = "tricks"
    NIL = "nil"
    ZERO = "zero"
    BLIND_NIL = "blind_nil"
    BLIND_TRICKS = "blind_tricks"


_BLIND_KINDS: Final = (BidKind.BLIND_NIL, BidKind.BLIND_TRICKS)
_NIL_KINDS: Final = (BidKind.NIL, BidKind.BLIND_NIL)


@dataclass(frozen=True, slots=True)
class Bid:
    """What a seat says it will take; `tricks` is 0 for every kind but the two of tricks."""

    kind: BidKind
    tricks: int = 0

    @property
    def is_nil(self) -> bool:
        """A blind nil is a nil too."""
        return self.kind in _NIL_KINDS

    @property
    def is_blind(self) -> bool:
        return self.kind in _BLIND_KINDS


@dataclass(frozen=True, slots=True)
class BidSituation:
    """All that the legality of a bid depends on.

    `behind`: by how many points the side is behind before the deal (negative: it leads). `has_looked`: the
    seat took a look at a hand that was hidden. `spades`: how many spades were dealt to the seat, jokers and
    high deuces included; None while the hand is hidden. `partner_bid`: None while there is none.
    """

    rules: Rules
    behind: int
    has_looked: bool
    spades: int | None
    partner_bid: Bid | None = None

    @property
    def has_seen(self) -> bool:
        return self.spades is not None

    @property
    def must_be_blind(self) -> bool:
        """Everybody bids blind nil; there is nothing to look at."""
        return self.rules.suicide == "all_blind_nil"

    @property
    def must_be_nil(self) -> bool:
        """The partner left the side's one nil to this seat."""
        return (
            self.rules.suicide == "one_nil" and self.partner_bid is not None and not self.partner_bid.is_nil
        )

    @property
    def is_nil_lost(self) -> bool:
        """The partner's nil is the only one that the side may bid."""
        is_single = self.rules.suicide == "one_nil" or self.rules.both_nil == "forbidden"
        return is_single and self.partner_bid is not None and self.partner_bid.is_nil


_NUMBERS: Final = range(1, HIGHEST_BID + 1)
_EVERY_BID: Final = (
    Bid(BidKind.NIL),
    Bid(BidKind.ZERO),
    *(Bid(BidKind.TRICKS, tricks) for tricks in _NUMBERS),
    Bid(BidKind.BLIND_NIL),
    *(Bid(BidKind.BLIND_TRICKS, tricks) for tricks in _NUMBERS),
)
_WELL_FORMED: Final = frozenset(_EVERY_BID)


@lru_cache(maxsize=256)
def all_bids(rules: Rules) -> tuple[Bid, ...]:
    """Every bid that these rules know, legal now or not."""
    return tuple(bid for bid in _EVERY_BID if _is_known(rules, bid))


def _is_known(rules: Rules, bid: Bid) -> bool:
    """Is there such a bid in these rules? No 14, no plain bid of 0, no nil of 5, whatever a record says."""
    if bid not in _WELL_FORMED:
        return False
    match bid.kind:
        case BidKind.TRICKS:
            return True
        case BidKind.NIL:
            return rules.nil
        case BidKind.ZERO:
            return rules.zero_bid
        case BidKind.BLIND_NIL:
            return rules.blind_nil or rules.suicide == "all_blind_nil"
        case BidKind.BLIND_TRICKS:
            return rules.blind_bid_from is not None and bid.tricks >= rules.blind_bid_from


def refusal_of_bid(at: BidSituation, bid: Bid) -> Refusal | None:
    """Why `bid` may not be made, or None. Whose turn it is, is not checked here."""
    if bid.is_blind:
        return _refusal_of_blind_bid(at, bid)
    if at.must_be_blind or (at.must_be_nil and not bid.is_nil):
        return Refusal.BID_MUST_BE_NIL
    if bid.is_nil and (not _is_known(at.rules, bid) or at.is_nil_lost):
        return Refusal.NIL_NOT_ALLOWED
    if at.spades is None:
        return Refusal.MUST_LOOK_FIRST
    if _is_fixed_otherwise(at.rules, at.spades, bid):
        return Refusal.BID_FIXED_BY_HAND
    return Refusal.BID_BELOW_MINIMUM if _is_below_minimum(at, bid) else None


def _is_fixed_otherwise(rules: Rules, spades: int, bid: Bid) -> bool:
    """Mirror: the bid is the number of spades, 0 of them nil. Whiz: that number, or nil."""
    if rules.bid_style == "free":
        return False
    is_spades = bid.is_nil if spades == 0 else bid == Bid(BidKind.TRICKS, spades)
    return not is_spades and not (rules.bid_style == "whiz" and bid.is_nil)


def _is_below_minimum(at: BidSituation, bid: Bid) -> bool:
    """A zero while it is off; too low for the seat; or for the side, which binds who bids second."""
    if bid.is_nil:
        return False
    if bid.tricks < at.rules.min_bid or not _is_known(at.rules, bid):
        return True
    return at.partner_bid is not None and at.partner_bid.tricks + bid.tricks < at.rules.min_side_bid


def _refusal_of_blind_bid(at: BidSituation, bid: Bid) -> Refusal | None:
    """`hand_already_seen` only if the seat looked and could have made this very bid."""
    if not _is_blind_bid_open(at, bid):
        return Refusal.BLIND_NOT_ALLOWED
    is_low = _is_below_minimum(at, bid)
    if at.has_seen:
        return Refusal.HAND_ALREADY_SEEN if at.has_looked and not is_low else Refusal.BLIND_NOT_ALLOWED
    return Refusal.BID_BELOW_MINIMUM if is_low else None


def _is_blind_bid_open(at: BidSituation, bid: Bid) -> bool:
    """Do the rules, the score and the bids so far, the hand apart, allow this blind bid?"""
    if not _is_known(at.rules, bid):
        return False
    if at.must_be_blind:
        return bid.is_nil
    if not bid.is_nil:
        return not at.must_be_nil
    return not at.is_nil_lost and (not at.rules.blind_behind or at.behind >= at.rules.blind_behind)


def has_open_blind_bid(at: BidSituation) -> bool:
    """Is any blind bid left to a seat that has not seen its hand?"""
    return at.rules.has_blind_bids and any(
        bid.is_blind and _is_blind_bid_open(at, bid) for bid in all_bids(at.rules)
    )


def legal_bids(at: BidSituation) -> tuple[Bid, ...]:
    is_far_behind = at.behind >= at.rules.blind_behind
    return _legal_bids(at.rules, is_far_behind, at.has_looked, at.spades, at.partner_bid)


@lru_cache(maxsize=4096)
def _legal_bids(
    rules: Rules, is_far_behind: bool, has_looked: bool, spades: int | None, partner_bid: Bid | None
) -> tuple[Bid, ...]:
    """Kept, as a match asks for few of them again and again; of the score only one comparison counts."""
    behind = rules.blind_behind if is_far_behind else rules.blind_behind - 1
    at = BidSituation(rules, behind, has_looked, spades, partner_bid)
    return tuple(bid for bid in all_bids(at.rules) if refusal_of_bid(at, bid) is None)


def contract_of(bids: Iterable[Bid]) -> int:
    """A side's contract: the sum of its ordinary bids. Nils stand outside it."""
    return sum(bid.tricks for bid in bids)
