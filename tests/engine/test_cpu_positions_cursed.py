"""What players curse in Spades bots: positions of whole deals, and the card that every good player plays.

`normal` and `hard` must find it, `hard` whatever its chance. `"4D 3C"`: either is as good.
"""

import pytest

from cpu_positions import card_of, late
from engine.actions import PlayCard
from engine.cards import card_set
from engine.cpu.choice import choose
from engine.cpu.reasons import ReasonCode
from engine.levels import Level
from engine.rules import Rules
from engine.seat_view import SeatView
from spades_builders import cards, one

LEVELS = [level for level in Level if level is not Level.EASY]
SEEDS = [bytes([number]) * 32 for number in (1, 2, 3)]
MANY_SEEDS = [bytes([number]) * 32 for number in range(4, 24)]

LAST_TO_PLAY = [
    pytest.param(
        "JH",
        {"n": "5H 6C 8D", "e": "2H QC TD", "s": "AH JH 4H 2S", "w": "KH 7C 8C"},
        {"trick": "9H 3H TH", "bids": "3, 3, 5, 2", "taken": "2 2 3 2"},
        id="last to play, the trick is needed: the cheapest winner",
    ),
    pytest.param(
        "2S",
        {"n": "5H 6C 8D", "e": "4S QC TD", "s": "2S 7S 4D 3C", "w": "KH 7C 8C"},
        {"trick": "9H 3H TH", "bids": "3, 3, 4, 2", "taken": "2 2 2 3"},
        id="last to play, out of the suit: the lowest spade ruffs",
    ),
    pytest.param(
        "7S",
        {"n": "5H 6C 8D", "e": "6S QC TD", "s": "4S 7S 9D 3C", "w": "KH 7C 8C"},
        {"trick": "9H 3H 5S", "bids": "3, 3, 4, 2", "taken": "2 2 2 3"},
        id="last to play, over a ruff: the lowest spade that beats it",
    ),
    pytest.param(
        "AS",
        {"n": "5H 6C", "e": "6S QC", "s": "AS QS 3C", "w": "KH 7C"},
        {"trick": "9H 3H KS", "bids": "3, 3, 4, 3", "taken": "2 3 3 2"},
        id="last to play, only the ace wins a needed trick: the ace",
    ),
]

PARTNERS_TRICK = [
    pytest.param(
        "4H",
        {"n": "5H 6C 8D", "e": "4S QC TD", "s": "AH 4H 2S 3C", "w": "KH 7C 8C"},
        {"trick": "9H QH TH", "bids": "3, 3, 4, 2", "taken": "2 2 2 3"},
        id="the partner wins: never overtake",
    ),
    pytest.param(
        "4D 3C",
        {"n": "5H 6C 8D", "e": "4S QC TD", "s": "2S AS 4D 3C", "w": "KH 7C 8C"},
        {"trick": "9H QH TH", "bids": "3, 3, 4, 2", "taken": "2 2 2 3"},
        id="the partner wins: never ruff",
    ),
    pytest.param(
        "4H",
        {"n": "5C 6C 8D", "e": "9D QC TD", "s": "KH 4H 2S 3C", "w": "QH 7H 8C JC"},
        {"trick": "AH 9H", "bids": "3, 3, 4, 2", "taken": "2 2 2 3"},
        id="the partner led the ace: not the king on it",
    ),
    pytest.param(
        "4D 3C",
        {"n": "5C 6C 8D", "e": "9D QC TD", "s": "2S AS 4D 3C", "w": "QH 7H 8C JC"},
        {"trick": "AH 9H", "bids": "3, 3, 4, 2", "taken": "2 2 2 3"},
        id="the partner led the ace, and nobody has a spade left to ruff it: no ruff",
    ),
    pytest.param(
        "4S",
        {"n": "5C 6C 8D", "e": "9D QC TD", "s": "KS 4S 3C 3D", "w": "QH 7S 8C JC"},
        {"trick": "AS 9S", "bids": "3, 3, 4, 2", "taken": "2 2 2 3"},
        id="the partner's ace of spades: the king stays at home",
    ),
    pytest.param(
        "4D 3C",
        {"n": "5C 6C 8D", "e": "9D QC TD", "s": "2S AS 4D 3C", "w": "QH 7H 8C JC"},
        {"trick": "KH 9H", "bids": "3, 3, 4, 2", "taken": "2 2 2 3"},
        id="the partner's king, when its ace has gone: no ruff",
    ),
]

