"""How likely a hand is to be forced to take a trick: the model behind a nil bid.

Risks are log-odds in hundredths, 0 for an even chance, fitted by logistic regression to nils in self-play,
then rounded. A suit is as dangerous as its low cards are high: the lowest must go under the first round of
the suit, the next under the second, and the third under the third.
"""

from typing import Final

from engine.cards import CardSet, lowest
from engine.cpu.fitted import (
    NIL_BASE,
    NIL_LOWEST,
    NIL_SECOND,
    NIL_SPADE_SECOND,
    NIL_SPADE_THIRD,
    NIL_SPADE_TOP,
    NIL_SPADES,
    NIL_THIRD,
    NIL_VOID,
)

_SUIT: Final = 0x1FFF


def nil_risk(hand: CardSet) -> int:
    """The log-odds, in hundredths, that a nil on these 13 cards is set."""
    risk = NIL_BASE + spade_risk(hand >> 39)
    for shift in (0, 13, 26):
        risk += side_risk(hand >> shift & _SUIT)
    return risk


def spade_risk(spades: CardSet) -> int:
    """What the spades, given as 13 bits, add to the risk."""
    risk = NIL_SPADES[spades.bit_count()]
    for ranks in (NIL_SPADE_TOP, NIL_SPADE_SECOND, NIL_SPADE_THIRD):
        if not spades:
            break
        top = spades.bit_length() - 1
        risk += ranks[top]
        spades ^= 1 << top
    return risk


def side_risk(cards: CardSet) -> int:
    """What a side suit, given as 13 bits, adds to the risk."""
    if not cards:
        return NIL_VOID
    risk = NIL_LOWEST[min(cards.bit_count(), 4) - 1][lowest(cards)]
    for ranks in (NIL_SECOND, NIL_THIRD):
        cards &= cards - 1
        if not cards:
            break
        risk += ranks[lowest(cards)]
    return risk
