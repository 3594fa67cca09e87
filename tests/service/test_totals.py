"""What matches add up to, and the table that shows it."""

from dataclasses import replace
from math import inf

import pytest

from engine.levels import Level
from engine.record import Record
from engine.rules import Rules
from engine.scoring import EndReason, Result
from engine.seats import Side
from record_samples import duel_sample, sample
from service.lab.intervals import Moments, errors_of_95, mean_a_deal, share
from service.lab.report import report
from service.lab.simulation import MatchOutcome, Simulation, Tally, Unit
from service.lab.totals import BIDS, NOTHING, SideTotals, Totals, totals_of

MATCHES = Simulation(Rules(), bytes(32), (Level.NORMAL, Level.EASY, Level.NORMAL, Level.NORMAL), 10)


def of_points(first: int, second: int, deals: int = 1) -> Totals:
    """A match of so many points for each side."""
    return Totals(1, deals=deals, sides=(SideTotals(points=first), SideTotals(points=second)))


def added(*samples: tuple[Totals, ...]) -> Totals:
    """The totals of samples, each of one or more matches."""
    tally = Tally()
    for matches in samples:
        for place, totals in enumerate(matches, start=1):
            tally.add(MatchOutcome(b"", totals), ends_sample=place == len(matches))
    return tally.totals


def test_the_totals_of_a_match_are_those_of_its_sheets() -> None:
    record = sample()
    totals = totals_of(record)
    assert (totals.matches, totals.deals) == (1, 4)
    assert totals.actions == 4 * (4 + 52) + sum(len(deal.looked) + len(deal.gifts) for deal in record.deals)
    for side in Side:
        scores = [deal.scores[side] for deal in record.deals]
        found = totals.sides[side]
        assert found.points == scores[-1].running_total
        assert found.bags == sum(score.new_bags for score in scores)
        assert found.contracts_made == sum(score.contract > 0 for score in scores)
        assert found.wins == (record.result is not None and record.result.winner is side)
        assert found.hands == 8


def test_a_nil_is_made_when_its_bidder_took_no_trick() -> None:
    totals = totals_of(sample())
    for side in Side:
        made = sum(deal.scores[side].nil > 0 for deal in sample().deals)
        assert totals.sides[side].nils_made + totals.sides[side].blind_nils_made >= made
    assert sum(side.blind_nils for side in totals.sides) == sum(
        made.bid.is_blind for deal in sample().deals for made in deal.bids
    )


