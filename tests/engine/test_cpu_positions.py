"""What players curse in Spades bots: each a fixed position, and the card that `normal` plays."""

from typing import Any

import pytest

from cpu_positions import card_of, position
from engine.rules import Rules

OWN_NIL: dict[str, Any] = {"bids": "4, 3, nil, 3", "taken": "3 3 0 3"}
PARTNER_NIL: dict[str, Any] = {"bids": "nil, 3, 4, 3", "taken": "0 3 3 3"}
THEIR_NIL: dict[str, Any] = {"bids": "3, 3, 3, nil", "taken": "3 3 3 0"}
BIG_CONTRACT: dict[str, Any] = {"bids": "4, 3, 4, nil", "taken": "2 5 2 0"}
BIG_CONTRACT_MADE: dict[str, Any] = {"bids": "4, 3, 4, nil", "taken": "4 1 4 0"}
BOTH_MADE: dict[str, Any] = {"bids": "2, 2, 2, 2", "taken": "3 2 2 2"}
SPARE_TRICKS: dict[str, Any] = {"bids": "3, 2, 3, 3", "taken": "3 3 3 0"}

LAST = [
    pytest.param(
        "AH JH 4H 2S", "9H 3H TH", {}, "JH", id="the trick is needed: win it with the cheapest winner"
    ),
    pytest.param("2S 7S 4D 3C", "9H 3H TH", {}, "2S", id="out of the suit: ruff with the lowest spade"),
    pytest.param("4S 7S 9D 3C", "9H 3H 5S", {}, "7S", id="over a ruff: the lowest spade that beats it"),
    pytest.param("4S 5S 9D 3C", "9H 3H 7S", {}, "3C", id="no spade beats the ruff: a low card, and no spade"),
    pytest.param("AH 4H 2S 3C", "9H QH TH", {}, "4H", id="the partner wins: never overtake"),
    pytest.param("2S AS 4D 3C", "9H QH TH", {}, "3C", id="the partner wins: never ruff"),
]

BETWEEN = [
    pytest.param("KH 4H 2S 3C", "AH 9H", {}, "4H", id="the partner led the ace: play low"),
    pytest.param("2S AS 4D 3C", "AH 9H", {}, "3C", id="the partner led the ace: no ruff"),
    pytest.param(
        "2S AS 4D 3C", "KH 9H", {"gone": "AH"}, "3C", id="the king is sure once its ace has gone: no ruff"
    ),
    pytest.param(
        "KH QH 4H 3C", "JH 2H", {"gone": "AH"}, "4H", id="the partner's jack is as good as the own king"
    ),
    pytest.param("KS 4S 3C 3D", "AS 9S", {}, "4S", id="the partner's ace of spades holds"),
    pytest.param("KH 4H 2S 3C", "TH JH", {}, "KH", id="third hand high, when the partner is beaten"),
    pytest.param("AH KH 4H 3C", "TH JH", {}, "KH", id="third hand: of two sure winners the cheaper"),
    pytest.param(
        "JH 4H 2S 3C", "TH 2H", {}, "4H", id="no card is spent that is worth no more than the partner's"
    ),
    pytest.param("AH JH 4H 3C", "9H", {}, "AH", id="second, with the highest heart: take the trick"),
    pytest.param("KH JH 4H 3C", "9H", {}, "4H", id="second hand low, while the ace is out"),
]

LEADS = [
    pytest.param("AH 4H 6D 3C", "", {}, "AH", id="cash an ace while tricks are needed"),
    pytest.param("KD 4H 9H 8H", "", {"gone": "AD"}, "KD", id="a king is cashed when its ace has gone"),
    pytest.param("AH 4H 9D 8D", "", {"voids": (0, 0, 0, 4)}, "8D", id="an ace is not led into a known ruff"),
    pytest.param("AH QD 4D 2C", "", BOTH_MADE, "2C", id="both contracts made: lead the surest loser"),
]

