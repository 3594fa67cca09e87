"""Figures with their 95 % interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import fmean, stdev
from typing import Final

_Z: Final = 1.96


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and the ends of its 95 % interval; all three equal for what is counted, not sampled."""

    value: float
    low: float
    high: float


def exactly(value: float) -> Interval:
    return Interval(value, value, value)


def of_mean(values: Sequence[float]) -> Interval:
    """The mean of independent values, at least two."""
    mean = fmean(values)
    half = _Z * stdev(values) / sqrt(len(values))
    return Interval(mean, mean - half, mean + half)


def of_share(hits: float, total: int) -> Interval:
    """A share after Wilson: right near 0 and 1, too. Half a hit is a draw."""
    share, z = hits / total, _Z * _Z
    middle = (hits + z / 2) / (total + z)
    half = _Z * sqrt(share * (1 - share) / total + z / (4 * total * total)) / (1 + z / total)
    return Interval(share, middle - half, middle + half)


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that `percent` of all values do not exceed."""
    return sorted(values)[max(0, ceil(len(values) * percent / 100) - 1)]
