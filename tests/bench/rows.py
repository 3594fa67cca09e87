"""The rows of the benchmark and how they are printed: one table for people."""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

HEADER = ("what", "measured", "bar", "how")
WIDTHS = (24, 28, 18, 54)


@dataclass(frozen=True, slots=True)
class Row:
    """One measured thing. `is_met`: whether it reached its bar; None: context, without a bar."""

    what: str
    measured: str
    bar: str = ""
    is_met: bool | None = None
    how: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        mark = {None: "", True: "met: ", False: "MISSED: "}[self.is_met]
        return (self.what, self.measured, mark + self.bar, self.how)


def failed(what: str, reason: str) -> Row:
    """The row of a measurement that came to no figure: it misses its bar."""
    return Row(what, "nothing", "a figure", is_met=False, how=reason)


def table(rows: Iterable[Row]) -> str:
    rule = "-+-".join("-" * width for width in WIDTHS)
    return "\n".join([_lines(HEADER), rule, *(_lines(row.cells) + "\n" + rule for row in rows)])


def _lines(cells: Sequence[str]) -> str:
    """One row, its cells wrapped to their columns."""
    columns = [textwrap.wrap(cell, width) or [""] for cell, width in zip(cells, WIDTHS, strict=True)]
    height = max(map(len, columns))
    filled = [column + [""] * (height - len(column)) for column in columns]
    return "\n".join(
        " | ".join(part.ljust(width) for part, width in zip(line, WIDTHS, strict=True)).rstrip()
        for line in zip(*filled, strict=True)
    )


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms" if seconds < 0.1 else f"{1000 * seconds:.0f} ms"


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that is not exceeded by `percent` of them."""
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * percent // 100) - 1)]
