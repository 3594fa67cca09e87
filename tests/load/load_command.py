"""The load generator's command: which scenario, how large; prints one table."""

import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import live_tables
import mixed_load
import same_second
import table_growth
from bench_command import machine
from journal import NoAnswer
from mixed_load import Mix
from processes import BenchFailed
from rows import Row, failed, table

Measure = Callable[[Path], Iterator[Row]]
HOW = "Latencies are those that a client sees, from its first byte to the answer's last one."


@click.command()
@click.option("--tables", default=50, show_default=True, help="At how many tables matches are played.")
@click.option("--seconds", default=20.0, show_default=True, help="For how long.")
@click.option("--think", default=1.0, show_default=True, help="Seconds before an action, on average.")
@click.option("--limits/--no-limits", "has_limits", default=True, help="Compare with the stack's best.")
@click.option("--growth", type=click.IntRange(10), help="Instead: how costs grow, from 10 to so many tables.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="With --growth: an SVG.")
@click.option("--deadlines", type=click.IntRange(1), help="Instead: so many deadlines in the same second.")
@click.option("--live", type=click.IntRange(1), help="Instead: so many tables; players act once a minute.")
@click.option("--minutes", default=5.0, show_default=True, help="With --live: for how long.")
def main(**options: Any) -> None:
    """Drive real matches through the API of a service of its own. Exit status 1: a fault, or a missed bar."""
    if sys.platform != "linux":
        raise click.UsageError("the load generator reads /proc: it runs on Linux only")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    at_first = machine()
    rows = _measured(_scenario(**options))
    click.echo(f"{at_first}\n\n{table(rows)}\n\n{HOW}")
    sys.exit(any(row.is_met is False for row in rows))


def _scenario(
    tables: int,
    seconds: float,
    think: float,
    has_limits: bool,
    growth: int | None,
    plot: Path | None,
    deadlines: int | None,
    live: int | None,
    minutes: float,
) -> Measure:
    if growth:
        return partial(table_growth.measure, most=growth, plot=plot)
    if deadlines:
        return partial(same_second.measure, tables=deadlines)
    if live:
        return partial(live_tables.measure, tables=live, minutes=minutes)
    return partial(mixed_load.measure, mix=Mix(tables, seconds, think, has_limits))


def _measured(measure: Measure) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="spades-load-") as folder:
        try:
            return list(measure(Path(folder)))
        except (BenchFailed, NoAnswer, OSError) as error:
            return [failed("the run", str(error) or type(error).__name__)]
