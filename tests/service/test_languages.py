"""English and Japanese over HTTP: who gets which, and nothing that people read is left in the other."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from api_world import World, body_of
from service.api.requests import language_of

NAMES = {"N": "花子", "E": "太郎", "S": "次郎", "W": "桃子"}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("en", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("ja", "ja"),
        ("ja-JP", "ja"),
        ("JA", "ja"),
        ("ja,en-US;q=0.8,en;q=0.5", "ja"),
        ("en;q=0.5, ja;q=0.8", "ja"),
        ("fr, ja;q=0.3", "ja"),
        ("fr;q=0.9, en;q=0.2, ja;q=0.1", "en"),
        ("ja;q=0, fr", "en"),
        ("en;q=0, ja", "ja"),
        ("fr", "en"),
        ("*", "en"),
        ("ja, *", "ja"),
        ("*, ja;q=0.5", "en"),
        ("en;q=0, *", "ja"),
        ("ja;q=0, *", "en"),
        ("en;q=0", "en"),
        ("fr, *;q=0.1", "en"),
        ("ja;q=0.5, en;q=0.5", "ja"),
        ("en-US;q=0.3, ja-JP;q=0.4, en;q=0.9", "en"),
        ("xx;q=nonsense", "en"),
        (",,;", "en"),
        ("ja" * 400, "en"),
    ],
)
def test_the_best_of_our_languages_answers(header: str, language: str) -> None:
    assert language_of(header) == language


def test_both_languages_are_named_by_the_service() -> None:
    assert body_of(World().get("/v1"))["languages"] == ["en", "ja"]


def test_a_problem_speaks_the_language_asked_for() -> None:
    world = World()
    asked = {"rules": {"target": 49, "nil": "off"}}
    english = body_of(world.post("/v1/tables", asked))
    japanese = body_of(world.post("/v1/tables", asked, Accept_Language="ja"))
    assert english["title"] == "A field is not valid"
    assert japanese["title"] == "項目の値が正しくありません"
    assert {each["pointer"]: each["detail"] for each in japanese["errors"]} == {
        "/rules/target": "使える値：50 … 2000。",
        "/rules/nil": "使える値：true, false。",
    }
    assert [each["params"] for each in japanese["errors"]] == [each["params"] for each in english["errors"]]


def test_a_wrong_parameter_is_told_in_japanese() -> None:
    answer = body_of(World().get("/v1/tables?limit=x", Accept_Language="ja"))
    assert answer["errors"][0]["detail"] == "limitに使える値：1 … 100。"


def texts_in(body: Any) -> Iterator[str]:
    """Everything in an answer that is meant for people."""
    if isinstance(body, dict):
        for name, value in body.items():
            if name in ("text", "title", "detail") and isinstance(value, str):
                yield value
            else:
                yield from texts_in(value)
    if isinstance(body, list):
        for value in body:
            yield from texts_in(value)


RULES: list[Any] = [
    pytest.param({"preset": "duel", "overtrick_points": -10}, id="a duel"),
    pytest.param({"preset": "encyclopedia", "blind_exchange": 2, "blind_bid_from": 6}, id="blind bids"),
    pytest.param(
        {"seating": "cut", "jokers": "two_and_deuces", "nil_exchange": 1}, id="a cut, jokers, exchanges"
    ),
    pytest.param({"preset": "suicide", "zero_bid": True, "ten_for_200": True}, id="suicide and zeros"),
]


@pytest.mark.parametrize("rules", RULES)
def test_nothing_of_a_match_is_left_in_english(rules: dict[str, Any]) -> None:
    world = World()
    in_play = "NS" if rules.get("preset") == "duel" else "NESW"
    seats = {seat: {"kind": "player", "name": NAMES[seat]} for seat in in_play}
    table = world.make(seats=seats, rules={**rules, "max_deals": 1})
    texts: set[str] = set()
    for turn in range(200):
        shown = body_of(world.get(table.path, Accept_Language="ja"))
        if shown["status"] == "over":
            break
        seat = shown["to_act"][0]
        texts |= set(
            texts_in(body_of(world.get(f"{table.path}/view", table.tokens[seat], Accept_Language="ja")))
        )
        assert world.act(table, seat, turn).status_code == 200
    assert shown["status"] == "over"
    texts |= set(texts_in(shown))
    texts |= set(texts_in(body_of(world.get(f"{table.path}/events", Accept_Language="ja"))))
    assert len(texts) > 60
    assert [text for text in sorted(texts) if "{" in text or re.search("[a-z]{2}", text)] == []
