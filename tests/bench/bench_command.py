"""The benchmark: measures what the service promises and prints one table."""

import os
import platform
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

import click
import full_store
import lab_speed
import lifecycle
import store_memory
import stream_load
import turn_times
import web_cost
from processes import BenchFailed
from rows import Row, failed, table

LIMIT_SECONDS: Final = 235
FULL_LIMIT_SECONDS: Final = 1_800
IDLE: Final = 0.5

Measure = Callable[[Path], Iterator[Row]]
MEASURES: Final[dict[str, Measure]] = {
    "serve": lifecycle.measure,
    "full": full_store.measure,
    "web": web_cost.measure,
    "answers": turn_times.measure_answers,
    "expiry": turn_times.measure_expiry,
    "streams": stream_load.measure,
    "memory": store_memory.measure,
    "simulate": partial(lab_speed.measure, is_full=False),
}
FULL: Final[dict[str, Measure]] = {**MEASURES, "simulate": partial(lab_speed.measure, is_full=True)}

HOW: Final = """\
Each measurement starts the whole service on a new directory, and ends it. Ratios are of one run: the two
sides take turns, and the median of the rounds' ratios counts, so that drift cancels. CPU is user and system
time of the web processes; client, store and workers are outside. Absolute figures are only context."""


class OutOfTime(Exception):
    """The run takes longer than it may."""


@click.command()
@click.option("--only", type=click.Choice(list(MEASURES)), multiple=True, help="This alone; may be repeated.")
@click.option("--full", "is_full", is_flag=True, help="Also simulate 10,000 matches: some minutes more.")
def main(only: tuple[str, ...], is_full: bool) -> None:
    """Measure the service on this machine; at most four minutes. Exit status 1: a bar was missed."""
    if sys.platform != "linux":
        raise click.UsageError("the benchmark reads /proc: it runs on Linux only")
    _bound_in_time(FULL_LIMIT_SECONDS if is_full else LIMIT_SECONDS)
    at_first = machine()
    rows = [row for name in only or MEASURES for row in _measured(name, is_full=is_full)]
    click.echo(f"{at_first}\n\n{table(rows)}\n\n{HOW}")
    sys.exit(any(row.is_met is False for row in rows))


def _bound_in_time(seconds: int) -> None:
    """When the time is over, or when asked to end, the run ends through every `finally`."""
    signal.signal(signal.SIGALRM, _out_of_time)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.alarm(seconds)


def _out_of_time(_number: int, _frame: FrameType | None) -> None:
    # Each measurement that would still begin ends at once, too.
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    raise OutOfTime("the time for the whole run was over")


def _measured(name: str, *, is_full: bool) -> list[Row]:
    click.echo(f"measuring: {name} …", err=True)
    measure = (FULL if is_full else MEASURES)[name]
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        try:
            return list(measure(Path(folder)))
        except (BenchFailed, OutOfTime, OSError) as error:
            return [failed(name, str(error) or type(error).__name__)]


def machine() -> str:
    load = os.getloadavg()[0]
    hint = "" if load < IDLE else ": it is busy, so that times (not ratios) come out too long"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} cores, {python}, load average {load:.1f} before the run{hint}"
