"""Every deal follows from the seed, so that anyone can recompute it. The cases are part of the promise."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.cards import card_set
from engine.deal import (
    Stream,
    commitment_of,
    dealt_hands,
    decision_seed,
    first_dealer,
    match_seed,
    parse_seed,
    shuffled_deck,
)
from engine.play import start
from engine.rules import Rules
from engine.seats import FOUR_PLAYERS, Seat
from spades_builders import SEED, codes, in_order
from spades_driver import play_on

CASES = json.loads((Path(__file__).parent / "cases" / "shuffle.json").read_text(encoding="utf-8"))
BY_CASE = pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
BY_DEAL = pytest.mark.parametrize(
    ("seed", "deal"),
    [
        pytest.param(bytes.fromhex(case["seed"]), deal, id=f"{case['name']}, deal {deal['number']}")
        for case in CASES
        for deal in case["deals"]
    ],
)


@BY_CASE
def test_seed(case: dict[str, Any]) -> None:
    seed = parse_seed(case.get("seed_text", case["seed"]))
    assert seed.hex() == case["seed"]
    assert commitment_of(seed) == case["commitment"]
    assert first_dealer(seed, Rules()).name == case["first_dealer"]


@BY_DEAL
def test_deal(seed: bytes, deal: dict[str, Any]) -> None:
    dealt = dealt_hands(seed, deal["number"], Seat[deal["dealer"]], FOUR_PLAYERS)
    assert {seat.name: codes(dealt[seat]) for seat in Seat} == deal["hands"]


@BY_CASE
def test_a_match_is_dealt_from_its_seed(case: dict[str, Any]) -> None:
    match = start(Rules(), bytes.fromhex(case["seed"])).match
    for deal in (each for each in case["deals"] if each["number"] <= 2):
        match = play_on(match, Random(1), until_deal=deal["number"])
        assert match.deal.dealer.name == deal["dealer"]
        expected = tuple(card_set(in_order(deal["hands"][seat.name])) for seat in Seat)
        assert match.deal.hands == expected


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        pytest.param("AB" * 32, b"\xab" * 32, id="64 hex digits are the seed, capitals too"),
        pytest.param("aB" * 32, b"\xab" * 32, id="64 hex digits are the seed, in mixed case"),
        pytest.param("ab" * 31, hashlib.sha256(b"ab" * 31).digest(), id="62 hex digits are any other text"),
        pytest.param(
            "g" * 64, hashlib.sha256(b"g" * 64).digest(), id="64 other characters are any other text"
        ),
        pytest.param(
            "７" * 64, hashlib.sha256("７".encode() * 64).digest(), id="a wide digit is no hex digit"
        ),
        pytest.param("1", hashlib.sha256(b"1").digest(), id="a game number"),
        pytest.param("札", hashlib.sha256("札".encode()).digest(), id="other text is hashed as UTF-8"),
    ],
)
def test_the_seed_that_a_caller_names(text: str, seed: bytes) -> None:
    assert parse_seed(text) == seed


def words(seed: bytes, label: str) -> Iterator[int]:
    """The documented stream, written anew."""
    for block in count():
        digest = hmac.new(seed, f"{label}/{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 52, 3 << 30, 2**32])
def test_below_skips_the_words_beyond_the_last_multiple(n: int) -> None:
    stream = Stream(SEED, "label")
    accepted = (word % n for word in words(SEED, "label") if word < 2**32 - 2**32 % n)
    assert [stream.below(n) for _ in range(100)] == [next(accepted) for _ in range(100)]


def test_below_does_skip_words() -> None:
    assert any(word >= 3 << 30 for word, _ in zip(words(SEED, "label"), range(100), strict=False))


def test_the_shuffle_swaps_from_the_last_index_down() -> None:
    accepted, deck = Stream(SEED, "deal/1"), list(range(52))
    for last in range(51, 0, -1):
        other = accepted.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    assert shuffled_deck(SEED, "deal/1") == tuple(deck)


@pytest.mark.parametrize("dealer", Seat)
def test_the_first_card_goes_to_the_left_of_the_dealer(dealer: Seat) -> None:
    deck = shuffled_deck(SEED, "deal/3")
    dealt = dealt_hands(SEED, 3, dealer, FOUR_PLAYERS)
    for m, card in enumerate(deck):
        assert card in dealt[(dealer + m + 1) % 4]


@pytest.mark.parametrize("seat", Seat)
def test_a_named_first_dealer_is_not_drawn(seat: Seat) -> None:
    assert first_dealer(SEED, Rules(first_dealer=seat.name)) is seat


def test_every_decision_of_a_cpu_has_a_stream_of_its_own() -> None:
    expected = hmac.new(SEED, b"cpu/W/3/15/0", hashlib.sha256).digest()
    assert decision_seed(SEED, Seat.W, 3, 15) == expected


def test_the_seed_of_a_simulated_match() -> None:
    assert match_seed(SEED, 1) == hmac.new(SEED, b"match/1", hashlib.sha256).digest()
