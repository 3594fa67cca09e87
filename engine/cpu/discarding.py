"""Which card to throw on a trick that is not to be won."""

from engine.cards import SPADES, Card, CardSet
from engine.cpu.knowledge import Knowledge
from engine.cpu.masks import SIDE_SUITS, low

_RANKS = 13


def throw_low(k: Knowledge, cards: CardSet) -> Card:
    """The least useful card: low, of a short suit, no winner and no spade if another will do."""
    best, cheapest = -1, 1 << 10
    for place, suit in enumerate(SIDE_SUITS):
        mine = cards & suit
        if not mine:
            continue
        card = low(mine)
        rank = card - _RANKS * place
        cost = 4 * rank + mine.bit_count()
        if card >= (k.out & suit).bit_length():
            cost += 40
        if cost < cheapest:
            best, cheapest = card, cost
    return best if best >= 0 else low(cards)


def throw_high(cards: CardSet) -> Card:
    """The card most likely to win a trick that is not wanted: a high spade, else the highest of a suit."""
    spades = cards & SPADES
    if spades and spades.bit_length() - 1 >= 39 + 7:
        return spades.bit_length() - 1
    best, highest = -1, -1
    for place, suit in enumerate(SIDE_SUITS):
        mine = cards & suit
        if not mine:
            continue
        card = mine.bit_length() - 1
        danger = 4 * (card - _RANKS * place) - mine.bit_count()
        if danger > highest:
            best, highest = card, danger
    return best if best >= 0 else cards.bit_length() - 1
