"""What each option of scoring does to the score sheet: rule book, sections 3 and 4. One row per sentence."""

from dataclasses import replace
from typing import Any

import pytest

from engine.rules import Rules
from engine.scoring import SheetLine, SideScore, score_side, sheet_lines, tallies
from engine.seats import Side
from spades_builders import bids, duel_bidding
from spades_driver import finish_deal

LINES = ("contract", "bags", "nil", "bag_penalty", "bonus")


def _tallies(rules: Rules, text: str, tricks: tuple[int, int]) -> Any:
    first, second = text.split(", ")
    return tallies(rules, bids(f"{first}, 1, {second}, 1"), (tricks[0], 0, tricks[1], 0), Side.NS)


def score(rules: Rules, text: str, tricks: tuple[int, int], bags: int = 0) -> SideScore:
    """N and S bid `text` and took `tricks`."""
    return score_side(rules, _tallies(rules, text, tricks), 0, bags)


def lines(rules: Rules, text: str, tricks: tuple[int, int], bags: int = 0) -> dict[str, SheetLine]:
    """The lines of that score by name; of two nils the second."""
    partners = _tallies(rules, text, tricks)
    found = sheet_lines(rules, partners, score_side(rules, partners, 0, bags))
    return {line.line: line for line in found}


ZERO_EACH, MINUS_1, MINUS_10 = (Rules(overtrick_points=each) for each in (0, -1, -10))
PARTNER, IGNORED = Rules(nil_tricks="partner"), Rules(nil_tricks="ignored")
ZERO = Rules(zero_bid=True)
BLIND, TEN = Rules(blind_bid_from=5), Rules(ten_for_200=True)
THIRTEEN = Rules(bid_13_bonus=200)


