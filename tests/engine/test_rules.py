"""The options of the rule book, section 3: types, ranges, defaults, presets."""

import hashlib
import json
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from engine.errors import Refusal
from engine.options import OPTION_OF, OPTIONS
from engine.rules import (
    PRESETS,
    IllegalRules,
    Rules,
    RulesFault,
    change_rules,
    check_options,
    resolve_rules,
    rules_hash,
)

NO_NUMBER: tuple[Any, ...] = (True, 3.0, "3", None, [], {}, float("nan"))
NO_SWITCH = (0, 1, "on", "true", None)
NO_WORD: tuple[Any, ...] = (True, 1, "", "OFF", None, [])

# For each option: its default, other values that are in its range, values that are not.
ROWS: dict[str, tuple[Any, tuple[Any, ...], tuple[Any, ...]]] = {
    "target": (500, (50, 250, 2000), (49, 2001, *NO_NUMBER)),
    "floor": (-200, (-2000, -50, None), (-2001, -49, 0, 200, True, -200.0, "-200")),
    "lead_margin": (None, (100, 500, 2000), (99, 2001, True, "500")),
    "max_deals": (100, (1, 30, 200), (0, 201, *NO_NUMBER)),
    "tie": ("extra_deal", ("last_deal", "draw"), NO_WORD),
    "bag_penalty": (True, (False,), NO_SWITCH),
    "bag_limit": (10, (1, 5, 20), (0, 21, *NO_NUMBER)),
    "bag_penalty_points": (100, (0, 50, 500), (-1, 501, *NO_NUMBER)),
    "overtrick_points": (1, (0, -1, -10), (2, -2, 10, *NO_NUMBER)),
    "nil": (True, (False,), NO_SWITCH),
    "nil_points": (100, (0, 50, 500), (-1, 501, *NO_NUMBER)),
    "nil_tricks": ("bags", ("partner", "ignored"), NO_WORD),
    "both_nil": ("each", ("forbidden",), NO_WORD),
    "zero_bid": (False, (True,), NO_SWITCH),
    "blind_nil": (False, (True,), NO_SWITCH),
    "blind_behind": (100, (0, 200, 500), (-1, 501, *NO_NUMBER)),
    "blind_exchange": (2, (0, 1, 3, 4), (-1, 5, *NO_NUMBER)),
    "nil_exchange": (0, (1, 4), (-1, 5, *NO_NUMBER)),
    "blind_bid_from": (None, (5, 6, 10), (4, 11, False, "6")),
    "ten_for_200": (False, (True,), NO_SWITCH),
    "bid_13_bonus": (0, (1, 200, 1000), (-1, 1001, *NO_NUMBER)),
    "min_bid": (0, (1, 6), (-1, 7, *NO_NUMBER)),
    "min_side_bid": (0, (1, 8), (-1, 9, *NO_NUMBER)),
    "suicide": ("off", ("one_nil", "all_blind_nil"), (False, "on", None)),
    "bid_style": ("free", ("mirror", "whiz"), NO_WORD),
    "first_lead": ("dealer_left", ("lowest_club",), NO_WORD),
    "jokers": ("off", ("two", "two_and_deuces"), (False, 2, None)),
    "seating": ("chosen", ("cut",), NO_WORD),
    "first_dealer": ("random", ("N", "E", "S", "W"), (*NO_WORD, "n", 0)),
    "players": (4, (2,), (3, 1, 5, *NO_NUMBER)),
}
EACH_DEFAULT = [pytest.param(name, row[0], id=name) for name, row in ROWS.items()]
EACH_OTHER = [
    pytest.param(name, value, id=f"{name} {value}") for name, row in ROWS.items() for value in row[1]
]
EACH_WRONG = [
    pytest.param(name, value, id=f"{name} {value!r}") for name, row in ROWS.items() for value in row[2]
]


def faults_of(options: dict[str, Any], preset: str = "standard") -> tuple[RulesFault, ...]:
    try:
        resolve_rules(preset, options)
    except IllegalRules as refused:
        return refused.faults
    return ()


def test_every_field_is_an_option_with_the_same_default() -> None:
    assert [field.name for field in fields(Rules)] == [option.name for option in OPTIONS] == list(ROWS)
    assert [field.default for field in fields(Rules)] == [option.default for option in OPTIONS]


@pytest.mark.parametrize(("name", "default"), EACH_DEFAULT)
def test_default(name: str, default: object) -> None:
    assert getattr(Rules(), name) == default
    assert type(getattr(Rules(), name)) is type(default)
    assert resolve_rules("standard", {name: default}) == Rules()


@pytest.mark.parametrize(("name", "value"), EACH_OTHER)
def test_a_value_in_range_is_taken(name: str, value: Any) -> None:
    assert resolve_rules("standard", {name: value}) == replace(Rules(), **{name: value})


