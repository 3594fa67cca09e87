"""From plain data, as it comes out of JSON, to a `Record`: strict on types, lenient on added fields."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from engine.bids import Bid, BidKind
from engine.cards import Card, is_card_code, parse_card
from engine.deal import SEED_BYTES
from engine.errors import Refusal
from engine.levels import Level
from engine.options import OPTION_OF
from engine.record import (
    FORMAT,
    SCORE_LINES,
    SEAT_KINDS,
    BidRecord,
    DealRecord,
    GiftRecord,
    Header,
    Occupant,
    Record,
    TrickRecord,
)
from engine.rules import IllegalRules, Rules, RulesFault, resolve_rules
from engine.scoring import EndReason, Result, SideScore
from engine.seats import Lineup, Seat, Side

T = TypeVar("T")
_HEX = frozenset("0123456789abcdefABCDEF")


class BadRecord(Exception):
    """Something that is no record; the message says where and why: `deals[3].dealer: 'X' is no seat`."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value somewhere in plain data, and the path to it. What it can't be read as raises BadRecord."""

    value: object
    path: str = ""

    def fault(self, text: str) -> BadRecord:
        return BadRecord(f"{self.path}: {text}" if self.path else text)

    def expected(self, what: str) -> BadRecord:
        return self.fault(f"{_shown(self.value)} is no {what}")

    def members(self) -> dict[str, "Node"]:
        if not isinstance(self.value, dict):
            raise self.expected("object")
        prefix = f"{self.path}." if self.path else ""
        return {str(name): Node(value, f"{prefix}{name}") for name, value in self.value.items()}

    def member(self, name: str) -> "Node":
        found = self.optional(name)
        if found is None:
            raise self.fault(f"{name} is missing")
        return found

    def optional(self, name: str) -> "Node | None":
        if not isinstance(self.value, dict):
            raise self.expected("object")
        if name not in self.value:
            return None
        return Node(self.value[name], f"{self.path}.{name}" if self.path else name)

    def items(self) -> Iterator["Node"]:
        if not isinstance(self.value, list):
            raise self.expected("list")
        return (Node(value, f"{self.path}[{index}]") for index, value in enumerate(self.value))

    def each(self, read: Callable[["Node"], T]) -> tuple[T, ...]:
        return tuple(read(item) for item in self.items())

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.expected("string")
        return self.value

    def text_or_null(self) -> str | None:
        return None if self.value is None else self.text()

    def integer(self) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.expected("integer")
        return self.value

    def hex_digits(self) -> str:
        text = self.text()
        if len(text) != 2 * SEED_BYTES or not set(text) <= _HEX:
            raise self.expected(f"string of {2 * SEED_BYTES} hex digits")
        return text.lower()

    def one_of(self, found: Callable[[str], T], what: str) -> T:
        """The value that `found` knows under this name; `found` raises KeyError or ValueError."""
        try:
            return found(self.text())
        except (KeyError, ValueError):
            raise self.expected(what) from None


def parse_record(plain: object) -> Record:
    """The record that `plain` holds. Raises BadRecord for whatever is not of its shape, or not supported.

    Whether the record is true is not checked here: see `verify`.
    """
    top = Node(plain)
    if top.member("format").text() != FORMAT:
        raise top.member("format").fault(f"{_shown(top.member('format').value)} is not {FORMAT!r}")
    rules = _rules(top.member("rules"))
    _refuse_cut(top.optional("cut"))
    seed, result = top.optional("seed"), top.member("result")
    return Record(
        Header(top.member("table_id").text_or_null(), _by_seat(top.member("seats"), rules.lineup, _occupant)),
        rules,
        top.member("rules_hash").hex_digits(),
        None if seed is None or seed.value is None else bytes.fromhex(seed.hex_digits()),
        top.member("commitment").hex_digits(),
        top.member("deals").each(lambda deal: _deal(deal, rules.lineup)),
        None if result.value is None else _result(result, rules.lineup),
    )