OWN_NIL = [
    pytest.param(
        "TH",
        {"n": "AH 6C 8D", "e": "2H QC TD", "s": "KH TH 4H 2C", "w": "9H 7C 8C"},
        {"trick": "JH 3H QH", "bids": "4, 3, nil, 3", "taken": "3 3 0 3"},
        id="a nil ducks with the highest card that loses",
    ),
    pytest.param(
        "9H",
        {"n": "AH 6C 8D", "e": "2H QC TD", "s": "KH 9H 4H 2C", "w": "8H 7C 8C JC"},
        {"trick": "TH QH", "bids": "4, 3, nil, 3", "taken": "3 3 0 3"},
        id="a nil ducks whatever it can, third to play, too",
    ),
    pytest.param(
        "AH",
        {"n": "5H 6C 8D", "e": "9H QC TD", "s": "QS 3S AH 2C", "w": "KH AS 8C"},
        {"trick": "JD 3D KD", "bids": "4, 3, nil, 3", "taken": "3 3 0 3"},
        id="a nil out of the suit does not ruff: it throws an ace",
    ),
    pytest.param(
        "KS",
        {"n": "5H 6C 8D", "e": "9H QC TD", "s": "KS 3S 4H 2C", "w": "KH 9S 8C"},
        {"trick": "JD 3D AS", "bids": "4, 3, nil, 3", "taken": "3 3 0 3"},
        id="a nil throws its king of spades under the ace",
    ),
    pytest.param(
        "2C 2H",
        {"n": "AH 6C 8D QH", "e": "JH QC TD 5C", "s": "KH 9H 2H 2C", "w": "8H 7C 8C JC"},
        {"bids": "4, 3, nil, 3", "taken": "3 3 0 3"},
        id="a nil on lead: the lowest card",
    ),
]

COVER = [
    pytest.param(
        "JH",
        {"n": "5H 6C 8D", "e": "2H QC TD", "s": "AH JH 4H 2S", "w": "KH 7C 8C"},
        {"trick": "9H TH 3H", "bids": "nil, 3, 4, 4", "taken": "0 3 3 3"},
        id="the nil is winning: overtake it, with the smallest card that does",
    ),
    pytest.param(
        "2S",
        {"n": "5H 6C 8D", "e": "4S QC TD", "s": "2S 7S 4D 3C", "w": "KH 7C 8C"},
        {"trick": "9H TH 3H", "bids": "nil, 3, 4, 4", "taken": "0 3 3 3"},
        id="the nil is winning: ruff it, although it is the partner",
    ),
    pytest.param(
        "JH",
        {"n": "5H 6C 8D", "e": "2H QC TD", "s": "AH JH AC 2D", "w": "KH 7C 8C"},
        {"trick": "9H TH 3H", "bids": "nil, 3, 6, 4", "taken": "0 3 3 3"},
        id="the small winner covers and leaves the ace for the contract",
    ),
    pytest.param(
        "QS",
        {"n": "5H 6C 8D", "e": "2H QC TD", "s": "AS QS 3S KC", "w": "KH 7C 8C"},
        {"trick": "9S JS TS", "bids": "nil, 3, 5, 4", "taken": "0 3 3 3"},
        id="the nil's jack of spades: the queen covers it, and the ace stays",
    ),
]

THEIR_NIL = [
    pytest.param(
        "4H",
        {"n": "5C 6C 8D", "e": "2H QC TD", "s": "AH JH 4H 2S", "w": "KC 7C 8C"},
        {"trick": "9H 5H 3H", "bids": "4, 3, 4, nil", "taken": "4 1 4 0"},
        id="the nil is winning, and the contract is made: stay under it",
    ),
    pytest.param(
        "4H",
        {"n": "5C 6C 8D", "e": "2H QC TD", "s": "AH JH 4H 2S", "w": "KC 7C 8C"},
        {"trick": "9H 5H 3H", "bids": "2, 4, 3, nil", "taken": "2 4 3 0"},
        id="the nil is winning, and a small contract is made: stay under it",
    ),
    pytest.param(
        "JH",
        {"n": "5C 6C 8D", "e": "QH QC TD", "s": "AS KS JH 4H", "w": "2H 7C 8C JC"},
        {"trick": "3H 5H", "bids": "4, 4, 4, nil", "taken": "3 4 2 0", "points": (430, 300)},
        id="a contract of 8 that wins the match and needs this trick is not thrown away to hunt a nil",
    ),
    pytest.param(
        "JH",
        {"n": "5C 6C 8D", "e": "QH QC TD", "s": "AS KS JH 4H", "w": "2H 7C 8C JC"},
        {"trick": "3H 5H", "bids": "3, 5, 4, nil", "taken": "2 5 2 0", "points": (440, 300)},
        id="nor one of 7",
    ),
]

