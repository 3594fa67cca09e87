"""How likely a hand is to be forced to take a trick: the model behind a nil bid.

Risks are log-odds in hundredths, 0 for an even chance, fitted by logistic regression to nils in self-play,
then rounded. A suit is as dangerous as its low cards are high: the lowest must go under the first round of
the suit, the next under the second, and the third under the third.
"""

from typing import Final

from engine.cards import CardSet, lowest

_SUIT: Final = 0x1FFF
_BASE: Final = -12
_VOID: Final = -84

# By the number of cards in the side suit, 1 … 4 and more; then by the rank 2 … A of its lowest card.
_LOWEST: Final = (
    (-80, -80, -76, -72, -68, -66, -64, -50, -30, 0, 20, 120, 150),
    (-66, -66, -64, -62, -60, -55, -50, -38, -30, 30, 50, 120, 130),
    (-46, -46, -46, -46, -42, -36, -30, 12, 35, 150, 170, 250, 250),
    (-20, -16, -10, 0, 10, 60, 80, 130, 150, 200, 220, 300, 300),
)
_SECOND: Final = (-48, -48, -46, -45, -43, -40, -26, -14, 10, 22, 50, 80, 240)
_THIRD: Final = (10, 10, 11, 12, 18, 22, 24, 26, 30, 36, 50, 75, 135)

# By the number of spades; by the rank of the highest, the second and the third of them.
_SPADES: Final = (-170, -145, -87, -65, 38, 220, 400, 600, 800, 900, 900, 900, 900, 900)
_SPADE_TOP: Final = (-15, -15, -15, 0, 0, 0, 0, 4, 16, 22, 40, 89, 900)
_SPADE_SECOND: Final = (-35, -35, -35, -35, -35, -33, -30, -18, 76, 114, 360, 900, 900)
_SPADE_THIRD: Final = (20, 20, 20, 20, 22, 30, 90, 130, 216, 300, 900, 900, 900)


def nil_risk(hand: CardSet) -> int:
    """The log-odds, in hundredths, that a nil on these 13 cards is set."""
    risk = _BASE + _spade_risk(hand >> 39)
    for shift in (0, 13, 26):
        risk += _side_risk(hand >> shift & _SUIT)
    return risk


def _spade_risk(spades: CardSet) -> int:
    risk = _SPADES[spades.bit_count()]
    for ranks in (_SPADE_TOP, _SPADE_SECOND, _SPADE_THIRD):
        if not spades:
            break
        top = spades.bit_length() - 1
        risk += ranks[top]
        spades ^= 1 << top
    return risk


def _side_risk(cards: CardSet) -> int:
    if not cards:
        return _VOID
    risk = _LOWEST[min(cards.bit_count(), 4) - 1][lowest(cards)]
    for ranks in (_SECOND, _THIRD):
        cards &= cards - 1
        if not cards:
            break
        risk += ranks[lowest(cards)]
    return risk
