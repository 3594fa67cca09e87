"""The totals of a simulation as a table for people."""

from collections.abc import Callable, Iterable, Sequence

from engine.seats import Lineup, Side
from service.lab.totals import Interval, SideTotals, Totals, share

Row = tuple[str, ...]


def report(totals: Totals, lineup: Lineup) -> str:
    """One column a side, then what concerns the matches as a whole. Intervals are of 95 %."""
    by_side = [
        ("", *lineup.side_names),
        ("matches won", *(_won(totals, side) for side in Side)),
        ("points a deal", *_each(totals, lambda side: _points(side.points_a_deal))),
        ("contracts made", *_each(totals, lambda side: _of(side.contracts_made, side.contracts))),
        ("nils made", *_each(totals, lambda side: _of(side.nils_made, side.nils))),
        *_blind_nils(totals),
        ("bags a deal", *_each(totals, lambda side: _mean(side.bags, side.deals, 2))),
    ]
    whole = [
        ("matches", f"{totals.matches}"),
        ("draws", f"{totals.draws}"),
        ("deals a match", _mean(totals.deals, totals.matches, 1)),
        ("actions a match", _mean(totals.actions, totals.matches, 0)),
    ]
    return f"{_aligned(by_side)}\n\n{_aligned(whole)}"


def _blind_nils(totals: Totals) -> Iterable[Row]:
    """A row only where there were any: most rules have none."""
    if any(side.blind_nils for side in totals.sides):
        yield (
            "blind nils made",
            *_each(totals, lambda side: _of(side.blind_nils_made, side.blind_nils)),
        )


def _each(totals: Totals, cell: Callable[[SideTotals], str]) -> Row:
    return tuple(map(cell, totals.sides))


def _won(totals: Totals, side: Side) -> str:
    found = totals.win_share(side)
    if found is None:
        return "–"
    percent = f"{100 * found.mean:.1f} % [{100 * found.low:.1f} … {100 * found.high:.1f}]"
    return f"{totals.sides[side].wins} = {percent}"


def _points(found: Interval | None) -> str:
    return "–" if found is None else f"{found.mean:.2f} ± {found.high - found.mean:.2f}"


def _of(part: int, whole: int) -> str:
    found = share(part, whole)
    return "none bid" if found is None else f"{part} of {whole} = {100 * found.mean:.1f} %"


def _mean(total: int, count: int, digits: int) -> str:
    return f"{total / count:.{digits}f}" if count else "–"


def _aligned(rows: Sequence[Row]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
