"""The thirty options of the rule book as the auditor knows them: their values, and which of them clash.

Part of the independent auditor: nothing here comes from the engine.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from audited_record import Node, show
from audited_table import DUEL, FOUR, Pack, Table, pack_of


@dataclass(frozen=True, slots=True)
class Option:
    """A range of whole numbers, single values, or both."""

    default: object
    values: tuple[object, ...] = ()
    numbers: range = range(0)

    def allows(self, value: object) -> bool:
        in_range = type(value) is int and value in self.numbers
        return in_range or any(is_same(value, other) for other in self.values)


def is_same(value: object, other: object) -> bool:
    """Equal and of one type: JSON's true is not 1."""
    return type(value) is type(other) and value == other


ON_OFF = (True, False)


def numbers(default: int, low: int, high: int) -> Option:
    return Option(default, (), range(low, high + 1))


OPTIONS: Mapping[str, Option] = {
    "target": numbers(500, 50, 2000),
    "floor": Option(-200, (None,), range(-2000, -49)),
    "lead_margin": Option(None, (None,), range(100, 2001)),
    "max_deals": numbers(100, 1, 200),
    "tie": Option("extra_deal", ("extra_deal", "last_deal", "draw")),
    "bag_penalty": Option(True, ON_OFF),
    "bag_limit": numbers(10, 1, 20),
    "bag_penalty_points": numbers(100, 0, 500),
    "overtrick_points": Option(1, (1, 0, -1, -10)),
    "nil": Option(True, ON_OFF),
    "nil_points": numbers(100, 0, 500),
    "nil_tricks": Option("bags", ("bags", "partner", "ignored")),
    "both_nil": Option("each", ("each", "forbidden")),
    "zero_bid": Option(False, ON_OFF),
    "blind_nil": Option(False, ON_OFF),
    "blind_behind": numbers(100, 0, 500),
    "blind_exchange": numbers(2, 0, 4),
    "nil_exchange": numbers(0, 0, 4),
    "blind_bid_from": Option(None, (None,), range(5, 11)),
    "ten_for_200": Option(False, ON_OFF),
    "bid_13_bonus": numbers(0, 0, 1000),
    "min_bid": numbers(0, 0, 6),
    "min_side_bid": numbers(0, 0, 8),
    "suicide": Option("off", ("off", "one_nil", "all_blind_nil")),
    "bid_style": Option("free", ("free", "mirror", "whiz")),
    "first_lead": Option("dealer_left", ("dealer_left", "lowest_club")),
    "jokers": Option("off", ("off", "two", "two_and_deuces")),
    "seating": Option("chosen", ("chosen", "cut")),
    "first_dealer": Option("random", ("N", "E", "S", "W", "random")),
    "players": Option(4, (4, 2)),
}


@dataclass(frozen=True, slots=True)
class AuditedRules:
    """The options of a match, one member each."""

    target: int
    floor: int | None
    lead_margin: int | None
    max_deals: int
    tie: str
    bag_penalty: bool
    bag_limit: int
    bag_penalty_points: int
    overtrick_points: int
    nil: bool
    nil_points: int
    nil_tricks: str
    both_nil: str
    zero_bid: bool
    blind_nil: bool
    blind_behind: int
    blind_exchange: int
    nil_exchange: int
    blind_bid_from: int | None
    ten_for_200: bool
    bid_13_bonus: int
    min_bid: int
    min_side_bid: int
    suicide: str
    bid_style: str
    first_lead: str
    jokers: str
    seating: str
    first_dealer: str
    players: int

    @property
    def table(self) -> Table:
        return DUEL if self.players == 2 else FOUR

    @property
    def pack(self) -> Pack:
        return pack_of(self.jokers)


def rules_from(options: Mapping[str, Any]) -> AuditedRules:
    """All options, the missing ones at their defaults. Does not check any value."""
    values: dict[str, Any] = {name: option.default for name, option in OPTIONS.items()}
    return AuditedRules(**(values | dict(options)))


def clashes(rules: AuditedRules) -> Iterator[tuple[str, str]]:
    """Every pair of options that may not stand together at their values."""
    is_duel, is_fixed = rules.players == 2, rules.bid_style != "free"
    is_suicide, is_single = rules.suicide != "off", rules.both_nil == "forbidden"
    found = {
        ("nil", "blind_nil"): not rules.nil and rules.blind_nil,
        ("nil", "suicide"): not rules.nil and is_suicide,
        ("nil", "bid_style"): not rules.nil and is_fixed,
        ("bid_style", "zero_bid"): is_fixed and rules.zero_bid,
        ("bid_style", "both_nil"): is_fixed and is_single,
        ("bid_style", "min_bid"): is_fixed and rules.min_bid > 1,
        ("bid_style", "min_side_bid"): is_fixed and rules.min_side_bid > 0,
        ("bid_style", "suicide"): is_fixed and is_suicide,
        ("suicide", "both_nil"): rules.suicide == "all_blind_nil" and is_single,
        ("zero_bid", "min_bid"): rules.zero_bid and rules.min_bid > 0,
        ("players", "blind_nil"): is_duel and rules.blind_nil,
        ("players", "blind_bid_from"): is_duel and rules.blind_bid_from is not None,
        ("players", "suicide"): is_duel and is_suicide,
        ("players", "seating"): is_duel and rules.seating == "cut",
        ("players", "min_side_bid"): is_duel and rules.min_side_bid > 0,
        ("players", "nil_exchange"): is_duel and rules.nil_exchange > 0,
        ("players", "both_nil"): is_duel and is_single,
        ("players", "nil_tricks"): is_duel and rules.nil_tricks == "partner",
        ("players", "first_dealer"): is_duel and rules.first_dealer in ("E", "W"),
    }
    return (pair for pair, is_clash in found.items() if is_clash)


def hash_of(options: Mapping[str, Any]) -> str:
    """SHA-256 of the options as JSON with sorted keys and no spaces, in hex."""
    text = json.dumps(dict(options), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def options_faults(options: Mapping[Any, Any]) -> Iterator[str]:
    """Unknown and missing options, values that the rule book does not give."""
    for name in options:
        if name not in OPTIONS:
            yield f"rules: unknown option {show(name)}"
    for name, option in OPTIONS.items():
        if name not in options:
            yield f"rules: option {name} is missing"
        elif not option.allows(options[name]):
            yield f"rules: option {name} cannot be {show(options[name])}"


def audit_rules(root: Node) -> tuple[AuditedRules | None, list[str]]:
    """The rules to audit the match by, or None when that can't be done; and what is wrong with them."""
    options = root.member("rules").value
    if not isinstance(options, dict):
        return None, [f"rules: {show(options)} is no object"]
    faults = list(options_faults(options))
    if faults:
        return None, faults
    rules = rules_from(options)
    faults = [f"rules: {one} clashes with {other}" for one, other in clashes(rules)]
    if root.member("rules_hash").value != hash_of(options):
        faults.append(f"rules_hash: the SHA-256 of the options is {hash_of(options)}")
    return rules, faults
