"""How many tricks a hand may be good for against one opponent, in hundredths of a trick.

Half the deck is out of play, and the opponent picked its hand, too. The worths were fitted by least squares
to the tricks that hands took in self-play, then rounded.
"""

from typing import Final

from engine.cards import Card, CardSet, cards_in, deck_for, lowest
from engine.cpu.fitted import DUEL_SIDE, DUEL_SPADE
from engine.cpu.standard_hand import as_standard

_RANKS: Final = 13


def _card_worth(card: Card) -> int:
    return DUEL_SPADE[card - 39] if card >= 39 else DUEL_SIDE[card % _RANKS]


_WORTHS: Final = {
    jokers: {card: _card_worth(lowest(as_standard(1 << card, jokers))) for card in deck_for(jokers)}
    for jokers in ("off", "two", "two_and_deuces")
}


def duel_worth(cards: CardSet, jokers: str) -> int:
    """What any set of cards adds to a hand."""
    worths = _WORTHS[jokers]
    return sum(worths[card] for card in cards_in(cards))


def easy_in_duel(honours: int) -> int:
    """What `easy` expects of a hand with these honours."""
    return 210 + honours * 7 // 10
