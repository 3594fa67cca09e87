"""Every code has its sentence, in every language, with the params that it comes with."""

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from string import Formatter
from typing import Any

import pytest
from marshmallow import fields

import service.schemas
from engine.bids import Bid, BidKind
from engine.cards import format_card
from engine.cpu.reasons import ReasonCode
from engine.deal import deck_of_deal
from engine.errors import Refusal
from engine.options import OPTIONS
from engine.rules import PRESETS, Rules
from engine.scoring import SeatTally, SheetLine, score_side, sheet_lines
from engine.seats import Seat
from reason_params import said_with
from service.api import requests
from service.refusals import Code
from service.schemas.events import EVENT_TYPES
from service.schemas.strict import Flag, FlagParameter, Input, Strict, Whole, Word
from service.table import METADATA_ALLOWED
from service.texts import LANGUAGES, NAMES, SENTENCES, sentence

KEYS = (
    *(f"refusal.{code}" for code in Refusal),
    *(f"problem.{code}.{part}" for code in (*Code, *Refusal) for part in ("title", "detail")),
    *(f"event.{kind}" for kind in EVENT_TYPES),
    *(f"option.{option.name}" for option in OPTIONS),
    *(f"explanation.{option.name}" for option in OPTIONS),
    *(f"preset.{name}" for name in PRESETS),
    *(f"reason.{code}" for code in ReasonCode),
)
# What comes along with a code, beside `who`, which an event of a seat has.
PARAMS = {
    "refusal.wrong_card_count": {"count"},
    "refusal.must_follow_suit": {"suit"},
    "refusal.invalid_field": {"allowed"},
    "refusal.not_supported": {"allowed"},
    "refusal.rules_clash": {"clashes_with"},
    "problem.wrong_card_count.detail": {"count"},
    "problem.must_follow_suit.detail": {"suit"},
    "parameter.invalid_field": {"parameter", "allowed"},
    "parameter.unknown_field": {"parameter"},
    "event.seat_taken": {"name", "kind"},
    "event.seat_left": {"who", "reason"},
    "event.seat_opened": {"who", "reason"},
    "event.deadline_moved": {"who", "deadline"},
    "event.seats_cut": {"cut", "seats", "drawn"},
    "event.deal_started": {"who", "number", "dealer"},
    "event.bid_made": {"who", "bid"},
    "event.exchange_made": {"who", "partner", "to", "count"},
    "event.card_played": {"who", "card", "trick"},
    "event.trick_won": {"who", "number", "cards"},
    "event.deal_scored": {"number", "dealer", "bids", "tricks_taken", "score"},
    "event.match_over": {"result"},
    "event.deadline_passed": {"who", "misses"},
    "event.table_closed": {"reason"},
    "page.clash_row": {"own", "other"},
    "problem.hint_not_available.detail": {"because"},
    **{f"reason.{code}": said_with(code) for code in ReasonCode},
}
OF_NOBODY = {"event.table_created", "event.table_changed", "event.match_started"}


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("key", KEYS)
def test_every_code_has_its_sentence(language: str, key: str) -> None:
    assert SENTENCES[language][key]


def test_every_language_has_the_same_sentences_and_names(language: str) -> None:
    assert SENTENCES[language].keys() == SENTENCES["en"].keys()
    assert NAMES[language].keys() == NAMES["en"].keys()


