"""Questions about cards that the rules of play share: which is high, which is low, which is sure."""

from engine.cards import SPADES, SUIT_CARDS, SUIT_OF, Card, CardSet
from engine.cpu.knowledge import Knowledge

SIDE_SUITS = tuple(SUIT_CARDS[:3])
_SPADE_BIT = 8


def low(cards: CardSet) -> Card:
    return (cards & -cards).bit_length() - 1


def is_high(k: Knowledge, card: Card) -> bool:
    """Does no other hand hold a higher card of its suit?"""
    return not (k.out & SUIT_CARDS[SUIT_OF[card]]) >> card


def cheapest_high(k: Knowledge, cards: CardSet, suit: CardSet) -> Card | None:
    """The lowest of `cards`, all of one suit, that no other hand can beat in that suit."""
    high = cards & (-1 << (k.out & suit).bit_length())
    return low(high) if high else None


def equal_low(k: Knowledge, cards: CardSet, card: Card) -> Card:
    """The lowest of `cards` that is worth as much as `card`: no other hand holds a card between."""
    below = k.out & ((1 << card) - 1)
    return low(cards & (-1 << below.bit_length()))


def can_ruff(k: Knowledge, seat: int, suit: int) -> bool:
    """Is this seat known to be out of the suit, and may it still hold a spade?"""
    voids = k.voids[seat]
    return bool(voids >> suit & 1) and not voids & _SPADE_BIT and bool(k.out & SPADES)
