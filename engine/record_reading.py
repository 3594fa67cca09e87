"""From plain data, as it comes out of JSON, to a `Record`: strict on types, lenient on added fields."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from engine.bids import Bid, BidKind
from engine.cards import Card, is_card_code, parse_card
from engine.errors import Refusal
from engine.levels import Level
from engine.options import OPTION_OF
from engine.plain_data import BadRecord, Node, shown
from engine.record import (
    FORMAT,
    SCORE_LINES,
    SEAT_KINDS,
    BidRecord,
    DealRecord,
    DrawRecord,
    GiftRecord,
    Header,
    Occupant,
    Record,
    TrickRecord,
)
from engine.rules import IllegalRules, Rules, RulesFault, resolve_rules
from engine.scoring import EndReason, Result, SideScore
from engine.seats import Seat, Side

T = TypeVar("T")


def parse_record(plain: object) -> Record:
    """The record that `plain` holds. Raises BadRecord for whatever is not of its shape, or not supported.

    Whether the record is true is not checked here: see `verify`.
    """
    top = Node(plain)
    if top.member("format").text() != FORMAT:
        raise top.member("format").fault(f"{shown(top.member('format').value)} is not {FORMAT!r}")
    rules = _rules(top.member("rules"))
    read, result = _Reader(rules), top.member("result")
    return Record(
        Header(top.member("table_id").text_or_null(), read.by_seat(top.member("seats"), _occupant, None)),
        rules,
        top.member("rules_hash").hex_digits(),
        _seed(top.optional("seed")),
        top.member("commitment").hex_digits(),
        top.member("deals").each(read.deal),
        None if result.value is None else read.result(result),
        read.cut(top.optional("cut")),
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
        case Refusal.RULES_CLASH:
            return option.fault(f"clashes with {', '.join(fault.clashes_with)}")
        case _:
            return option.fault(f"{shown(option.value)} is not allowed ({OPTION_OF[name].allowed})")


def _seed(at: Node | None) -> bytes | None:
    return None if at is None or at.value is None else bytes.fromhex(at.hex_digits())


def _occupant(at: Node) -> Occupant:
    kind, name = at.member("kind"), at.optional("name")
    if kind.text() not in SEAT_KINDS:
        raise kind.expected("kind of seat")
    level = at.member("level").one_of(Level, "level").value if kind.value == "cpu" else None
    return Occupant(kind.text(), level, None if name is None else name.text_or_null())


def _score(at: Node) -> SideScore:
    return SideScore(**{line: at.member(line).integer() for line in SCORE_LINES})


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads what depends on the rules of the match: the seats in play, the sides' names, the cards."""

    rules: Rules

    def by_seat(self, at: Node, read: Callable[[Node], T], absent: T) -> tuple[T, ...]:
        """By Seat; `absent` stands for a seat that is not in play."""
        in_play = self.rules.lineup.seats
        return tuple(read(at.member(seat.name)) if seat in in_play else absent for seat in Seat)

    def by_side(self, at: Node, read: Callable[[Node], T]) -> tuple[T, ...]:
        return tuple(read(at.member(name)) for name in self.rules.lineup.side_names)

    def seat(self, at: Node) -> Seat:
        seat = at.one_of(Seat.__getitem__, "seat")
        if seat not in self.rules.lineup.seats:
            raise at.expected("seat")
        return seat

    def side(self, at: Node) -> Side:
        return at.one_of(lambda name: Side(self.rules.lineup.side_names.index(name)), "side")

    def card(self, at: Node) -> Card:
        code = at.value
        if not isinstance(code, str) or not is_card_code(code):
            raise at.expected("card")
        return parse_card(code, self.rules.jokers)

    def cards(self, at: Node) -> tuple[Card, ...]:
        return at.each(self.card)

    def cut(self, at: Node | None) -> tuple[Card, ...] | None:
        """The cut is made with the plain cards, whatever the deck of the deals."""
        if at is None or at.value is None:
            return None
        if self.rules.seating != "cut":
            raise at.fault("there is none unless seating is 'cut'")
        plain = _Reader(Rules())
        return plain.by_seat(at, plain.card, 0)

    def deal(self, at: Node) -> DealRecord:
        return DealRecord(
            at.member("number").integer(),
            self.seat(at.member("dealer")),
            self.by_seat(at.member("hands"), self.cards, ()),
            at.member("looked").each(self.seat),
            at.member("bids").each(self._bid),
            at.member("exchanges").each(self._gift),
            at.member("tricks").each(self._trick),
            self.by_side(at.member("score"), _score),
            self._draws(at.optional("draws")),
        )

    def _draws(self, at: Node | None) -> tuple[DrawRecord, ...]:
        if at is None or at.value is None:
            return ()
        if self.rules.players != 2:
            raise at.fault("there are none unless players is 2")
        return at.each(self._draw)

    def _draw(self, at: Node) -> DrawRecord:
        cards = self.cards(at.member("cards"))
        if len(cards) != 2:
            raise at.member("cards").fault(f"{len(cards)} cards, not 2")
        top, following = cards
        return DrawRecord(self.seat(at.member("seat")), (top, following), self.card(at.member("kept")))

    def _bid(self, at: Node) -> BidRecord:
        kind = at.member("kind").one_of(BidKind, "kind of bid")
        return BidRecord(self.seat(at.member("seat")), Bid(kind, at.member("tricks").integer()))

    def _gift(self, at: Node) -> GiftRecord:
        return GiftRecord(
            self.seat(at.member("from")), self.seat(at.member("to")), self.cards(at.member("cards"))
        )

    def _trick(self, at: Node) -> TrickRecord:
        return TrickRecord(
            self.seat(at.member("leader")), self.cards(at.member("cards")), self.seat(at.member("winner"))
        )

    def result(self, at: Node) -> Result:
        winner = at.member("winner")
        return Result(
            None if winner.value is None else self.side(winner),
            at.member("end_reason").one_of(EndReason, "end reason"),
            self.by_side(at.member("scores"), Node.integer),
        )