@pytest.mark.parametrize(
    ("scored", "expected"),
    [
        # overtrick_points
        pytest.param(score(ZERO_EACH, "3, 3", (5, 4)), (60, 0, 0, 0, 0), id="overtrick_points 0: none"),
        pytest.param(score(ZERO_EACH, "3, 3", (5, 4), 9), (60, 0, 0, -100, 0), id="0: still a penalty"),
        pytest.param(score(MINUS_1, "3, 3", (5, 4)), (60, -3, 0, 0, 0), id="−1: each bag costs a point"),
        pytest.param(score(MINUS_10, "3, 3", (5, 4)), (60, -30, 0, 0, 0), id="−10: each bag costs ten"),
        pytest.param(
            score(MINUS_10, "nil, 3", (2, 4)), (30, -30, -100, 0, 0), id="−10: a nil bidder's bags included"
        ),
        pytest.param(score(MINUS_1, "1, 1", (7, 6), 9), (20, -11, 0, 0, 0), id="−1: no bag penalty"),
        pytest.param(
            score(replace(MINUS_10, nil_tricks="ignored"), "nil, 3", (2, 4)),
            (30, -10, -100, 0, 0),
            id="−10: tricks that are no bags cost nothing",
        ),
        # nil_points
        pytest.param(score(Rules(nil_points=50), "nil, 4", (0, 4)), (40, 0, 50, 0, 0), id="won by a nil"),
        pytest.param(score(Rules(nil_points=50), "nil, 4", (1, 4)), (40, 1, -50, 0, 0), id="lost by a nil"),
        pytest.param(
            score(Rules(nil_points=50), "blind nil, 4", (0, 4)), (40, 0, 100, 0, 0), id="blind: twice this"
        ),
        pytest.param(
            score(Rules(nil_points=50), "blind nil, nil", (2, 0)), (0, 2, -50, 0, 0), id="each at its worth"
        ),
        pytest.param(
            score(Rules(nil_points=0), "nil, 4", (0, 4)), (40, 0, 0, 0, 0), id="a nil worth nothing"
        ),
        # nil_tricks
        pytest.param(score(Rules(), "nil, 4", (2, 3)), (-40, 2, -100, 0, 0), id="bags: bags of the side"),
        pytest.param(
            score(PARTNER, "nil, 4", (2, 2)), (40, 0, -100, 0, 0), id="partner: toward the partner's contract"
        ),
        pytest.param(score(PARTNER, "nil, 4", (2, 4)), (40, 2, -100, 0, 0), id="what is over is a bag"),
        pytest.param(score(PARTNER, "nil, 4", (2, 1)), (-40, 0, -100, 0, 0), id="set all the same: no bags"),
        pytest.param(
            score(PARTNER, "nil, nil", (1, 2)), (0, 3, -200, 0, 0), id="partner: both partners nil: as bags"
        ),
        pytest.param(
            score(PARTNER, "nil, blind nil", (1, 2)), (0, 3, -300, 0, 0), id="a blind nil is a nil there"
        ),
        pytest.param(
            score(replace(PARTNER, zero_bid=True), "nil, zero", (1, 2)),
            (0, 3, -100, 0, 0),
            id="partner: beside a zero they are over",
        ),
        pytest.param(
            score(PARTNER, "blind nil, blind 6", (2, 4)), (120, 0, -200, 0, 0), id="partner: blind as well"
        ),
        pytest.param(score(IGNORED, "nil, 4", (2, 3)), (-40, 0, -100, 0, 0), id="ignored: they help nobody"),
        pytest.param(score(IGNORED, "nil, 4", (2, 4)), (40, 0, -100, 0, 0), id="ignored: nor are they bags"),
        pytest.param(score(IGNORED, "nil, nil", (2, 4)), (0, 0, -200, 0, 0), id="ignored: both nil"),
        pytest.param(score(IGNORED, "nil, 4", (2, 5)), (40, 1, -100, 0, 0), id="the partner's own are"),
        # zero_bid
        pytest.param(score(ZERO, "zero, 4", (0, 4)), (40, 0, 0, 0, 0), id="zero_bid: no +100"),
        pytest.param(score(ZERO, "zero, 4", (3, 2)), (40, 1, 0, 0, 0), id="no −100; its tricks count"),
        pytest.param(score(ZERO, "zero, zero", (1, 2)), (0, 3, 0, 0, 0), id="its tricks are overtricks"),
        # blind_bid_from
        pytest.param(
            score(BLIND, "blind 6, 3", (5, 4)), (150, 0, 0, 0, 0), id="its share counts double, made"
        ),
        pytest.param(
            score(BLIND, "blind 6, 3", (5, 3)), (-150, 0, 0, 0, 0), id="its share counts double, set"
        ),
        pytest.param(score(BLIND, "blind 6, 3", (7, 4)), (150, 2, 0, 0, 0), id="bags at their usual value"),
        pytest.param(score(BLIND, "blind 6, blind 5", (6, 5)), (220, 0, 0, 0, 0), id="both shares"),
        pytest.param(score(BLIND, "blind 6, nil", (6, 0)), (120, 0, 100, 0, 0), id="a nil is not doubled"),
        pytest.param(
            score(replace(BLIND, overtrick_points=-10), "blind 5, 1", (5, 3)),
            (110, -20, 0, 0, 0),
            id="nor a bag that costs",
        ),
        # ten_for_200
        pytest.param(score(TEN, "5, 5", (5, 5)), (200, 0, 0, 0, 0), id="a contract of 10: +200 made"),
        pytest.param(score(TEN, "6, 5", (5, 5)), (-200, 0, 0, 0, 0), id="or more: −200 set"),
        pytest.param(score(TEN, "5, 4", (5, 5)), (90, 1, 0, 0, 0), id="ten taken but nine bid: nothing new"),
        pytest.param(
            score(TEN, "5, 5", (7, 6), 9), (200, 0, 0, 0, 0), id="its overtricks: no points, no bags"
        ),
        pytest.param(
            score(replace(TEN, overtrick_points=-10), "5, 5", (7, 6)), (200, 0, 0, 0, 0), id="nor a cost"
        ),
        pytest.param(
            score(replace(TEN, blind_bid_from=5), "blind 5, blind 6", (6, 5)),
            (200, 0, 0, 0, 0),
            id="blind doubling does not apply, made",
        ),
        pytest.param(
            score(replace(TEN, blind_bid_from=5), "blind 8, 4", (6, 5)),
            (-200, 0, 0, 0, 0),
            id="blind doubling does not apply, set",
        ),
        pytest.param(
            score(replace(TEN, blind_bid_from=5), "blind 6, 3", (6, 3)),
            (150, 0, 0, 0, 0),
            id="a contract is 10 before any doubling",
        ),
        pytest.param(score(TEN, "nil, 10", (2, 11)), (200, 2, -100, 0, 0), id="a nil bidder's tricks: bags"),
        pytest.param(
            score(replace(TEN, nil_tricks="partner"), "nil, 10", (1, 9)),
            (200, 0, -100, 0, 0),
            id="a nil bidder's tricks: partner",
        ),
        pytest.param(
            score(replace(TEN, nil_tricks="partner"), "nil, 10", (1, 12)),
            (200, 0, -100, 0, 0),
            id="partner: and what is over is still no bag",
        ),
        pytest.param(
            score(replace(TEN, nil_tricks="ignored"), "nil, 10", (1, 10)),
            (200, 0, -100, 0, 0),
            id="a nil bidder's tricks: ignored",
        ),
        pytest.param(
            score(TEN, "nil, 10", (2, 9)), (-200, 2, -100, 0, 0), id="set, and the nil's tricks are bags"
        ),
        pytest.param(score(TEN, "blind nil, 10", (0, 10)), (200, 0, 200, 0, 0), id="nils are paid as usual"),
        pytest.param(
            score(replace(TEN, bid_13_bonus=200), "7, 6", (7, 6)), (200, 0, 0, 0, 200), id="and the bonus"
        ),
        # bid_13_bonus
        pytest.param(score(THIRTEEN, "7, 6", (7, 6)), (130, 0, 0, 0, 200), id="on top of the rest"),
        pytest.param(score(THIRTEEN, "7, 6", (6, 6)), (-130, 0, 0, 0, 0), id="only when it is made"),
        pytest.param(score(THIRTEEN, "6, 6", (7, 6)), (120, 1, 0, 0, 0), id="not for 13 taken and 12 bid"),
        pytest.param(score(THIRTEEN, "7, 7", (7, 6)), (-140, 0, 0, 0, 0), id="exactly 13, not 14"),
        pytest.param(score(THIRTEEN, "nil, 13", (0, 13)), (130, 0, 100, 0, 200), id="13 beside a nil"),
        pytest.param(
            score(replace(THIRTEEN, blind_bid_from=5), "blind 7, 6", (7, 6)),
            (200, 0, 0, 0, 200),
            id="never doubled",
        ),
        pytest.param(
            score(replace(THIRTEEN, nil_tricks="partner"), "nil, 13", (1, 12)),
            (130, 0, -100, 0, 200),
            id="made with a nil bidder's trick",
        ),
        # bag_penalty
        pytest.param(score(Rules(bag_limit=1), "3, 3", (5, 4)), (60, 3, 0, -300, 0), id="one for each bag"),
        pytest.param(
            score(Rules(bag_penalty_points=0), "3, 3", (5, 4), 9), (60, 3, 0, 0, 0), id="a penalty of 0"
        ),
    ],
)
def test_lines(scored: SideScore, expected: tuple[int, ...]) -> None:
    assert tuple(getattr(scored, line) for line in LINES) == expected
    assert scored.deal_total == scored.running_total == sum(expected)


