"""The card that `normal` plays in fixed positions where the rules are not the usual ones."""

from typing import Any

import pytest

from cpu_positions import card_of, position
from engine.rules import Rules, resolve_rules

TWO = Rules(jokers="two")
DEUCES = Rules(jokers="two_and_deuces")
DUEL = Rules(players=2)
BOTH_MADE: dict[str, Any] = {"bids": "2, 2, 2, 2", "taken": "3 2 2 2"}
OWN_NIL: dict[str, Any] = {"bids": "4, 3, nil, 3", "taken": "3 3 0 3"}
BROKEN_NIL: dict[str, Any] = {"bids": "6, 3, nil, 3", "taken": "3 2 1 3"}
THEIR_NIL: dict[str, Any] = {"bids": "4, 3, 4, nil", "taken": "3 3 3 0"}
EVERY_NIL: dict[str, Any] = {"bids": "blind nil, blind nil, blind nil, blind nil"}
TEN_MADE: dict[str, Any] = {"bids": "5, zero, 5, 1", "taken": "5 0 5 1"}


def under(rules: Rules = Rules(), /, **options: object) -> dict[str, Any]:  # noqa: B008 (a frozen value)
    return {"rules": resolve_rules("standard", {**rules.as_options(), **options})}


JOKERS = [
    pytest.param("LJ 4D 3C 3D", "9H 3H AS", TWO, {}, "LJ", id="a joker beats the ace of spades"),
    pytest.param("+2S 5S 9D 3C", "4S 3S AS", DEUCES, {}, "+2S", id="a high deuce beats the ace of spades"),
    pytest.param("+2D 5S 9D 3C", "4S 3S +2S", DEUCES, {}, "+2D", id="of the deuces, diamonds is higher"),
    pytest.param("BJ 4D 3C 3D", "4S", TWO, {}, "BJ", id="a joker must follow spades"),
    pytest.param("+2D 4D 3C 3D", "4S", DEUCES, {}, "+2D", id="a high deuce of diamonds must follow spades"),
    pytest.param("BJ 4S 3C 3D", "KS 3S", TWO, {}, "BJ", id="the big joker is a sure winner"),
    pytest.param(
        "BJ 4S 3C 3D",
        "AS 3S",
        TWO,
        {"gone": "LJ"},
        "4S",
        id="with no joker against it the partner's ace holds",
    ),
    pytest.param(
        "LJ 4S 3C 3D", "AS 3S", TWO, {}, "4S", id="the little joker does no more than the partner's ace"
    ),
    pytest.param("LJ 3S 4H 3C", "JD 3D BJ", TWO, OWN_NIL, "LJ", id="a nil throws a joker under a higher one"),
    pytest.param("BJ 3S AH 3C", "JD 3D KD", TWO, OWN_NIL, "AH", id="a nil does not ruff with a joker"),
]

DUELS = [
    pytest.param(
        "AH JH 4H 2S", "9H", DUEL, {"bids": "3, -, 6, -", "taken": "4 0 5 0"}, "JH", id="duel: win it cheaply"
    ),
    pytest.param(
        "QH 4H 2S 3C",
        "KH",
        DUEL,
        {"bids": "3, -, 6, -", "taken": "4 0 5 0"},
        "4H",
        id="duel: beaten, play low",
    ),
    pytest.param(
        "4D 4S 7S 3C",
        "9H",
        DUEL,
        {"bids": "3, -, 6, -", "taken": "4 0 5 0"},
        "4S",
        id="duel: out of the suit, the lowest spade ruffs",
    ),
    pytest.param(
        "KD 4H 9H 8H",
        "",
        DUEL,
        {"bids": "3, -, 6, -", "taken": "4 0 5 0", "put_away": "AD"},
        "KD",
        id="duel: a king is sure when its ace was put away",
    ),
    pytest.param(
        "AH JH 4H 2S",
        "9H",
        DUEL,
        {"bids": "3, -, 4, -", "taken": "4 0 5 0"},
        "4H",
        id="duel: both contracts made, the bag is avoided",
    ),
    pytest.param(
        "KH TH 4H 2C",
        "JH",
        DUEL,
        {"bids": "8, -, nil, -", "taken": "9 0 0 0"},
        "TH",
        id="duel: a nil ducks with the highest card that loses",
    ),
    pytest.param(
        "AH 7H 4H 2S",
        "9H",
        DUEL,
        {"bids": "nil, -, 5, -", "taken": "0 0 9 0"},
        "7H",
        id="duel: the opponent's nil is left its trick",
    ),
]

