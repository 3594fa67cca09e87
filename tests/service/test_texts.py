"""Every code has its sentence, in every language, with the params that it comes with."""

import pytest

from engine.bids import Bid, BidKind
from engine.cards import DECK, RANKS, format_card
from engine.errors import Refusal
from engine.options import OPTIONS
from engine.rules import PRESETS, Rules
from engine.scoring import SeatTally, SheetLine, score_side, sheet_lines
from engine.seats import Seat
from service.api.requests import language_of
from service.refusals import Code
from service.schemas.events import EVENT_TYPES
from service.texts import LANGUAGES, NAMES, SENTENCES, sentence

KEYS = (
    *(f"refusal.{code}" for code in Refusal),
    *(f"problem.{code}.{part}" for code in (*Code, *Refusal) for part in ("title", "detail")),
    *(f"event.{kind}" for kind in EVENT_TYPES),
    *(f"option.{option.name}" for option in OPTIONS),
    *(f"preset.{name}" for name in PRESETS),
)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("key", KEYS)
def test_every_code_has_its_sentence(language: str, key: str) -> None:
    assert SENTENCES[language][key]


def test_every_language_has_the_same_sentences_and_names(language: str) -> None:
    assert SENTENCES[language].keys() == SENTENCES["en"].keys()
    assert NAMES[language].keys() == NAMES["en"].keys()


BIDS = [*(Bid(BidKind.TRICKS, tricks) for tricks in range(1, 14)), Bid(BidKind.NIL), Bid(BidKind.BLIND_NIL)]


def all_lines() -> list[SheetLine]:
    """The lines of every score that a side can have in a deal."""
    return [
        line
        for rules in (Rules(), Rules(bag_penalty=False))
        for first in BIDS
        for second in (Bid(BidKind.TRICKS, 3), Bid(BidKind.NIL))
        for took in (0, 1, 7)
        for tallies in [(SeatTally(Seat.N, first, took), SeatTally(Seat.S, second, 3))]
        for line in sheet_lines(rules, tallies, score_side(rules, tallies, 0, 9))
    ]


def test_every_line_of_a_sheet_has_its_sentence(language: str) -> None:
    codes = {line.code for line in all_lines()}
    assert {"contract_made", "contract_set", "contract_none", "nil_none", "nil_made", "nil_set"} <= codes
    assert {"blind_nil_made", "blind_nil_set", "bag_penalty", "bag_penalty_none", "no_bonus"} <= codes
    for line in all_lines():
        text = sentence(language, f"line.{line.code}", line.params)
        assert "{" not in text


@pytest.mark.parametrize(
    ("key", "params", "text"),
    [
        pytest.param(
            "event.card_played",
            {"who": "Ann", "card": "4C", "trick": 11},
            "Ann plays the four of clubs.",
            id="a card",
        ),
        pytest.param(
            "event.bid_made",
            {"who": "Ann", "bid": {"kind": "tricks", "tricks": 4}},
            "Ann bids four.",
            id="a bid",
        ),
        pytest.param(
            "event.bid_made", {"who": "Ann", "bid": {"kind": "nil", "tricks": 0}}, "Ann bids nil.", id="a nil"
        ),
        pytest.param(
            "event.bid_made",
            {"who": "Ann", "bid": {"kind": "blind_nil", "tricks": 0}},
            "Ann bids blind nil.",
            id="a blind nil",
        ),
        pytest.param(
            "event.exchange_made",
            {"who": "Ann", "partner": "Bob", "to": "N", "count": 1},
            "Ann passes one card to Bob.",
            id="one card",
        ),
        pytest.param(
            "refusal.must_follow_suit",
            {"suit": "C"},
            "The suit led is clubs, and you hold some.",
            id="a suit",
        ),
        pytest.param("line.nil_made", {"seat": "N", "took": 0}, "North made nil.", id="a seat"),
        pytest.param("refusal.spades_not_broken", {}, "Spades are not broken yet.", id="no params"),
    ],
)
def test_codes_among_the_params_become_words(key: str, params: dict[str, object], text: str) -> None:
    assert sentence("en", key, params) == text


def test_a_name_with_braces_stands_as_it_is() -> None:
    assert sentence("en", "event.seat_returned", {"who": "{bid}"}) == "{bid} is back."


def test_every_card_has_its_own_words(language: str) -> None:
    words = {NAMES[language]["card"](format_card(card)) for card in DECK}
    assert len(words) == len(DECK) == 4 * len(RANKS)


@pytest.mark.parametrize("header", ["", "en", "en-GB,en;q=0.9", "fr", "*", "xx;q=nonsense", ",,;"])
def test_some_language_is_spoken_whatever_is_asked_for(header: str) -> None:
    assert language_of(header) in LANGUAGES
