"""Each option changes what it says: a row here fails when the field is ignored, and every field has rows."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from engine.events import SeatsCut
from engine.options import OPTIONS, Option
from engine.phases import Phase
from engine.play import start
from engine.rules import Rules, resolve_rules, rules_hash
from engine.scoring import Result, SideScore
from engine.seats import Seat, Side
from engine.state import Match
from spades_builders import SEED, STANDARD, E, N, S, W, bidding, cards, codes, full_hands
from spades_driver import bid_in_turn, finish_deal, legal_bids_text

BLIND = Rules(blind_nil=True, blind_behind=0)
Seen = Callable[[Rules], object]


def after(
    rules: Rules, *, points: tuple[int, int] = (0, 0), bags: tuple[int, int] = (0, 0), number: int = 1
) -> Match:
    """The match after a deal in which NS made 6 with one bag, and EW made 6."""
    start_of_deal = bidding(rules, points=points, bags=bags, number=number)
    return finish_deal(start_of_deal, "3, 3, 3, 3", (4, 3, 3, 3)).match


def is_over_at(ns: int, ew: int, number: int = 1) -> Seen:
    return lambda rules: after(rules, points=(ns - 61, ew - 60), number=number).result is not None


def winner_when_level(rules: Rules) -> object:
    result = after(rules, points=(639, 640)).result
    return result.winner if isinstance(result, Result) else "plays on"


def score(rules: Rules, made: str, tricks: tuple[int, ...], bags: int = 0) -> SideScore:
    """Of NS."""
    sheet = finish_deal(bidding(rules, bags=(bags, 0)), made, tricks).match.last_sheet
    assert sheet is not None
    return sheet.scores[Side.NS]


def penalty(rules: Rules) -> int:
    return score(rules, "3, 3, 3, 3", (4, 3, 3, 3), bags=9).bag_penalty


def bag_points(rules: Rules) -> int:
    return score(rules, "3, 3, 3, 3", (6, 3, 3, 1)).bags


def nil_points(rules: Rules) -> int:
    return score(rules, "nil, 3, 3, 3", (0, 5, 3, 5)).nil


def contract_and_bags(rules: Rules) -> tuple[int, int]:
    """Beside a nil that took two tricks, a contract that is one short."""
    found = score(rules, "nil, 3, 4, 3", (2, 3, 3, 5))
    return found.contract, found.new_bags


def contract_of_ten(rules: Rules) -> int:
    return score(rules, "5, 1, 5, 1", (5, 2, 5, 1)).contract


def bonus_of_13(rules: Rules) -> int:
    return score(rules, "7, 1, 6, 1", (7, 0, 6, 0)).bonus


def hidden_hands(rules: Rules) -> tuple[Seat, ...]:
    return bidding(rules, points=(0, 100)).deal.unseen


def first_bids(rules: Rules) -> str:
    return legal_bids_text(bidding(rules))


def second_bids(made: str) -> Seen:
    """Of the partner, after these bids."""
    return lambda rules: legal_bids_text(bid_in_turn(bidding(rules), made))


def bids_with_three_spades(rules: Rules) -> str:
    return legal_bids_text(bidding(rules, hands=full_hands("AS KS QS 2D 3D 4D 5D 6D 7D 8D 9D TD JD")))


def cards_to_give(made: str) -> Seen:
    def count(rules: Rules) -> tuple[int, ...]:
        match = bidding(rules)
        match = bid_in_turn(replace(match, deal=replace(match.deal, unseen=(N,))), made)
        return tuple(part.count for part in match.deal.exchanges)

    return count


def first_leader(rules: Rules) -> Seat:
    match = bid_in_turn(bidding(rules, hands=full_hands(s="2C")), "3, 3, 3, 3")
    assert match.deal.phase is Phase.PLAYING
    return match.deal.leader


def special_cards(rules: Rules) -> str:
    dealt = sum(start(rules, SEED).match.deal.hands)
    return codes(dealt & cards("2C 2H 2D 2S LJ BJ +2D +2S"))


def is_cut(rules: Rules) -> bool:
    return any(isinstance(event, SeatsCut) for event in start(rules, SEED).events)


def seats_and_phase(rules: Rules) -> object:
    deal = start(rules, SEED).match.deal
    return len(rules.lineup.seats), deal.phase.value


def first_dealer(rules: Rules) -> Seat:
    return start(rules, SEED).match.deal.dealer


# option, the other rules, how it shows, a value and what is then seen, another value and what is seen then
ROWS: tuple[tuple[str, Rules, Seen, tuple[Any, Any], tuple[Any, Any]], ...] = (
    ("target", STANDARD, is_over_at(300, 0), (500, False), (300, True)),
    ("floor", STANDARD, is_over_at(0, -200), (-200, True), (-201, False)),
    ("floor", STANDARD, is_over_at(0, -200), (-200, True), (None, False)),
    ("lead_margin", STANDARD, is_over_at(300, 0), (None, False), (300, True)),
    ("lead_margin", STANDARD, is_over_at(300, 0), (301, False), (300, True)),
    ("max_deals", STANDARD, is_over_at(0, 0, number=7), (100, False), (7, True)),
    ("tie", STANDARD, winner_when_level, ("extra_deal", "plays on"), ("last_deal", Side.NS)),
    ("tie", STANDARD, winner_when_level, ("extra_deal", "plays on"), ("draw", None)),
    ("bag_penalty", STANDARD, penalty, (True, -100), (False, 0)),
    ("bag_limit", STANDARD, penalty, (10, -100), (5, -200)),
    ("bag_limit", STANDARD, penalty, (10, -100), (11, 0)),
    ("bag_penalty_points", STANDARD, penalty, (100, -100), (30, -30)),
    ("overtrick_points", STANDARD, bag_points, (1, 3), (0, 0)),
    ("overtrick_points", STANDARD, bag_points, (-1, -3), (-10, -30)),
    ("overtrick_points", STANDARD, penalty, (0, -100), (-1, 0)),
    ("nil", STANDARD, first_bids, (True, "nil, 1-13"), (False, "1-13")),
    ("nil_points", STANDARD, nil_points, (100, 100), (50, 50)),
    ("nil_tricks", STANDARD, contract_and_bags, ("bags", (-40, 2)), ("partner", (40, 1))),
    ("nil_tricks", STANDARD, contract_and_bags, ("bags", (-40, 2)), ("ignored", (-40, 0))),
    ("both_nil", STANDARD, second_bids("nil, 3"), ("each", "nil, 1-13"), ("forbidden", "1-13")),
    ("zero_bid", STANDARD, first_bids, (False, "nil, 1-13"), (True, "nil, zero, 1-13")),
    ("blind_nil", replace(STANDARD, blind_behind=0), hidden_hands, (False, ()), (True, (N, E, S, W))),
    ("blind_behind", BLIND, hidden_hands, (0, (N, E, S, W)), (100, (N, S))),
    ("blind_behind", BLIND, hidden_hands, (100, (N, S)), (101, ())),
    ("blind_exchange", BLIND, cards_to_give("blind nil, 3, 3, 3"), (2, (2, 2)), (3, (3, 3))),
    ("blind_exchange", BLIND, cards_to_give("blind nil, 3, 3, 3"), (2, (2, 2)), (0, ())),
    ("nil_exchange", STANDARD, cards_to_give("seen nil, 3, 3, 3"), (0, ()), (3, (3, 3))),
    ("blind_bid_from", STANDARD, hidden_hands, (None, ()), (6, (N, E, S, W))),
    ("blind_bid_from", STANDARD, first_bids, (6, "blind 6-13"), (8, "blind 8-13")),
    ("ten_for_200", STANDARD, contract_of_ten, (False, 100), (True, 200)),
    ("bid_13_bonus", STANDARD, bonus_of_13, (0, 0), (150, 150)),
    ("min_bid", STANDARD, first_bids, (0, "nil, 1-13"), (4, "nil, 4-13")),
    ("min_bid", STANDARD, first_bids, (2, "nil, 2-13"), (3, "nil, 3-13")),
    ("min_side_bid", STANDARD, second_bids("1, 3"), (0, "nil, 1-13"), (4, "nil, 3-13")),
    ("min_side_bid", STANDARD, second_bids("1, 3"), (5, "nil, 4-13"), (8, "nil, 7-13")),
    ("suicide", STANDARD, second_bids("4, 3"), ("off", "nil, 1-13"), ("one_nil", "nil")),
    ("suicide", STANDARD, second_bids("nil, 3"), ("off", "nil, 1-13"), ("one_nil", "1-13")),
    ("suicide", STANDARD, first_bids, ("one_nil", "nil, 1-13"), ("all_blind_nil", "blind nil")),
    ("bid_style", STANDARD, bids_with_three_spades, ("free", "nil, 1-13"), ("mirror", "3")),
    ("bid_style", STANDARD, bids_with_three_spades, ("mirror", "3"), ("whiz", "nil, 3")),
    ("first_lead", STANDARD, first_leader, ("dealer_left", N), ("lowest_club", S)),
    ("jokers", STANDARD, special_cards, ("off", "2C 2D 2H 2S"), ("two", "2D 2S LJ BJ")),
    ("jokers", STANDARD, special_cards, ("two", "2D 2S LJ BJ"), ("two_and_deuces", "+2S +2D LJ BJ")),
    ("seating", STANDARD, is_cut, ("chosen", False), ("cut", True)),
    ("first_dealer", STANDARD, first_dealer, ("S", S), ("W", W)),
    ("first_dealer", STANDARD, first_dealer, ("S", S), ("random", N)),
    ("players", STANDARD, seats_and_phase, (4, (4, "bidding")), (2, (2, "drawing"))),
)


@pytest.mark.parametrize(
    ("name", "others", "look", "first", "second"),
    [
        pytest.param(*row, id=f"{row[0]} {row[3][0]}, {row[4][0]}: {number}")
        for number, row in enumerate(ROWS)
    ],
)
def test_option(
    name: str, others: Rules, look: Seen, first: tuple[Any, Any], second: tuple[Any, Any]
) -> None:
    options = others.as_options()
    seen = [look(resolve_rules("standard", {**options, name: value})) for value, _ in (first, second)]
    assert seen == [expected for _, expected in (first, second)]
    assert first[1] != second[1]


BY_FIELD = pytest.mark.parametrize("option", [pytest.param(option, id=option.name) for option in OPTIONS])


def test_every_field_has_rows() -> None:
    assert {row[0] for row in ROWS} == {field.name for field in fields(Rules)}


@BY_FIELD
def test_every_word_and_every_switch_of_a_field_has_a_row(option: Option) -> None:
    shown = {value for name, _, _, *seen in ROWS if name == option.name for value, _ in seen}
    words = {True, False} if option.kind == "boolean" else set(option.values)
    missing = words - shown
    assert missing <= {"N", "E"}, "other seats as first dealer: test_a_named_first_dealer_deals_first"
    if option.nullable:
        assert None in shown


@BY_FIELD
def test_every_field_is_in_the_options_and_in_the_hash(option: Option) -> None:
    value = next(seen[0] for name, _, _, *pair in ROWS if name == option.name for seen in pair)
    other = next(
        seen[0] for name, _, _, *pair in ROWS if name == option.name for seen in pair if seen[0] != value
    )
    first, second = (replace(Rules(), **{option.name: each}) for each in (value, other))
    assert first.as_options()[option.name] == value
    assert rules_hash(first) != rules_hash(second)


@pytest.mark.parametrize("dealer", Seat)
def test_a_named_first_dealer_deals_first(dealer: Seat) -> None:
    assert start(Rules(first_dealer=dealer.name), SEED).match.deal.dealer is dealer
