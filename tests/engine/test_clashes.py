"""Options that clash: rule book, section 3. All clashes at once, and every other combination accepted."""

from itertools import combinations
from typing import Any

import pytest

from engine.errors import Refusal
from engine.options import OPTION_OF
from engine.rules import IllegalRules, resolve_rules

CLASHES: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({"nil": False}, {"blind_nil": True}),
    ({"nil": False}, {"suicide": "one_nil"}),
    ({"nil": False}, {"suicide": "all_blind_nil"}),
    ({"nil": False}, {"bid_style": "mirror"}),
    ({"nil": False}, {"bid_style": "whiz"}),
    ({"bid_style": "mirror"}, {"zero_bid": True}),
    ({"bid_style": "mirror"}, {"both_nil": "forbidden"}),
    ({"bid_style": "mirror"}, {"min_bid": 2}),
    ({"bid_style": "mirror"}, {"min_side_bid": 1}),
    ({"bid_style": "mirror"}, {"suicide": "one_nil"}),
    ({"bid_style": "mirror"}, {"suicide": "all_blind_nil"}),
    ({"bid_style": "whiz"}, {"zero_bid": True}),
    ({"bid_style": "whiz"}, {"both_nil": "forbidden"}),
    ({"bid_style": "whiz"}, {"min_bid": 2}),
    ({"bid_style": "whiz"}, {"min_side_bid": 1}),
    ({"bid_style": "whiz"}, {"suicide": "one_nil"}),
    ({"bid_style": "whiz"}, {"suicide": "all_blind_nil"}),
    ({"suicide": "all_blind_nil"}, {"both_nil": "forbidden"}),
    ({"zero_bid": True}, {"min_bid": 1}),
    ({"zero_bid": True}, {"min_bid": 2}),
    ({"players": 2}, {"blind_nil": True}),
    ({"players": 2}, {"blind_bid_from": 6}),
    ({"players": 2}, {"suicide": "one_nil"}),
    ({"players": 2}, {"suicide": "all_blind_nil"}),
    ({"players": 2}, {"seating": "cut"}),
    ({"players": 2}, {"min_side_bid": 1}),
    ({"players": 2}, {"nil_exchange": 1}),
    ({"players": 2}, {"both_nil": "forbidden"}),
    ({"players": 2}, {"nil_tricks": "partner"}),
    ({"players": 2}, {"first_dealer": "E"}),
    ({"players": 2}, {"first_dealer": "W"}),
)

# Values of each kind that differ from the default.
_OTHERS: dict[str, tuple[Any, ...]] = {
    "target": (50,),
    "floor": (None, -50),
    "lead_margin": (500,),
    "max_deals": (1,),
    "tie": ("last_deal", "draw"),
    "bag_penalty": (False,),
    "bag_limit": (1,),
    "bag_penalty_points": (0,),
    "overtrick_points": (0, -1, -10),
    "nil": (False,),
    "nil_points": (0,),
    "nil_tricks": ("partner", "ignored"),
    "both_nil": ("forbidden",),
    "zero_bid": (True,),
    "blind_nil": (True,),
    "blind_behind": (0,),
    "blind_exchange": (0,),
    "nil_exchange": (1,),
    "blind_bid_from": (6,),
    "ten_for_200": (True,),
    "bid_13_bonus": (200,),
    "min_bid": (1, 2),
    "min_side_bid": (1,),
    "suicide": ("one_nil", "all_blind_nil"),
    "bid_style": ("mirror", "whiz"),
    "first_lead": ("lowest_club",),
    "jokers": ("two", "two_and_deuces"),
    "seating": ("cut",),
    "first_dealer": ("N", "E", "S", "W"),
    "players": (2,),
}
OTHER_VALUES = tuple({name: value} for name, values in _OTHERS.items() for value in values)


def clashes_of(options: dict[str, Any], preset: str = "standard") -> set[frozenset[str]]:
    """The pairs of options that are said to clash."""
    try:
        resolve_rules(preset, options)
    except IllegalRules as refused:
        faults = [fault for fault in refused.faults if fault.refusal is Refusal.RULES_CLASH]
        return {frozenset({str(fault.option), other}) for fault in faults for other in fault.clashes_with}
    return set()


def text_of(options: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


@pytest.mark.parametrize(
    ("first", "second"),
    [pytest.param(first, second, id=f"{text_of(first)} with {text_of(second)}") for first, second in CLASHES],
)
def test_clash(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert clashes_of(first | second) == {frozenset((*first, *second))}


def test_every_other_pair_is_no_clash() -> None:
    listed = {text_of(first | second) for first, second in CLASHES}
    listed |= {text_of(second | first) for first, second in CLASHES}
    pairs = [
        first | second for first, second in combinations(OTHER_VALUES, 2) if first.keys() != second.keys()
    ]
    assert {text_of(pair) for pair in pairs if clashes_of(pair)} <= listed


def test_every_option_and_every_listed_value_is_among_those_tried() -> None:
    assert list(_OTHERS) == list(OPTION_OF)
    assert all(option in OTHER_VALUES for pair in CLASHES for option in pair)


def test_all_clashes_are_told_at_once() -> None:
    asked = {"nil": False, "blind_nil": True, "players": 2, "seating": "cut", "zero_bid": True, "min_bid": 3}
    expected = [
        ("nil", "blind_nil"),
        ("players", "blind_nil"),
        ("players", "seating"),
        ("zero_bid", "min_bid"),
    ]
    assert clashes_of(asked) == set(map(frozenset, expected))


def test_a_preset_clashes_with_an_option_on_top() -> None:
    assert clashes_of({"suicide": "one_nil"}, "whiz") == {frozenset(("bid_style", "suicide"))}


def test_clashes_go_before_what_is_not_built() -> None:
    with pytest.raises(IllegalRules) as refused:
        resolve_rules("standard", {"zero_bid": True, "min_bid": 1, "jokers": "two"})
    assert {fault.refusal for fault in refused.value.faults} == {Refusal.RULES_CLASH}