def fields_of(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("key", [key for key in SENTENCES["en"] if not key.startswith("line.")])
def test_a_sentence_names_only_params_that_come_with_its_code(language: str, key: str) -> None:
    is_of_a_seat = key.startswith("event.") and key not in OF_NOBODY
    assert fields_of(SENTENCES[language][key]) <= PARAMS.get(key, {"who"} if is_of_a_seat else set())


def test_every_sentence_in_japanese_is_japanese() -> None:
    english = [text for text in SENTENCES["ja"].values() if not re.search("[ぁ-んァ-ヶ一-龥]", text)]
    assert english == []


BIDS = [
    *(Bid(BidKind.TRICKS, tricks) for tricks in (1, 6, 10)),
    *(Bid(kind) for kind in (BidKind.NIL, BidKind.ZERO, BidKind.BLIND_NIL)),
    *(Bid(BidKind.BLIND_TRICKS, tricks) for tricks in (6, 10)),
]
SCORINGS = [
    *(Rules(overtrick_points=points) for points in (1, 0, -1, -10)),
    Rules(bag_penalty=False),
    Rules(ten_for_200=True, bid_13_bonus=100),
    Rules(bid_13_bonus=100),
]


def all_lines() -> list[SheetLine]:
    """Lines of every kind that a side can have in a deal."""
    return [
        line
        for rules in SCORINGS
        for first in BIDS
        for second in (Bid(BidKind.TRICKS, 3), Bid(BidKind.NIL))
        for took in (0, 1, 7, 10)
        for tallies in [(SeatTally(Seat.N, first, took), SeatTally(Seat.S, second, 3))]
        for line in sheet_lines(rules, tallies, score_side(rules, tallies, 0, 9))
    ]


LINES = all_lines()


def test_every_line_of_a_sheet_has_its_sentence_and_every_sentence_its_line(language: str) -> None:
    assert {f"line.{line.code}" for line in LINES} == {
        key for key in SENTENCES[language] if key.startswith("line.")
    }


def test_the_text_of_a_line_has_all_its_params(language: str) -> None:
    for line in LINES:
        text = sentence(language, f"line.{line.code}", line.params)
        assert text
        assert "{" not in text


def told(language: str, line: str, bids: tuple[Bid, Bid], tricks: tuple[int, int], **options: Any) -> str:
    """What the line of that name says of a side with 9 bags."""
    rules = Rules(**options)
    tallies = tuple(SeatTally(*each) for each in zip((Seat.N, Seat.S), bids, tricks, strict=True))
    lines = sheet_lines(rules, tallies, score_side(rules, tallies, 0, 9))
    found = next(each for each in lines if each.line == line)
    return sentence(language, f"line.{found.code}", found.params)


FOUR, THREE, TEN = (Bid(BidKind.TRICKS, tricks) for tricks in (4, 3, 10))
BLIND_SIX, NIL, BLIND_NIL = Bid(BidKind.BLIND_TRICKS, 6), Bid(BidKind.NIL), Bid(BidKind.BLIND_NIL)
FOR_200: dict[str, Any] = {"ten_for_200": True}
TOLD = [
    pytest.param(
        ("contract", (FOUR, THREE), (4, 4)),
        {},
        "Contract 7, took 8, made: 10 × 7.",
        "契約7、獲得8、達成：10 × 7。",
        id="made",
    ),
    pytest.param(
        ("contract", (FOUR, THREE), (4, 2)),
        {},
        "Contract 7, took 6, set: −10 × 7.",
        "契約7、獲得6、未達：−10 × 7。",
        id="set",
    ),
    pytest.param(
        ("contract", (BLIND_SIX, THREE), (7, 2)),
        {"blind_bid_from": 6},
        "Contract 9, 6 of it blind, took 9, made: 10 × 9 + 10 × 6.",
        "契約9（うちブラインド6）、獲得9、達成：10 × 9 + 10 × 6。",
        id="blind and made",
    ),
    pytest.param(
        ("contract", (TEN, NIL), (9, 0)),
        FOR_200,
        "Contract 10, took 9, set: −200 for a contract of 10 or more.",
        "契約10、獲得9、未達：10以上の契約で−200。",
        id="200 and set",
    ),
    pytest.param(
        ("bags", (FOUR, THREE), (5, 4)),
        {"overtrick_points": -10},
        "Bags: 2 × −10.",
        "バッグ：2 × −10。",
        id="bags that cost",
    ),
    pytest.param(
        ("nil", (FOUR, BLIND_NIL), (5, 1)),
        {},
        "South bid blind nil, took 1: set, counted twice.",
        "南のブラインド・ニル、獲得1：失敗、2倍。",
        id="blind nil set",
    ),
    pytest.param(
        ("bag_penalty", (FOUR, THREE), (9, 4)),
        {"bag_limit": 5},
        "Penalty for each 5 bags: −3 × 100.",
        "バッグ5つごとのペナルティ：−3 × 100。",
        id="penalties",
    ),
    pytest.param(
        ("bonus", (TEN, THREE), (9, 4)),
        {"bid_13_bonus": 50},
        "Contract of 13 made: bonus.",
        "13の契約を達成：ボーナス。",
        id="bonus",
    ),
]


@pytest.mark.parametrize(("asked", "options", "english", "japanese"), TOLD)
def test_a_line_tells_where_its_points_come_from(
    asked: tuple[str, tuple[Bid, Bid], tuple[int, int]], options: dict[str, Any], english: str, japanese: str
) -> None:
    assert told("en", *asked, **options) == english
    assert told("ja", *asked, **options) == japanese


SAID = [
    pytest.param(
        "event.card_played",
        {"who": "Ann", "card": "4C", "trick": 11},
        "Ann plays the four of clubs.",
        "Annがクラブの4を出しました。",
        id="a card",
    ),
    pytest.param(
        "event.card_played",
        {"who": "Ann", "card": "AS", "trick": 11},
        "Ann plays the ace of spades.",
        "Annがスペードのエースを出しました。",
        id="an ace",
    ),
    pytest.param(
        "event.card_played",
        {"who": "Ann", "card": "BJ", "trick": 11},
        "Ann plays the big joker.",
        "Annがビッグジョーカーを出しました。",
        id="a joker",
    ),
    pytest.param(
        "event.bid_made",
        {"who": "Ann", "bid": {"kind": "tricks", "tricks": 4}},
        "Ann bids four.",
        "Annの宣言は4トリックです。",
        id="a bid",
    ),
    pytest.param(
        "event.bid_made",
        {"who": "Ann", "bid": {"kind": "nil", "tricks": 0}},
        "Ann bids nil.",
        "Annの宣言はニルです。",
        id="a nil",
    ),
    pytest.param(
        "event.bid_made",
        {"who": "Ann", "bid": {"kind": "zero", "tricks": 0}},
        "Ann bids zero.",
        "Annの宣言はゼロです。",
        id="a zero",
    ),
    pytest.param(
        "event.bid_made",
        {"who": "Ann", "bid": {"kind": "blind_nil", "tricks": 0}},
        "Ann bids blind nil.",
        "Annの宣言はブラインド・ニルです。",
        id="a blind nil",
    ),
    pytest.param(
        "event.bid_made",
        {"who": "Ann", "bid": {"kind": "blind_tricks", "tricks": 7}},
        "Ann bids a blind seven.",
        "Annの宣言はブラインドで7トリックです。",
        id="blind tricks",
    ),
    pytest.param(
        "event.exchange_made",
        {"who": "Ann", "partner": "Bob", "to": "N", "count": 1},
        "Ann passes one card to Bob.",
        "AnnがBobにカードを1枚渡しました。",
        id="one card",
    ),
    pytest.param(
        "event.seats_cut",
        {"drawn": [("Ann", "AS", "N"), ("Bob", "9H", "E")]},
        "The cut for seats: Ann drew the ace of spades and sits North; Bob drew the nine of hearts and sits "
        "East.",
        "席決めのカード：Annはスペードのエースを引いて北、Bobはハートの9を引いて東。",
        id="a cut",
    ),
    pytest.param(
        "event.seat_left",
        {"who": "Ann", "reason": "misses"},
        "Ann missed two turns in a row; a CPU keeps the seat.",
        "Annが2回続けて時間切れになりました。席はCPUが引き継ぎます。",
        id="a reason",
    ),
    pytest.param(
        "event.seat_opened",
        {"who": "Ann", "reason": "leave"},
        "Ann left; the seat is open.",
        "Annが席を離れました。席は空いています。",
        id="a seat that is open again",
    ),
    pytest.param(
        "event.deadline_moved",
        {"who": "Ann", "deadline": "2026-11-30T12:00:40.000Z"},
        "The service was interrupted; Ann has more time.",
        "サービスが中断したため、Annの持ち時間を延ばしました。",
        id="a deadline moved",
    ),
    pytest.param(
        "refusal.must_follow_suit",
        {"suit": "C"},
        "The suit led is clubs, and you hold some.",
        "リードのスートはクラブで、手札にクラブがあります。",
        id="a suit",
    ),
    pytest.param(
        "refusal.rules_clash",
        {"clashes_with": ("nil", "players")},
        "This can't be combined with nil, players.",
        "nil、playersとは併用できません。",
        id="a clash",
    ),
    pytest.param(
        "refusal.spades_not_broken",
        {},
        "Spades are not broken yet.",
        "まだスペードブレイク（解禁）していません。",
        id="no params",
    ),
]


@pytest.mark.parametrize(("key", "params", "english", "japanese"), SAID)
def test_codes_among_the_params_become_words(
    key: str, params: dict[str, object], english: str, japanese: str
) -> None:
    assert sentence("en", key, params) == english
    assert sentence("ja", key, params) == japanese


def test_a_name_with_braces_stands_as_it_is(language: str) -> None:
    assert sentence(language, "event.seat_returned", {"who": "{bid}"}).startswith("{bid}")


@pytest.mark.parametrize("jokers", ["off", "two", "two_and_deuces"])
def test_every_card_has_its_own_words(language: str, jokers: str) -> None:
    deck = deck_of_deal(bytes(32), 1, Rules(jokers=jokers))
    words = {NAMES[language]["card"](format_card(card)) for card in deck}
    assert len(words) == len(deck) == 52


def all_kinds(kind: type) -> set[type]:
    return {kind}.union(*(all_kinds(each) for each in kind.__subclasses__()))


def all_fields(field: object) -> Iterator[object]:
    """A field, and those within it."""
    yield field
    within: list[object] = [field.inner] if isinstance(field, fields.List) else []
    within += field.schema.fields.values() if isinstance(field, fields.Nested) else []
    for each in within:
        yield from all_fields(each)


def phrases_of_schemas() -> set[str]:
    """All that the fields of some request allow, but for words of the API and ranges."""
    for module in iter_modules(service.schemas.__path__, "service.schemas."):
        import_module(module.name)
    declared = [each for kind in all_kinds(Input) for each in kind().fields.values()]
    found = {field for each in declared for field in all_fields(each) if isinstance(field, Strict)}
    assert len(found) > 30
    return {each.allowed for each in found if not isinstance(each, Word | Whole | Flag | FlagParameter)}


BESIDE_FIELDS = {
    *("exactly one of matches, deals", "each card once", "only for a CPU", "not for an open seat"),
    *("0 for nil", requests.ONCE, METADATA_ALLOWED),
}


@pytest.mark.parametrize("phrase", sorted(phrases_of_schemas() | BESIDE_FIELDS))
def test_what_is_allowed_is_told_in_japanese_too(phrase: str) -> None:
    japanese = NAMES["ja"]["allowed"](phrase)
    assert re.search("[ぁ-んァ-ヶ一-龥]", japanese)
    assert japanese != NAMES["en"]["allowed"](phrase)


@pytest.mark.parametrize("codes", [Flag.allowed, "50 … 2000", "easy, normal", "-200 … -50, null"])
def test_codes_and_ranges_stand_as_they_are(language: str, codes: str) -> None:
    assert NAMES[language]["allowed"](codes) == codes


def test_double_nil_is_a_word_of_the_japanese_glossary_alone() -> None:
    texts = {
        language: {
            key for key, text in SENTENCES[language].items() if "ダブル" in text or "double nil" in text
        }
        for language in LANGUAGES
    }
    assert texts == {"en": set(), "ja": {"meaning.blind_bid"}}
