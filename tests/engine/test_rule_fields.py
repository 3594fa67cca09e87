"""Each option that is built changes what it says: a row here fails when the field is ignored."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.options import OPTIONS
from engine.phases import Phase
from engine.play import start
from engine.rules import Rules
from engine.scoring import Result
from engine.seats import Seat, Side
from engine.state import Match
from spades_builders import SEED, STANDARD, E, N, S, W, bidding, full_hands
from spades_driver import bid_in_turn, finish_deal

BLIND = Rules(blind_nil=True, blind_behind=0)
Look = Callable[[Rules], object]


def after(
    rules: Rules, *, points: tuple[int, int] = (0, 0), bags: tuple[int, int] = (0, 0), number: int = 1
) -> Match:
    """The match after a deal in which NS made 6 with one bag, and EW made 6."""
    start_of_deal = bidding(rules, points=points, bags=bags, number=number)
    return finish_deal(start_of_deal, "3, 3, 3, 3", (4, 3, 3, 3)).match


def is_over_at(ns: int, ew: int, number: int = 1) -> Look:
    return lambda rules: after(rules, points=(ns - 61, ew - 60), number=number).result is not None


def winner_when_level(rules: Rules) -> object:
    result = after(rules, points=(639, 640)).result
    return result.winner if isinstance(result, Result) else "plays on"


def penalty(rules: Rules) -> object:
    sheet = after(rules, bags=(9, 0)).last_sheet
    return sheet and sheet.scores[Side.NS].bag_penalty


def hidden_hands(rules: Rules) -> tuple[Seat, ...]:
    return bidding(rules, points=(0, 100)).deal.unseen


def cards_to_give(rules: Rules) -> tuple[int, ...]:
    match = bidding(rules)
    match = bid_in_turn(replace(match, deal=replace(match.deal, unseen=(N,))), "blind nil, 3, 3, 3")
    return tuple(part.count for part in match.deal.exchanges)


def first_leader(rules: Rules) -> Seat:
    match = bid_in_turn(bidding(rules, hands=full_hands(s="2C")), "3, 3, 3, 3")
    assert match.deal.phase is Phase.PLAYING
    return match.deal.leader


# option, the other rules, its first value and what is then seen, another value and what is seen then
ROWS: tuple[tuple[str, Rules, Look, tuple[Any, Any], tuple[Any, Any]], ...] = (
    ("target", STANDARD, is_over_at(300, 0), (500, False), (300, True)),
    ("floor", STANDARD, is_over_at(0, -200), (-200, True), (-201, False)),
    ("max_deals", STANDARD, is_over_at(0, 0, number=7), (100, False), (7, True)),
    ("tie", STANDARD, winner_when_level, ("extra_deal", "plays on"), ("last_deal", Side.NS)),
    ("tie", STANDARD, winner_when_level, ("extra_deal", "plays on"), ("draw", None)),
    ("bag_penalty", STANDARD, penalty, (True, -100), (False, 0)),
    ("bag_limit", STANDARD, penalty, (10, -100), (5, -200)),
    ("bag_limit", STANDARD, penalty, (10, -100), (11, 0)),
    ("bag_penalty_points", STANDARD, penalty, (100, -100), (30, -30)),
    ("blind_nil", replace(STANDARD, blind_behind=0), hidden_hands, (False, ()), (True, (N, E, S, W))),
    ("blind_behind", BLIND, hidden_hands, (0, (N, E, S, W)), (100, (N, S))),
    ("blind_behind", BLIND, hidden_hands, (100, (N, S)), (101, ())),
    ("blind_exchange", BLIND, cards_to_give, (2, (2, 2)), (3, (3, 3))),
    ("blind_exchange", BLIND, cards_to_give, (2, (2, 2)), (0, ())),
    ("first_lead", STANDARD, first_leader, ("dealer_left", N), ("lowest_club", S)),
    ("first_dealer", STANDARD, lambda rules: start(rules, SEED).match.deal.dealer, ("S", S), ("W", W)),
)


@pytest.mark.parametrize(
    ("name", "others", "look", "first", "second"),
    [pytest.param(*row, id=f"{row[0]} {row[3][0]}, {row[4][0]}") for row in ROWS],
)
def test_option(
    name: str, others: Rules, look: Look, first: tuple[Any, Any], second: tuple[Any, Any]
) -> None:
    seen = [look(replace(others, **{name: value})) for value, _ in (first, second)]
    assert seen == [expected for _, expected in (first, second)]
    assert first[1] != second[1]


def test_every_option_that_is_built_has_a_row() -> None:
    assert {row[0] for row in ROWS} == {option.name for option in OPTIONS if option.built}


@pytest.mark.parametrize("dealer", Seat)
def test_a_named_first_dealer_deals_first(dealer: Seat) -> None:
    assert start(Rules(first_dealer=dealer.name), SEED).match.deal.dealer is dealer
