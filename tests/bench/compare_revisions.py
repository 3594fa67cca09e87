"""How fast the engine of this tree is beside that of an earlier commit: both in turn, in one run.

    python tests/bench/compare_revisions.py 1a2b3c4

Prints, for each kind of play, the CPU time of an action now by that of an action then: above 1, this tree is
slower. Both engines are copied to a temporary directory first, so the tree may be edited meanwhile.
"""

import io
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import click

ROOT: Final = Path(__file__).parents[2]

WORKLOADS: Final = {
    "rules": "first legal actions: views, checks, tricks and scores alone (without a floor, 8 deals)",
    "self-play": "matches of `normal` CPU players by the standard rules",
}

# Run by each engine in a process of its own: only what every revision has. Imports and a first match, in
# which caches fill, are not counted.
WORKER: Final = """
import os, sys, time
import engine
from engine.autoplay import take_first_legal
from engine.deal import match_seed
from engine.levels import Level
from engine.play import start
from engine.rules import Rules
from engine.selfplay import play_match

def first_legal(seed):
    match, actions = start(Rules(floor=None, max_deals=8), seed).match, 0
    while match.result is None:
        match, actions = take_first_legal(match, match.to_act[0]).match, actions + 1
    return actions, match.points

def self_play(seed):
    played = play_match(Rules(), seed, (Level.NORMAL,) * 4)
    return played.actions, played.match.points

assert os.path.dirname(engine.__path__[0]) == os.getcwd()
play = {"rules": first_legal, "self-play": self_play}[sys.argv[1]]
seeds = [match_seed(bytes(32), index + 1) for index in range(int(sys.argv[2]))]
play(seeds[0])
started = time.process_time()
played = [play(seed) for seed in seeds]
print(time.process_time() - started, sum(actions for actions, _ in played), [points for _, points in played])
"""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one engine did and what it cost: seconds of CPU time. `points`: how its matches ended."""

    is_now: bool
    cpu: float
    actions: int
    points: str

    @property
    def each(self) -> float:
        """Microseconds an action."""
        return 1e6 * self.cpu / self.actions


@click.command()
@click.argument("revision")
@click.option("--rounds", default=15, show_default=True, help="How often each engine has its turn.")
@click.option("--matches", default=40, show_default=True, help="Matches of a turn.")
@click.option("--bar", default=1.05, show_default=True, help="The ratio that may not be exceeded.")
@click.option(
    "--only", type=click.Choice(list(WORKLOADS)), multiple=True, help="This alone; may be repeated."
)
def main(revision: str, rounds: int, matches: int, bar: float, only: tuple[str, ...]) -> None:
    """Compare the engine of this tree with that of REVISION. Exit status 1: a ratio is over the bar."""
    load = f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}"
    click.echo(f"now: this tree; then: {revision}; CPU time an action; {load}")
    with tempfile.TemporaryDirectory(prefix="spades-compare-") as name:
        folder = Path(name)
        _unpack(revision, folder / "then")
        shutil.copytree(ROOT / "engine", folder / "now/engine", ignore=shutil.ignore_patterns("__pycache__"))
        ratios = [_compared(folder, workload, rounds, matches) for workload in only or WORKLOADS]
    sys.exit(any(ratio > bar for ratio in ratios))


def _unpack(revision: str, folder: Path) -> None:
    command = ("git", "-C", str(ROOT), "archive", "--format=tar", revision, "engine")
    try:
        packed = subprocess.run(command, check=True, capture_output=True).stdout
    except subprocess.CalledProcessError as error:
        raise click.ClickException(error.stderr.decode().strip()) from error
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


def _compared(folder: Path, workload: str, rounds: int, matches: int) -> float:
    """The median of the ratios of neighbouring turns, A B A B …, so that drift cancels. Prints all of it."""
    turns = [_turn(folder, workload, matches, is_now=is_now) for is_now in (False, True) * rounds]
    ratios = [_ratio((one, other)) for one, other in pairwise(turns)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    is_same = len({(turn.actions, turn.points) for turn in turns}) == 1
    click.echo(f"\n{workload}: {WORKLOADS[workload]}")
    click.echo(f"  {'the same matches' if is_same else 'OTHER matches'} of {turns[0].actions} actions a turn")
    click.echo(f"  then {_summary(turns, is_now=False)}\n  now  {_summary(turns, is_now=True)}")
    click.echo(f"  now / then {middle:.3f}; half of {len(ratios)} ratios within {low:.3f} … {high:.3f}")
    return middle


def _summary(turns: Sequence[Turn], *, is_now: bool) -> str:
    costs = [turn.each for turn in turns if turn.is_now is is_now]
    return f"{statistics.median(costs):6.1f} µs an action, {min(costs):.1f} to {max(costs):.1f}"


def _ratio(neighbours: tuple[Turn, Turn]) -> float:
    then, now = sorted(neighbours, key=lambda turn: turn.is_now)
    return now.each / then.each


def _turn(folder: Path, workload: str, matches: int, *, is_now: bool) -> Turn:
    command = (sys.executable, "-c", WORKER, workload, str(matches))
    where = folder / ("now" if is_now else "then")
    done = subprocess.run(command, cwd=where.resolve(), check=True, stdout=subprocess.PIPE, text=True)
    cpu, actions, points = done.stdout.split(maxsplit=2)
    return Turn(is_now, float(cpu), int(actions), points)


if __name__ == "__main__":
    main()
