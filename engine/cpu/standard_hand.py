"""Hands with jokers and high deuces, as the models of a hand know them."""

from typing import Final

from engine.cards import SPADES, CardSet

_SPADE_RANKS: Final = 13
_LOW_SPADES: Final = (1 << _SPADE_RANKS) - 1
_EXTRA_SPADES: Final = {"off": 0, "two": 2, "two_and_deuces": 3}


def as_standard(hand: CardSet, jokers: str) -> CardSet:
    """The hand of the plain deck that is worth as much: the highest spade of the deck stands for the ace.

    The next stands for the king, and so on down; as many spades as before. Other suits stay as they are.
    """
    if jokers == "off":
        return hand
    spades = hand >> 39
    if jokers == "two":  # no card stands between the ace and the jokers
        spades = spades & _LOW_SPADES | spades >> 2 & ~_LOW_SPADES
    else:  # the plain 2 is no card of this deck
        spades >>= 1
    return hand & ~SPADES | _lowered(spades, _EXTRA_SPADES[jokers]) << 39


def _lowered(spades: int, places: int) -> int:
    """Spades by rank, each `places` lower; those that fall off the end fill the lowest free places."""
    lowered = spades >> places
    for _ in range((spades & (1 << places) - 1).bit_count()):
        lowered |= lowered + 1
    return lowered
