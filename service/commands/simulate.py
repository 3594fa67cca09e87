"""`spades simulate`: matches of CPU players, their totals, their records, and a picture of them."""

import signal
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import BinaryIO, NoReturn

import click
from tqdm import tqdm

from engine.levels import Level
from engine.rules import Rules
from engine.seats import Seat
from service.commands import _simulation_options as values
from service.commands._errors import CommandFailed
from service.commands._output import STANDARD, output_file
from service.lab.picture import Course, picture
from service.lab.processes import WorkerLost, cores, simulate, stops_held
from service.lab.report import report
from service.lab.simulation import DEFAULT_LEVEL, MatchOutcome, Simulation, Tally


@dataclass(slots=True)
class _Progress:
    """How far the simulation is, also when it is interrupted."""

    tally: Tally = field(default_factory=Tally)
    matches: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class _Files:
    """Where the records go, and the picture."""

    records: str | None
    plot: str | None


@click.command()
@click.option("--matches", type=values.COUNT, help="How many matches to play.")
@click.option(
    "--deals", type=values.COUNT, help="How many single deals to play instead, each the first of a match."
)
@click.option(
    "--duplicate",
    is_flag=True,
    help="Play each match or deal twice, the sides swapped: luck with the cards evens out.",
)
@click.option("--seed", metavar="TEXT", callback=values.seed, help="Seed of the run; random if not given.")
@click.option(
    "--levels",
    metavar="SEAT=LEVEL,…",
    callback=values.levels,
    help=f"Levels ({values.LEVELS}), such as N=easy,S=easy; the other seats play at {DEFAULT_LEVEL}. "
    "Where the seats are cut for, these are the seats before the cut.",
)
@click.option(
    "--rules",
    metavar="JSON|@FILE",
    default="{}",
    callback=values.rules,
    help='A preset and options, such as {"preset": "short", "target": 300}; or a file with them.',
)
@click.option("--records", metavar="FILE", help="Write the records there, one a line; -: standard output.")
@click.option(
    "--plot", metavar="FILE.svg", callback=values.plot, help="Draw the totals there; -: standard output."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    help="How many processes; the result is the same.  [default: one a core]",
)
def command(  # noqa: PLR0913, PLR0917 (an argument for each option)
    matches: int | None,
    deals: int | None,
    duplicate: bool,
    seed: bytes,
    levels: dict[Seat, Level],
    rules: Rules,
    records: str | None,
    plot: str | None,
    jobs: int | None,
) -> None:
    """Play matches of CPU players, without a service. The same seed gives the same matches."""
    unit, count = values.what_to_play(matches, deals)
    values.check_duplicate(rules, is_duplicate=duplicate)
    values.check_outputs(records, plot)
    by_seat = values.levels_by_seat(levels, rules)
    simulation = Simulation(rules, seed, by_seat, count, unit, is_duplicate=duplicate)
    _run(simulation, _Files(records, plot), jobs or cores())


def _run(simulation: Simulation, files: _Files, jobs: int) -> None:
    progress, course = _Progress(), Course(simulation.count)
    with ExitStack() as outputs:
        write = _writer(outputs, files.records)
        drawing = None if files.plot is None else outputs.enter_context(output_file(files.plot))
        is_whole = _play(simulation, jobs, progress, course, write)
        if drawing is not None:
            drawing.write(picture(simulation, progress.tally.totals, course).encode())
    if not is_whole:
        played = f"{progress.matches} of {simulation.matches} {simulation.unit}"
        click.echo(f"interrupted after {played}", err=True)
    _tell(simulation, progress, files)
    if not is_whole:
        raise click.Abort


def _writer(outputs: ExitStack, records: str | None) -> Callable[[bytes], object]:
    """Takes the records, one after another."""
    if records is None:
        return lambda _: None
    stream: BinaryIO = outputs.enter_context(output_file(records))
    return stream.write


def _play(
    simulation: Simulation,
    jobs: int,
    progress: _Progress,
    course: Course,
    write: Callable[[bytes], object],
) -> bool:
    """All of it: True; as far as it came until it was interrupted: False."""
    try:
        with _stopped_by_sigterm(), closing(_outcomes(simulation, jobs, progress)) as outcomes:
            for outcome in outcomes:
                with stops_held():  # the file has all of a record or nothing, and no other than are counted
                    write(outcome.line)
                    progress.matches += 1
                    ends_sample = simulation.ends_sample(progress.matches)
                    progress.tally.add(outcome, ends_sample=ends_sample)
                    course.note(progress.tally.totals)
    except KeyboardInterrupt:
        return False
    except WorkerLost as error:
        raise CommandFailed("one of its processes was ended from outside") from error
    return True


@contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    """SIGTERM is the same as Ctrl-C."""

    def stop(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _outcomes(simulation: Simulation, jobs: int, progress: _Progress) -> Generator[MatchOutcome, None, None]:
    """The matches; a bar shows how far they are where somebody can see it."""
    started = time.monotonic()
    with _bar(simulation) as bar, closing(simulate(simulation, jobs)) as outcomes:
        for outcome in outcomes:
            yield outcome
            progress.seconds = time.monotonic() - started
            bar.update()


def _bar(simulation: Simulation) -> "tqdm[NoReturn]":
    """On the standard error, and only on a terminal."""
    return tqdm(total=simulation.matches, unit=f" {simulation.unit}", leave=False, disable=None)


def _tell(simulation: Simulation, progress: _Progress, files: _Files) -> None:
    """The table; with what is needed to play the same matches again."""
    pace = progress.matches / progress.seconds if progress.seconds else 0.0
    seats = ", ".join(f"{seat.name} {simulation.levels[seat]}" for seat in simulation.rules.lineup.seats)
    table = f"{report(progress.tally.totals, simulation)}\n\n{simulation.unit} a second  {pace:.1f}"
    head = f"seed {simulation.run_seed.hex()}\nlevels {seats}"
    click.echo(f"{head}\n\n{table}", err=STANDARD in (files.records, files.plot))
