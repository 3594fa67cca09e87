"""`spades simulate`: matches of CPU players, their totals, their records, and a picture of them."""

import signal
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import BinaryIO, Final, NoReturn

import click
from tqdm import tqdm

from engine.levels import Level
from engine.rules import Rules
from engine.seats import Seat
from service.commands import _simulation_options as values
from service.commands._errors import CommandFailed
from service.commands._output import STANDARD, output_file, tell
from service.lab.picture import Course, picture
from service.lab.processes import STOPS, WorkerLost, cores, simulate, stops_held
from service.lab.report import report
from service.lab.simulation import DEFAULT_LEVEL, MatchOutcome, Simulation, Tally

_ENDED_BY_SIGNAL: Final = 128
"""The exit status of who was stopped by signal n is so much more than n, as shells say it."""


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
    progress, course = _Progress(), Course()
    with ExitStack() as outputs:
        write = _writer(outputs, files.records)
        drawing = None if files.plot is None else outputs.enter_context(output_file(files.plot))
        stopped_by = _play(simulation, jobs, progress, course, write)
        if drawing is not None:
            drawing.write(picture(simulation, progress.tally.totals, course).encode())
    if stopped_by is not None:
        played = f"{progress.matches} of {simulation.matches} {simulation.unit}"
        click.echo(f"interrupted after {played}", err=True)
    _tell(simulation, progress, files)
    if stopped_by is not None:
        raise click.exceptions.Exit(_ENDED_BY_SIGNAL + stopped_by)


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
) -> int | None:
    """All of it: None; or as far as it came until a signal stopped it: that signal."""
    stop = _Stop()
    try:
        with _stopped_by(stop), closing(_outcomes(simulation, jobs, progress)) as outcomes:
            for outcome in outcomes:
                with stops_held():  # the file has all of a record or nothing, and no other than are counted
                    write(outcome.line)
                    progress.matches += 1
                    ends_sample = simulation.ends_sample(progress.matches)
                    progress.tally.add(outcome, ends_sample=ends_sample)
                    course.note(progress.tally.totals)
    except KeyboardInterrupt:
        if stop.by is None:  # it came before we listened
            raise
        return stop.by
    except WorkerLost as error:
        raise CommandFailed("one of its processes was ended from outside") from error
    return None


class _Stop:
    """What Ctrl-C and SIGTERM do: the first of them, `by`, ends the playing; those after it nothing more."""

    def __init__(self) -> None:
        self.by: int | None = None

    def __call__(self, by: int, _frame: FrameType | None) -> None:
        if self.by is None:
            self.by = by
            raise KeyboardInterrupt


@contextmanager
def _stopped_by(stop: _Stop) -> Iterator[None]:
    """A signal that is ignored, as in the background, stays so. After a stop `stop` stays, to the end."""
    before = {each: signal.getsignal(each) for each in STOPS}
    for each, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(each, stop)
    try:
        yield
    finally:
        if stop.by is None:
            for each, handler in before.items():
                signal.signal(each, handler)


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
    """The table, with what is needed to play the same matches again; on the standard error the pace."""
    seats = ", ".join(f"{seat.name} {simulation.levels[seat]}" for seat in simulation.rules.lineup.seats)
    head = f"seed {simulation.run_seed.hex()}\nlevels {seats}"
    table = f"{head}\n\n{report(progress.tally.totals, simulation)}\n"
    if STANDARD in (files.records, files.plot):
        click.echo(table, nl=False, err=True)
    else:
        tell(table)
    pace = progress.matches / progress.seconds if progress.seconds else 0.0
    click.echo(f"{simulation.unit} a second  {pace:.1f}", err=True)
