"""One match record as frozen values, read from plain data: shapes and words only, no rule of the game.

Part of the independent auditor: nothing here comes from the engine.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from audited_table import CODES, DUEL, FOUR, Table

BID_KINDS = ("tricks", "nil", "zero", "blind_nil", "blind_tricks")
LINES = (
    "contract",
    "bags",
    "nil",
    "bag_penalty",
    "bonus",
    "deal_total",
    "running_total",
    "new_bags",
    "bags_carried",
)
MOST_POINTS = 10**7  # no honest record comes near; keeps absurd numbers out of the arithmetic and the texts


class Malformed(Exception):
    """A part of the record has not the shape that the format gives it."""


def show(value: object) -> str:
    """A value in a fault's text: scalars as written, everything else by its type."""
    if isinstance(value, int) and abs(value) > MOST_POINTS:
        return "a huge number"
    return repr(value)[:80] if value is None or isinstance(value, str | int | float) else type(value).__name__


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the record and the path to it; every reader raises `Malformed` when the shape is wrong."""

    path: str
    value: object

    def member(self, name: str) -> "Node":
        if not isinstance(self.value, dict):
            raise Malformed(f"{self.path}: {show(self.value)} is no object")
        if name not in self.value:
            raise Malformed(f"{self.path}: {name} is missing")
        return Node(f"{self.path}.{name}", self.value[name])

    def has(self, name: str) -> bool:
        """Whether the object has this member; null counts as absent."""
        return isinstance(self.value, dict) and self.value.get(name) is not None

    def items(self) -> "list[Node]":
        if not isinstance(self.value, list):
            raise Malformed(f"{self.path}: {show(self.value)} is no list")
        return [Node(f"{self.path}[{index}]", value) for index, value in enumerate(self.value)]

    def members(self, names: tuple[str, ...]) -> "dict[str, Node]":
        """The members of an object that has exactly these."""
        found = {name: self.member(name) for name in names}
        if isinstance(self.value, dict) and len(self.value) != len(names):
            raise Malformed(f"{self.path}: members other than {' '.join(names)}")
        return found

    def number(self) -> int:
        if type(self.value) is not int or abs(self.value) > MOST_POINTS:
            raise Malformed(f"{self.path}: {show(self.value)} is no whole number")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise Malformed(f"{self.path}: {show(self.value)} is no text")
        return self.value

    def word(self, among: tuple[str, ...]) -> str:
        if not isinstance(self.value, str) or self.value not in among:
            raise Malformed(f"{self.path}: {show(self.value)} is none of the words that may stand here")
        return self.value

    def digest(self) -> str:
        """32 bytes as lower-case hex digits."""
        if not re.fullmatch("[0-9a-f]{64}", self.text()):
            raise Malformed(f"{self.path}: {show(self.value)} is not 64 hex digits")
        return self.text()

    def card(self) -> str:
        return self.word(CODES)

    def cards(self) -> tuple[str, ...]:
        return tuple(item.card() for item in self.items())


@dataclass(frozen=True, slots=True)
class Bid:
    seat: str
    kind: str
    tricks: int

    @property
    def is_nil(self) -> bool:
        return self.kind in ("nil", "blind_nil")

    @property
    def is_blind(self) -> bool:
        return self.kind in ("blind_nil", "blind_tricks")


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw of a duel; `cards` are the top of the stock and the next one."""

    seat: str
    cards: tuple[str, ...]
    kept: str


@dataclass(frozen=True, slots=True)
class Exchange:
    giver: str
    receiver: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trick:
    leader: str
    cards: tuple[str, ...]
    winner: str


@dataclass(frozen=True, slots=True)
class Deal:
    number: int
    dealer: str
    hands: Mapping[str, tuple[str, ...]]
    looked: tuple[str, ...]
    bids: tuple[Bid, ...]
    exchanges: tuple[Exchange, ...]
    tricks: tuple[Trick, ...]
    score: Mapping[str, Mapping[str, int]]
    draws: tuple[Draw, ...] = ()

    @property
    def bid_of(self) -> Mapping[str, Bid]:
        return {bid.seat: bid for bid in self.bids}


@dataclass(frozen=True, slots=True)
class Result:
    winner: str | None
    end_reason: str
    scores: Mapping[str, int]


def read_draw(node: Node) -> Draw:
    return Draw(
        node.member("seat").word(DUEL.seats), node.member("cards").cards(), node.member("kept").card()
    )


def read_bid(node: Node, table: Table) -> Bid:
    return Bid(
        node.member("seat").word(table.seats),
        node.member("kind").word(BID_KINDS),
        node.member("tricks").number(),
    )


def read_exchange(node: Node) -> Exchange:
    return Exchange(
        node.member("from").word(FOUR.seats), node.member("to").word(FOUR.seats), node.member("cards").cards()
    )


def read_trick(node: Node, table: Table) -> Trick:
    cards = node.member("cards").cards()
    if len(cards) != len(table.seats):
        raise Malformed(f"{node.path}.cards: {len(cards)} cards instead of {len(table.seats)}")
    return Trick(node.member("leader").word(table.seats), cards, node.member("winner").word(table.seats))


def read_score(node: Node, table: Table) -> Mapping[str, Mapping[str, int]]:
    return {
        side: {line: member.member(line).number() for line in LINES}
        for side, member in node.members(tuple(table.sides)).items()
    }


def read_draws(node: Node, table: Table) -> tuple[Draw, ...]:
    if table is DUEL:
        return tuple(read_draw(item) for item in node.member("draws").items())
    if node.has("draws"):
        raise Malformed(f"{node.path}.draws: only a duel has draws")
    return ()


def read_deal(node: Node, table: Table) -> Deal:
    """A scored deal. Each seat has bid exactly once, in whatever order."""
    bids = tuple(read_bid(item, table) for item in node.member("bids").items())
    if sorted(bid.seat for bid in bids) != sorted(table.seats):
        raise Malformed(f"{node.path}.bids: not one bid of each seat")
    return Deal(
        node.member("number").number(),
        node.member("dealer").word(table.seats),
        {seat: hand.cards() for seat, hand in node.member("hands").members(table.seats).items()},
        tuple(item.word(table.seats) for item in node.member("looked").items()),
        bids,
        tuple(read_exchange(item) for item in node.member("exchanges").items()),
        tuple(read_trick(item, table) for item in node.member("tricks").items()),
        read_score(node.member("score"), table),
        read_draws(node, table),
    )


def read_result(node: Node, table: Table) -> Result | None:
    if node.value is None:
        return None
    winner, sides = node.member("winner"), tuple(table.sides)
    return Result(
        None if winner.value is None else winner.word(sides),
        node.member("end_reason").text(),
        {side: member.number() for side, member in node.member("scores").members(sides).items()},
    )
