"""The totals of a simulation as a table for people."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.seats import Side
from service.lab.intervals import Interval, share
from service.lab.simulation import Simulation, Unit
from service.lab.totals import SideTotals, Totals

Row = tuple[str, ...]
_ONE: Final = {Unit.MATCHES: "match", Unit.DEALS: "deal"}


def report(totals: Totals, simulation: Simulation) -> str:
    """One column a side, then what concerns the matches as a whole. Intervals are of 95 %."""
    played = f"{simulation.unit} won"
    by_side = [
        ("", *side_titles(simulation)),
        (played, *_each(totals, lambda side: _won(totals, side))),
        ("points a deal", *_each(totals, lambda side: _mean(totals.points_a_deal(side)))),
        ("contracts made", *_sides(totals, lambda side: _of(side.contracts_made, side.contracts))),
        ("nils bid", *_sides(totals, lambda side: _of(side.nils, side.hands))),
        ("nils made", *_sides(totals, lambda side: _of(side.nils_made, side.nils))),
        *_blind_nils(totals),
        ("bags a deal", *_each(totals, lambda side: _mean(totals.bags_a_deal(side)))),
    ]
    return f"{_aligned(by_side)}\n\n{_aligned([*_whole(totals, simulation)])}"


def side_titles(simulation: Simulation) -> Row:
    """`NS (hard)`. Where the seats are cut for, a side has other players in each match."""
    lineup = simulation.rules.lineup
    if simulation.rules.seating == "cut":
        return lineup.side_names
    return tuple(
        f"{name} ({' + '.join(dict.fromkeys(simulation.levels[seat] for seat in lineup.seats_of(side)))})"
        for side, name in lineup.named_sides
    )


def counted(count: int, unit: Unit) -> str:
    """`1 match`, `1,000 deals`."""
    return f"1 {_ONE[unit]}" if count == 1 else f"{count:,} {unit}"


def difference_title(simulation: Simulation) -> str:
    first, second = simulation.rules.lineup.side_names
    return f"{first} − {second}, points a deal"


def _whole(totals: Totals, simulation: Simulation) -> Iterable[Row]:
    yield difference_title(simulation), _mean(totals.difference)
    if simulation.is_duplicate:
        yield f"pairs of {simulation.unit}, sides swapped", f"{totals.spread.samples}"
    yield simulation.unit.value, f"{totals.matches}"
    yield "draws", f"{totals.draws}"
    if simulation.unit is Unit.MATCHES:
        yield "deals a match", _ratio(totals.deals, totals.matches, 1)
    yield f"actions a {_ONE[simulation.unit]}", _ratio(totals.actions, totals.matches, 0)


def _blind_nils(totals: Totals) -> Iterable[Row]:
    """A row only where there were any: most rules have none."""
    if any(side.blind_nils for side in totals.sides):
        yield (
            "blind nils made",
            *_sides(totals, lambda side: _of(side.blind_nils_made, side.blind_nils)),
        )


def _each(totals: Totals, cell: Callable[[Side], str]) -> Row:
    return tuple(cell(Side(side)) for side in range(len(totals.sides)))


def _sides(totals: Totals, cell: Callable[[SideTotals], str]) -> Row:
    return tuple(map(cell, totals.sides))


def _won(totals: Totals, side: Side) -> str:
    found = totals.won(side)
    return "–" if found is None else f"{totals.sides[side].wins} = {_percent(found)}"


def _of(part: int, whole: int) -> str:
    found = share(part, whole)
    return "none" if found is None else f"{part} of {whole} = {_percent(found)}"


def _percent(found: Interval) -> str:
    return f"{100 * found.mean:.1f} % [{100 * found.low:.1f} … {100 * found.high:.1f}]"


def _mean(found: Interval | None) -> str:
    if found is None:
        return "–"
    return f"{found.mean:.2f}" if found.reach is None else f"{found.mean:.2f} ± {found.reach:.2f}"


def _ratio(total: int, count: int, digits: int) -> str:
    return f"{total / count:.{digits}f}" if count else "–"


def _aligned(rows: Sequence[Row]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