def _rules(at: Node) -> Rules:
    options = at.members()
    missing = next((name for name in OPTION_OF if name not in options), None)
    if missing is not None:
        raise at.fault(f"{missing} is missing")
    try:
        return resolve_rules("standard", {name: option.value for name, option in options.items()})
    except IllegalRules as illegal:
        raise _rules_fault(at, illegal.faults[0]) from None


def _rules_fault(at: Node, fault: RulesFault) -> BadRecord:
    name = fault.option or ""
    option = at.member(name)
    match fault.refusal:
        case Refusal.UNKNOWN_FIELD:
            return option.fault("this version knows no such option")
        case Refusal.NOT_SUPPORTED:
            return option.fault(f"{_shown(option.value)} is not supported by this version")
        case Refusal.RULES_CLASH:
            return option.fault(f"clashes with {', '.join(fault.clashes_with)}")
        case _:
            return option.fault(f"{_shown(option.value)} is not allowed ({OPTION_OF[name].allowed})")


def _refuse_cut(cut: Node | None) -> None:
    """A cut belongs to `seating: cut` alone, which `_rules` has refused."""
    if cut is not None and cut.value is not None:
        raise cut.fault("there is none unless seating is 'cut'")


def _by_seat(at: Node, lineup: Lineup, read: Callable[[Node], T]) -> tuple[T, ...]:
    return tuple(read(at.member(seat.name)) for seat in lineup.seats)


def _by_side(at: Node, lineup: Lineup, read: Callable[[Node], T]) -> tuple[T, ...]:
    return tuple(read(at.member(side.name)) for side in lineup.sides)


def _occupant(at: Node) -> Occupant:
    kind, name = at.member("kind"), at.optional("name")
    if kind.text() not in SEAT_KINDS:
        raise kind.expected("kind of seat")
    level = at.member("level").one_of(Level, "level").value if kind.value == "cpu" else None
    return Occupant(kind.text(), level, None if name is None else name.text_or_null())


def _deal(at: Node, lineup: Lineup) -> DealRecord:
    return DealRecord(
        at.member("number").integer(),
        _seat(at.member("dealer")),
        _by_seat(at.member("hands"), lineup, _cards),
        at.member("looked").each(_seat),
        at.member("bids").each(_bid),
        at.member("exchanges").each(_gift),
        at.member("tricks").each(_trick),
        _by_side(at.member("score"), lineup, _score),
    )


def _bid(at: Node) -> BidRecord:
    kind = at.member("kind").one_of(BidKind, "kind of bid")
    return BidRecord(_seat(at.member("seat")), Bid(kind, at.member("tricks").integer()))


def _gift(at: Node) -> GiftRecord:
    return GiftRecord(_seat(at.member("from")), _seat(at.member("to")), _cards(at.member("cards")))


def _trick(at: Node) -> TrickRecord:
    return TrickRecord(_seat(at.member("leader")), _cards(at.member("cards")), _seat(at.member("winner")))


def _score(at: Node) -> SideScore:
    return SideScore(**{line: at.member(line).integer() for line in SCORE_LINES})


def _result(at: Node, lineup: Lineup) -> Result:
    winner = at.member("winner")
    return Result(
        None if winner.value is None else winner.one_of(Side.__getitem__, "side"),
        at.member("end_reason").one_of(EndReason, "end reason"),
        _by_side(at.member("scores"), lineup, Node.integer),
    )


def _seat(at: Node) -> Seat:
    return at.one_of(Seat.__getitem__, "seat")


def _cards(at: Node) -> tuple[Card, ...]:
    return at.each(_card)


def _card(at: Node) -> Card:
    code = at.value
    if not isinstance(code, str) or not is_card_code(code):
        raise at.expected("card")
    return parse_card(code)


def _shown(value: object) -> str:
    """The value for a message, on one line and not too long."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
