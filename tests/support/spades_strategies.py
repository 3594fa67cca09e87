"""Hypothesis strategies: valid rules of every option, and the beginnings of random matches."""

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine.options import OPTION_OF, OPTIONS, Option
from engine.play import start
from engine.rules import IllegalRules, Rules, resolve_rules
from engine.turns import Step

# A whole match is a large example; how long one takes proves nothing.
WHOLE_MATCHES = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Options whose whole range would leave the interesting cases rare, or the matches long.
_NARROWED: dict[str, st.SearchStrategy[Any]] = {
    "target": st.sampled_from([50, 250, 500, 2000]),
    "floor": st.sampled_from([None, -2000, -500, -200, -50]),
    "max_deals": st.sampled_from([3, 2, 1]),
    "blind_nil": st.sampled_from([True] * 3 + [False]),
    "blind_behind": st.sampled_from([0] * 7 + [50, 100, 500]),
    "lead_margin": st.sampled_from([None, None, 100, 500, 2000]),
    "blind_bid_from": st.sampled_from([None, 5, 6, 7, 10]),
    "min_bid": st.sampled_from([0, 0, 1, 2, 6]),
    "min_side_bid": st.sampled_from([0, 0, 1, 4, 8]),
    "nil": st.sampled_from([True, True, True, False]),
    "players": st.sampled_from([4, 4, 4, 2]),
}
# What clashes with many options would be rare if it were drawn like the others.
_THEMES: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"bid_style": "mirror"},
    {"bid_style": "whiz"},
    {"suicide": "one_nil"},
    {"suicide": "all_blind_nil"},
    {"nil": False},
)
# Drawn even when few options are: without them a match is 100 deals long.
_ALWAYS = frozenset({"target", "floor", "max_deals"})

# For every option, values that differ from its default: one of each kind.
_OTHERS: dict[str, tuple[Any, ...]] = {
    "target": (50,),
    "floor": (None, -50),
    "lead_margin": (500,),
    "max_deals": (1,),
    "tie": ("last_deal", "draw"),
    "bag_penalty": (False,),
    "bag_limit": (1,),
    "bag_penalty_points": (0,),
    "overtrick_points": (0, -1, -10),
    "nil": (False,),
    "nil_points": (0,),
    "nil_tricks": ("partner", "ignored"),
    "both_nil": ("forbidden",),
    "zero_bid": (True,),
    "blind_nil": (True,),
    "blind_behind": (0,),
    "blind_exchange": (0,),
    "nil_exchange": (1,),
    "blind_bid_from": (5, 6, 10),
    "ten_for_200": (True,),
    "bid_13_bonus": (200,),
    "min_bid": (1, 2, 6),
    "min_side_bid": (1, 8),
    "suicide": ("one_nil", "all_blind_nil"),
    "bid_style": ("mirror", "whiz"),
    "first_lead": ("lowest_club",),
    "jokers": ("two", "two_and_deuces"),
    "seating": ("cut",),
    "first_dealer": ("N", "E", "S", "W"),
    "players": (2,),
}
OTHER_VALUES = tuple({name: value} for name, values in _OTHERS.items() for value in values)
"""All of them, each as the options of a table that are not the default."""


def values_of(option: Option) -> st.SearchStrategy[Any]:
    """Every value that the option allows."""
    if option.kind == "boolean":
        return st.booleans()
    if option.values:
        return st.sampled_from(option.values)
    numbers = st.integers(option.minimum, option.maximum)
    return st.none() | numbers if option.nullable else numbers


def option_sets(**fixed: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Options by name, all of them or a few, which may clash."""
    drawn = {option.name: values_of(option) for option in OPTIONS} | _NARROWED
    drawn |= {name: st.just(value) for name, value in fixed.items()}
    optional = {name: drawn.pop(name) for name in OPTION_OF if name not in _ALWAYS and name not in fixed}
    many = st.fixed_dictionaries({**drawn, **optional})
    return many | st.fixed_dictionaries(drawn, optional=optional)


def rules(**fixed: Any) -> st.SearchStrategy[Rules]:
    """Valid rules with every option drawn, but for those that are `fixed`; at most three deals."""
    kept = [
        fixed | theme for theme in _THEMES if not theme.keys() & fixed.keys() and _is_valid(fixed | theme)
    ]
    return st.one_of(
        [
            st.builds(_without_clashes, option_sets(**each), chances(), st.just(frozenset(each)))
            for each in (fixed, *kept)
        ]
    )


def _is_valid(options: dict[str, Any]) -> bool:
    try:
        return bool(resolve_rules("standard", options))
    except IllegalRules:
        return False


def _without_clashes(options: dict[str, Any], rng: Random, fixed: frozenset[str]) -> Rules:
    """The rules that are left when of two options that clash one goes back to its default."""
    try:
        return resolve_rules("standard", options)
    except IllegalRules as refused:
        fault = refused.faults[0]
        pair = {str(fault.option), fault.clashes_with[0]} - fixed
        dropped = rng.choice(sorted(pair))
        kept = {name: value for name, value in options.items() if name != dropped}
        return _without_clashes(kept, rng, fixed)


def seeds() -> st.SearchStrategy[bytes]:
    return st.binary(min_size=32, max_size=32)


def beginnings(**fixed: Any) -> st.SearchStrategy[Step]:
    """The first step of a match under random rules."""
    return st.builds(start, rules(**fixed), seeds())


def chances() -> st.SearchStrategy[Random]:
    """Chance for random play, reproducible from one number."""
    return st.integers(0, 2**32 - 1).map(Random)
