"""The fit of the numbers: the models taken apart are the models, and the file is what is written."""

from itertools import pairwise
from random import Random

import pytest

from deals import rules_of
from engine.bids import Bid
from engine.cpu.bid_table import BidTable
from engine.cpu.duel_strength import duel_worth
from engine.cpu.hand_strength import estimate
from engine.cpu.nil_risk import nil_risk
from engine.views import view_for
from fit_deals import bid_hands, bold_nil
from fitted_numbers import FILE, Values, in_the_tree, module_text
from hand_counts import BidsBefore, duel_counts, duel_table_counts, nil_counts, table_counts, trick_counts
from monotone import rising
from regression import Sample, least_squares, likelihood, logistic, predicted, solved
from spades_builders import bid, bidding, duel_bidding
from spades_driver import bid_in_turn

TREE = in_the_tree()
A, B = ("A",), ("B",)


def random_hands(count: int) -> list[int]:
    rng = Random(count)
    return [sum(1 << card for card in rng.sample(range(52), 13)) for _ in range(count)]


@pytest.mark.parametrize(
    ("counts", "model"),
    [
        pytest.param(trick_counts, estimate, id="tricks"),
        pytest.param(nil_counts, nil_risk, id="nil"),
        pytest.param(duel_counts, lambda hand: duel_worth(hand, "off"), id="duel"),
    ],
)
def test_the_parameters_of_a_hand_add_up_to_what_the_model_says(counts, model) -> None:
    for hand in random_hands(300):
        assert predicted(Sample(counts(hand), 0), TREE) == model(hand)


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("", (None, (None, None))),
        ("3", (None, (None, "3"))),
        ("nil, 4", ("nil", (None, "4"))),
        ("2, nil, 5", ("nil", ("2", "5"))),
        ("4, 2, 5", ("2", ("4", "5"))),
        ("nil, 2, nil", ("2", ("nil", "nil"))),
    ],
)
def test_the_parameters_of_the_bids_before_add_up_to_the_adjustment(text: str, before) -> None:
    partner, opponents = before
    heard = BidsBefore(_bid(partner), tuple(map(_bid, opponents)))
    match = bid_in_turn(bidding(), text)
    table = BidTable(view_for(match, match.to_act[0]))
    assert predicted(Sample(table_counts(heard), 0), TREE) == table.adjustment(300)


@pytest.mark.parametrize("text", ["", "4", "nil"])
def test_the_parameters_of_the_bid_before_add_up_in_a_duel(text: str) -> None:
    cards = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
    match = bid_in_turn(duel_bidding(cards, cards.replace("C", "D")), text)
    counts = duel_table_counts(_bid(text or None), 500)
    assert predicted(Sample(counts, 0), TREE) == BidTable(view_for(match, match.to_act[0])).adjustment(500)


def _bid(text: str | None) -> Bid | None:
    return bid(text) if text else None


def test_the_file_in_the_tree_is_what_the_fit_would_write() -> None:
    assert module_text(TREE) == FILE.read_text(encoding="utf-8")


def test_a_system_is_solved() -> None:
    assert solved([[4.0, 2.0], [2.0, 3.0]], [2.0, 5.0]) == pytest.approx([-0.5, 2.0])


def test_least_squares_finds_the_numbers_behind_the_outcomes() -> None:
    samples = [Sample({A: a, B: b}, 70 * a - 30 * b) for a in range(40) for b in range(40)]
    found = least_squares(samples, {A: 0.0, B: 0.0}, [A, B])
    assert found == pytest.approx({A: 70, B: -30}, abs=1)


def test_logistic_regression_finds_the_chances() -> None:
    true: Values = {A: -100, B: 250}
    counts = [{A: 1, B: number % 2} for number in range(4000)]
    samples = [Sample(each, likelihood(Sample(each, 0), true)) for each in counts]
    found = logistic(samples, {A: 0.0, B: 0.0}, [A, B])
    assert found == pytest.approx(true, abs=10)


def test_what_the_data_does_not_tell_stays_as_it_is() -> None:
    found = least_squares([Sample({A: 1}, 50)] * 1000, {A: 0.0, B: 17.0}, [A, B])
    assert found[B] == 17
    assert least_squares([], TREE, list(TREE)) == TREE


def test_fitted_numbers_rise_with_the_rank() -> None:
    noise = Random(1)
    found = rising({parameter: value + noise.gauss(0, 40) for parameter, value in TREE.items()})
    ranks = [found["NIL_SECOND", rank] for rank in range(13)]
    assert all(low <= high for low, high in pairwise(ranks))
    assert all(0 <= found["SPADE_JACK", held] <= found["SPADE_KING", held] for held in range(1, 5))


def test_the_data_are_hands_with_what_was_heard_before() -> None:
    four = bid_hands(rules_of(), 1)
    assert [len(each.before.made) for each in four] == [0, 1, 2, 3]
    assert sum(each.tricks for each in four) == 13
    assert all(each.hand.bit_count() == 13 for each in four)
    nils = [each for each in (bold_nil(rules_of(), index) for index in range(30)) if each]
    assert 5 < len(nils) < 30
    assert max(nil_risk(each.hand) for each in nils) > 0
