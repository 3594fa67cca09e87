"""Cards as small ints, hands as bit masks, and their codes such as `AS`.

A card is `13 * suit + rank` with suits C D H S = 0 … 3 and ranks 2 … A = 0 … 12; above the ace of spades
(51) follow the high deuces and the jokers. So a higher int of the same suit is always the stronger card,
and every card from 39 on is a spade in every respect, whatever its code says: a deuce that ranks as a
trump is another int than the plain one. A hand, or any set of cards, is an int with bit `card` set.
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


PLAIN_DECK: Final[tuple[Card, ...]] = tuple(range(52))
"""In the order 2C … AC, 2D … AD, 2H … AH, 2S … AS."""
HIGH_TWO_OF_SPADES: Final[Card] = 52
HIGH_TWO_OF_DIAMONDS: Final[Card] = 53
LITTLE_JOKER: Final[Card] = 54
BIG_JOKER: Final[Card] = 55
CARD_COUNT: Final = 56

SUIT_OF: Final[tuple[Suit, ...]] = tuple(Suit(min(card // 13, Suit.S)) for card in range(CARD_COUNT))
SUIT_CARDS: Final[tuple[CardSet, ...]] = tuple(
    sum(1 << card for card in range(CARD_COUNT) if SUIT_OF[card] is suit) for suit in Suit
)
CLUBS: Final = SUIT_CARDS[Suit.C]
SPADES: Final = SUIT_CARDS[Suit.S]

_HIGH_DEUCES: Final = {"2S": HIGH_TWO_OF_SPADES, "2D": HIGH_TWO_OF_DIAMONDS}
_CODES: Final = (*(RANKS[card % 13] + SUIT_OF[card].name for card in PLAIN_DECK), "2S", "2D", "LJ", "BJ")
_CARDS: Final = {
    code: card for card, code in enumerate(_CODES) if code not in _HIGH_DEUCES or card in PLAIN_DECK
}
_CARDS_WITH_HIGH_DEUCES: Final = {**_CARDS, **_HIGH_DEUCES}
_SHOWN_SUITS: Final = (Suit.S, Suit.H, Suit.C, Suit.D)


def deck_for(jokers: str) -> tuple[Card, ...]:
    """The unshuffled deck of a value of the option `jokers`: two deuces make room for the jokers."""
    if jokers == "off":
        return PLAIN_DECK
    kept = (card for card in PLAIN_DECK if _CODES[card] not in ("2C", "2H"))
    if jokers == "two_and_deuces":
        kept = (_HIGH_DEUCES.get(_CODES[card], card) for card in kept)
    return (*kept, LITTLE_JOKER, BIG_JOKER)


def parse_card(code: str, jokers: str = "off") -> Card:
    """The card of a code such as `TD` in a deck with these jokers; KeyError for anything that is no card.

    A joker is a card in every deck: where none is in play, it is simply in no hand.
    """
    return (_CARDS_WITH_HIGH_DEUCES if jokers == "two_and_deuces" else _CARDS)[code]


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
