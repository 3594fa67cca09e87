"""The end of the match: rule book, section 5."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.phases import Phase
from engine.rules import Rules, resolve_rules
from engine.scoring import EndReason, Result, SideScore, result_after
from engine.seats import Side
from spades_builders import STANDARD, bidding
from spades_driver import finish_deal

CASES = json.loads((Path(__file__).parent / "cases" / "ends.json").read_text(encoding="utf-8"))
BLANK = SideScore(0, 0, 0, 0, 0, 0, 0, 0, 0)
NS, EW = Side


def scores(ns: tuple[int, int], ew: tuple[int, int]) -> tuple[SideScore, SideScore]:
    """For each side: its points before the deal, and its deal total."""
    first, second = (
        replace(BLANK, deal_total=total, running_total=before + total) for before, total in (ns, ew)
    )
    return first, second


def test_the_cases_are_there() -> None:
    assert len(CASES) == 15


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_end(case: dict[str, Any]) -> None:
    options = dict(case["rules"])
    rules = resolve_rules(options.pop("preset", "standard"), options)
    ns, ew = ((case["before"][side], case["deal_total"][side]) for side in ("NS", "EW"))
    found = result_after(rules, case["deal"], scores(ns, ew))
    winner = case.get("winner")
    expected = Result(
        None if winner is None else Side[winner],
        EndReason(case.get("end_reason", "target")),
        (sum(ns), sum(ew)),
    )
    assert found == (expected if case["over"] else None)


def result(
    ns: int, ew: int, *, rules: Rules = STANDARD, deal: int = 5, last: tuple[int, int] = (0, 0)
) -> Result | None:
    """The result after a deal that left the sides with `ns` and `ew`."""
    return result_after(rules, deal, scores((ns - last[0], last[0]), (ew - last[1], last[1])))


SHORT = Rules(max_deals=5)
LAST, DRAW = Rules(tie="last_deal"), Rules(tie="draw")
LEAD = Rules(lead_margin=300)


@pytest.mark.parametrize(
    ("found", "winner", "reason"),
    [
        pytest.param(result(500, 499), NS, "target", id="a side exactly at the target ends the match"),
        pytest.param(result(-100, -200), NS, "floor", id="a side exactly at the floor ends the match"),
        pytest.param(result(10, 20, rules=SHORT), EW, "max_deals", id="the last deal ends the match"),
        pytest.param(result(10, 10, rules=SHORT), None, "max_deals", id="level at max_deals is a draw"),
        pytest.param(
            result(10, 10, rules=replace(SHORT, tie="last_deal"), last=(5, 9)),
            None,
            "max_deals",
            id="level at max_deals is always a draw, whatever the tie rule",
        ),
        pytest.param(
            result(500, 500, rules=SHORT),
            None,
            "target",
            id="end_reason is the first that holds, also in a draw at max_deals",
        ),
        pytest.param(
            result(-210, -205), EW, "floor", id="the higher wins, also when both fell under the floor"
        ),
        pytest.param(result(510, -300), NS, "target", id="target goes before floor"),
        pytest.param(result(-200, 40, rules=SHORT), EW, "floor", id="floor goes before max_deals"),
        pytest.param(
            result(520, 520, rules=LAST, last=(90, 70)), NS, "target", id="the better last deal wins"
        ),
        pytest.param(result(520, 520, rules=LAST, last=(70, 70)), None, "target", id="level again: draw"),
        pytest.param(result(520, 520, rules=DRAW), None, "target", id="tie draw"),
        pytest.param(
            result(-250, -250, rules=DRAW), None, "floor", id="level under the floor is a draw as well"
        ),
        pytest.param(
            result(150, -150, rules=LEAD), NS, "lead_margin", id="at least this far ahead: exactly 300"
        ),
        pytest.param(result(-180, 121, rules=LEAD), EW, "lead_margin", id="whichever side is ahead"),
        pytest.param(result(500, 100, rules=LEAD), NS, "target", id="target goes before lead_margin"),
        pytest.param(result(-200, 100, rules=LEAD), EW, "floor", id="floor goes before lead_margin"),
        pytest.param(
            result(310, 0, rules=replace(LEAD, max_deals=5)),
            NS,
            "lead_margin",
            id="lead_margin goes before max_deals",
        ),
        pytest.param(
            result(520, 510, rules=LAST, last=(10, 90)),
            NS,
            "target",
            id="the tie rule touches level scores only",
        ),
    ],
)
def test_over(found: Result | None, winner: Side | None, reason: str) -> None:
    assert found is not None
    assert (found.winner, found.end_reason) == (winner, EndReason(reason))


@pytest.mark.parametrize(
    "found",
    [
        pytest.param(result(499, -199), id="between floor and target it goes on"),
        pytest.param(result(530, 530), id="level at the end: deals go on"),
        pytest.param(result(150, -149, rules=LEAD), id="299 ahead is not at least 300"),
        pytest.param(result(450, -150), id="lead_margin none: no lead is too long"),
        pytest.param(result(-200, -200), id="level at the floor: deals go on"),
        pytest.param(result(0, -5000, rules=Rules(floor=None)), id="floor none: no score is too low"),
    ],
)
def test_goes_on(found: Result | None) -> None:
    assert found is None


def test_extra_deals_go_on_until_an_end_holds_and_the_scores_differ() -> None:
    level = finish_deal(bidding(points=(450, 429), number=9), "3, 4, 2, 3", (3, 4, 2, 4)).match
    assert (level.points, level.result, level.deal.number) == ((500, 500), None, 10)
    below = finish_deal(level, "7, 7, 1, 1", (6, 6, 1, 0)).match
    assert (below.points, below.result, below.deal.number) == ((420, 420), None, 11)
    over = finish_deal(below, "7, 6, 1, 1", (7, 5, 1, 0)).match
    assert over.result == Result(NS, EndReason.TARGET, (500, 350))


def test_the_bag_penalty_is_taken_before_the_end_is_checked() -> None:
    match = finish_deal(bidding(points=(480, 300), bags=(9, 0)), "1, 5, 1, 5", (2, 6, 1, 4)).match
    assert (match.points[NS], match.result) == (480 + 20 + 1 - 100, None)


def test_a_match_that_is_over_waits_for_nobody() -> None:
    match = finish_deal(bidding(points=(480, 300)), "1, 5, 1, 5", (2, 5, 1, 5)).match
    assert match.deal.phase is Phase.OVER
    assert match.to_act == ()
