"""Options that clash: rule book, section 3. All clashes at once, and every other combination accepted."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings

from engine.errors import Refusal
from engine.options import OPTION_OF
from engine.rules import IllegalRules, resolve_rules
from spades_strategies import OTHER_VALUES, option_sets

SUICIDE = ("suicide", "one_nil", "all_blind_nil")
FIXED_BID = ("bid_style", "mirror", "whiz")
DUEL = ("players", 2)
# As the rule book lists them: an option and its values that clash with those of the other option.
LISTED: tuple[tuple[tuple[Any, ...], tuple[Any, ...]], ...] = (
    (("nil", False), ("blind_nil", True)),
    (("nil", False), SUICIDE),
    (("nil", False), FIXED_BID),
    (FIXED_BID, ("zero_bid", True)),
    (FIXED_BID, ("both_nil", "forbidden")),
    (FIXED_BID, ("min_bid", 2, 6)),
    (FIXED_BID, ("min_side_bid", 1, 8)),
    (FIXED_BID, SUICIDE),
    (("suicide", "all_blind_nil"), ("both_nil", "forbidden")),
    (("zero_bid", True), ("min_bid", 1, 2, 6)),
    (DUEL, ("blind_nil", True)),
    (DUEL, ("blind_bid_from", 5, 6, 10)),
    (DUEL, SUICIDE),
    (DUEL, ("seating", "cut")),
    (DUEL, ("min_side_bid", 1, 8)),
    (DUEL, ("nil_exchange", 1)),
    (DUEL, ("both_nil", "forbidden")),
    (DUEL, ("nil_tricks", "partner")),
    (DUEL, ("first_dealer", "E", "W")),
)
CLASHES: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = tuple(
    ({first: value}, {second: other})
    for (first, *values), (second, *others) in LISTED
    for value in values
    for other in others
)


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
    assert len(pairs) > 900
    assert {text_of(pair) for pair in pairs if clashes_of(pair)} <= listed


@settings(max_examples=200, deadline=None)
@given(option_sets())
def test_any_options_at_once_clash_by_their_pairs_and_by_nothing_else(options: dict[str, Any]) -> None:
    # A value that is none of those listed clashes as the listed one of its kind does.
    alike = {"min_bid": {3: 2, 4: 2, 5: 2}, "blind_bid_from": {7: 6, 8: 6, 9: 6}}
    alike["min_side_bid"] = dict.fromkeys(range(2, 8), 1)
    alike["nil_exchange"] = dict.fromkeys(range(2, 5), 1)
    plain = {name: alike.get(name, {}).get(value, value) for name, value in options.items()}
    expected = {
        frozenset((*first, *second))
        for first, second in CLASHES
        if first.items() <= plain.items() and second.items() <= plain.items()
    }
    assert clashes_of(options) == expected


def test_every_option_and_every_listed_value_is_among_those_tried() -> None:
    assert list(dict.fromkeys(name for option in OTHER_VALUES for name in option)) == list(OPTION_OF)
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


@pytest.mark.parametrize(
    ("preset", "asked", "at_fault", "other"),
    [
        pytest.param("standard", {"nil": False, "blind_nil": True}, "blind_nil", "nil", id="both asked for"),
        pytest.param("encyclopedia", {"nil": False}, "nil", "blind_nil", id="the second by the preset"),
        pytest.param("duel", {"blind_nil": True}, "blind_nil", "players", id="the first by the preset"),
    ],
)
def test_at_fault_is_an_option_that_was_asked_for(
    preset: str, asked: dict[str, Any], at_fault: str, other: str
) -> None:
    with pytest.raises(IllegalRules) as refused:
        resolve_rules(preset, asked)
    assert [(fault.option, fault.clashes_with) for fault in refused.value.faults] == [(at_fault, (other,))]
