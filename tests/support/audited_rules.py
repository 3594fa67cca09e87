"""The thirty options of the rule book as the auditor knows them, and the values it can audit a match by.

Part of the independent auditor: nothing here comes from the engine.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from audited_record import Node, show


@dataclass(frozen=True, slots=True)
class Option:
    """A range of whole numbers, single values, or both. Not audited: only the default is understood."""

    default: object
    values: tuple[object, ...] = ()
    numbers: range = range(0)
    is_audited: bool = False

    def allows(self, value: object) -> bool:
        in_range = type(value) is int and value in self.numbers
        return in_range or any(is_same(value, other) for other in self.values)


def is_same(value: object, other: object) -> bool:
    """Equal and of one type: JSON's true is not 1."""
    return type(value) is type(other) and value == other


ON_OFF = (True, False)


def numbers(default: int, low: int, high: int, *, audited: bool = False) -> Option:
    return Option(default, (), range(low, high + 1), audited)


OPTIONS: Mapping[str, Option] = {
    "target": numbers(500, 50, 2000, audited=True),
    "floor": Option(-200, (None,), range(-2000, -49), is_audited=True),
    "lead_margin": Option(None, (None,), range(100, 2001)),
    "max_deals": numbers(100, 1, 200, audited=True),
    "tie": Option("extra_deal", ("extra_deal", "last_deal", "draw"), is_audited=True),
    "bag_penalty": Option(True, ON_OFF, is_audited=True),
    "bag_limit": numbers(10, 1, 20, audited=True),
    "bag_penalty_points": numbers(100, 0, 500, audited=True),
    "overtrick_points": Option(1, (1, 0, -1, -10)),
    "nil": Option(True, ON_OFF),
    "nil_points": numbers(100, 0, 500),
    "nil_tricks": Option("bags", ("bags", "partner", "ignored")),
    "both_nil": Option("each", ("each", "forbidden")),
    "zero_bid": Option(False, ON_OFF),
    "blind_nil": Option(False, ON_OFF, is_audited=True),
    "blind_behind": numbers(100, 0, 500, audited=True),
    "blind_exchange": numbers(2, 0, 4, audited=True),
    "nil_exchange": numbers(0, 0, 4),
    "blind_bid_from": Option(None, (None,), range(5, 11)),
    "ten_for_200": Option(False, ON_OFF),
    "bid_13_bonus": numbers(0, 0, 1000),
    "min_bid": numbers(0, 0, 6),
    "min_side_bid": numbers(0, 0, 8),
    "suicide": Option("off", ("off", "one_nil", "all_blind_nil")),
    "bid_style": Option("free", ("free", "mirror", "whiz")),
    "first_lead": Option("dealer_left", ("dealer_left", "lowest_club"), is_audited=True),
    "jokers": Option("off", ("off", "two", "two_and_deuces")),
    "seating": Option("chosen", ("chosen", "cut")),
    "first_dealer": Option("random", ("N", "E", "S", "W", "random"), is_audited=True),
    "players": Option(4, (4, 2)),
}


@dataclass(frozen=True, slots=True)
class AuditedRules:
    """The options that an audit depends on; all others stand at their defaults."""

    target: int
    floor: int | None
    max_deals: int
    tie: str
    bag_penalty: bool
    bag_limit: int
    bag_penalty_points: int
    blind_nil: bool
    blind_behind: int
    blind_exchange: int
    first_lead: str
    first_dealer: str


def rules_from(options: Mapping[str, Any]) -> AuditedRules:
    """The audited options, the missing ones at their defaults. Does not check any value."""
    audited = {name: option.default for name, option in OPTIONS.items() if option.is_audited}
    return AuditedRules(**{name: options.get(name, default) for name, default in audited.items()})


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


def unaudited_faults(options: Mapping[Any, Any]) -> Iterator[str]:
    """Options at a value that this auditor does not understand."""
    for name, option in OPTIONS.items():
        if not option.is_audited and name in options and not is_same(options[name], option.default):
            yield f"option {name} not audited"


def audit_rules(root: Node) -> tuple[AuditedRules | None, list[str]]:
    """The rules to audit the match by, or None when that can't be done; and what is wrong with them."""
    options = root.member("rules").value
    if not isinstance(options, dict):
        return None, [f"rules: {show(options)} is no object"]
    faults = [*options_faults(options), *unaudited_faults(options)]
    rules = None if faults else rules_from(options)
    well_formed = not any(options_faults(options))
    if well_formed and root.member("rules_hash").value != hash_of(options):
        faults.append(f"rules_hash: the SHA-256 of the options is {hash_of(options)}")
    return rules, faults
