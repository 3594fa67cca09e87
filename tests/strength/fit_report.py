"""How good fitted numbers are, and how far from those of the tree."""

from collections.abc import Iterator, Sequence
from math import log
from statistics import fmean

from fitted_numbers import NAMES, Values, shaped
from regression import Sample, likelihood, predicted


def trick_quality(samples: Sequence[Sample], values: Values) -> str:
    """Of predictions in hundredths of a trick."""
    errors = [sample.outcome - predicted(sample, values) for sample in samples]
    middle = fmean(sample.outcome for sample in samples)
    left = fmean(error * error for error in errors)
    spread = fmean((sample.outcome - middle) ** 2 for sample in samples)
    off, mean = fmean(map(abs, errors)) / 100, fmean(errors) / 100
    return f"R2 {1 - left / spread:.3f}, mean absolute error {off:.3f} tricks, mean error {mean:+.3f}"


def nil_quality(samples: Sequence[Sample], values: Values) -> str:
    """Of the likelihood that a nil is set; behind, what a model that knows the average alone would reach."""
    pairs = [(likelihood(sample, values), sample.outcome) for sample in samples]
    average = fmean(outcome for _, outcome in pairs)
    constant = [(average, outcome) for _, outcome in pairs]
    return (
        f"log loss {_log_loss(pairs):.4f} (average alone {_log_loss(constant):.4f}), "
        f"Brier {_brier(pairs):.4f} ({_brier(constant):.4f})"
    )


def calibration(samples: Sequence[Sample], values: Values, groups: int = 5) -> Iterator[str]:
    """Nils by rising risk, in groups of one size: what was expected of them, and what came."""
    ranked = sorted((likelihood(sample, values), sample.outcome) for sample in samples)
    for group in range(groups):
        part = ranked[len(ranked) * group // groups : len(ranked) * (group + 1) // groups]
        expected, came = fmean(chance for chance, _ in part), fmean(outcome for _, outcome in part)
        yield f"  {len(part)} nils: {expected:.1%} expected to be set, {came:.1%} were"


def _log_loss(pairs: Sequence[tuple[float, float]]) -> float:
    return -fmean(log(chance if outcome else 1 - chance) for chance, outcome in pairs)


def _brier(pairs: Sequence[tuple[float, float]]) -> float:
    return fmean((chance - outcome) ** 2 for chance, outcome in pairs)


def number_table(tree: Values, fitted: Values) -> Iterator[str]:
    """Each name with its numbers in the tree and, where they differ, the fitted ones."""
    for name in NAMES:
        before, after = shaped(name, tree), shaped(name, fitted)
        yield f"{name:18} {before}"
        if after != before:
            yield f"{'  fitted':18} {after}"
