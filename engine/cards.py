"""Cards as small ints, hands as bit masks, and their codes such as `AS`.

A card is `13 * suit + rank` with suits C D H S = 0 … 3 and ranks 2 … A = 0 … 12, so that a higher int
of the same suit is the stronger card, every card from 39 on is a spade, and 0 … 51 is the order of the
unshuffled deck. A hand, or any set of cards, is an int with bit `card` set.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final

Card = int
CardSet = int

RANKS: Final = "23456789TJQKA"


class Suit(IntEnum):
    C = 0
    D = 1
    H = 2
    S = 3


DECK: Final[tuple[Card, ...]] = tuple(range(52))
SUIT_OF: Final[tuple[Suit, ...]] = tuple(Suit(card // 13) for card in DECK)
SUIT_CARDS: Final[tuple[CardSet, ...]] = tuple(0x1FFF << 13 * suit for suit in Suit)
CLUBS: Final = SUIT_CARDS[Suit.C]
SPADES: Final = SUIT_CARDS[Suit.S]
ALL_CARDS: Final[CardSet] = (1 << 52) - 1

_CODES: Final = tuple(RANKS[card % 13] + SUIT_OF[card].name for card in DECK)
_CARDS: Final = {code: card for card, code in enumerate(_CODES)}
_SHOWN_SUITS: Final = (Suit.S, Suit.H, Suit.C, Suit.D)


def parse_card(code: str) -> Card:
    """The card of a code such as `TD`; raises KeyError for anything that is no card."""
    return _CARDS[code]


def format_card(card: Card) -> str:
    return _CODES[card]


def is_card_code(code: str) -> bool:
    return code in _CARDS


def card_set(cards: Iterable[Card]) -> CardSet:
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def cards_in(cards: CardSet) -> Iterator[Card]:
    """The cards of a set, lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def lowest(cards: CardSet) -> Card:
    """The lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def highest(cards: CardSet) -> Card:
    """The highest card of a set that is not empty."""
    return cards.bit_length() - 1


def in_hand_order(hand: CardSet) -> tuple[Card, ...]:
    """A hand as players hold it: spades, hearts, clubs, diamonds, each from high to low."""
    cards = []
    for suit in _SHOWN_SUITS:
        left = hand & SUIT_CARDS[suit]
        while left:
            cards.append(left.bit_length() - 1)
            left ^= 1 << cards[-1]
    return tuple(cards)
