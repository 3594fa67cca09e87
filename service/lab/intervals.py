"""Means and shares with their 95 % intervals. Pure."""

from dataclasses import dataclass
from math import inf, isfinite, sqrt
from typing import Final, NamedTuple

Z_95: Final = 1.959964
"""How many standard errors a 95 % interval reaches to either side."""


# The same of Student's t, for 1, 2, … 10 degrees of freedom: of few samples the spread is not known well.
_FEW: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


class Interval(NamedTuple):
    """A mean and its 95 % interval; of one sample alone, which tells nothing of the spread, it has no end."""

    mean: float
    low: float
    high: float

    @property
    def reach(self) -> float | None:
        """How far it reaches upwards from the mean; None: nobody knows."""
        return self.high - self.mean if isfinite(self.high) else None


@dataclass(frozen=True, slots=True)
class Moments:
    """Of samples that each have a sum y over n deals: Σ y² and Σ y·n. They can be added in any order."""

    squared: int = 0
    with_deals: int = 0

    def plus(self, other: "Moments") -> "Moments":
        return Moments(self.squared + other.squared, self.with_deals + other.with_deals)


def share(part: int, whole: int) -> Interval | None:
    """A proportion with Wilson's interval, which stays between 0 and 1; None of nothing."""
    if not whole:
        return None
    found, reach = part / whole, Z_95 * Z_95 / whole
    middle = (found + reach / 2) / (1 + reach)
    width = sqrt(reach * (found * (1 - found) + reach / 4)) / (1 + reach)
    return Interval(found, max(0.0, middle - width), min(1.0, middle + width))


def mean_a_deal(
    total: int, deals: int, samples: int, moments: Moments, deals_squared: int
) -> Interval | None:
    """The mean y a deal of independent samples, each of several deals; None of nothing.

    The deals of one match, and of both matches of a pair, are not independent: so the interval is that of the
    ratio Σy / Σn, from how far each sample's y is from the mean of its n deals. `deals_squared`: Σ n².
    """
    if not samples or not deals:
        return None
    mean = total / deals
    if samples == 1:
        return Interval(mean, -inf, inf)
    residual = moments.squared - 2 * mean * moments.with_deals + mean * mean * deals_squared
    error = sqrt(max(0.0, residual) * samples / (samples - 1)) / deals
    reach = errors_of_95(samples - 1) * error
    return Interval(mean, mean - reach, mean + reach)


def errors_of_95(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches, by Student's t; its usual expansion beyond a few."""
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z = Z_95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
