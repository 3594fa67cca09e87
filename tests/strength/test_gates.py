"""The gates judge as they say: figures, intervals, bars, and what fails a run."""

from collections.abc import Callable, Iterable
from functools import partial
from statistics import NormalDist, fmean

import pytest

from contests import HARD_CONTEST, contest, hard_gates, match_gate
from deals import rules_of
from duplicates import duplicate, matches_won, nils_of
from engine.rules import Rules, resolve_rules
from engine.scoring import Sheet
from engine.seats import Side
from gate_table import row
from gates import Bar, Gate, Verdict, not_measured, percent, points
from intervals import Interval, exactly, of_mean, of_share, percentile
from measure import SIZES, Size, fast_gates, main
from spades_builders import bids
from workers import cores, in_parallel


@pytest.mark.parametrize(
    ("low", "high", "bar", "verdict"),
    [
        pytest.param(15, 30, Bar(15), Verdict.MET, id="the lower end reaches the bar"),
        pytest.param(14, 30, Bar(15), Verdict.OPEN, id="the lower end does not reach it"),
        pytest.param(5, 14, Bar(15), Verdict.MISSED, id="the upper end does not reach it"),
        pytest.param(0.5, 0.68, Bar(most=0.68), Verdict.MET, id="the upper end is within"),
        pytest.param(0.5, 0.7, Bar(most=0.68), Verdict.OPEN, id="the upper end is beyond"),
        pytest.param(0.7, 0.8, Bar(most=0.68), Verdict.MISSED, id="the lower end is beyond"),
        pytest.param(0.1, 0.17, Bar(0.08, 0.18), Verdict.MET, id="between two bars"),
        pytest.param(0.17, 0.19, Bar(0.08, 0.18), Verdict.OPEN, id="across the upper of two"),
        pytest.param(0.01, 0.02, Bar(0.08, 0.18), Verdict.MISSED, id="below both"),
    ],
)
def test_a_bar_judges_the_whole_interval(low: float, high: float, bar: Bar, verdict: Verdict) -> None:
    gate = Gate("", Interval((low + high) / 2, low, high), points, bar)
    assert gate.verdict is verdict
    assert gate.is_passed(is_full=True) is (verdict is Verdict.MET)
    assert gate.is_passed(is_full=False) is (verdict is not Verdict.MISSED)


def test_what_cannot_be_measured_misses_its_bar_if_it_has_one() -> None:
    assert not not_measured("hard", "it is not built", Bar(15)).is_passed(is_full=False)
    assert not_measured("pace", "OpenSpiel is not installed").is_passed(is_full=True)


def test_the_interval_of_a_mean() -> None:
    values = [float(value) for value in range(1, 101)]
    found = of_mean(values)
    spread = NormalDist.from_samples(values).stdev
    assert found.value == 50.5
    assert found.high - 50.5 == pytest.approx(1.96 * spread / 10)


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [
        pytest.param(78, 100, 0.689, 0.850, id="as in the tables"),
        pytest.param(0, 20, 0.0, 0.161, id="none of twenty"),
        pytest.param(20, 20, 0.839, 1.0, id="all of twenty"),
    ],
)
def test_the_interval_of_a_share(hits: int, total: int, low: float, high: float) -> None:
    found = of_share(hits, total)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.001)


def test_percentiles() -> None:
    assert [percentile(range(1, 101), percent) for percent in (50, 95, 99)] == [50, 95, 99]
    assert percentile([7.0], 99) == 7


def test_a_deal_played_both_ways_by_equals_is_a_draw() -> None:
    found = duplicate(rules_of(), "normal", "normal", 3)
    assert found.points == found.with_bags == 0


def test_swapping_the_players_swaps_the_sign() -> None:
    one, other = (duplicate(rules_of(), *names, 2) for names in (("normal", "easy"), ("easy", "normal")))
    assert one.points == -other.points != 0


def test_the_nils_of_a_side_are_told_apart() -> None:
    sheet = Sheet(1, 0, bids("nil, nil, 4, 3"), (0, 2, 7, 4), ())  # type: ignore[arg-type]
    assert nils_of(rules_of(), sheet, (Side.NS,)) == (True,)
    assert nils_of(rules_of(), sheet, (Side.EW,)) == (False,)


def test_whole_matches_are_won_by_the_better_player() -> None:
    rules = resolve_rules("standard", {})
    assert fmean(matches_won(rules, "normal", "random", index) for index in (1, 2)) == 2


def test_the_order_of_the_figures_is_that_of_the_deals_whatever_the_cores() -> None:
    work = partial(duplicate, rules_of(), "normal", "easy")
    in_order = [work(index) for index in range(1, 7)]
    assert in_parallel(work, 6, jobs=1) == in_parallel(work, 6, jobs=2) == in_order


def test_a_weak_player_in_the_place_of_hard_misses_the_gate() -> None:
    """With the deals of the quick size: `easy` loses to `normal`, and so does what plays like `normal`."""
    bars = HARD_CONTEST[2], HARD_CONTEST[3]
    gate, _ = contest(rules_of(), ("easy", "normal"), bars, SIZES["quick"].hard_deals, 1)
    assert gate.verdict is Verdict.MISSED


def test_a_row_says_it_all() -> None:
    gate = Gate("normal over easy", Interval(19.7, 17.6, 21.8), points, Bar(15), Bar(18), "1,500 deals")
    text = "normal over easy +19.7 +17.6 to +21.8 >= +15.0 >= +18.0 open met 1,500 deals"
    assert row(gate).split() == text.split()
    assert "nothing" in row(not_measured("hard", "it is not built"))
    assert " to " not in row(Gate("made", exactly(0.5), percent))


def test_unknown_rules_end_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["no such preset"])
    assert ended.value.code == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "measured",
    [
        pytest.param(lambda size: fast_gates(rules_of(), size.deals, cores()), id="easy and normal"),
        pytest.param(lambda size: hard_gates(rules_of(), size.hard_deals, cores()), id="hard, deals"),
        pytest.param(lambda size: [match_gate(Rules(), size.matches, cores())], id="hard, matches"),
    ],
)
def test_no_gate_is_missed(measured: Callable[[Size], Iterable[Gate]]) -> None:
    """The quick size without its times: a bar fails where its whole interval is beyond it."""
    missed = [row(gate) for gate in measured(SIZES["quick"]) if not gate.is_passed(is_full=False)]
    assert missed == []