@pytest.mark.parametrize(
    ("scored", "new", "carried"),
    [
        pytest.param(score(MINUS_1, "3, 3", (5, 4)), 3, 0, id="−1: counted, none is gathered"),
        pytest.param(score(MINUS_10, "3, 3", (5, 4), 4), 3, 4, id="−10: counted, none is gathered"),
        pytest.param(score(ZERO_EACH, "3, 3", (5, 4), 4), 3, 7, id="0: gathered"),
        pytest.param(score(PARTNER, "nil, 4", (2, 4), 4), 2, 6, id="partner: what is over is gathered"),
        pytest.param(score(PARTNER, "nil, 4", (2, 1), 4), 0, 4, id="partner: set all the same, no bags"),
        pytest.param(score(IGNORED, "nil, 4", (2, 4), 4), 0, 4, id="ignored: no bags"),
        pytest.param(score(TEN, "5, 5", (7, 6), 4), 0, 4, id="ten_for_200: no bags"),
        pytest.param(score(TEN, "nil, 10", (2, 10), 4), 2, 6, id="ten_for_200: but the nil's"),
        pytest.param(score(ZERO, "zero, zero", (1, 2), 4), 3, 7, id="zero: its overtricks are bags"),
        pytest.param(score(Rules(bag_penalty_points=0), "3, 3", (5, 4), 8), 3, 1, id="0 points: emptied"),
        pytest.param(score(Rules(bag_limit=20), "1, 1", (7, 6), 19), 11, 10, id="the rest is carried over"),
    ],
)
def test_bags(scored: SideScore, new: int, carried: int) -> None:
    assert (scored.new_bags, scored.bags_carried) == (new, carried)