OWN = [
    pytest.param("KH TH 4H 2C", "JH 3H QH", OWN_NIL, "TH", id="duck with the highest card that loses"),
    pytest.param("KH 9H 4H 2C", "TH QH", OWN_NIL, "9H", id="duck although the last hand may take it anyway"),
    pytest.param("KS 3S 4H 2C", "JD 3D AS", OWN_NIL, "KS", id="throw a high spade under a higher one"),
    pytest.param("KS 3S AH 2C", "JD 3D KD", OWN_NIL, "AH", id="out of the suit: do not ruff, throw an ace"),
    pytest.param("AC 2C 9H 8H", "JD 3D KD", OWN_NIL, "AC", id="throw the card that is hardest to duck with"),
    pytest.param(
        "KH QH AH 2C", "JH 3H", OWN_NIL, "QH", id="nothing to duck with, one to play: hope with the lowest"
    ),
    pytest.param("KH 9H 2H 2C", "", OWN_NIL, "2C", id="lead the lowest card"),
]

COVERS = [
    pytest.param(
        "AH JH 4H 2S", "9H TH 3H", PARTNER_NIL, "JH", id="overtake the nil with the smallest winner"
    ),
    pytest.param(
        "2S 7S 4D 3C", "9H TH 3H", PARTNER_NIL, "2S", id="ruff the nil's trick with the lowest spade"
    ),
    pytest.param("AH JH 4H 2S", "TH 3H", PARTNER_NIL, "JH", id="the smallest winner also helps the contract"),
    pytest.param("AH QH 4H 2S", "5H", PARTNER_NIL, "AH", id="before the nil: high enough to duck under"),
    pytest.param("AH QH 4H 2S", "", PARTNER_NIL, "AH", id="lead high, so that the nil can go under"),
    pytest.param(
        "AH JH 4H 2S", "9H 3H TH", PARTNER_NIL, "JH", id="the nil has ducked: win what the contract needs"
    ),
]

ATTACKS = [
    pytest.param("AH JH 4H 2S", "9H 5H 3H", THEIR_NIL, "4H", id="the nil is winning: stay under it"),
    pytest.param(
        "AH JH 4H 2S", "5H 4D", THEIR_NIL, "4H", id="the nil is still to play: leave it a low trick"
    ),
    pytest.param(
        "AH JH 4H 2S", "9H 5H 3H", BIG_CONTRACT, "JH", id="a contract of 8 is not thrown away to hunt a nil"
    ),
    pytest.param(
        "AH JH 4H 2S", "9H 5H 3H", BIG_CONTRACT_MADE, "4H", id="a contract of 8, made: hunt the nil"
    ),
]

SCORE = [
    pytest.param("AH JH 4H 2S", "9H 5H TH", BOTH_MADE, "4H", id="nothing to win: the bag is avoided"),
    pytest.param(
        "AH JH 4H 2S", "9H 5H TH", BOTH_MADE | {"bags": (9, 0)}, "4H", id="the tenth bag is avoided"
    ),
    pytest.param("AH JH 9H 2S", "TH 5H KH", BOTH_MADE, "JH", id="the highest loser goes, the low one stays"),
    pytest.param(
        "AH KH 3C 2S", "TH 5H QH", BOTH_MADE, "AH", id="a bag that must be taken is taken with the highest"
    ),
    pytest.param(
        "AH JH 4H 2S",
        "9H 5H TH",
        BOTH_MADE | {"rules": Rules(bag_penalty=False)},
        "JH",
        id="without the penalty a bag is a point: take it",
    ),
    pytest.param(
        "AH JH 4H 2S",
        "9H 5H TH",
        BOTH_MADE | {"rules": Rules(bag_penalty_points=0)},
        "JH",
        id="a penalty of 0 points is none: take the bag",
    ),
    pytest.param(
        "AH JH 4H 2S",
        "9H 5H TH",
        {"bids": "3, 3, 3, 3", "taken": "4 1 3 1"},
        "JH",
        id="one more trick sets the opponents: take it, bag or not",
    ),
    pytest.param(
        "AH JH 4H 2S",
        "9H 5H TH",
        SPARE_TRICKS,
        "4H",
        id="the opponents can spare too many tricks: avoid the bag",
    ),
    pytest.param(
        "AH JH 4H 2S",
        "9H 5H TH",
        SPARE_TRICKS | {"points": (400, 460)},
        "JH",
        id="their contract would win the match: try to set it all the same",
    ),
]


@pytest.mark.parametrize(
    ("hand", "trick", "more", "card"), [*LAST, *BETWEEN, *LEADS, *OWN, *COVERS, *ATTACKS, *SCORE]
)
def test_normal_plays_the_right_card(hand: str, trick: str, more: dict[str, Any], card: str) -> None:
    assert card_of(position(hand, trick, **more)) == card
