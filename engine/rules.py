"""`Rules`: one immutable value that decides every question of the game; presets; rules as asked for."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Final

from engine.clashes import CLASHES, Clash
from engine.errors import Params, Refusal
from engine.options import OPTION_OF, OptionValue
from engine.seats import FOUR_PLAYERS, TWO_PLAYERS, Lineup


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of the rule book, resolved. Their ranges: engine/options.py."""

    target: int = 500
    floor: int | None = -200
    lead_margin: int | None = None
    max_deals: int = 100
    tie: str = "extra_deal"
    bag_penalty: bool = True
    bag_limit: int = 10
    bag_penalty_points: int = 100
    overtrick_points: int = 1
    nil: bool = True
    nil_points: int = 100
    nil_tricks: str = "bags"
    both_nil: str = "each"
    zero_bid: bool = False
    blind_nil: bool = False
    blind_behind: int = 100
    blind_exchange: int = 2
    nil_exchange: int = 0
    blind_bid_from: int | None = None
    ten_for_200: bool = False
    bid_13_bonus: int = 0
    min_bid: int = 0
    min_side_bid: int = 0
    suicide: str = "off"
    bid_style: str = "free"
    first_lead: str = "dealer_left"
    jokers: str = "off"
    seating: str = "chosen"
    first_dealer: str = "random"
    players: int = 4

    @property
    def lineup(self) -> Lineup:
        return FOUR_PLAYERS if self.players == 4 else TWO_PLAYERS

    @property
    def has_blind_bids(self) -> bool:
        return self.blind_nil or self.blind_bid_from is not None or self.suicide == "all_blind_nil"

    def as_options(self) -> dict[str, OptionValue]:
        """All options by name, in the order of the rule book."""
        return dict(_options_of(self))


@dataclass(frozen=True, slots=True)
class RulesFault:
    """One thing that is wrong with the rules asked for; `option` None: the preset's name."""

    refusal: Refusal
    option: str | None
    params: Params
    clashes_with: tuple[str, ...] = ()


class IllegalRules(Exception):
    """Rules that can't be played; `faults` are all that is wrong with them."""

    def __init__(self, faults: tuple[RulesFault, ...]) -> None:
        super().__init__(", ".join(f"{fault.option}: {fault.refusal}" for fault in faults))
        self.faults = faults


PRESETS: Final[dict[str, dict[str, OptionValue]]] = {
    "standard": {},
    "short": {"target": 250, "floor": -201, "max_deals": 30, "first_dealer": "E"},
    "encyclopedia": {
        "floor": None,
        "blind_nil": True,
        "blind_behind": 0,
        "blind_exchange": 0,
        "tie": "last_deal",
    },
    "suicide": {"suicide": "one_nil"},
    "mirror": {"bid_style": "mirror"},
    "whiz": {"bid_style": "whiz"},
    "jokers": {"jokers": "two"},
    "duel": {"players": 2},
}


@lru_cache(maxsize=256)
def rules_hash(rules: Rules) -> str:
    """SHA-256, in hex, of the options as JSON with sorted keys and no spaces."""
    plain = json.dumps(rules.as_options(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def resolve_rules(preset: str, overrides: Mapping[str, object]) -> Rules:
    """The preset with the options on top. Raises IllegalRules with every fault of the worst kind found.

    First come unknown names and values out of range; then options that clash.
    """
    _refuse(_value_faults(preset, overrides))
    options = {**PRESETS[preset], **overrides}
    rules = Rules(**options)  # type: ignore[arg-type]  # each value was checked against its Option
    _refuse(_clash_faults(rules, overrides))
    return rules


def change_rules(rules: Rules, overrides: Mapping[str, object]) -> Rules:
    """`rules` with other values for some options. Raises IllegalRules as resolve_rules does."""
    check_options(overrides)
    changed = replace(rules, **overrides)  # type: ignore[arg-type]  # each value was checked against its Option
    _refuse(_clash_faults(changed, overrides))
    return changed


def check_options(overrides: Mapping[str, object]) -> None:
    """Names and values alone. Raises IllegalRules."""
    _refuse(_value_faults("standard", overrides))


def _refuse(faults: tuple[RulesFault, ...]) -> None:
    if faults:
        raise IllegalRules(faults)


def _value_faults(preset: str, overrides: Mapping[str, object]) -> tuple[RulesFault, ...]:
    faults = [_value_fault(name, value) for name, value in overrides.items()]
    if preset not in PRESETS:
        allowed = ", ".join(PRESETS)
        faults.append(RulesFault(Refusal.INVALID_FIELD, None, {"allowed": allowed}))
    return tuple(fault for fault in faults if fault)


def _value_fault(name: str, value: object) -> RulesFault | None:
    option = OPTION_OF.get(name)
    if option is None:
        return RulesFault(Refusal.UNKNOWN_FIELD, name, {})
    if option.allows(value):
        return None
    return RulesFault(Refusal.INVALID_FIELD, name, {"allowed": option.allowed})


def _clash_faults(rules: Rules, asked: Collection[str]) -> tuple[RulesFault, ...]:
    options = rules.as_options()
    clashes: dict[str, tuple[str, ...]] = {}
    for clash in CLASHES:
        if clash.of_first.holds(options[clash.first]) and clash.of_second.holds(options[clash.second]):
            option, other = _at_fault(clash, asked)
            clashes[option] = (*clashes.get(option, ()), other)
    return tuple(RulesFault(Refusal.RULES_CLASH, name, {}, others) for name, others in clashes.items())


def _at_fault(clash: Clash, asked: Collection[str]) -> tuple[str, str]:
    """The option that is at fault, and the other: the second, unless the preset alone brought that one."""
    if clash.first in asked and clash.second not in asked:
        return clash.first, clash.second
    return clash.second, clash.first


@lru_cache(maxsize=256)
def _options_of(rules: Rules) -> tuple[tuple[str, OptionValue], ...]:
    return tuple((field.name, getattr(rules, field.name)) for field in fields(rules))
