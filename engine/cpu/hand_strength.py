"""How many tricks a hand may be good for, in hundredths of a trick.

The worths were fitted by least squares to the tricks that hands took in self-play, then rounded.
"""

from typing import Final

from engine.cards import CardSet

_SUIT: Final = 0x1FFF
_ACE, _KING, _QUEEN, _JACK, _TEN = (1 << rank for rank in (12, 11, 10, 9, 8))
_ACE_OR_KING: Final = _ACE | _KING

# By the number of cards in the suit, 0 … 13.
_SIDE_ACE: Final = (0, 88, 95, 95, 95, 88, 82, 75, 65, 55, 45, 35, 25, 15)
_SIDE_KING: Final = (0, 8, 73, 76, 68, 57, 42, 32, 22, 15, 10, 5, 0, 0)
_SIDE_QUEEN: Final = (0, 0, 12, 38, 37, 25, 17, 5, 0, 0, 0, 0, 0, 0)
_SPADE_LENGTH: Final = (-15, 0, 20, 30, 90, 150, 205, 260, 340, 460, 580, 700, 820, 945)

# By the number of spades, 0 … 4 and more.
_SPADE_ACE: Final = (0, 85, 105, 118, 110)
_SPADE_KING: Final = (0, 9, 66, 96, 100)
_SPADE_QUEEN: Final = (0, 0, 33, 62, 70)
_SPADE_JACK: Final = (0, 0, 22, 32, 45)
_SPADE_TEN: Final = (0, 0, 6, 20, 28)

# Ruffs: by the number of cards in the side suit, 0 … 2, then by the number of spades, 0 … 5 and more.
_SHORT_SUIT: Final = ((0, 56, 78, 80, 80, 100), (0, 38, 54, 54, 48, 65), (0, 25, 20, 20, 18, 32))


def estimate(hand: CardSet) -> int:
    """What `normal` expects of 13 cards: honours by suit length, spade length, and ruffs."""
    spades = hand >> 39
    total = spade_worth(spades)
    for shift in (0, 13, 26):
        total += _side_worth(hand >> shift & _SUIT)
    return total + ruff_worth(hand)


def spade_worth(spades: CardSet) -> int:
    """The worth of the spades alone, given as 13 bits."""
    count = spades.bit_count()
    total, held = _SPADE_LENGTH[count], min(count, 4)
    if spades & _ACE:
        total += _SPADE_ACE[held]
    if spades & _KING:
        total += _SPADE_KING[held]
    if spades & _QUEEN:
        total += _SPADE_QUEEN[held]
    if spades & _JACK:
        total += _SPADE_JACK[held]
    return total + _SPADE_TEN[held] if spades & _TEN else total


def _side_worth(cards: CardSet) -> int:
    count = cards.bit_count()
    total = 0
    if cards & _ACE:
        total += _SIDE_ACE[count]
    if cards & _KING:
        total += _SIDE_KING[count] + (8 if cards & _ACE else 0)
    if cards & _QUEEN:
        total += _SIDE_QUEEN[count] + (5 if cards & _ACE_OR_KING else 0)
    return total + 13 if cards & _JACK and count > 2 else total


def ruff_worth(hand: CardSet) -> int:
    """The worth of short side suits, with spades to ruff with."""
    spades = min((hand >> 39).bit_count(), 5)
    total = 0
    for shift in (0, 13, 26):
        count = (hand >> shift & _SUIT).bit_count()
        if count < 3:
            total += _SHORT_SUIT[count][spades]
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
    return total + 50 if spades & _QUEEN else total