# The same hand and trick each time: JH wins a trick that is worth having, 4H ducks.
TAKE_IT_OR_NOT = [
    pytest.param(BOTH_MADE | under(overtrick_points=-10), "4H", id="duck when a bag costs 10 at once"),
    pytest.param(
        BOTH_MADE | under(overtrick_points=-1, bag_penalty=False), "4H", id="duck when a bag costs a point"
    ),
    pytest.param(
        BOTH_MADE | under(overtrick_points=0, bag_penalty=False),
        "JH",
        id="bags that cost nothing are ignored",
    ),
    pytest.param(BOTH_MADE | under(overtrick_points=0), "4H", id="duck: no point, and a penalty at the end"),
    pytest.param(
        BOTH_MADE | under(bag_penalty_points=5), "JH", id="ten bags bring more than a penalty of 5 takes"
    ),
    pytest.param(BROKEN_NIL, "4H", id="a broken nil takes bags: duck"),
    pytest.param(
        BROKEN_NIL | under(nil_tricks="partner"), "JH", id="a broken nil helps the partner: take the trick"
    ),
    pytest.param(
        {"bids": "3, 2, 2, 3", "taken": "3 3 3 0"} | under(max_deals=1),
        "4H",
        id="the last deal, ahead with our contract: avoid the bag",
    ),
    pytest.param(
        {"bids": "3, 2, 2, 3", "taken": "3 3 3 0", "points": (0, 30)} | under(max_deals=1),
        "JH",
        id="the last deal, behind with both contracts made: try to set theirs",
    ),
    pytest.param(
        {"bids": "3, 2, 2, 3", "taken": "3 3 3 0", "points": (0, 80)} | under(lead_margin=120),
        "JH",
        id="their contract would lead them out: try to set it",
    ),
    pytest.param(
        {"bids": "zero, 5, zero, 5", "taken": "0 5 0 4"} | under(zero_bid=True, ten_for_200=True),
        "JH",
        id="a contract for 200 is worth setting at any price",
    ),
]


@pytest.mark.parametrize(("hand", "trick", "rules", "more", "card"), [*JOKERS, *DUELS])
def test_normal_plays_the_right_card(
    hand: str, trick: str, rules: Rules, more: dict[str, Any], card: str
) -> None:
    assert card_of(position(hand, trick, rules=rules, **more)) == card


@pytest.mark.parametrize(("more", "card"), TAKE_IT_OR_NOT)
def test_normal_knows_what_a_trick_is_worth(more: dict[str, Any], card: str) -> None:
    assert card_of(position("AH JH 4H 2S", "9H 5H TH", **more)) == card


@pytest.mark.parametrize(
    ("rules", "card"),
    [
        pytest.param({}, "4H", id="with ten like any other contract, a bag is a bag"),
        pytest.param({"ten_for_200": True}, "JH", id="ten made for 200: its overtricks are no bags"),
    ],
)
def test_overtricks_of_a_contract_for_200_cost_nothing(rules: dict[str, object], card: str) -> None:
    made = under(zero_bid=True, **rules)
    assert card_of(position("JH 4H", "9H 5H TH", **TEN_MADE, **made)) == card


@pytest.mark.parametrize(
    ("nil_points", "card"),
    [
        pytest.param(0, "JH", id="a nil worth nothing is not hunted"),
        pytest.param(100, "JH", id="a nil of 100 is not hunted with a contract of 8"),
        pytest.param(200, "4H", id="a nil of 200 is hunted with a contract of 8"),
    ],
)
def test_a_nil_is_hunted_by_its_worth(nil_points: int, card: str) -> None:
    assert card_of(position("AH JH 4H 2S", "9H 5H 3H", **THEIR_NIL, **under(nil_points=nil_points))) == card


@pytest.mark.parametrize(
    ("taken", "card"),
    [
        pytest.param("3 3 0 3", "TH", id="all blind nil: duck while the own nil lives"),
        pytest.param("0 3 3 3", "KH", id="all blind nil: the own nil gone, cover the partner's"),
        pytest.param("3 3 3 0", "TH", id="all blind nil: one left, on the left: stay under it"),
    ],
)
def test_where_all_bid_blind_nil(taken: str, card: str) -> None:
    tricks = {"3 3 0 3": "JH 3H QH", "0 3 3 3": "3H JH 4H", "3 3 3 0": "JH 3H 5H"}[taken]
    more = EVERY_NIL | under(suicide="all_blind_nil")
    assert card_of(position("KH TH 4D 2C", tricks, taken=taken, **more)) == card


@pytest.mark.parametrize(
    ("nil_tricks", "card"),
    [
        pytest.param("partner", "AH", id="the tricks of a broken nil help: take it"),
        pytest.param("ignored", "4H", id="they do not help: leave the trick to the partner"),
    ],
)
def test_a_broken_nil_and_the_contract_of_its_partner(nil_tricks: str, card: str) -> None:
    made = under(nil_tricks=nil_tricks, bag_penalty=False)
    assert card_of(position("AH JH 4H 2S", "9H", bids="6, 2, nil, 2", taken="3 3 1 2", **made)) == card
