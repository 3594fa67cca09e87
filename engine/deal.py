"""The documented shuffle: from a table's seed to every deal of its match.

Chance enters the engine here only, as the 32 bytes of the seed. Everything drawn from it comes from a
labelled stream of HMAC-SHA-256, so that anyone can recompute a match in any language.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeVar

from engine.cards import PLAIN_DECK, Card, deck_for
from engine.rules import Rules
from engine.seats import Seat

T = TypeVar("T")
SEED_BYTES: Final = 32
_WORDS: Final = struct.Struct(">8I")
_WORD_VALUES: Final = 1 << 32


class Stream:
    """The random numbers of one label: HMAC-SHA-256(seed, `label/0`), (`label/1`), … as 32-bit words."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = _words(seed, label)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely: words beyond the last multiple of n are skipped."""
        limit = _WORD_VALUES - _WORD_VALUES % n
        for word in self._words:
            if word < limit:
                return word % n
        raise AssertionError("the stream of words has no end")


def _words(seed: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        yield from _WORDS.unpack(hmac.digest(seed, f"{label}/{block}".encode(), "sha256"))
        block += 1


def parse_seed(text: str) -> bytes:
    """The seed that a caller names: 64 hex digits are the seed itself, any other text is hashed to one."""
    if len(text) == 2 * SEED_BYTES and set(text.lower()) <= set("0123456789abcdef"):
        return bytes.fromhex(text)
    return hashlib.sha256(text.encode()).digest()


def commitment_of(seed: bytes) -> str:
    """What is published before the first deal: the SHA-256 of the seed's bytes, in hex."""
    return hashlib.sha256(seed).hexdigest()


def shuffled(seed: bytes, label: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards, shuffled by swapping each index from the last down to 1 with `below(index + 1)`."""
    stream = Stream(seed, label)
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = stream.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def deck_of_deal(seed: bytes, number: int, rules: Rules) -> tuple[Card, ...]:
    """The shuffled deck of deal `number` (from 1). In a duel it is the stock, its first card the top."""
    return shuffled(seed, f"deal/{number}", deck_for(rules.jokers))


def dealt_hands(seed: bytes, number: int, dealer: Seat, rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """The hands of deal `number` (from 1) by seat, each in the order in which its cards were dealt.

    Nothing is dealt in a duel: there the players draw from the stock.
    """
    if rules.players == 2:
        return ((),) * len(Seat)
    deck = deck_of_deal(seed, number, rules)
    order = rules.lineup.clockwise_from(rules.lineup.next[dealer])
    by_seat = {seat: deck[place :: len(order)] for place, seat in enumerate(order)}
    return tuple(by_seat.get(seat, ()) for seat in Seat)


@dataclass(frozen=True, slots=True)
class Cut:
    """The draw for seats; by new seat: the card drawn, and the seat on which its player had sat down."""

    cards: tuple[Card, ...]
    origins: tuple[Seat, ...]


_CUT_ORDER: Final = (Seat.N, Seat.E, Seat.W, Seat.S)
"""Who sits where, from the highest card to the lowest: highest and lowest are partners."""


@lru_cache(maxsize=256)
def cut_for_seats(seed: bytes) -> Cut:
    """The plain deck is shuffled and each player in turn draws a card."""
    drawn = shuffled(seed, "cut", PLAIN_DECK)[: len(Seat)]
    ranked = sorted(Seat, key=lambda seat: _rank_in_cut(drawn[seat]), reverse=True)
    origins = tuple(ranked[_CUT_ORDER.index(seat)] for seat in Seat)
    return Cut(tuple(drawn[origin] for origin in origins), origins)


def leads_to_seats(cards: Sequence[Card]) -> bool:
    """Can these cards, by seat, come from a cut that led to these seats?"""
    falling = [_rank_in_cut(cards[seat]) for seat in _CUT_ORDER]
    return set(cards) <= set(PLAIN_DECK) and all(higher > lower for higher, lower in pairwise(falling))


def _rank_in_cut(card: Card) -> tuple[int, int]:
    """Ace high; equal ranks by ♠♥♦♣."""
    return card % 13, card // 13


def seated(rules: Rules, seed: bytes, sat_down: Sequence[T]) -> tuple[T, ...]:
    """What belongs to the players, by the seats on which they play; `sat_down`: by those they first took."""
    if rules.seating != "cut":
        return tuple(sat_down)
    return tuple(sat_down[origin] for origin in cut_for_seats(seed).origins)


def first_dealer(seed: bytes, rules: Rules) -> Seat:
    """The dealer of deal 1: the one that the rules name, or drawn from the seed."""
    if rules.first_dealer != "random":
        return Seat[rules.first_dealer]
    seats = rules.lineup.seats
    return seats[Stream(seed, "first-dealer").below(len(seats))]


def decision_seed(seed: bytes, seat: Seat, deal_number: int, nth_action: int) -> bytes:
    """The 32 bytes that a CPU may draw on for the `nth_action` (from 1) of its seat in a deal."""
    return hmac.digest(seed, f"cpu/{seat.name}/{deal_number}/{nth_action}/0".encode(), "sha256")


def hint_seed(seed: bytes, seat: Seat, deal_number: int, nth_action: int) -> bytes:
    """The 32 bytes for a hint on the `nth_action` (from 1) of a seat in a deal: no CPU draws on them."""
    return hmac.digest(seed, f"hint/{seat.name}/{deal_number}/{nth_action}".encode(), "sha256")


def review_seed(seed: bytes, seat: Seat, deal_number: int, nth_action: int) -> bytes:
    """The 32 bytes by which a review values the cards at the `nth_action` (from 1) of a seat in a deal."""
    return hmac.digest(seed, f"review/{seat.name}/{deal_number}/{nth_action}".encode(), "sha256")


def match_seed(run_seed: bytes, index: int) -> bytes:
    """The seed of match `index` (from 1) of a simulation."""
    return hmac.digest(run_seed, f"match/{index}".encode(), "sha256")
