"""The high cards that a bid counts on."""

from engine.cards import CARD_COUNT, SUIT_CARDS, Card, CardSet, card_set, in_hand_order

_ACES = card_set((12, 25, 38, 51))
_KINGS = card_set((11, 24, 37, 50))
_SPADE_QUEEN = 49
_OVER_THE_ACE = card_set(range(52, CARD_COUNT))


def honours_in(hand: CardSet) -> tuple[Card, ...]:
    """Jokers and high deuces, aces, kings that are not alone, and a guarded queen of spades."""
    counted = hand & (_OVER_THE_ACE | _ACES)
    for suit in SUIT_CARDS:
        cards = hand & suit
        if cards & (cards - 1):
            counted |= cards & _KINGS
    if (hand >> 39).bit_count() > 2:
        counted |= hand & 1 << _SPADE_QUEEN
    return in_hand_order(counted)
