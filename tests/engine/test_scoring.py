"""The score sheet, line by line: rule book, section 4."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.bids import Bid, BidKind
from engine.events import DealScored
from engine.rules import Rules, resolve_rules
from engine.scoring import SeatTally, SideScore, score_side, sheet_lines, tallies
from engine.seats import Seat, Side
from spades_builders import STANDARD, bid, bidding, bids
from spades_driver import finish_deal

CASES = json.loads((Path(__file__).parent / "cases" / "scoring.json").read_text(encoding="utf-8"))
BY_CASE = pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
LINES = ("contract", "bags", "nil", "bag_penalty", "bonus")


def bid_of(plain: dict[str, Any]) -> Bid:
    return Bid(BidKind(plain["kind"]), plain["tricks"])


def text_of(made: Bid) -> str:
    """As `spades_builders.bid` reads it."""
    match made.kind:
        case BidKind.TRICKS:
            return f"{made.tricks}"
        case BidKind.BLIND_TRICKS:
            return f"blind {made.tricks}"
        case _:
            return made.kind.replace("_", " ")


def test_the_cases_are_there() -> None:
    assert len(CASES) == 45


@BY_CASE
def test_side(case: dict[str, Any]) -> None:
    rules = resolve_rules("standard", case["rules"])
    partners = [
        SeatTally(Seat[name], bid_of(case["bids"][name]), case["tricks"][name]) for name in ("N", "S")
    ]
    score = score_side(rules, partners, 120, case["bags_before"])
    assert {line: getattr(score, line) for line in case["expect"]} == case["expect"]
    assert score.running_total == 120 + score.deal_total


@BY_CASE
@pytest.mark.parametrize("side", Side)
def test_side_at_the_table(case: dict[str, Any], side: Side) -> None:
    """The same on either side of a deal that is played to its last card."""
    own, others = (0, 2) if side is Side.NS else (1, 3), (1, 3) if side is Side.NS else (0, 2)
    made, tricks = [bid("1")] * 4, [0] * 4
    for seat, name in zip(own, ("N", "S"), strict=True):
        made[seat], tricks[seat] = bid_of(case["bids"][name]), case["tricks"][name]
    tricks[others[0]] = 13 - sum(tricks)
    rules = resolve_rules("standard", case["rules"])
    start = bidding(rules, points=(120, 120), bags=(case["bags_before"],) * 2)
    scored = finish_deal(start, ", ".join(map(text_of, made)), tuple(tricks)).events
    sheet = next(event.sheet for event in scored if isinstance(event, DealScored))
    assert {line: getattr(sheet.scores[side], line) for line in case["expect"]} == case["expect"]
    assert (sheet.bids, sheet.tricks_taken) == (tuple(made), tuple(tricks))


def score(text: str, tricks: tuple[int, int], *, rules: Rules = STANDARD, bags: int = 0) -> SideScore:
    """N and S bid `text` and took `tricks`."""
    first, second = text.split(", ")
    partners = tallies(rules, bids(f"{first}, 1, {second}, 1"), (tricks[0], 0, tricks[1], 0), Side.NS)
    return score_side(rules, partners, 0, bags)


OFF = Rules(bag_penalty=False)


@pytest.mark.parametrize(
    ("scored", "expected"),
    [
        pytest.param(score("4, 3", (4, 3)), (70, 0, 0, 0, 0), id="+10 × contract when made"),
        pytest.param(score("4, 3", (3, 3)), (-70, 0, 0, 0, 0), id="−10 × contract when set"),
        pytest.param(score("4, 3", (6, 3)), (70, 2, 0, 0, 0), id="overtrick_points for each bag"),
        pytest.param(score("nil, 3", (0, 3)), (30, 0, 100, 0, 0), id="a nil made wins nil_points"),
        pytest.param(score("nil, nil", (0, 1)), (0, 1, 0, 0, 0), id="the sum of the partners' nils"),
        pytest.param(score("blind nil, 3", (0, 3)), (30, 0, 200, 0, 0), id="a blind nil counts twice this"),
        pytest.param(
            score("blind nil, nil", (0, 0)), (0, 0, 300, 0, 0), id="each nil of a side at its own worth"
        ),
        pytest.param(
            score("7, nil", (0, 13)),
            (-70, 13, -100, -100, 0),
            id="a nil bidder's tricks are bags whether the contract was made or set",
        ),
        pytest.param(score("4, 3", (1, 0)), (-70, 0, 0, 0, 0), id="a set contract has no other bags"),
        pytest.param(score("nil, 3", (3, 0)), (-30, 3, -100, 0, 0), id="a nil bidder's tricks don't help"),
        pytest.param(score("nil, nil", (0, 0)), (0, 0, 200, 0, 0), id="with no ordinary bid line 1 is 0"),
        pytest.param(score("1, 1", (5, 5), bags=2), (20, 8, 0, -100, 0), id="a penalty on the very limit"),
        pytest.param(score("1, 1", (5, 5), bags=1), (20, 8, 0, 0, 0), id="no penalty one short of the limit"),
        pytest.param(
            score("1, 1", (5, 5), rules=OFF, bags=9), (20, 8, 0, 0, 0), id="off: a point each still"
        ),
    ],
)
def test_lines(scored: SideScore, expected: tuple[int, ...]) -> None:
    assert tuple(getattr(scored, line) for line in LINES) == expected
    assert scored.deal_total == sum(expected)


@pytest.mark.parametrize(
    ("scored", "new", "carried"),
    [
        pytest.param(score("4, 3", (5, 3), bags=4), 1, 5, id="bags are gathered"),
        pytest.param(score("4, 3", (3, 3), bags=4), 0, 4, id="a set contract leaves the bags"),
        pytest.param(score("1, 1", (7, 6), bags=9), 11, 0, id="the rest is carried over, here none"),
        pytest.param(score("1, 1", (7, 6), bags=2), 11, 3, id="the rest is carried over"),
        pytest.param(score("1, 1", (7, 6), rules=OFF, bags=9), 11, 20, id="off: bags are still shown"),
    ],
)
def test_bags(scored: SideScore, new: int, carried: int) -> None:
    assert (scored.new_bags, scored.bags_carried) == (new, carried)


@pytest.mark.parametrize(
    ("text", "tricks", "found"),
    [
        pytest.param("4, 3", (5, 3), ["contract_made", "bags", "nil_none"], id="made, with a bag"),
        pytest.param("4, 3", (3, 3), ["contract_set", "bags", "nil_none"], id="set"),
        pytest.param("nil, 3", (0, 3), ["contract_made", "bags", "nil_made"], id="nil made"),
        pytest.param("nil, 3", (1, 3), ["contract_made", "bags", "nil_set"], id="nil set"),
        pytest.param("blind nil, 3", (0, 2), ["contract_set", "bags", "blind_nil_made"], id="blind nil made"),
        pytest.param(
            "nil, blind nil", (0, 1), ["contract_none", "bags", "nil_made", "blind_nil_set"], id="both nil"
        ),
    ],
)
@pytest.mark.parametrize("bags", [0, 9])
def test_each_line_tells_where_it_comes_from(
    text: str, tricks: tuple[int, int], found: list[str], bags: int
) -> None:
    first, second = text.split(", ")
    partners = tallies(STANDARD, bids(f"{first}, 1, {second}, 1"), (tricks[0], 0, tricks[1], 0), Side.NS)
    scored = score_side(STANDARD, partners, 0, bags)
    lines = sheet_lines(STANDARD, partners, scored)
    assert [line.code for line in lines][: len(found)] == found
    for name in (*LINES, "deal_total", "running_total"):
        assert sum(line.points for line in lines if line.line == name) == getattr(scored, name)


def test_two_penalties_are_told_as_two() -> None:
    rules = Rules(bag_limit=5, bag_penalty_points=30)
    partners = tallies(rules, bids("nil, 1, nil, 1"), (7, 0, 5, 0), Side.NS)
    penalty = next(
        line
        for line in sheet_lines(rules, partners, score_side(rules, partners, 0, 0))
        if line.line == "bag_penalty"
    )
    assert (penalty.points, penalty.params) == (-60, {"times": 2, "limit": 5, "each": 30})
