"""The score sheet of a deal, worked out from its bids and cards.

Part of the independent auditor: nothing here comes from the engine.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from audited_record import LINES, SEATS, SIDES, Bid, Deal
from audited_rules import AuditedRules


@dataclass(frozen=True, slots=True)
class Standing:
    """What a deal starts from: each side's points and the bags it carries."""

    points: Mapping[str, int]
    bags: Mapping[str, int]


START = Standing(dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0))


def sheet(
    bids: tuple[Bid, ...], taken: Mapping[str, int], points: int, bags: int, rules: AuditedRules
) -> dict[str, int]:
    """The lines of one side: the bids of its two seats, the tricks each took, its points and bags before."""
    contract = sum(bid.tricks for bid in bids if not bid.is_nil)
    counted = sum(taken[bid.seat] for bid in bids if not bid.is_nil)
    nil_tricks = sum(taken[bid.seat] for bid in bids if bid.is_nil)
    made = counted >= contract
    new_bags = nil_tricks + (counted - contract if made else 0)
    fallen = (bags + new_bags) // rules.bag_limit if rules.bag_penalty else 0
    lines = {
        "contract": 10 * contract if made else -10 * contract,
        "bags": new_bags,
        "nil": sum(nil_points(bid, taken[bid.seat]) for bid in bids if bid.is_nil),
        "bag_penalty": -fallen * rules.bag_penalty_points,
        "bonus": 0,
    }
    total = sum(lines.values())
    carried = bags + new_bags - fallen * rules.bag_limit
    return lines | {
        "deal_total": total,
        "running_total": points + total,
        "new_bags": new_bags,
        "bags_carried": carried,
    }


def nil_points(bid: Bid, tricks: int) -> int:
    worth = 200 if bid.kind == "blind_nil" else 100
    return worth if tricks == 0 else -worth


def sheets(
    bid_of: Mapping[str, Bid], winners: Sequence[str], standing: Standing, rules: AuditedRules
) -> dict[str, dict[str, int]]:
    """For each side the lines that its bids and the winners of the tricks give."""
    taken = {seat: winners.count(seat) for seat in SEATS}
    return {
        side: sheet(
            tuple(bid_of[seat] for seat in seats),
            taken,
            standing.points[side],
            standing.bags[side],
            rules,
        )
        for side, seats in SIDES.items()
    }


def score_faults(deal: Deal, expected: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    for side, lines in expected.items():
        for line in LINES:
            if deal.score[side][line] != lines[line]:
                yield f"score of {side}: {line} is {deal.score[side][line]} instead of {lines[line]}"
