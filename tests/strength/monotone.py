"""Fitted numbers made to rise where the game says so: with the rank of a card."""

from collections.abc import Iterator, Sequence
from typing import Final

from fitted_numbers import Parameter, Values

_BY_RANK: Final = (
    *(("NIL_LOWEST", length) for length in range(4)),
    ("NIL_SECOND",),
    ("NIL_THIRD",),
    ("NIL_SPADE_TOP",),
    ("NIL_SPADE_SECOND",),
    ("NIL_SPADE_THIRD",),
    ("DUEL_SIDE",),
    ("DUEL_SPADE",),
)
_RANKS: Final = 13
_SPADE_HONOURS: Final = ("SPADE_TEN", "SPADE_JACK", "SPADE_QUEEN", "SPADE_KING", "SPADE_ACE")


def rising(values: Values) -> Values:
    """The values nearest to these that never fall along a rank, or from one honour of spades to the next."""
    found = dict(values)
    for line in _lines():
        found.update(zip(line, _risen([values[parameter] for parameter in line]), strict=True))
    for parameter, value in found.items():
        if parameter[0] in _SPADE_HONOURS:
            found[parameter] = max(0.0, value)
    return found


def _lines() -> Iterator[list[Parameter]]:
    for start in _BY_RANK:
        yield [(*start, rank) for rank in range(_RANKS)]
    for held in range(1, 5):
        yield [(name, held) for name in _SPADE_HONOURS]


def _risen(values: Sequence[float]) -> list[float]:
    """Neighbours that fall are put at their mean, as often as it takes."""
    blocks: list[tuple[float, int]] = []
    for value in values:
        block = (value, 1)
        while blocks and blocks[-1][0] > block[0]:
            mean, size = blocks.pop()
            block = ((mean * size + block[0] * block[1]) / (size + block[1]), size + block[1])
        blocks.append(block)
    return [mean for mean, size in blocks for _ in range(size)]