@pytest.mark.parametrize(("name", "value"), EACH_WRONG)
def test_a_value_out_of_range_or_of_another_type_is_refused(name: str, value: object) -> None:
    (fault,) = faults_of({name: value})
    assert (fault.refusal, fault.option) == (Refusal.INVALID_FIELD, name)
    assert fault.params == {"allowed": OPTION_OF[name].allowed}


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("target", "50 … 2000"),
        ("floor", "-2000 … -50, null"),
        ("overtrick_points", "1, 0, -1, -10"),
        ("bag_penalty", "true, false"),
        ("tie", "extra_deal, last_deal, draw"),
    ],
)
def test_what_is_allowed_is_told(name: str, allowed: str) -> None:
    assert OPTION_OF[name].allowed == allowed


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("standard", {}),
        ("short", {"target": 250, "floor": -201, "max_deals": 30, "first_dealer": "E"}),
        (
            "encyclopedia",
            {"floor": None, "blind_nil": True, "blind_behind": 0, "blind_exchange": 0, "tie": "last_deal"},
        ),
        ("suicide", {"suicide": "one_nil"}),
        ("mirror", {"bid_style": "mirror"}),
        ("whiz", {"bid_style": "whiz"}),
        ("jokers", {"jokers": "two"}),
        ("duel", {"players": 2}),
    ],
)
def test_preset(preset: str, options: dict[str, Any]) -> None:
    assert resolve_rules(preset, {}) == Rules(**options)


def test_a_preset_can_be_changed_option_by_option() -> None:
    rules = resolve_rules("short", {"floor": None, "bag_limit": 5})
    assert rules == Rules(target=250, floor=None, max_deals=30, first_dealer="E", bag_limit=5)
    assert resolve_rules("duel", {"players": 4}) == Rules()


def test_the_presets_are_those_of_the_rule_book() -> None:
    assert list(PRESETS) == [
        "standard",
        "short",
        "encyclopedia",
        "suicide",
        "mirror",
        "whiz",
        "jokers",
        "duel",
    ]
    for options in PRESETS.values():
        assert all(OPTION_OF[name].allows(value) for name, value in options.items())


def test_everything_that_is_wrong_is_told_at_once() -> None:
    faults = faults_of({"target": 3, "bag_limt": 5, "tie": "Draw", "bag_limit": 5})
    assert [(fault.option, fault.refusal) for fault in faults] == [
        ("target", Refusal.INVALID_FIELD),
        ("bag_limt", Refusal.UNKNOWN_FIELD),
        ("tie", Refusal.INVALID_FIELD),
    ]


def test_rules_are_changed_option_by_option() -> None:
    short = resolve_rules("short", {})
    assert change_rules(short, {"nil": False, "floor": None}) == replace(short, nil=False, floor=None)
    assert change_rules(short, {}) == short


def test_a_change_that_clashes_with_what_stays_is_refused_at_what_was_asked_for() -> None:
    with pytest.raises(IllegalRules) as refused:
        change_rules(Rules(bid_style="mirror"), {"min_bid": 3})
    assert refused.value.faults == (RulesFault(Refusal.RULES_CLASH, "min_bid", {}, ("bid_style",)),)
    with pytest.raises(IllegalRules) as refused:
        change_rules(Rules(min_bid=3), {"bid_style": "mirror"})
    assert refused.value.faults == (RulesFault(Refusal.RULES_CLASH, "bid_style", {}, ("min_bid",)),)


@pytest.mark.parametrize("options", [{"target": 49}, {"nothing": 1}, {"preset": "short"}])
def test_a_change_to_what_is_no_option_is_refused(options: dict[str, Any]) -> None:
    for check in (lambda: change_rules(Rules(), options), lambda: check_options(options)):
        with pytest.raises(IllegalRules):
            check()


def test_an_unknown_preset_is_refused_with_the_names_that_exist() -> None:
    (fault,) = faults_of({}, "Standard")
    assert (fault.refusal, fault.option) == (Refusal.INVALID_FIELD, None)
    assert fault.params == {"allowed": "standard, short, encyclopedia, suicide, mirror, whiz, jokers, duel"}


STANDARD_JSON = (
    '{"bag_limit":10,"bag_penalty":true,"bag_penalty_points":100,"bid_13_bonus":0,"bid_style":"free",'
    '"blind_behind":100,"blind_bid_from":null,"blind_exchange":2,"blind_nil":false,"both_nil":"each",'
    '"first_dealer":"random","first_lead":"dealer_left","floor":-200,"jokers":"off","lead_margin":null,'
    '"max_deals":100,"min_bid":0,"min_side_bid":0,"nil":true,"nil_exchange":0,"nil_points":100,'
    '"nil_tricks":"bags","overtrick_points":1,"players":4,"seating":"chosen","suicide":"off","target":500,'
    '"ten_for_200":false,"tie":"extra_deal","zero_bid":false}'
)


def test_the_hash_is_that_of_the_options_with_sorted_keys_and_no_spaces() -> None:
    assert rules_hash(Rules()) == hashlib.sha256(STANDARD_JSON.encode()).hexdigest()


def test_the_hash_of_the_standard_rules_is_what_it_always_was() -> None:
    assert rules_hash(Rules()) == "56446585791fc0ccd807b3c8dadce9054361c57bc7ac66ff2e21efaabfa5ec36"


def test_the_hash_of_other_rules() -> None:
    plain = {**json.loads(STANDARD_JSON), "floor": None, "bag_limit": 5}
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    assert rules_hash(Rules(floor=None, bag_limit=5)) == hashlib.sha256(text.encode()).hexdigest()


def test_the_hash_knows_no_presets_name() -> None:
    options = {"target": 250, "floor": -201, "max_deals": 30, "first_dealer": "E"}
    assert rules_hash(resolve_rules("short", {})) == rules_hash(resolve_rules("standard", options))


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Rules().target = 100  # type: ignore[misc]  # that is the point
