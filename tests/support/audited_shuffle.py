"""Everything that follows from the seed: section 8 of the rule book.

Part of the independent auditor: nothing here comes from the engine.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator
from itertools import count

from audited_table import FOUR, PLAIN, RANKS, Table


def words(seed: bytes, label: str) -> Iterator[int]:
    """stream(label): 4-byte big-endian words."""
    for block in count():
        digest = hmac.new(seed, f"{label}/{block}".encode(), hashlib.sha256).digest()
        yield from struct.unpack(">8I", digest)


def below(stream: Iterator[int], limit: int) -> int:
    fair = 2**32 - 2**32 % limit
    return next(word for word in stream if word < fair) % limit


def shuffled(seed: bytes, label: str, deck: tuple[str, ...]) -> tuple[str, ...]:
    cards, stream = list(deck), words(seed, label)
    for last in range(len(cards) - 1, 0, -1):
        other = below(stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def first_dealer_of(seed: bytes, table: Table = FOUR) -> str:
    return table.seats[below(words(seed, "first-dealer"), len(table.seats))]


def dealt(seed: bytes, number: int, dealer: str, deck: tuple[str, ...] = PLAIN) -> dict[str, tuple[str, ...]]:
    """The four hands of deal `number`, in the order in which they were dealt."""
    cards = shuffled(seed, f"deal/{number}", deck)
    return {seat: cards[place::4] for place, seat in enumerate(FOUR.from_left_of(dealer))}


def stock_of(seed: bytes, number: int, deck: tuple[str, ...]) -> tuple[str, ...]:
    """The stock of deal `number` of a duel, its top card first."""
    return shuffled(seed, f"deal/{number}", deck)


def cut_of(seed: bytes) -> dict[str, str]:
    """The card that led to each seat: the highest to N, the second to E, the third to W, the lowest to S."""
    drawn = shuffled(seed, "cut", PLAIN)[:4]
    return dict(zip("NEWS", sorted(drawn, key=rank_in_cut, reverse=True), strict=True))


def rank_in_cut(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), "CDHS".index(card[1])
