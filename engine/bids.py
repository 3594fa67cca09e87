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
    seat took a look at a hand that was hidden. `has_seen`: the hand is known to the seat, looked or not.
    """

    rules: Rules
    behind: int
    has_looked: bool
    has_seen: bool


@lru_cache(maxsize=256)
def all_bids(rules: Rules) -> tuple[Bid, ...]:
    """Every bid that these rules know, legal now or not."""
    nils = (Bid(BidKind.NIL),) if rules.nil else ()
    blind_nils = (Bid(BidKind.BLIND_NIL),) if rules.blind_nil else ()
    ordinary = tuple(Bid(BidKind.TRICKS, tricks) for tricks in range(1, HIGHEST_BID + 1))
    return nils + ordinary + blind_nils


def refusal_of_bid(at: BidSituation, bid: Bid) -> Refusal | None:
    """Why `bid` may not be made, or None. Whose turn it is, is not checked here."""
    return _refusal(at, bid, is_known=bid in all_bids(at.rules))


def _refusal(at: BidSituation, bid: Bid, *, is_known: bool) -> Refusal | None:
    """`is_known`: it is one of `all_bids`."""
    if bid.is_blind:
        return _refusal_of_blind_bid(at, is_open=is_known and _is_blind_bid_open(at))
    if bid.is_nil and not at.rules.nil:
        return Refusal.NIL_NOT_ALLOWED
    if not at.has_seen:
        return Refusal.MUST_LOOK_FIRST
    return None if is_known else Refusal.BID_BELOW_MINIMUM


def _refusal_of_blind_bid(at: BidSituation, *, is_open: bool) -> Refusal | None:
    if not is_open:
        return Refusal.BLIND_NOT_ALLOWED
    if at.has_looked:
        return Refusal.HAND_ALREADY_SEEN
    return Refusal.BLIND_NOT_ALLOWED if at.has_seen else None


def _is_blind_bid_open(at: BidSituation) -> bool:
    """Do the rules and the score, the hand apart, allow a blind bid that these rules know?"""
    return not at.rules.blind_behind or at.behind >= at.rules.blind_behind


def has_open_blind_bid(at: BidSituation) -> bool:
    """Is any blind bid left to a seat that has not seen its hand?"""
    return _is_blind_bid_open(at) and any(bid.is_blind for bid in all_bids(at.rules))


def legal_bids(at: BidSituation) -> tuple[Bid, ...]:
    return tuple(bid for bid in all_bids(at.rules) if _refusal(at, bid, is_known=True) is None)


def contract_of(bids: Iterable[Bid]) -> int:
    """A side's contract: the sum of its ordinary bids. Nils stand outside it."""
    return sum(bid.tricks for bid in bids)