@pytest.mark.parametrize(
    ("line", "code", "params"),
    [
        pytest.param(
            lines(Rules(), "4, 3", (5, 3))["contract"],
            "contract_made",
            {"contract": 7, "took": 8},
            id="contract 7, took 8, made",
        ),
        pytest.param(
            lines(Rules(), "4, 3", (2, 3))["contract"],
            "contract_set",
            {"contract": 7, "took": 5},
            id="contract 7, took 5, set",
        ),
        pytest.param(
            lines(PARTNER, "nil, 4", (2, 3))["contract"],
            "contract_made",
            {"contract": 4, "took": 5},
            id="the tricks that count toward it",
        ),
        pytest.param(
            lines(BLIND, "blind 6, 3", (6, 3))["contract"],
            "contract_blind_made",
            {"contract": 9, "took": 9, "doubled": 6},
            id="blind, made",
        ),
        pytest.param(
            lines(BLIND, "blind 6, 3", (5, 3))["contract"],
            "contract_blind_set",
            {"contract": 9, "took": 8, "doubled": 6},
            id="blind, set",
        ),
        pytest.param(
            lines(TEN, "5, 5", (6, 5))["contract"],
            "contract_200_made",
            {"contract": 10, "took": 11},
            id="ten for 200, made",
        ),
        pytest.param(
            lines(replace(TEN, blind_bid_from=5), "blind 5, 5", (4, 5))["contract"],
            "contract_200_set",
            {"contract": 10, "took": 9},
            id="ten for 200, set, and no doubling",
        ),
        pytest.param(
            lines(Rules(), "nil, nil", (0, 0))["contract"],
            "contract_none",
            {"contract": 0, "took": 0},
            id="no contract",
        ),
        pytest.param(
            lines(PARTNER, "nil, nil", (1, 2))["contract"],
            "contract_none",
            {"contract": 0, "took": 0},
            id="partner, both nil: no trick counts toward a contract",
        ),
        pytest.param(
            lines(MINUS_10, "3, 3", (5, 4))["bags"], "bags", {"bags": 3, "each": -10}, id="bags that cost"
        ),
        pytest.param(lines(THIRTEEN, "7, 6", (7, 6))["bonus"], "bonus_13", {}, id="the bonus"),
        pytest.param(lines(THIRTEEN, "7, 6", (7, 5))["bonus"], "bonus_none", {}, id="no bonus"),
        pytest.param(
            lines(Rules(bag_limit=5, bag_penalty_points=30), "1, 1", (7, 6))["bag_penalty"],
            "bag_penalty",
            {"times": 2, "limit": 5, "each": 30},
            id="a penalty that falls twice",
        ),
        pytest.param(
            lines(MINUS_1, "1, 1", (7, 6), 9)["bag_penalty"],
            "bag_penalty_none",
            {"bags_carried": 9},
            id="no penalty",
        ),
    ],
)
def test_where_a_line_comes_from(line: SheetLine, code: str, params: dict[str, int]) -> None:
    assert (line.code, line.params) == (code, params)


@pytest.mark.parametrize(
    "rules", [Rules(), TEN, BLIND, THIRTEEN, MINUS_10, PARTNER, replace(TEN, blind_bid_from=5)]
)
@pytest.mark.parametrize("text", ["5, 5", "nil, 5", "blind 6, 7", "nil, blind nil"])
def test_the_lines_stand_in_the_order_of_the_sheet_and_add_up(rules: Rules, text: str) -> None:
    partners = _tallies(rules, text, (6, 5))
    scored = score_side(rules, partners, 40, 9)
    found = sheet_lines(rules, partners, scored)
    names = (*LINES, "deal_total", "running_total")
    assert list(dict.fromkeys(line.line for line in found)) == list(names)
    for name in names:
        assert sum(line.points for line in found if line.line == name) == getattr(scored, name)
    assert (scored.deal_total, scored.running_total) == (
        sum(getattr(scored, line) for line in LINES),
        40 + scored.deal_total,
    )


def test_in_a_duel_a_seat_has_no_partner_to_help() -> None:
    start = duel_bidding("", "", rules=Rules(players=2, ten_for_200=True, bid_13_bonus=100))
    sheet = finish_deal(start, "13, -, nil, -", (13, 0, 0, 0)).match.last_sheet
    assert sheet is not None
    assert [(each.contract, each.bonus, each.nil) for each in sheet.scores] == [(200, 100, 0), (0, 0, 100)]
