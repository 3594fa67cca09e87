"""Bids and looks checked against sections 2 and 3 of the rule book.

Part of the independent auditor: nothing here comes from the engine.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from audited_record import Bid, Deal
from audited_rules import AuditedRules


@dataclass(frozen=True, slots=True)
class Bidder:
    """A seat when it bids. `behind`: by how much its side is behind; `spades`: how many it was dealt."""

    rules: AuditedRules
    behind: int
    spades: int
    partner_bid: Bid | None


def may_bid(bid: Bid, by: Bidder) -> bool:
    """Whether this bid is legal; for a blind bid: to a seat that has not looked."""
    if not is_well_formed(bid):
        return False
    if by.rules.suicide == "all_blind_nil":
        return bid.kind == "blind_nil"
    return is_bid_of_the_rules(bid, by) and is_nil_rule_kept(bid, by) and is_high_enough(bid, by)


def is_well_formed(bid: Bid) -> bool:
    return 1 <= bid.tricks <= 13 if bid.kind in ("tricks", "blind_tricks") else bid.tricks == 0


def is_bid_of_the_rules(bid: Bid, by: Bidder) -> bool:
    """Is the kind of bid on, for this hand and at this score?"""
    rules = by.rules
    match bid.kind:
        case "blind_nil":
            return rules.blind_nil and (rules.blind_behind == 0 or by.behind >= rules.blind_behind)
        case "blind_tricks":
            return rules.blind_bid_from is not None and bid.tricks >= rules.blind_bid_from
        case "zero":
            return rules.zero_bid
        case "nil":
            return rules.nil and (rules.bid_style != "mirror" or by.spades == 0)
        case _:
            return rules.bid_style == "free" or bid.tricks == by.spades


def is_nil_rule_kept(bid: Bid, by: Bidder) -> bool:
    """Suicide's one nil of each side, and `both_nil` forbidden."""
    if by.partner_bid is None:
        return True
    if by.rules.suicide == "one_nil":
        return bid.is_nil is not by.partner_bid.is_nil
    return not (by.rules.both_nil == "forbidden" and bid.is_nil and by.partner_bid.is_nil)


def is_high_enough(bid: Bid, by: Bidder) -> bool:
    if bid.is_nil:
        return True
    if bid.tricks < by.rules.min_bid:
        return False
    return by.partner_bid is None or by.partner_bid.tricks + bid.tricks >= by.rules.min_side_bid


def has_blind_bid(seat: str, by: Bidder) -> bool:
    """Whether any blind bid is legal to a seat that has not looked."""
    every = [Bid(seat, "blind_nil", 0), *(Bid(seat, "blind_tricks", tricks) for tricks in range(1, 14))]
    return any(may_bid(bid, by) for bid in every)


def bidder_of(bid: Bid, deal: Deal, rules: AuditedRules, points: Mapping[str, int]) -> Bidder:
    """The bidder of `bid`, with what stood when its turn came."""
    table = rules.table
    own, partner = table.side_of(bid.seat), table.partner_of(bid.seat)
    before = deal.bids[: deal.bids.index(bid)]
    return Bidder(
        rules,
        points[table.other_side(own)] - points[own],
        rules.pack.spades_in(deal.hands[bid.seat]),
        next((other for other in before if other.seat == partner), None),
    )


def bids_faults(deal: Deal, rules: AuditedRules, points: Mapping[str, int]) -> Iterator[str]:
    """Order, legality, and who must have looked; `points` stand before the deal."""
    if tuple(bid.seat for bid in deal.bids) != rules.table.from_left_of(deal.dealer):
        yield "the bids do not run clockwise from the dealer's left"
    if len(set(deal.looked)) != len(deal.looked):
        yield "a seat looked twice"
    for bid in deal.bids:
        bidder = bidder_of(bid, deal, rules, points)
        if not may_bid(bid, bidder):
            yield f"{bid.seat} may not bid {bid.kind} {bid.tricks}"
        yield from looks_faults(bid, bidder, bid.seat in deal.looked)


def looks_faults(bid: Bid, by: Bidder, has_looked: bool) -> Iterator[str]:
    """A hand is hidden from the deal on while a blind bid is left; then it is seen by looking, and only so.

    What the partner bid may have ended the right before the seat's own turn; whether it had looked until
    then was up to the seat.
    """
    was_hidden = has_blind_bid(bid.seat, Bidder(by.rules, by.behind, by.spades, None))
    if has_looked and bid.is_blind:
        yield f"{bid.seat} looked and bid blind all the same"
    if has_looked and not was_hidden:
        yield f"{bid.seat} looked though it could not bid blind"
    if has_looked and by.rules.suicide == "all_blind_nil":
        yield f"{bid.seat} looked though all must bid blind"
    if not has_looked and not bid.is_blind and has_blind_bid(bid.seat, by):
        yield f"{bid.seat} bid {bid.kind} from a hidden hand"
