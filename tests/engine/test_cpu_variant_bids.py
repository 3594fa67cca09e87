"""Bids, looks, draws and exchanges of the CPU players where the rules are not the usual ones."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpu_positions import NO_SEED, bid_by, bid_of, given_by
from engine.actions import Draw
from engine.cards import CardSet, card_set, cards_in, deck_for
from engine.cpu.choice import choose
from engine.levels import Level
from engine.rules import Rules, resolve_rules
from engine.seats import replaced
from engine.state import Match
from engine.views import view_for
from spades_builders import NOBODY, N, S, bidding, cards, codes, drawing, duel_bidding, full_hands
from spades_driver import bid_in_turn, draw_in_turn, looked

NIL_HAND = "3S 2S 9H 5H 3H 2H 8D 6D 4D 2D 7C 4C 2C"
GOOD_HAND = "AS KS 9S 4S AH 7H 5H AD KD 6D 4D 3C 2C"
MIDDLING = "QS 9S 2S KH 8H 5H 3H JD 9D 4D 9C 5C 2C"
TWO_TRICKS = "AS 9S 4S KH 8H 5H 3H JD 9D 4D 9C 5C 2C"
NO_SPADE = "QH 9H 5H 3H 2H 8D 6D 4D 2D JC 7C 4C 2C"
HIGH_SPADES = "KS QS JS AH KH 7H 5H AD 6D 4D 2D 3C 2C"
ACE_OVER_LOW = "AS 2S 9H 5H 3H 2H 8D 6D 4D 2D 7C 4C 2C"
ONE_NIL = resolve_rules("suicide", {})
ALL_NIL = Rules(suicide="all_blind_nil")
BLIND_TRICKS = Rules(blind_bid_from=6)


def rules(**options: object) -> Rules:
    return resolve_rules("standard", options)


NILS = [
    pytest.param(ONE_NIL, "", NIL_HAND, "nil", id="suicide: the better hand for it bids the nil first"),
    pytest.param(ONE_NIL, "", GOOD_HAND, "6", id="suicide: a strong hand leaves the nil to the partner"),
    pytest.param(ONE_NIL, "4, 3", GOOD_HAND, "nil", id="suicide: the second must bid the nil"),
    pytest.param(ONE_NIL, "nil, 3", NIL_HAND, "1", id="suicide: after the partner's nil, a number"),
    pytest.param(rules(bid_style="whiz"), "", NIL_HAND, "nil", id="whiz: nil with low spades"),
    pytest.param(rules(bid_style="whiz"), "", HIGH_SPADES, "3", id="whiz: the number with high spades"),
    pytest.param(rules(bid_style="whiz"), "", NO_SPADE, "nil", id="whiz: without a spade there is only nil"),
    pytest.param(rules(bid_style="mirror"), "", NIL_HAND, "2", id="mirror: the number of spades"),
    pytest.param(rules(nil=False), "", NIL_HAND, "1", id="nil off: the lowest number"),
    pytest.param(rules(nil=False, zero_bid=True), "", NIL_HAND, "zero", id="zero for a hand of no tricks"),
    pytest.param(rules(zero_bid=True), "", NIL_HAND, "nil", id="a safe nil is worth more than a zero"),
    pytest.param(rules(zero_bid=True), "nil, 3", NIL_HAND, "zero", id="zero: no second nil"),
    pytest.param(rules(nil_points=0), "", NIL_HAND, "1", id="a nil worth nothing is not bid"),
    pytest.param(rules(), "", MIDDLING, "1", id="a nil of 100: not with the queen of spades"),
    pytest.param(rules(nil_points=500), "", MIDDLING, "nil", id="a nil of 500 is worth more risk"),
    pytest.param(
        rules(both_nil="forbidden"), "nil, 3", NIL_HAND, "1", id="the partner's nil is the only one"
    ),
    pytest.param(rules(min_bid=3), "", NIL_HAND, "nil", id="a minimum of 3 leaves the nil"),
    pytest.param(rules(min_bid=3), "", TWO_TRICKS, "3", id="a minimum of 3 is bid on two tricks"),
    pytest.param(rules(min_side_bid=8), "1, 3", NIL_HAND, "nil", id="nil rather than 7 for a weak hand"),
    pytest.param(rules(min_side_bid=8), "1, 3", GOOD_HAND, "7", id="a side's minimum of 8 is reached"),
    pytest.param(rules(min_side_bid=8), "nil, 3", MIDDLING, "nil", id="a second nil rather than 8 alone"),
    pytest.param(rules(), "", ACE_OVER_LOW, "1", id="no nil with the highest spade"),
    pytest.param(
        rules(nil_exchange=2), "", ACE_OVER_LOW, "nil", id="nil: the highest spade can be given away"
    ),
]


@pytest.mark.parametrize(("table", "before", "hand", "expected"), NILS)
def test_normal_bids_nil_where_the_rules_make_it_right(
    table: Rules, before: str, hand: str, expected: str
) -> None:
    assert bid_by(S, hand, before, rules=table) == expected


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(
    ("before", "hand", "is_nil"),
    [
        pytest.param("", NIL_HAND, True, id="first, weak"),
        pytest.param("", GOOD_HAND, False, id="first, strong"),
        pytest.param("4, 3", GOOD_HAND, True, id="second, after a number"),
        pytest.param("nil, 3", NIL_HAND, False, id="second, after the nil"),
    ],
)
def test_each_side_has_its_one_nil_in_suicide(before: str, hand: str, is_nil: bool, level: Level) -> None:
    assert (bid_by(S, hand, before, level, rules=ONE_NIL) == "nil") == is_nil


BONUSES = [
    pytest.param({}, "5, 3", "4", id="without a bonus for ten: what the hand is worth"),
    pytest.param({"ten_for_200": True}, "5, 3", "5", id="ten for 200: reach for ten when it is near"),
    pytest.param({"ten_for_200": True}, "2, 3", "4", id="ten for 200: not when it is far"),
    pytest.param({"ten_for_200": True}, "7, 2", "3", id="ten for 200: no more than ten"),
    pytest.param({"bid_13_bonus": 1000}, "8, 1", "5", id="thirteen for a bonus of 1000, when it is near"),
    pytest.param({"bid_13_bonus": 1000}, "5, 3", "4", id="no thirteen from afar"),
    pytest.param({"bid_13_bonus": 10}, "7, 1", "4", id="a small bonus is worth no risk"),
]


@pytest.mark.parametrize(("options", "before", "expected"), BONUSES)
def test_a_bonus_is_reached_for_when_it_is_near(
    options: dict[str, object], before: str, expected: str
) -> None:
    assert bid_by(S, "AS KS 9S 4S AH 7H 5H KD 6D 4D 8C 3C 2C", before, rules=rules(**options)) == expected


BLIND = [
    pytest.param(BLIND_TRICKS, "", (0, 0), "look", id="level: look"),
    pytest.param(BLIND_TRICKS, "", (150, 300), "look", id="behind, but the match is young: look"),
    pytest.param(BLIND_TRICKS, "", (100, 460), "blind 6", id="far behind: the lowest blind tricks"),
    pytest.param(BLIND_TRICKS, "blind 6, seen 3", (100, 460), "look", id="one blind bid a side is enough"),
    pytest.param(
        rules(blind_bid_from=6, blind_nil=True),
        "",
        (100, 460),
        "blind nil",
        id="a blind nil rather than tricks",
    ),
    pytest.param(
        rules(blind_bid_from=6, blind_nil=True, nil_points=0),
        "",
        (100, 460),
        "blind 6",
        id="a nil worth nothing",
    ),
    pytest.param(rules(blind_nil=True, lead_margin=300), "", (0, 250), "blind nil", id="nearly led out"),
    pytest.param(rules(blind_nil=True, target=2000), "", (0, 250), "look", id="a long match: look"),
    pytest.param(rules(blind_nil=True, target=2000, max_deals=1), "", (0, 250), "blind nil", id="last deal"),
    pytest.param(ALL_NIL, "", (0, 0), "blind nil", id="all blind nil: the one legal bid"),
    pytest.param(ALL_NIL, "blind nil, blind nil", (300, 0), "blind nil", id="all blind nil, to the last"),
]


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(("table", "before", "points", "expected"), BLIND)
def test_a_hand_is_bid_blind_when_the_match_is_nearly_lost_or_nothing_else_is_legal(
    table: Rules, before: str, points: tuple[int, int], expected: str, level: Level
) -> None:
    assert bid_of(bid_in_turn(bidding(table, points=points), before), level) == expected


def test_the_partner_of_blind_tricks_bids_less_for_what_they_lack() -> None:
    seen, blind = (_third_bid(f"{first}, seen 3") for first in ("seen 6", "blind 6"))
    assert (seen, blind) == ("5", "3")


def _third_bid(before: str) -> str:
    match = bid_in_turn(bidding(BLIND_TRICKS, hands=full_hands(s=GOOD_HAND)), before)
    return bid_of(looked(match, S))


DRAWS = [
    pytest.param("BJ", "two", True, id="keeps a joker"),
    pytest.param("LJ", "two", True, id="keeps the little joker"),
    pytest.param("+2D", "two_and_deuces", True, id="keeps a high deuce"),
    pytest.param("2D", "off", False, id="puts away a plain deuce"),
    pytest.param("2S", "off", True, id="keeps the lowest spade"),
    pytest.param("AH", "off", True, id="keeps an ace"),
    pytest.param("KD", "two", True, id="keeps a king"),
    pytest.param("TD", "off", False, id="puts away a ten"),
    pytest.param("3C", "off", False, id="puts away a low club"),
]


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(("top", "jokers", "keep"), DRAWS)
def test_a_duellist_keeps_spades_and_honours(top: str, jokers: str, keep: bool, level: Level) -> None:
    assert draws(drawing(top, rules=Rules(players=2, jokers=jokers)), level) == keep


def draws(match: Match, level: Level = Level.NORMAL) -> bool:
    action = choose(view_for(match, match.to_act[0]), level, NO_SEED).action
    assert isinstance(action, Draw)
    return action.keep


def test_with_little_left_to_hope_for_a_queen_is_kept() -> None:
    """N has kept ten spades and three honours: what is left is worth less than a queen."""
    kept = ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "AH", "AD"]
    match = drawing(" ".join(f"{card} {low}" for card, low in zip(kept, _LOW, strict=True)) + " QC")
    assert not draws(drawing("QC"))
    assert draws(_drawn_alone(match, len(kept)))


_LOW = ["2C", "3C", "4C", "5C", "6C", "7C", "2D", "3D", "4D", "5D", "6D", "7D"]


def _drawn_alone(match: Match, count: int) -> Match:
    """The match as if N had made `count` draws in a row, each time keeping the top card."""
    for _ in range(count):
        match = draw_in_turn(match, True)
        match = replace(match, turns=replaced(NOBODY, N, match.next_turn))
    return match


def test_a_duellist_bids_for_half_of_the_tricks() -> None:
    match = duel_bidding("AS KS 9S 5S 3S AH 7H 4H AD 8D 4D 8C 6C", "QS JS TS 8S 6S KH QH JH KD QD AC KC QC")
    first = bid_of(match)
    assert first in ("5", "6")
    assert bid_of(bid_in_turn(match, first)) in ("6", "7")
    assert bid_of(match, Level.EASY) in ("5", "6", "7")


def test_in_a_duel_the_second_bid_looks_at_the_first() -> None:
    match = duel_bidding("AS KS 9S 5S 3S AH 7H 4H AD 8D 4D 8C 6C", "QS JS TS 8S 6S KH QH JH KD QD AC KC QC")
    low, high = (int(bid_of(bid_in_turn(match, first))) for first in ("4", "9"))
    assert high < low


@settings(max_examples=60, deadline=None)
@given(
    st.randoms(use_true_random=False),
    st.sampled_from(Level),
    st.sampled_from(["two", "two_and_deuces"]),
)
def test_no_nil_with_the_big_joker(rng: Random, level: Level, jokers: str) -> None:
    low = sorted((card for card in deck_for(jokers) if card < 52), key=lambda card: card % 13)[:30]
    hand = card_set([*rng.sample(low, 12), 55])
    assert bid_by(S, codes(hand), level=level, rules=Rules(jokers=jokers)) != "nil"


@settings(max_examples=100, deadline=None)
@given(
    st.randoms(use_true_random=False),
    st.sampled_from(Level),
    st.sampled_from(["two", "two_and_deuces"]),
)
def test_a_higher_spade_never_lowers_the_bid_with_jokers(rng: Random, level: Level, jokers: str) -> None:
    deck = deck_for(jokers)
    hand = card_set(rng.sample(deck, 13))
    higher = rng.choice([card for card in deck if card >= 39 and not hand >> card & 1])
    lower = [card for card in cards_in(hand) if 39 <= card < higher]
    if lower:
        better = hand & ~(1 << rng.choice(lower)) | 1 << higher
        assert _height(better, level, jokers) >= _height(hand, level, jokers)


def _height(hand: CardSet, level: Level, jokers: str) -> int:
    made = bid_by(S, codes(hand), level=level, rules=Rules(jokers=jokers))
    return int(made) if made.isdigit() else 0


@pytest.mark.parametrize(
    ("hand", "jokers", "expected"),
    [
        pytest.param(
            "AS KS 9S 4S 8H 7H 5H TD 9D 6D 7C 4C 3C", "off", "3", id="the two highest of a plain deck"
        ),
        pytest.param(
            "BJ LJ 9S 4S 8H 7H 5H TD 9D 6D 7C 4C 3C", "two", "2", id="the jokers are the two highest"
        ),
        pytest.param(
            "AS KS 9S 4S 8H 7H 5H TD 9D 6D 7C 4C 3C", "two", "1", id="the ace is but the third spade"
        ),
        pytest.param(
            "+2D +2S 9S 4S 8H 7H 5H TD 9D 6D 7C 4C 3C", "two_and_deuces", "1", id="third and fourth"
        ),
    ],
)
def test_spades_are_bid_by_their_place_in_the_deck(hand: str, jokers: str, expected: str) -> None:
    assert bid_by(S, hand, rules=Rules(jokers=jokers)) == expected


@pytest.mark.parametrize(
    ("hand", "jokers", "given"),
    [
        pytest.param("LJ 4S AH 7H 3H 4H 8D 5D 3D 6C 5C 4C 3C", "two", "LJ AH", id="the joker goes first"),
        pytest.param("+2D +2S 4S 7H 3H 4H 8D 5D 3D 6C 5C 4C 3C", "two_and_deuces", "+2D +2S", id="deuces"),
    ],
)
def test_a_nil_bidder_gives_jokers_and_high_deuces(hand: str, jokers: str, given: str) -> None:
    table = Rules(jokers=jokers, nil_exchange=2)
    match = bid_in_turn(bidding(table, hands=full_hands(n=hand, jokers=jokers)), "nil, 3, 3, 3")
    assert given_by(match) == cards(given)
