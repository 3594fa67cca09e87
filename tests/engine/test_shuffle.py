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

from engine.cards import PLAIN_DECK, card_set, deck_for, parse_card
from engine.deal import (
    Stream,
    commitment_of,
    cut_for_seats,
    dealt_hands,
    decision_seed,
    deck_of_deal,
    first_dealer,
    leads_to_seats,
    match_seed,
    parse_seed,
    seated,
    shuffled,
)
from engine.events import CardDrawn, SeatsCut
from engine.play import start
from engine.rules import Rules
from engine.seats import Seat
from spades_builders import DUEL, SEED, STANDARD, codes, in_order
from spades_driver import play_on, random_steps

CASES = json.loads((Path(__file__).parent / "cases" / "shuffle.json").read_text(encoding="utf-8"))
CUT = Rules(seating="cut")


def of_cases(member: str) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in CASES if member in case]


def of_deals(member: str) -> list[Any]:
    return [
        pytest.param(bytes.fromhex(case["seed"]), deal, id=f"{case['name']}, deal {deal['number']}")
        for case in CASES
        for deal in case["deals"]
        if member in deal
    ]


def test_every_kind_of_case_is_there() -> None:
    kinds = (of_cases("seed"), of_cases("cut"), of_cases("deck_with_jokers_deal_1"), of_deals("stock"))
    assert list(map(len, kinds)) == [5, 3, 3, 1]


@pytest.mark.parametrize("case", of_cases("seed"))
def test_seed(case: dict[str, Any]) -> None:
    seed = parse_seed(case.get("seed_text", case["seed"]))
    assert seed.hex() == case["seed"]
    assert commitment_of(seed) == case["commitment"]
    assert first_dealer(seed, DUEL if case.get("duel") else STANDARD).name == case["first_dealer"]


@pytest.mark.parametrize(("seed", "deal"), of_deals("hands"))
def test_deal(seed: bytes, deal: dict[str, Any]) -> None:
    dealt = dealt_hands(seed, deal["number"], Seat[deal["dealer"]], STANDARD)
    assert {seat.name: codes(dealt[seat]) for seat in Seat} == deal["hands"]


@pytest.mark.parametrize("case", of_cases("deck_with_jokers_deal_1"))
@pytest.mark.parametrize("jokers", ["two", "two_and_deuces"])
def test_deck_with_jokers(case: dict[str, Any], jokers: str) -> None:
    deck = deck_of_deal(bytes.fromhex(case["seed"]), 1, Rules(jokers=jokers))
    codes_of_case = case["deck_with_jokers_deal_1"].split()
    assert deck == tuple(parse_card(code, jokers) for code in codes_of_case)


@pytest.mark.parametrize(("seed", "deal"), of_deals("stock"))
def test_stock_of_a_duel(seed: bytes, deal: dict[str, Any]) -> None:
    match = start(DUEL, seed).match
    assert codes(match.deal.stock) == deal["stock"]
    assert (match.deal.dealer.name, match.to_act[0].name) == (deal["dealer"], deal["first_to_draw"])


@pytest.mark.parametrize(("seed", "deal"), of_deals("stock"))
def test_26_draws_use_up_the_stock(seed: bytes, deal: dict[str, Any]) -> None:
    """Whatever is kept: the top card and the next one of each draw, in order."""
    drawn: list[CardDrawn] = []
    for *_, step in random_steps(start(DUEL, seed).match, Random(1)):
        drawn += [event for event in step.events if isinstance(event, CardDrawn)]
        if len(drawn) == 26:
            break
    assert codes([card for draw in drawn for card in draw.cards or ()]) == deal["stock"]
    assert [draw.seat.name for draw in drawn] == ["S", "N"] * 13


@pytest.mark.parametrize("case", of_cases("cut"))
def test_cut(case: dict[str, Any]) -> None:
    seed = bytes.fromhex(case["seed"])
    cards = tuple(parse_card(case["cut"][seat.name]) for seat in Seat)
    assert cut_for_seats(seed).cards == cards
    assert leads_to_seats(cards)
    assert SeatsCut(cards) in start(CUT, seed).events


