"""The score sheet of a deal, worked out from its bids and cards.

Part of the independent auditor: nothing here comes from the engine.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from audited_record import LINES, Bid, Deal
from audited_rules import AuditedRules


@dataclass(frozen=True, slots=True)
class Standing:
    """What a deal starts from: each side's points and the bags it carries."""

    points: Mapping[str, int]
    bags: Mapping[str, int]


def start_of(rules: AuditedRules) -> Standing:
    return Standing(dict.fromkeys(rules.table.sides, 0), dict.fromkeys(rules.table.sides, 0))


def sheet(
    bids: tuple[Bid, ...], taken: Mapping[str, int], points: int, bags: int, rules: AuditedRules
) -> dict[str, int]:
    """The lines of one side: the bids of its seats, the tricks each took, its points and bags before."""
    contract = sum(bid.tricks for bid in bids if not bid.is_nil)
    counted, loose = counted_tricks(bids, taken, rules)
    made = counted >= contract
    is_big = rules.ten_for_200 and contract >= 10
    new_bags = loose + (counted - contract if made and not is_big else 0)
    fallen, carried = penalties(bags, new_bags, rules)
    worth = contract_worth(bids, contract, is_big)
    lines = {
        "contract": worth if made else -worth,
        "bags": new_bags * rules.overtrick_points,
        "nil": sum(nil_worth(bid, taken[bid.seat], rules) for bid in bids if bid.is_nil),
        "bag_penalty": -fallen * rules.bag_penalty_points,
        "bonus": rules.bid_13_bonus if contract == 13 and made else 0,
    }
    total = sum(lines.values())
    return lines | {
        "deal_total": total,
        "running_total": points + total,
        "new_bags": new_bags,
        "bags_carried": carried,
    }


def counted_tricks(bids: tuple[Bid, ...], taken: Mapping[str, int], rules: AuditedRules) -> tuple[int, int]:
    """The tricks that count toward the contract, and those of nil bidders that are bags whatever it does."""
    counted = sum(taken[bid.seat] for bid in bids if not bid.is_nil)
    of_nils = sum(taken[bid.seat] for bid in bids if bid.is_nil)
    if rules.nil_tricks == "ignored":
        return counted, 0
    if rules.nil_tricks == "partner" and not all(bid.is_nil for bid in bids):
        return counted + of_nils, 0
    return counted, of_nils


def contract_worth(bids: tuple[Bid, ...], contract: int, is_big: bool) -> int:
    """Ten for 200 knows no doubling; else the share that was bid blind counts double."""
    if is_big:
        return 200
    return 10 * (contract + sum(bid.tricks for bid in bids if bid.kind == "blind_tricks"))


def penalties(bags: int, new_bags: int, rules: AuditedRules) -> tuple[int, int]:
    """How many penalties fall, and the bags carried after the deal."""
    if rules.overtrick_points < 0:
        return 0, 0
    if not rules.bag_penalty:
        return 0, bags + new_bags
    fallen = (bags + new_bags) // rules.bag_limit
    return fallen, bags + new_bags - fallen * rules.bag_limit


def nil_worth(bid: Bid, tricks: int, rules: AuditedRules) -> int:
    worth = rules.nil_points * (2 if bid.kind == "blind_nil" else 1)
    return worth if tricks == 0 else -worth


def sheets(
    bid_of: Mapping[str, Bid], winners: Sequence[str], standing: Standing, rules: AuditedRules
) -> dict[str, dict[str, int]]:
    """For each side the lines that its bids and the winners of the tricks give."""
    taken = {seat: winners.count(seat) for seat in rules.table.seats}
    return {
        side: sheet(
            tuple(bid_of[seat] for seat in seats),
            taken,
            standing.points[side],
            standing.bags[side],
            rules,
        )
        for side, seats in rules.table.sides.items()
    }


def score_faults(deal: Deal, expected: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    for side, lines in expected.items():
        for line in LINES:
            if deal.score[side][line] != lines[line]:
                yield f"score of {side}: {line} is {deal.score[side][line]} instead of {lines[line]}"
