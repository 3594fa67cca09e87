"""Hypothesis strategies: rules of the options that are built, and the beginnings of random matches."""

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine.options import OPTIONS, Option
from engine.play import start
from engine.rules import Rules, resolve_rules
from engine.turns import Step

# A whole match is a large example; how long one takes proves nothing.
WHOLE_MATCHES = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Options whose whole range would leave the interesting cases rare, or the matches long.
_NARROWED: dict[str, st.SearchStrategy[Any]] = {
    "target": st.sampled_from([50, 250, 500, 2000]),
    "floor": st.sampled_from([None, -2000, -500, -200, -50]),
    "max_deals": st.sampled_from([3, 2, 1]),
    "blind_nil": st.sampled_from([True] * 5 + [False]),
    "blind_behind": st.sampled_from([0] * 7 + [50, 100, 500]),
}


def values_of(option: Option) -> st.SearchStrategy[Any]:
    """Every value that the option allows."""
    if option.kind == "boolean":
        return st.booleans()
    if option.values:
        return st.sampled_from(option.values)
    numbers = st.integers(option.minimum, option.maximum)
    return st.none() | numbers if option.nullable else numbers


def rules(**fixed: Any) -> st.SearchStrategy[Rules]:
    """Rules with every built option drawn, but for those that are `fixed`; at most three deals."""
    built = [option for option in OPTIONS if option.built]
    drawn = {option.name: values_of(option) for option in built} | _NARROWED
    drawn |= {name: st.just(value) for name, value in fixed.items()}
    return st.fixed_dictionaries(drawn).map(lambda options: resolve_rules("standard", options))


def seeds() -> st.SearchStrategy[bytes]:
    return st.binary(min_size=32, max_size=32)


def beginnings(**fixed: Any) -> st.SearchStrategy[Step]:
    """The first step of a match under random rules."""
    return st.builds(start, rules(**fixed), seeds())


def chances() -> st.SearchStrategy[Random]:
    """Chance for random play, reproducible from one number."""
    return st.integers(0, 2**32 - 1).map(Random)
