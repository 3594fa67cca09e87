"""How costs grow with the number of live tables: of a ticker's pass, a commit, a view; and their memory.

Two services take turns, one of them with few tables all the time: what the machine does to both cancels.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import click
from agenda import share
from cost_plot import cost_plot
from costs import ACTIVE, LINES, Bench, Costs, measured, open_active
from cpu_bill import settle
from http_lines import Line, request
from journal import Journal
from processes import BenchFailed
from rows import Row
from scripted_matches import scripted_matches
from seated import open_table
from servers import service, spread_lines
from store_figures import StoreFigures

SIZES = (10, 30, 100, 300, 1_000, 3_000, 10_000)
ROUNDS = 5
TURN_SECONDS = 600
BAR = 1.3
SHOWN = {
    "a pass, by the store": "pass_store",
    "a pass, CPU of the ticker": "pass_cpu",
    "a commit, by the store": "commit_store",
    "a commit, CPU of web and store": "commit_cpu",
    "a view, CPU of web and store": "view_cpu",
}
"""What is measured, and its name in `Costs`."""


@dataclass(frozen=True, slots=True)
class Grown:
    """At so many live tables: bytes a table in the store, costs, and these by those of few tables."""

    tables: int
    memory: float
    costs: Costs
    ratios: Costs


def measure(folder: Path, most: int, plot: Path | None) -> Iterator[Row]:
    with _bench(folder / "few") as few, _bench(folder / "many") as many:
        grown = list(_grown(few, many, [size for size in SIZES if size <= most]))
    click.echo(_sheet(grown))
    if plot is not None:
        plot.write_text(cost_plot(grown, SHOWN, BAR), encoding="utf-8")
        click.echo(f"\nThe plot: {plot}")
    yield from _rows(grown)


@contextmanager
def _bench(folder: Path) -> Iterator[Bench]:
    folder.mkdir()
    with service(folder) as server, closing(StoreFigures(server.redis_url)) as store, ExitStack() as stack:
        lines = [stack.enter_context(closing(line)) for line in spread_lines(server, LINES)]
        yield Bench(server, lines, store, next(scripted_matches(ROUNDS)))


def _grown(few: Bench, many: Bench, sizes: Sequence[int]) -> Iterator[Grown]:
    empty, standing = many.store.memory, 0
    for size in sizes:
        _open_standing(many, size - ACTIVE - standing)
        settle(many.server.pid)
        standing = size - ACTIVE
        memory = (many.store.memory - empty) / standing if standing else 0.0
        costs, ratios = _compared(few, many)
        click.echo(f"  {size:,} tables", err=True)
        yield Grown(size, memory, costs, ratios)


def _open_standing(bench: Bench, tables: int) -> None:
    """Tables of a player and three CPUs, which wait for their player; each is due at its deadline."""
    journal = Journal()
    make: Callable[[Line], object] = partial(
        open_table, journal=journal, players=("S",), turn_seconds=TURN_SECONDS
    )
    share(bench.lines, [make] * tables)
    if journal.faults:
        raise BenchFailed(str(journal.faults))


def _compared(few: Bench, many: Bench) -> tuple[Costs, Costs]:
    """The costs at many tables, and their ratios to those at few; the medians of rounds that take turns."""
    tables = {bench: open_active(bench) for bench in (few, many)}
    rounds = [[measured(bench, tables[bench], number) for bench in (few, many)] for number in range(ROUNDS)]
    for bench, active in tables.items():
        for table in active:
            bench.lines[0].ask(request("POST", f"/v1/tables/{table.table_id}/close", table.host, {}))
    ratios = [Costs(*(b / a for a, b in zip(*pair, strict=True))) for pair in rounds]
    return _medians([many for _, many in rounds]), _medians(ratios)


def _medians(costs: Sequence[Costs]) -> Costs:
    return Costs(*map(median, zip(*costs, strict=True)))


def _sheet(grown: Sequence[Grown]) -> str:
    """A line for each size: costs in µs, and by those of few tables at the same time."""
    head = f"{'live tables':>11} {'KiB each':>9} " + " ".join(f"{name:>31}" for name in SHOWN)
    return "\n".join([head, *map(_line, grown)])


def _line(grown: Grown) -> str:
    pairs = zip(grown.costs, grown.ratios, strict=True)
    figures = " ".join(f"{cost:>15,.0f} µs (× {ratio:.2f})   " for cost, ratio in pairs)
    return f"{grown.tables:>11,} {grown.memory / 1024:>9.1f} {figures}"


def _rows(grown: Sequence[Grown]) -> Iterator[Row]:
    for what, name in SHOWN.items():
        most = max(grown, key=lambda each: getattr(each.ratios, name))
        last, is_context = grown[-1], name == "view_cpu"
        ratio = getattr(last.ratios, name)
        yield Row(
            what,
            f"× {ratio:.2f} at {last.tables:,}; most × {getattr(most.ratios, name):.2f} at {most.tables:,}",
            "" if is_context else "flat within 30 %",
            None if is_context else ratio <= BAR,
            f"{getattr(last.costs, name):.0f} µs at the end. Against a service with {ACTIVE} tables, which "
            f"took turns: the median of {ROUNDS} rounds' ratios.",
        )
