"""How many tricks a hand may be good for, in hundredths of a trick.

The worths are those of `fitted`: least squares, to the tricks that hands took in self-play.
"""

from typing import Final

from engine.cards import CardSet
from engine.cpu.fitted import (
    JACK_IN_LENGTH,
    KING_WITH_ACE,
    QUEEN_WITH_HIGHER,
    SHORT_SUIT,
    SIDE_ACE,
    SIDE_KING,
    SIDE_QUEEN,
    SPADE_ACE,
    SPADE_JACK,
    SPADE_KING,
    SPADE_LENGTH,
    SPADE_QUEEN,
    SPADE_TEN,
)

_SUIT: Final = 0x1FFF
_ACE, _KING, _QUEEN, _JACK, _TEN = (1 << rank for rank in (12, 11, 10, 9, 8))
_ACE_OR_KING: Final = _ACE | _KING


def estimate(hand: CardSet) -> int:
    """What `normal` expects of 13 cards: honours by suit length, spade length, and ruffs."""
    spades = hand >> 39
    total = spade_worth(spades)
    for shift in (0, 13, 26):
        total += side_worth(hand >> shift & _SUIT)
    return total + ruff_worth(hand)


def spade_worth(spades: CardSet) -> int:
    """The worth of the spades alone, given as 13 bits."""
    count = spades.bit_count()
    total, held = SPADE_LENGTH[count], min(count, 4)
    if spades & _ACE:
        total += SPADE_ACE[held]
    if spades & _KING:
        total += SPADE_KING[held]
    if spades & _QUEEN:
        total += SPADE_QUEEN[held]
    if spades & _JACK:
        total += SPADE_JACK[held]
    return total + SPADE_TEN[held] if spades & _TEN else total


def side_worth(cards: CardSet) -> int:
    """The worth of the honours of a side suit, given as 13 bits."""
    count = cards.bit_count()
    total = 0
    if cards & _ACE:
        total += SIDE_ACE[count]
    if cards & _KING:
        total += SIDE_KING[count] + (KING_WITH_ACE if cards & _ACE else 0)
    if cards & _QUEEN:
        total += SIDE_QUEEN[count] + (QUEEN_WITH_HIGHER if cards & _ACE_OR_KING else 0)
    return total + JACK_IN_LENGTH if cards & _JACK and count > 2 else total


def ruff_worth(hand: CardSet) -> int:
    """The worth of short side suits, with spades to ruff with."""
    spades = min((hand >> 39).bit_count(), 5)
    total = 0
    for shift in (0, 13, 26):
        count = (hand >> shift & _SUIT).bit_count()
        if count < 3:
            total += SHORT_SUIT[count][spades]
    return total


def honours_estimate(hand: CardSet) -> int:
    """What `easy` expects: an ace is a trick, a king most of one, and so is every spade beyond the third."""
    spades = hand >> 39
    total = 100 * max(0, spades.bit_count() - 3)
    for shift in (0, 13, 26, 39):
        cards = hand >> shift & _SUIT
        if cards & _ACE:
            total += 100
        if cards & _KING and cards.bit_count() > 1:
            total += 70
    return total + 50 if spades & _QUEEN and spades.bit_count() > 1 else total
