"""The gates as one table for people."""

from collections.abc import Iterable
from typing import Final

from gates import Gate

HEADER: Final = ("gate", "measured", "95 % interval", "must", "stretch", "", "how")
_WIDTHS: Final = (41, 9, 18, 16, 14, 6, 0)


def heading() -> str:
    return "\n".join((_line(HEADER), "-" * (sum(_WIDTHS) + 40)))


def row(gate: Gate) -> str:
    return _line(_cells(gate))


def _cells(gate: Gate) -> Iterable[str]:
    figure, unit = gate.figure, gate.unit
    is_sampled = figure is not None and figure.low < figure.high
    return (
        gate.name,
        unit(figure.value) if figure else "nothing",
        f"{unit(figure.low)} to {unit(figure.high)}" if figure and is_sampled else "",
        gate.must.text(unit) if gate.must else "",
        f"{gate.stretch.text(unit)} {_mark(gate)}" if gate.stretch else "",
        gate.verdict or "",
        gate.how,
    )


def _mark(gate: Gate) -> str:
    return gate.stretch.judge(gate.figure) if gate.stretch and gate.figure else ""


def _line(cells: Iterable[str]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip()
