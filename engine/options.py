"""Every option of the rules as data: its type, its range, its default."""

from dataclasses import dataclass
from typing import Final

OptionValue = int | bool | str | None


@dataclass(frozen=True, slots=True)
class Option:
    """One option. An integer has `values`, or the range `minimum` … `maximum`; a word has `values`.

    `nullable`: null (none) is allowed too.
    """

    name: str
    kind: str
    default: OptionValue
    minimum: int | None = None
    maximum: int | None = None
    values: tuple[int | str, ...] = ()
    nullable: bool = False

    def allows(self, value: object) -> bool:
        """Is `value` of this option's type and in its range? JSON's true is no integer, and 3.0 is none."""
        if value is None:
            return self.nullable
        if self.kind == "boolean":
            return isinstance(value, bool)
        if self.kind == "word":
            return isinstance(value, str) and value in self.values
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        if self.values:
            return value in self.values
        return self.minimum is not None and self.maximum is not None and self.minimum <= value <= self.maximum

    @property
    def allowed(self) -> str:
        """What is allowed, for people: `50 … 2000`, `true, false`, `-200 … -50, null`."""
        if self.kind == "boolean":
            return "true, false"
        text = ", ".join(map(str, self.values)) if self.values else f"{self.minimum} … {self.maximum}"
        return text + ", null" if self.nullable else text


def _integer(name: str, minimum: int, maximum: int, default: int | None) -> Option:
    return Option(name, "integer", default, minimum, maximum, nullable=default is None)


def _number(name: str, *values: int) -> Option:
    return Option(name, "integer", values[0], values=values)


def _switch(name: str, default: bool) -> Option:
    return Option(name, "boolean", default)


def _word(name: str, *values: str, default: str | None = None) -> Option:
    return Option(name, "word", default or values[0], values=values)


OPTIONS: Final[tuple[Option, ...]] = (
    _integer("target", 50, 2000, 500),
    Option("floor", "integer", -200, -2000, -50, nullable=True),
    _integer("lead_margin", 100, 2000, None),
    _integer("max_deals", 1, 200, 100),
    _word("tie", "extra_deal", "last_deal", "draw"),
    _switch("bag_penalty", True),
    _integer("bag_limit", 1, 20, 10),
    _integer("bag_penalty_points", 0, 500, 100),
    _number("overtrick_points", 1, 0, -1, -10),
    _switch("nil", True),
    _integer("nil_points", 0, 500, 100),
    _word("nil_tricks", "bags", "partner", "ignored"),
    _word("both_nil", "each", "forbidden"),
    _switch("zero_bid", False),
    _switch("blind_nil", False),
    _integer("blind_behind", 0, 500, 100),
    _integer("blind_exchange", 0, 4, 2),
    _integer("nil_exchange", 0, 4, 0),
    _integer("blind_bid_from", 5, 10, None),
    _switch("ten_for_200", False),
    _integer("bid_13_bonus", 0, 1000, 0),
    _integer("min_bid", 0, 6, 0),
    _integer("min_side_bid", 0, 8, 0),
    _word("suicide", "off", "one_nil", "all_blind_nil"),
    _word("bid_style", "free", "mirror", "whiz"),
    _word("first_lead", "dealer_left", "lowest_club"),
    _word("jokers", "off", "two", "two_and_deuces"),
    _word("seating", "chosen", "cut"),
    _word("first_dealer", "N", "E", "S", "W", "random", default="random"),
    _number("players", 4, 2),
)

OPTION_OF: Final[dict[str, Option]] = {option.name: option for option in OPTIONS}