@pytest.mark.parametrize("number", range(20))
def test_in_a_cut_card_m_goes_to_the_player_on_the_mth_seat(number: int) -> None:
    """Names, levels and tokens move along: who drew the highest sits N, then E, W, and the lowest S."""
    seed = bytes([number]) * 32
    drawn = shuffled(seed, "cut", PLAIN_DECK)[:4]
    assert seated(CUT, seed, drawn) == cut_for_seats(seed).cards
    assert seated(CUT, seed, tuple(Seat)) == cut_for_seats(seed).origins
    assert seated(STANDARD, seed, "NESW") == tuple("NESW")


@pytest.mark.parametrize(
    ("cards", "is_cut"),
    [
        pytest.param("AS KS 2C 3C", True, id="the highest N, the second E, the third W, the lowest S"),
        pytest.param("AS 3C 2C KS", False, id="the third on E, the second on W"),
        pytest.param("KS AS 2C 3C", False, id="the highest on E"),
        pytest.param("TS TH TC TD", True, id="equal ranks go by suit: spades, hearts, diamonds, clubs"),
        pytest.param("TS TD TC TH", False, id="a diamond is not higher than a heart"),
        pytest.param("AS KS 2C 2C", False, id="a card twice"),
        pytest.param("BJ KS 2C 3C", False, id="the cut is made with the plain cards"),
    ],
)
def test_the_cards_of_a_cut_lead_to_the_seats(cards: str, is_cut: bool) -> None:
    assert leads_to_seats(in_order(cards)) is is_cut


@pytest.mark.parametrize("case", of_cases("cut"))
def test_a_match_is_dealt_from_its_seed(case: dict[str, Any]) -> None:
    match = start(STANDARD, bytes.fromhex(case["seed"])).match
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
    accepted, deck = Stream(SEED, "deal/1"), list(PLAIN_DECK)
    for last in range(51, 0, -1):
        other = accepted.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    assert deck_of_deal(SEED, 1, STANDARD) == tuple(deck)


@pytest.mark.parametrize("dealer", Seat)
def test_the_first_card_goes_to_the_left_of_the_dealer(dealer: Seat) -> None:
    deck = deck_of_deal(SEED, 3, STANDARD)
    dealt = dealt_hands(SEED, 3, dealer, STANDARD)
    for m, card in enumerate(deck):
        assert card in dealt[(dealer + m + 1) % 4]


@pytest.mark.parametrize(
    ("jokers", "tail"),
    [
        pytest.param("off", "JS QS KS AS", id="off"),
        pytest.param("two", "KS AS LJ BJ", id="two: without 2C and 2H, then LJ, BJ"),
        pytest.param("two_and_deuces", "KS AS LJ BJ", id="two_and_deuces: the deuces keep their places"),
    ],
)
def test_the_unshuffled_deck(jokers: str, tail: str) -> None:
    deck = deck_for(jokers)
    assert len(set(deck)) == 52
    assert codes(deck[-4:]) == tail
    assert codes(deck[:2]) == ("2C 3C" if jokers == "off" else "3C 4C")


@pytest.mark.parametrize("seat", Seat)
def test_a_named_first_dealer_is_not_drawn(seat: Seat) -> None:
    assert first_dealer(SEED, Rules(first_dealer=seat.name)) is seat


def test_every_decision_of_a_cpu_has_a_stream_of_its_own() -> None:
    expected = hmac.new(SEED, b"cpu/W/3/15/0", hashlib.sha256).digest()
    assert decision_seed(SEED, Seat.W, 3, 15) == expected


def test_the_seed_of_a_simulated_match() -> None:
    assert match_seed(SEED, 1) == hmac.new(SEED, b"match/1", hashlib.sha256).digest()
