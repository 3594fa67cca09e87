"""The numbers of `engine.cpu.fitted`: read, flattened, and written as the text of that module.

A parameter is a name with its indices: `("SIDE_ACE", 3)`, `("NIL_LOWEST", 0, 12)`, `("NIL_BASE",)`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from engine.cpu import fitted

Parameter = tuple[str | int, ...]
Values = dict[Parameter, float]

FILE: Final = Path(fitted.__file__)

_HEAD: Final = '''\
"""Numbers that were fitted to self-play. Data alone: `make fit ARGS=--write` writes this file anew.

All are hundredths: of a trick, or of the log-odds in the model of a nil. Ranks run from 2 to A.
"""

from typing import Final
'''

GROUPS: Final = (
    (
        "Tricks of a hand, `hand_strength`. By the number of cards in the suit, 0 … 13:",
        ("SIDE_ACE", "SIDE_KING", "SIDE_QUEEN", "SPADE_LENGTH"),
    ),
    (
        "What more a side honour is worth: a king with the ace, a queen with one of them, a jack third.",
        ("KING_WITH_ACE", "QUEEN_WITH_HIGHER", "JACK_IN_LENGTH"),
    ),
    (
        "By the number of spades, 0 … 4 and more:",
        ("SPADE_ACE", "SPADE_KING", "SPADE_QUEEN", "SPADE_JACK", "SPADE_TEN"),
    ),
    (
        "Ruffs: by the number of cards in the side suit, 0 … 2, then by that of spades, 0 … 5 and more:",
        ("SHORT_SUIT",),
    ),
    (
        "What the bids before add, `bid_table`, by how many they are, 0 … 3; the nils of either side:",
        ("BY_PLACE", "PARTNER_NIL", "THEIR_NIL"),
    ),
    (
        "Under `suicide`; for each trick of the other three bids above the usual sum, for the last bidder.",
        ("EACH_SIDE_NIL", "LAST_EACH"),
    ),
    (
        "In a duel: before the opponent's bid; after a nil, the share of the other tricks; after a number.",
        ("DUEL_FIRST", "DUEL_AFTER_NIL", "DUEL_USUAL", "DUEL_EACH", "DUEL_SHARE"),
    ),
    ("Tricks of a card in a duel, `duel_strength`, by rank:", ("DUEL_SIDE", "DUEL_SPADE")),
    ("A nil, `nil_risk`: of any hand, and of a void in a side suit.", ("NIL_BASE", "NIL_VOID")),
    (
        "By the number of cards in the side suit, 1 … 4 and more; then by the rank of its lowest card:",
        ("NIL_LOWEST",),
    ),
    ("By the rank of its second and of its third card from below:", ("NIL_SECOND", "NIL_THIRD")),
    (
        "By the number of spades, 0 … 13; by the rank of the highest, the second and the third of them:",
        ("NIL_SPADES", "NIL_SPADE_TOP", "NIL_SPADE_SECOND", "NIL_SPADE_THIRD"),
    ),
)
NAMES: Final = tuple(name for _, names in GROUPS for name in names)


def in_the_tree() -> Values:
    return {parameter: value for name in NAMES for parameter, value in _flat((name,), getattr(fitted, name))}


def _flat(parameter: Parameter, value: object) -> Iterator[tuple[Parameter, float]]:
    if isinstance(value, tuple):
        for index, each in enumerate(value):
            yield from _flat((*parameter, index), each)
    else:
        assert isinstance(value, int)
        yield parameter, value


def module_text(values: Mapping[Parameter, float]) -> str:
    """The source of a `fitted` with these values, each rounded to a whole hundredth."""
    blocks = [_HEAD]
    for comment, names in GROUPS:
        lines = (f"{name}: Final = {_literal(shaped(name, values))}" for name in names)
        blocks.append("\n".join((f"# {comment}", *lines)) + "\n")
    return "\n".join(blocks)


def shaped(name: str, values: Mapping[Parameter, float]) -> object:
    """The values of a name as the tree has them: a number, a tuple, or a tuple of rows."""
    return _shaped((name,), getattr(fitted, name), values)


def _shaped(parameter: Parameter, like: object, values: Mapping[Parameter, float]) -> object:
    if isinstance(like, tuple):
        return tuple(_shaped((*parameter, index), each, values) for index, each in enumerate(like))
    return round(values[parameter])


def _literal(value: object) -> str:
    if isinstance(value, tuple) and isinstance(value[0], tuple):
        return "\n".join(("(", *(f"    {row}," for row in value), ")"))
    return str(value)
