"""What players curse in the bids of Spades bots, and in what they give away: held down over many hands."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from cpu_positions import bid_by, bid_made, given_by
from engine.cards import CardSet, card_set, cards_in
from engine.cpu.choice import choose
from engine.levels import Level
from engine.rules import Rules
from engine.seats import Seat, replaced
from engine.state import Match
from engine.views import view_for
from spades_builders import S, W, bidding, cards, codes, full_hands
from spades_driver import bid_in_turn, give

SEED = bytes(32)
THINKERS = [level for level in Level if level is not Level.EASY]
BEFORE = ("", "3", "3, 3", "3, 3, 3", "nil", "3, nil", "nil, 3", "2, nil, 3", "4, 5", "1, 5, 1")
SCORES = ((0, 0), (420, 0), (0, 450), (455, 460), (380, 470))
HANDS = 60
MANY_HANDS = 1_000
ACE_OF_SPADES = cards("AS")
LOW_RANKS = 7
"""Up to the 9: low cards of a side suit."""


def tables() -> list[Match]:
    """S to bid, after all sorts of bids and at all sorts of scores."""
    found = []
    for text in BEFORE:
        dealer = Seat((S - len(text.split(",")) * bool(text) - 1) % 4)
        found += [bid_in_turn(bidding(dealer=dealer, points=points), text) for points in SCORES]
    return found


TABLES = tables()


def bid_on(match: Match, hand: CardSet, level: Level) -> int:
    """The tricks that S bids on the hand; 0 for nil."""
    deal = replace(match.deal, hands=replaced(match.deal.hands, S, hand))
    return bid_made(choose(view_for(replace(match, deal=deal), S), level, SEED).action).tricks


def hands(rng: Random, count: int) -> Iterator[tuple[CardSet, Match]]:
    for _ in range(count):
        yield card_set(rng.sample(range(52), 13)), rng.choice(TABLES)


def with_higher_spade(hand: CardSet) -> Iterator[CardSet]:
    """The hands with a higher spade in the place of a spade."""
    for new in (card for card in range(39, 52) if not hand >> card & 1):
        for old in cards_in(hand >> 39 << 39 & (1 << new) - 1):
            yield hand & ~(1 << old) | 1 << new


def with_one_more_spade(hand: CardSet) -> Iterator[CardSet]:
    """The hands with a spade above the own ones in the place of a low card, from a suit without an honour."""
    for new in range((hand >> 39).bit_length() + 39, 52):
        for suit in range(3):
            held = hand >> 13 * suit & 0x1FFF
            if not held >> 9:
                for rank in cards_in(held & (1 << LOW_RANKS + 1) - 1):
                    yield hand & ~(1 << 13 * suit + rank) | 1 << new


@pytest.mark.parametrize(
    ("seed", "count"), [pytest.param(1, HANDS), pytest.param(2, MANY_HANDS, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("level", Level)
def test_a_higher_spade_never_lowers_the_bid(level: Level, seed: int, count: int) -> None:
    for hand, match in hands(Random(seed), count):
        before = bid_on(match, hand, level)
        for better in with_higher_spade(hand):
            assert bid_on(match, better, level) >= before, f"{codes(hand)} -> {codes(better)}"


@pytest.mark.parametrize(
    ("seed", "count"), [pytest.param(3, HANDS), pytest.param(4, MANY_HANDS, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("level", Level)
def test_one_more_spade_never_lowers_the_number_bid(level: Level, seed: int, count: int) -> None:
    """A nil apart, which may become safe when the card that made it dangerous has gone."""
    for hand, match in hands(Random(seed), count):
        before = bid_on(match, hand, level)
        for better in with_one_more_spade(hand):
            bid = bid_on(match, better, level)
            assert not bid or bid >= before, f"{codes(hand)} -> {codes(better)}"


@pytest.mark.parametrize("level", Level)
def test_no_nil_with_the_ace_of_spades(level: Level) -> None:
    """On hands that would be a nil without it."""
    rng = Random(5)
    for _ in range(400):
        low = rng.sample([card for card in range(51) if card % 13 <= 8], 12)
        assert bid_on(rng.choice(TABLES), card_set(low) | ACE_OF_SPADES, level) > 0


@pytest.mark.parametrize("level", Level)
def test_no_nil_after_the_partners_nil(level: Level) -> None:
    rng = Random(6)
    after_nil = [match for match in TABLES if (bid := match.deal.bids[(S + 2) % 4]) and bid.is_nil]
    assert after_nil
    for _ in range(400):
        low = rng.sample([card for card in range(52) if card % 13 <= 8], 13)
        assert bid_on(rng.choice(after_nil), card_set(low), level) > 0


GOOD_HAND = "AS KS 9S 4S AH 7H 5H AD KD 6D 4D 3C 2C"
WEAK_HAND = "3S 2S 9H 5H 3H 2H 8D 6D 4D 2D 7C 4C 2C"
MIDDLING_HAND = "AS 9S 4S AH 7H 5H 3H QD 6D 4D JC 3C 2C"


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize(
    ("hand", "before", "points", "expected"),
    [
        pytest.param(GOOD_HAND, "3, 2, 3", (0, 0), "5", id="nothing at stake: the full value"),
        pytest.param(GOOD_HAND, "3, 2, 3", (0, 450), "3", id="three tricks win the match: no more"),
        pytest.param(GOOD_HAND, "3, 2, 3", (250, 480), "1", id="one trick wins it"),
        pytest.param(WEAK_HAND, "3, 3, 3", (0, 460), "1", id="an ordinary bid wins it: no nil"),
        pytest.param(MIDDLING_HAND, "3, 2, 2", (0, 0), "2", id="nothing at stake: what the hand is worth"),
        pytest.param(
            MIDDLING_HAND, "3, 2, 2", (455, 455), "4", id="they will win, but for two tricks more: bid them"
        ),
        pytest.param(GOOD_HAND, "nil, 2, 6", (300, 450), "3", id="three tricks win it, even over their nil"),
        pytest.param(GOOD_HAND, "nil, 2, 6", (400, 450), "6", id="their nil would be ahead: the full value"),
        pytest.param(
            MIDDLING_HAND, "3, nil, 2", (300, 380), "2", id="with the partner's nil two tricks win it"
        ),
        pytest.param(
            MIDDLING_HAND, "3, nil, 2", (455, 370), "4", id="with the partner's nil one trick more wins it"
        ),
        pytest.param(
            MIDDLING_HAND, "3, nil, 2", (300, 300), "3", id="far from the end: what the hand is worth"
        ),
    ],
)
def test_near_the_target_the_bid_is_what_wins(
    hand: str, before: str, points: tuple[int, int], expected: str, level: Level
) -> None:
    assert bid_by(W, hand, before, level, points=points) == expected


OPEN_BLIND = Rules(blind_nil=True, blind_behind=0)


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize(
    ("hand", "given"),
    [
        pytest.param("KS QS 4S AH 7H 3H 2H 8D 5D 2D 6C 4C 2C", "KS QS", id="the high spades go first"),
        pytest.param("JS 4S AH 7H 3H 2H 8D 5D 2D 6C 5C 4C 2C", "JS AH", id="then what is hard to duck with"),
        pytest.param("AS KS QS JS 7H 3H 2H 8D 5D 2D 6C 4C 2C", "AS KS", id="of four, the two highest"),
    ],
)
def test_a_nil_gives_away_its_most_dangerous_cards_spades_first(hand: str, given: str, level: Level) -> None:
    match = bid_in_turn(bidding(OPEN_BLIND, hands=full_hands(n=hand)), "blind nil")
    match = bid_in_turn(match, "seen 3, seen 3, seen 3")
    assert given_by(match, level) == cards(given)


@pytest.mark.parametrize("level", THINKERS)
def test_the_cover_gives_back_low_cards(level: Level) -> None:
    n, s = "KS QS 4S AH 7H 3H 2H 8D 5D 2D 6C 4C 3C", "AS 3S 2S KH QH 4H AD KD 3D AC QC 7C 2C"
    match = bid_in_turn(bidding(OPEN_BLIND, hands=full_hands(n=n, s=s)), "blind nil")
    match = bid_in_turn(match, "seen 3, seen 3, seen 3")
    assert given_by(give(match, Seat.N, "KS QS"), level) == cards("2C 3D")
