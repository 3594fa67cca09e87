"""`GET /v1/rules` and `POST /v1/rules/validate`: the rules as data, in both languages."""

from typing import Any

import pytest

from api_world import World, body_of
from engine.errors import Refusal
from engine.options import OPTION_OF, OPTIONS
from engine.rules import PRESETS, IllegalRules, resolve_rules, rules_hash
from spades_strategies import OTHER_VALUES

# The words of the rule book's first section; a trick is one that it takes for granted.
WORDS = (
    *("table", "seat", "side", "deal", "trick", "bid", "ordinary_bid", "nil", "blind_bid", "contract", "bag"),
    *("set", "lead", "follow", "void", "ruff", "discard", "broken"),
)
JAPANESE = {
    "table": "テーブル",
    "seat": "席",
    "side": "組",
    "deal": "ディール / ラウンド",
    "bid": "宣言（ビッド）",
    "ordinary_bid": "通常の宣言",
    "nil": "ニル",
    "blind_bid": "ブラインド",
    "contract": "契約",
    "bag": "バッグ",
    "set": "未達",
    "lead": "リード",
    "follow": "フォロー",
    "broken": "スペードブレイク（解禁）",
}


def book(language: str = "en") -> dict[str, Any]:
    return body_of(World().get("/v1/rules", Accept_Language=language))


BOOK = book()
BY_NAME = {option["name"]: option for option in BOOK["options"]}


def test_every_option_is_there_with_its_type_range_and_default() -> None:
    assert [
        (each["name"], each["type"], each["default"], each["minimum"], each["maximum"], tuple(each["values"]))
        for each in BOOK["options"]
    ] == [(each.name, each.kind, each.default, each.minimum, each.maximum, each.values) for each in OPTIONS]
    assert {each["name"] for each in BOOK["options"] if each["nullable"]} == {
        "floor",
        "lead_margin",
        "blind_bid_from",
    }


@pytest.mark.parametrize("option", BOOK["options"], ids=lambda option: str(option["name"]))
def test_every_option_has_a_line_and_a_longer_explanation_in_both_languages(option: dict[str, Any]) -> None:
    assert option["text"] == option["texts"]["en"]
    assert option["explanation"] == option["explanations"]["en"]
    for language in ("en", "ja"):
        assert "\n" not in option["texts"][language]
        assert len(option["texts"][language]) < len(option["explanations"][language])
    assert option["texts"]["en"] != option["texts"]["ja"]


@pytest.mark.parametrize("option", BOOK["options"], ids=lambda option: str(option["name"]))
def test_every_word_value_is_explained(option: dict[str, Any]) -> None:
    if option["type"] == "word" and option["name"] != "first_dealer":
        for explanation in option["explanations"].values():
            missing = [value for value in option["values"] if f"`{value}`" not in explanation]
            assert [value for value in missing if value != "off"] == []


def test_the_negotiated_language_is_the_one_beside_both() -> None:
    japanese = book("ja")
    assert all(each["text"] == each["texts"]["ja"] for each in japanese["options"] + japanese["presets"])
    assert all(each["explanation"] == each["explanations"]["ja"] for each in japanese["options"])
    assert all(each["term"] == each["terms"]["ja"] for each in japanese["glossary"])


def holds(condition: dict[str, Any], value: object) -> bool:
    above = condition["above"]
    return value in condition["values"] if above is None else isinstance(value, int) and value > above


def clash_by_the_data(name: str, value: object, other: str, other_value: object) -> bool:
    return any(
        clash["option"] == other and holds(clash["own"], value) and holds(clash["other"], other_value)
        for clash in BY_NAME[name]["clashes"]
    )


def refusals_of(options: dict[str, Any]) -> set[Refusal]:
    try:
        resolve_rules("standard", options)
    except IllegalRules as illegal:
        return {fault.refusal for fault in illegal.faults}
    return set()


@pytest.mark.parametrize("name", list(OPTION_OF))
def test_the_clashes_told_are_those_that_are_refused(name: str) -> None:
    for option in OTHER_VALUES:
        for other in OTHER_VALUES:
            if list(option) == [name] and list(other) != [name]:
                ((_, value),), ((other_name, other_value),) = option.items(), other.items()
                told = clash_by_the_data(name, value, other_name, other_value)
                expected = {Refusal.RULES_CLASH} if told else set()
                assert refusals_of(option | other) == expected, (option, other)


def test_a_clash_is_told_with_its_values() -> None:
    assert BY_NAME["min_bid"]["clashes"] == [
        {
            "own": {"values": [], "above": 1},
            "option": "bid_style",
            "other": {"values": ["mirror", "whiz"], "above": None},
        },
        {
            "own": {"values": [], "above": 0},
            "option": "zero_bid",
            "other": {"values": [True], "above": None},
        },
    ]
    assert BY_NAME["min_bid"]["clashes_with"] == ["bid_style", "zero_bid"]


def test_every_clash_is_told_by_both_of_its_options() -> None:
    pairs = {(name, other) for name, option in BY_NAME.items() for other in option["clashes_with"]}
    assert pairs == {(other, name) for name, other in pairs}
    assert len(pairs) == 2 * 19


def test_every_preset_is_told_with_what_differs_from_the_defaults() -> None:
    assert {each["name"]: each["options"] for each in BOOK["presets"]} == PRESETS
    assert all(set(each["texts"]) == {"en", "ja"} for each in BOOK["presets"])


def test_the_glossary_has_the_words_of_the_rule_book() -> None:
    assert tuple(word["name"] for word in BOOK["glossary"]) == WORDS
    told = {word["name"]: word["terms"]["ja"] for word in BOOK["glossary"]}
    assert {name: told[name] for name in JAPANESE} == JAPANESE


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_accepted_and_comes_back_resolved(preset: str) -> None:
    response = World().post("/v1/rules/validate", {"rules": {"preset": preset}})
    rules = resolve_rules(preset, {})
    assert response.status_code == 200
    assert body_of(response) == {
        "rules": {"preset": preset, **rules.as_options()},
        "rules_hash": rules_hash(rules),
    }


def test_every_clash_is_told_at_once_each_at_an_option_that_was_sent() -> None:
    asked = {"preset": "encyclopedia", "nil": False, "bid_style": "whiz", "min_bid": 2, "zero_bid": True}
    response = World().post("/v1/rules/validate", {"rules": asked})
    assert response.status_code == 422
    told = {fault["pointer"]: set(fault["clashes_with"]) for fault in body_of(response)["errors"]}
    assert told == {
        "/rules/nil": {"blind_nil"},
        "/rules/bid_style": {"nil"},
        "/rules/zero_bid": {"bid_style"},
        "/rules/min_bid": {"bid_style", "zero_bid"},
    }
    assert {fault["code"] for fault in body_of(response)["errors"]} == {"rules_clash"}
