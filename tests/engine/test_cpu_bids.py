"""What the CPU players bid: estimates, nil, blind nil, the score; and what they give away."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpu_positions import bid_by, bid_of, given_by
from engine.cards import PLAIN_DECK, card_set
from engine.levels import Level
from engine.rules import Rules
from spades_builders import N, S, W, bidding, cards, codes, full_hands, one
from spades_driver import bid_in_turn, give

NIL_HAND = "3S 2S 9H 5H 3H 2H 8D 6D 4D 2D 7C 4C 2C"
GOOD_HAND = "AS KS 9S 4S AH 7H 5H AD KD 6D 4D 3C 2C"
BLIND = Rules(blind_nil=True)
OPEN_BLIND = Rules(blind_nil=True, blind_behind=0)


@pytest.mark.parametrize("level", Level)
def test_a_hand_without_a_trick_is_bid_nil(level: Level) -> None:
    assert bid_by(S, NIL_HAND, level=level) == "nil"


@pytest.mark.parametrize("level", Level)
def test_no_nil_after_the_partners_nil(level: Level) -> None:
    assert bid_by(S, NIL_HAND, "nil, 3", level=level) not in ("nil", "0")


@pytest.mark.parametrize("level", Level)
def test_a_hand_full_of_tricks_is_bid_for_them(level: Level) -> None:
    assert int(bid_by(S, GOOD_HAND, level=level)) >= 4


@settings(max_examples=100, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(Level))
def test_no_nil_with_the_ace_of_spades(rng: Random, level: Level) -> None:
    others = [card for card in PLAIN_DECK if card != one("AS")]
    hand = codes(card_set(rng.sample(sorted(others, key=lambda card: card % 13)[:30], 12)) | cards("AS"))
    assert bid_by(S, hand, level=level) != "nil"


@pytest.mark.parametrize(
    ("before", "points", "expected"),
    [
        pytest.param("3, 2, 3", (0, 0), "5", id="nothing at stake: the full value"),
        pytest.param("3, 2, 3", (0, 450), "3", id="three tricks win the match: bid no more"),
        pytest.param("3, 2, 3", (250, 480), "1", id="one trick wins"),
    ],
)
def test_near_the_target_the_bid_is_what_wins(before: str, points: tuple[int, int], expected: str) -> None:
    assert bid_by(W, GOOD_HAND, before, points=points) == expected


def test_no_nil_where_an_ordinary_bid_wins_the_match() -> None:
    assert bid_by(W, NIL_HAND, "3, 3, 3", points=(0, 460)) == "1"


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param((0, 0), "look", id="level: look"),
        pytest.param((150, 300), "look", id="behind, but the match is young: look"),
        pytest.param((100, 460), "blind nil", id="far behind an opponent who is nearly there: blind nil"),
        pytest.param((460, 100), "look", id="ahead: look"),
    ],
)
def test_a_blind_nil_is_for_a_side_that_has_nearly_lost(
    points: tuple[int, int], expected: str, level: Level
) -> None:
    assert bid_of(bidding(OPEN_BLIND, points=points), level) == expected


def test_no_blind_nil_after_the_partners() -> None:
    match = bid_in_turn(bidding(BLIND, points=(100, 460)), "blind nil, 4")
    assert bid_of(match) == "look"


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        pytest.param("KS QS 4S AH 7H 3H 2H 8D 5D 2D 6C 4C 2C", "KS QS", id="the high spades go first"),
        pytest.param("JS 4S AH 7H 3H 2H 8D 5D 2D 6C 5C 4C 2C", "JS AH", id="then what is hard to duck with"),
        pytest.param("3S 2S AH KD 7H 5H 3H 2H 8C 6C 5C 4C 2C", "KD AH", id="a lone king, a bare ace"),
    ],
)
def test_a_nil_bidder_gives_the_most_dangerous_cards(hand: str, given: str) -> None:
    match = bid_in_turn(bidding(OPEN_BLIND, hands=full_hands(n=hand)), "blind nil")
    match = bid_in_turn(match, "seen 3, seen 3, seen 3")
    assert given_by(match) == cards(given)


def test_the_cover_gives_back_its_lowest_cards_and_no_spade() -> None:
    n, s = "KS QS 4S AH 7H 3H 2H 8D 5D 2D 6C 4C 3C", "AS 3S 2S KH QH 4H AD KD 3D AC QC 7C 2C"
    match = bid_in_turn(bidding(OPEN_BLIND, hands=full_hands(n=n, s=s)), "blind nil")
    match = bid_in_turn(match, "seen 3, seen 3, seen 3")
    assert given_by(give(match, N, "KS QS")) == cards("2C 3D")
