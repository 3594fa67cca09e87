"""What matches add up to, and the table that shows it."""

from dataclasses import replace

import pytest

from engine.record import Record
from engine.scoring import EndReason, Result
from engine.seats import FOUR_PLAYERS, TWO_PLAYERS, Side
from record_samples import duel_sample, sample
from service.lab.report import report
from service.lab.totals import SideTotals, Totals, share, totals_of


def test_the_totals_of_a_match_are_those_of_its_sheets() -> None:
    record = sample()
    totals = totals_of(record)
    assert (totals.matches, totals.deals) == (1, 4)
    assert totals.actions == 4 * (4 + 52) + sum(len(deal.looked) + len(deal.gifts) for deal in record.deals)
    for side in Side:
        scores = [deal.scores[side] for deal in record.deals]
        found = totals.sides[side]
        assert found.points == scores[-1].running_total
        assert found.points_squared == sum(score.deal_total**2 for score in scores)
        assert found.bags == sum(score.new_bags for score in scores)
        assert found.contracts_made == sum(score.contract > 0 for score in scores)
        assert found.wins == (record.result is not None and record.result.winner is side)


def test_a_nil_is_made_when_its_bidder_took_no_trick() -> None:
    totals = totals_of(sample())
    for side in Side:
        made = sum(deal.scores[side].nil > 0 for deal in sample().deals)
        assert totals.sides[side].nils_made + totals.sides[side].blind_nils_made >= made
    assert sum(side.blind_nils for side in totals.sides) == sum(
        made.bid.is_blind for deal in sample().deals for made in deal.bids
    )


def test_a_draw_is_won_by_nobody() -> None:
    drawn: Record = replace(sample(), result=Result(None, EndReason.MAX_DEALS, (0, 0)))
    totals = totals_of(drawn)
    assert totals.draws == 1
    assert [side.wins for side in totals.sides] == [0, 0]


def test_totals_add_up() -> None:
    one = totals_of(sample())
    assert Totals() + one == one
    assert (one + one).deals == 2 * one.deals
    assert (one + one).sides[0].points_squared == 2 * one.sides[0].points_squared


def test_the_interval_of_a_mean() -> None:
    """Of 10, 20 and 30: mean 20, standard deviation 10, standard error 10 / √3."""
    found = SideTotals(deals=3, points=60, points_squared=1400).points_a_deal
    assert found is not None
    assert found.mean == 20
    assert found.high - found.mean == pytest.approx(1.959964 * 10 / 3**0.5)


def test_the_interval_of_a_share_stays_between_0_and_1() -> None:
    """Wilson's interval; for 0 of 10 it is 0 … 0.2775."""
    none, all_of_them = share(0, 10), share(10, 10)
    assert none is not None
    assert all_of_them is not None
    assert (none.low, none.high) == (0, pytest.approx(0.2775, abs=1e-4))
    assert (all_of_them.low, all_of_them.high) == (pytest.approx(0.7225, abs=1e-4), pytest.approx(1))
    assert share(0, 0) is None


def test_the_report_of_nothing_divides_by_nothing() -> None:
    assert "none bid" in report(Totals(), FOUR_PLAYERS)


def test_the_report_has_a_column_for_each_side() -> None:
    sides = (
        SideTotals(1, 4, 200, 12000, 4, 3, 1, 1, 0, 0, 5),
        SideTotals(1, 4, 100, 6000, 4, 2, 0, 0, 0, 0, 6),
    )
    lines = report(Totals(2, 0, 4, 224, sides), FOUR_PLAYERS).splitlines()
    assert lines[0].split() == ["NS", "EW"]
    assert "contracts made  3 of 4 = 75.0 %" in lines[3]
    assert not any(line.startswith("blind nils") for line in lines)
    assert "actions a match  112" in lines


def test_in_a_duel_the_columns_are_the_seats_and_draws_are_actions() -> None:
    totals = totals_of(duel_sample())
    assert report(totals, TWO_PLAYERS).splitlines()[0].split() == ["N", "S"]
    assert totals.actions == 2 * (26 + 2 + 26)
    assert sum(side.wins for side in totals.sides) == 1
