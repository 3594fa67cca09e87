"""Least squares and logistic regression over sparse rows, near a guess; in plain Python, which does.

Each parameter is held to its guess as `HOLD` rows would hold it: what the data hardly tells of stays put.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, sqrt
from typing import Final

from fitted_numbers import Parameter, Values

HOLD: Final = 20.0
_ROUNDS: Final = 12
_LOGIT: Final = 100.0
"""Log-odds are hundredths."""
_EVEN: Final = 0.25 / _LOGIT**2
"""The weight of a row whose chance is even."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One hand: how often each parameter counts in it, and what came of it (tricks × 100, or set: 1 or 0)."""

    counts: Mapping[Parameter, float]
    outcome: float


def predicted(sample: Sample, values: Values) -> float:
    return sum(count * values[parameter] for parameter, count in sample.counts.items())


def least_squares(samples: Sequence[Sample], guess: Values, free: Sequence[Parameter]) -> Values:
    """The values of `free` that bring the predictions nearest to the outcomes; the others stay."""
    step = _step(samples, free, lambda sample: (sample.outcome - predicted(sample, guess), 1.0))
    return guess | {parameter: guess[parameter] + change for parameter, change in step.items()}


def logistic(samples: Sequence[Sample], guess: Values, free: Sequence[Parameter]) -> Values:
    """The same for the log-odds of an outcome of 1, by Newton's method."""
    values = guess
    for _ in range(_ROUNDS):
        held = {parameter: values[parameter] - guess[parameter] for parameter in free}
        step = _step(samples, free, partial(_pull, values), held, HOLD * _EVEN)
        values = values | {parameter: values[parameter] + change for parameter, change in step.items()}
    return values


def likelihood(sample: Sample, values: Values) -> float:
    """The modelled probability of an outcome of 1."""
    return 1 / (1 + exp(-predicted(sample, values) / _LOGIT))


def _pull(values: Values, sample: Sample) -> tuple[float, float]:
    chance = likelihood(sample, values)
    return (sample.outcome - chance) / _LOGIT, chance * (1 - chance) / _LOGIT**2


def _step(
    samples: Sequence[Sample],
    free: Sequence[Parameter],
    pull: Callable[[Sample], tuple[float, float]],
    held: Mapping[Parameter, float] | None = None,
    hold: float = HOLD,
) -> Values:
    """One step of Newton's method, exact for least squares; `pull`: the slope and the weight of a row."""
    place = {parameter: index for index, parameter in enumerate(free)}
    matrix = [[0.0] * len(free) for _ in free]
    slope = [-hold * (held or {}).get(parameter, 0.0) for parameter in free]
    for index in range(len(free)):
        matrix[index][index] = hold
    for sample in samples:
        error, weight = pull(sample)
        row = [(place[parameter], count) for parameter, count in sample.counts.items() if parameter in place]
        for index, count in row:
            slope[index] += error * count
            line = matrix[index]
            for other, times in row:
                line[other] += weight * count * times
    return dict(zip(free, solved(matrix, slope), strict=True))


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a symmetric, positive definite system, after Cholesky."""
    lower: list[list[float]] = []
    for index, line in enumerate(matrix):
        row: list[float] = []
        for other in range(index):
            row.append((line[other] - _dot(row, lower[other][:other])) / lower[other][other])
        row.append(sqrt(line[index] - _dot(row, row)))
        lower.append(row)
    forward: list[float] = []
    for row, value in zip(lower, right, strict=True):
        forward.append((value - _dot(row[:-1], forward)) / row[-1])
    back = [0.0] * len(forward)
    for index in reversed(range(len(forward))):
        below = sum(lower[other][index] * back[other] for other in range(index + 1, len(forward)))
        back[index] = (forward[index] - below) / lower[index][index]
    return back


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