def test_every_hand_is_counted_by_its_bid_and_its_tricks() -> None:
    totals = totals_of(sample())
    counts = [side.tricks_by_bid for side in totals.sides]
    assert sum(map(sum, counts)) == 4 * 4
    tricks = sum(count * (place % BIDS) for side in counts for place, count in enumerate(side))
    assert tricks == 4 * 13
    bids = sum(count * (place // BIDS) for side in counts for place, count in enumerate(side))
    assert bids == sum(made.bid.tricks for deal in sample().deals for made in deal.bids)


def test_a_draw_is_won_by_nobody() -> None:
    drawn: Record = replace(sample(), result=Result(None, EndReason.MAX_DEALS, (0, 0)))
    totals = totals_of(drawn)
    assert totals.draws == 1
    assert [side.wins for side in totals.sides] == [0, 0]


@pytest.mark.parametrize(
    ("points", "wins", "draws"), [((40, 31), [1, 0], 0), ((31, 40), [0, 1], 0), ((40, 40), [0, 0], 1)]
)
def test_a_match_that_was_closed_is_won_by_who_has_more_points(
    points: tuple[int, int], wins: list[int], draws: int
) -> None:
    totals = totals_of(replace(sample(), result=Result(None, EndReason.ABANDONED, points)))
    assert ([side.wins for side in totals.sides], totals.draws) == (wins, draws)


def test_where_the_sides_are_swapped_their_totals_are() -> None:
    plain, turned = totals_of(sample()), totals_of(sample(), is_turned=True)
    assert turned.sides == plain.sides[::-1]
    assert turned != plain


def test_totals_add_up() -> None:
    one = totals_of(sample()).as_sample()
    assert NOTHING + one == one
    two = one + one
    assert (two.deals, two.spread.samples) == (8, 2)
    assert two.spread.difference.squared == 2 * one.spread.difference.squared


def test_the_interval_of_a_mean() -> None:
    """Of 10, 20 and 30, one deal each: mean 20, standard deviation 10, standard error 10 / √3, t 4.3027."""
    found = mean_a_deal(60, 3, 3, Moments(1400, 60), 3)
    assert found is not None
    assert found.mean == 20
    assert found.high - found.mean == pytest.approx(4.3027 * 10 / 3**0.5)
    assert found.mean - found.low == pytest.approx(found.high - found.mean)


def test_the_interval_of_a_mean_over_samples_of_several_deals() -> None:
    """30 points in 1 deal and 30 in 2: mean 20, residuals 10 and −10, so √(2 · (100 + 100)) / 3 = 20 / 3."""
    found = mean_a_deal(60, 3, 2, Moments(1800, 90), 5)
    assert found is not None
    assert found.mean == 20
    assert found.high - found.mean == pytest.approx(12.7062 * 20 / 3)


@pytest.mark.parametrize(
    ("freedom", "errors"), [(1, 12.7062), (10, 2.2281), (11, 2.2010), (30, 2.0423), (1000, 1.9623)]
)
def test_the_fewer_the_samples_the_wider_by_students_t(freedom: int, errors: float) -> None:
    assert errors_of_95(freedom) == pytest.approx(errors, abs=2e-4)


def test_one_sample_has_a_mean_and_an_interval_without_ends() -> None:
    found = mean_a_deal(60, 3, 1, Moments(3600, 180), 9)
    assert found == (20, -inf, inf)
    assert found is not None
    assert found.reach is None


def test_of_nothing_there_is_no_mean() -> None:
    assert mean_a_deal(0, 0, 0, Moments(), 0) is None


def test_the_difference_is_that_of_each_deal() -> None:
    """Both sides vary by far more than what is between them: 10 and 20, a mean of 15 and 5 beside it."""
    totals = added((of_points(100, 90),), (of_points(500, 480),))
    assert totals.difference is not None
    assert totals.difference.mean == 15
    assert totals.difference.high == pytest.approx(15 + 12.7062 * 5)


def test_in_a_pair_the_luck_of_the_cards_is_gone() -> None:
    """As NS the first players win by 110, as EW they lose by 90; and so on: 10 points a deal, each time."""
    one = (of_points(200, 90), of_points(50, 140))
    other = (of_points(0, 300), of_points(320, 0))
    totals = added(one, other)
    assert totals.spread.samples == 2
    assert totals.difference is not None
    assert totals.difference == pytest.approx((10, 10, 10))


def test_a_pair_that_is_not_whole_is_not_counted_yet() -> None:
    tally = Tally()
    tally.add(MatchOutcome(b"", of_points(1, 2)), ends_sample=False)
    assert tally.totals == NOTHING
    assert tally.unfinished == of_points(1, 2)


def test_the_interval_of_a_share_stays_between_0_and_1() -> None:
    """Wilson's interval; for 0 of 10 it is 0 … 0.2775."""
    none, all_of_them = share(0, 10), share(10, 10)
    assert none is not None
    assert all_of_them is not None
    assert (none.low, none.high) == (0, pytest.approx(0.2775, abs=1e-4))
    assert (all_of_them.low, all_of_them.high) == (pytest.approx(0.7225, abs=1e-4), pytest.approx(1))
    assert share(0, 0) is None


def test_the_report_of_nothing_divides_by_nothing() -> None:
    assert "none" in report(NOTHING, MATCHES)


def test_the_report_has_a_column_for_each_side() -> None:
    sides = (
        SideTotals(1, 200, 4, 3, 8, 1, 1, 0, 0, 5),
        SideTotals(1, 100, 4, 2, 8, 0, 0, 0, 0, 6),
    )
    lines = report(Totals(2, 0, 4, 224, sides), MATCHES).splitlines()
    assert lines[0].split("  ")[-1] == "EW (easy + normal)"
    assert "NS (normal)" in lines[0]
    assert "contracts made  3 of 4 = 75.0 % [30.1 … 95.4]" in lines[3]
    assert "nils bid        1 of 8 = 12.5 %" in lines[4]
    assert not any(line.startswith("blind nils") for line in lines)
    assert "actions a match         112" in lines


def test_the_report_of_pairs_of_deals_says_so() -> None:
    deals = replace(MATCHES, unit=Unit.DEALS, is_duplicate=True)
    text = report(added((of_points(10, 0), of_points(0, 4))), deals)
    assert "\ndeals won " in text
    assert "\npairs of deals, sides swapped  1\n" in text
    assert "deals a match" not in text


def test_after_a_cut_a_side_has_no_players_of_its_own() -> None:
    cut = replace(MATCHES, rules=Rules(seating="cut"))
    assert report(NOTHING, cut).splitlines()[0].split() == ["NS", "EW"]


def test_in_a_duel_the_columns_are_the_seats_and_draws_are_actions() -> None:
    totals = totals_of(duel_sample())
    duel = replace(MATCHES, rules=Rules(players=2))
    assert report(totals, duel).splitlines()[0].split() == ["N", "(normal)", "S", "(normal)"]
    assert totals.actions == 2 * (26 + 2 + 26)
    assert sum(side.wins for side in totals.sides) == 1
    assert [side.hands for side in totals.sides] == [2, 2]