NO_TRICK_WANTED = {"n": "5C 6C 8D", "e": "2H QC TD", "s": "JH 4H 3C 2D", "w": "AH QH KH"}
BOTH_MADE = {"trick": "9H 5H TH", "bids": "2, 2, 2, 2", "taken": "3 2 2 2"}

SCORE = [
    pytest.param("4H", NO_TRICK_WANTED, BOTH_MADE, id="a bag is avoided where it is free to avoid"),
    pytest.param(
        "4H", NO_TRICK_WANTED, BOTH_MADE | {"bags": (9, 0)}, id="the tenth bag is avoided where it is free"
    ),
    pytest.param(
        "JH",
        NO_TRICK_WANTED,
        BOTH_MADE | {"bags": (8, 0), "rules": Rules(bag_penalty=False)},
        id="without the penalty a bag is a point: take it",
    ),
    pytest.param(
        "JH",
        NO_TRICK_WANTED,
        BOTH_MADE | {"bags": (8, 0), "rules": Rules(bag_penalty_points=0)},
        id="a penalty of 0 points is none: take the bag",
    ),
    pytest.param(
        "JH",
        {"n": "5C 6C 8D", "e": "QH QC TD", "s": "AS JH 4H 3C", "w": "QS KH 9C"},
        {"trick": "9H 5H TH", "bids": "3, 3, 3, 3", "taken": "3 2 3 1"},
        id="two more tricks set the opponents: take this one, bag or not",
    ),
    pytest.param(
        "JH",
        {"n": "5C 6C 8D", "e": "QH QC TD", "s": "AS KS JH 4H", "w": "QS KH 9C"},
        {"trick": "9H 5H TH", "bids": "3, 2, 3, 3", "taken": "3 3 3 0", "points": (400, 460)},
        id="their contract would win the match, and can be set: set it",
    ),
    pytest.param(
        "JH",
        {"n": "5C 6C 8D", "e": "2H QC TD", "s": "JH 4H 3C 2D", "w": "AH QH KH"},
        {"trick": "9H 5H TH", "bids": "3, 4, 3, 2", "taken": "3 4 2 0", "points": (440, 300)},
        id="one more trick makes the contract that wins the match: take it",
    ),
]

EVERY_POSITION = [*LAST_TO_PLAY, *PARTNERS_TRICK, *OWN_NIL, *COVER, *THEIR_NIL, *SCORE]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("right", "hands", "deal"), EVERY_POSITION)
def test_the_right_card(right: str, hands: dict[str, str], deal: dict[str, object], level: Level) -> None:
    require_right(late(**hands, **deal), right, level, SEEDS)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("level", [level for level in LEVELS if level is Level.HARD])
@pytest.mark.parametrize(("right", "hands", "deal"), EVERY_POSITION)
def test_the_right_card_whatever_the_chance(
    right: str, hands: dict[str, str], deal: dict[str, object], level: Level
) -> None:
    require_right(late(**hands, **deal), right, level, MANY_SEEDS)  # type: ignore[arg-type]


def require_right(view: SeatView, right: str, level: Level, seeds: list[bytes]) -> None:
    assert view.legal_cards.bit_count() > 1, "no choice, no test"
    played = {card_of(view, level, seed) for seed in seeds}
    assert played <= set(right.split())


@pytest.mark.parametrize("level", Level)
def test_the_last_card_is_a_choice_too(level: Level) -> None:
    view = late(n="", e="", s="JH", w="", trick="9H 5H TH", bids="3, 3, 4, 3", taken="3 3 3 3")
    choice = choose(view, level, SEEDS[0])
    assert choice.action == PlayCard(one("JH"))
    assert [reason.code for reason in choice.reasons] == [ReasonCode.ONLY_CARD]


@pytest.mark.parametrize(("right", "hands", "deal"), EVERY_POSITION)
def test_the_positions_tell_every_card(right: str, hands: dict[str, str], deal: dict[str, object]) -> None:
    """What no hand holds has been played: a search finds worlds in which all counts are right."""
    view = late(**hands, **deal)  # type: ignore[arg-type]
    unseen = (1 << 52) - 1 & ~(view.hand or 0) & ~card_set_of(view.deal.played)
    others = [seat for seat in range(4) if seat != view.seat]
    assert unseen.bit_count() == sum(view.deal.cards_held[seat] for seat in others)
    assert cards(right) & view.legal_cards == cards(right)


def card_set_of(played: tuple[int, ...]) -> int:
    return card_set(card for card in range(52) if any(each >> card & 1 for each in played))
