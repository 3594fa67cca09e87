"""What contracts, bags and points are worth at this table: the rules that move the stakes."""

from collections.abc import Iterable
from typing import Final

from engine.bids import HIGHEST_BID, Bid, BidKind
from engine.rules import Rules
from engine.scoring import LOWEST_FOR_200, POINTS_FOR_200, TRICK_POINTS

_USUAL_NIL: Final = 100
_SMALL_CONTRACT: Final = 6


def is_bag_costly(rules: Rules) -> bool:
    """Does a bag cost more than it brings, at once or as its share of the penalty?"""
    each = rules.overtrick_points
    return each < 0 or (rules.bag_penalty and rules.bag_penalty_points > each * rules.bag_limit)


def is_for_200(rules: Rules, contract: int) -> bool:
    """Is this a contract whose overtricks are neither points nor bags?"""
    return rules.ten_for_200 and contract >= LOWEST_FOR_200


def bid_tricks(bids: Iterable[Bid]) -> tuple[int, int]:
    """The contract that these bids of one side make, and how much of it was bid blind."""
    contract = blind = 0
    for bid in bids:
        contract += bid.tricks
        if bid.tricks and bid.kind is BidKind.BLIND_TRICKS:
            blind += bid.tricks
    return contract, blind


def worth_of(rules: Rules, contract: int, blind: int) -> int:
    """The points of a contract that is made; what of it was bid blind counts twice."""
    worth = POINTS_FOR_200 if is_for_200(rules, contract) else TRICK_POINTS * (contract + blind)
    return worth + rules.bid_13_bonus if contract == HIGHEST_BID else worth


def worth_of_nils(rules: Rules, bids: Iterable[Bid | None]) -> int:
    """The points of the nils among these bids, each of them made."""
    nils = (bid.kind for bid in bids if bid is not None and bid.is_nil)
    return sum(rules.nil_points * (2 if kind is BidKind.BLIND_NIL else 1) for kind in nils)


def risked_for_nil(rules: Rules) -> int:
    """The biggest contract that is put at risk to break a nil: the more a nil is worth, the bigger."""
    biggest = _SMALL_CONTRACT * rules.nil_points // _USUAL_NIL
    return min(biggest, LOWEST_FOR_200 - 1) if rules.ten_for_200 else biggest


def wins_match(rules: Rules, ours: int, theirs: int) -> bool:
    """Do these points win the match at once, before the last deal?"""
    return ours > theirs and (ours >= rules.target or is_lead_enough(rules, ours - theirs))


def is_lead_enough(rules: Rules, lead: int) -> bool:
    return rules.lead_margin is not None and lead >= rules.lead_margin
