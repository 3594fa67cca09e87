"""`spades simulate`: whole matches of CPU players, their totals, and their records."""

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import NoReturn

import click
from tqdm import tqdm

from engine.levels import BUILT_LEVELS, Level
from engine.rules import Rules
from engine.seats import Seat
from service.commands import _simulation_options as values
from service.commands._errors import CommandFailed
from service.commands._output import STANDARD, output_file
from service.lab.report import report
from service.lab.simulation import MatchOutcome, Simulation, WorkerLost, simulate
from service.lab.totals import Totals

_LEVELS = ", ".join(BUILT_LEVELS)


@dataclass(slots=True)
class _Progress:
    """How far the simulation is, also when it is interrupted."""

    totals: Totals = field(default_factory=Totals)
    seconds: float = 0.0


@click.command()
@click.option("--matches", required=True, type=click.IntRange(1, 10_000_000), help="How many to play.")
@click.option("--seed", metavar="TEXT", callback=values.seed, help="Seed of the run; random if not given.")
@click.option(
    "--levels",
    metavar="SEAT=LEVEL,…",
    callback=values.levels,
    help=f"Levels ({_LEVELS}), such as N=easy,S=easy; the other seats play at {Level.NORMAL}. "
    "Where the seats are cut for, these are the seats before the cut.",
)
@click.option(
    "--rules",
    metavar="JSON",
    default="{}",
    callback=values.rules,
    help='A preset and options, such as {"preset": "short", "target": 300}.',
)
@click.option("--records", metavar="FILE", help="Write the records there, one a line; -: standard output.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="How many processes.")
def command(
    matches: int, seed: bytes, levels: dict[Seat, Level], rules: Rules, records: str | None, jobs: int
) -> None:
    """Play whole matches of CPU players, without a service. The same seed gives the same matches."""
    _run(Simulation(rules, seed, values.levels_by_seat(levels, rules), matches), records, jobs)


def _run(simulation: Simulation, records: str | None, jobs: int) -> None:
    progress = _Progress()
    try:
        with closing(_outcomes(simulation, jobs, progress)) as outcomes:
            _consume(outcomes, records)
    except KeyboardInterrupt:
        click.echo(f"interrupted after {progress.totals.matches} of {simulation.matches} matches", err=True)
        _tell(simulation, progress, records)
        raise click.Abort from None
    except WorkerLost as error:
        raise CommandFailed("one of its processes was ended from outside") from error
    _tell(simulation, progress, records)


def _outcomes(simulation: Simulation, jobs: int, progress: _Progress) -> Generator[MatchOutcome, None, None]:
    """The matches, counted; a bar shows how far they are where somebody can see it."""
    started = time.monotonic()
    with _bar(simulation.matches) as bar, closing(simulate(simulation, jobs)) as outcomes:
        for outcome in outcomes:
            yield outcome
            progress.totals += outcome.totals
            progress.seconds = time.monotonic() - started
            bar.update()


def _bar(matches: int) -> "tqdm[NoReturn]":
    """On the standard error, and only on a terminal."""
    return tqdm(total=matches, unit=" matches", leave=False, disable=None)


def _consume(outcomes: Iterator[MatchOutcome], records: str | None) -> None:
    if records is None:
        for _ in outcomes:
            pass
        return
    with output_file(records) as stream:
        for outcome in outcomes:
            stream.write(outcome.line)


def _tell(simulation: Simulation, progress: _Progress, records: str | None) -> None:
    """The table; with what is needed to play the same matches again."""
    pace = progress.totals.matches / progress.seconds if progress.seconds else 0.0
    lineup = simulation.rules.lineup
    seats = ", ".join(f"{seat.name} {simulation.levels[seat]}" for seat in lineup.seats)
    table = f"{report(progress.totals, lineup)}\nmatches a second  {pace:.1f}"
    click.echo(f"seed {simulation.run_seed.hex()}\nlevels {seats}\n\n{table}", err=records == STANDARD)
