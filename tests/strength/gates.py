"""A gate: a measured figure against the bar that it must reach, and the one that it should."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from intervals import Interval


class Verdict(StrEnum):
    """OPEN: the interval lies on both sides of the bar, more deals would tell."""

    MET = "met"
    OPEN = "open"
    MISSED = "MISSED"


@dataclass(frozen=True, slots=True)
class Bar:
    """From `least` to `most`, ends included."""

    least: float = -inf
    most: float = inf

    def judge(self, figure: Interval) -> Verdict:
        if figure.low >= self.least and figure.high <= self.most:
            return Verdict.MET
        is_beyond = figure.high < self.least or figure.low > self.most
        return Verdict.MISSED if is_beyond else Verdict.OPEN

    def text(self, unit: Callable[[float], str]) -> str:
        if self.most == inf:
            return f">= {unit(self.least)}"
        return f"<= {unit(self.most)}" if self.least == -inf else f"{unit(self.least)} to {unit(self.most)}"


@dataclass(frozen=True, slots=True)
class Gate:
    """`figure` None: could not be measured, and `how` says why. `must` None: context, without a bar."""

    name: str
    figure: Interval | None
    unit: Callable[[float], str]
    must: Bar | None = None
    stretch: Bar | None = None
    how: str = ""

    @property
    def verdict(self) -> Verdict | None:
        if self.must is None:
            return None
        return self.must.judge(self.figure) if self.figure else Verdict.MISSED

    def is_passed(self, *, is_full: bool) -> bool:
        """At full size the whole interval must reach the bar; at a smaller one, the bar is not ruled out."""
        return self.verdict is not Verdict.MISSED and not (is_full and self.verdict is Verdict.OPEN)


def not_measured(name: str, why: str, must: Bar | None = None) -> Gate:
    return Gate(name, None, str, must, how=why)


def points(value: float) -> str:
    return f"{value:+.1f}"


def percent(value: float) -> str:
    return f"{value:.1%}"


def tricks(value: float) -> str:
    return f"{value:.2f}"


def milliseconds(value: float) -> str:
    return f"{1000 * value:.3g} ms"


def times(value: float) -> str:
    return f"{value:.2f} x"
