"""Options that can't be combined, as data: rule book, section 3."""

from dataclasses import dataclass
from typing import Final

from engine.options import OptionValue


@dataclass(frozen=True, slots=True)
class Condition:
    """When an option clashes: its value is one of `values`, or a number above `above`."""

    values: tuple[OptionValue, ...] = ()
    above: int | None = None

    def holds(self, value: OptionValue) -> bool:
        if self.above is not None:
            return isinstance(value, int) and value > self.above
        return value in self.values


@dataclass(frozen=True, slots=True)
class Clash:
    """Two options that can't be combined while both conditions hold.

    Where both were asked for, `second` is the one at fault.
    """

    first: str
    of_first: Condition
    second: str
    of_second: Condition


def _is(*values: OptionValue) -> Condition:
    return Condition(values)


def _above(limit: int) -> Condition:
    return Condition(above=limit)


_NIL_OFF: Final = ("nil", _is(False))
_FIXED_BID: Final = ("bid_style", _is("mirror", "whiz"))
_SUICIDE: Final = ("suicide", _is("one_nil", "all_blind_nil"))
_DUEL: Final = ("players", _is(2))

CLASHES: Final[tuple[Clash, ...]] = (
    Clash(*_NIL_OFF, "blind_nil", _is(True)),
    Clash(*_NIL_OFF, *_SUICIDE),
    Clash(*_NIL_OFF, *_FIXED_BID),
    Clash(*_FIXED_BID, "zero_bid", _is(True)),
    Clash(*_FIXED_BID, "both_nil", _is("forbidden")),
    Clash(*_FIXED_BID, "min_bid", _above(1)),
    Clash(*_FIXED_BID, "min_side_bid", _above(0)),
    Clash(*_FIXED_BID, *_SUICIDE),
    Clash("suicide", _is("all_blind_nil"), "both_nil", _is("forbidden")),
    Clash("zero_bid", _is(True), "min_bid", _above(0)),
    Clash(*_DUEL, "blind_nil", _is(True)),
    Clash(*_DUEL, "blind_bid_from", _above(4)),  # the lowest is 5: any number, so not null
    Clash(*_DUEL, *_SUICIDE),
    Clash(*_DUEL, "seating", _is("cut")),
    Clash(*_DUEL, "min_side_bid", _above(0)),
    Clash(*_DUEL, "nil_exchange", _above(0)),
    Clash(*_DUEL, "both_nil", _is("forbidden")),
    Clash(*_DUEL, "nil_tricks", _is("partner")),
    Clash(*_DUEL, "first_dealer", _is("E", "W")),
)
