"""How fast `spades simulate` is, and whether its memory grows."""

import re
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from processes import BenchFailed, peak_memory, running
from rows import Row

import engine.cpu
from engine.levels import Level
from engine.seats import Seat

FEW = 100
MANY = 1_000
MOST = 10_000
LOOK_SECONDS = 0.02
MATCHES_A_SECOND = 25
GROWTH = 1.05
HARD_A_MINUTE = 2
HARD_COMPILED = 60
HARD_FEW = 3
HARD_MANY = 60


@dataclass(frozen=True, slots=True)
class Simulated:
    """`cpu`: seconds, the start included. `memory`: the peak in bytes."""

    matches: int
    cpu: float
    memory: int
    actions: int


def measure(folder: Path, *, is_full: bool) -> Iterator[Row]:
    few = _simulate(folder, FEW)
    many = _simulate(folder, MOST if is_full else MANY)
    pace, growth = many.matches / many.cpu, many.memory / few.memory
    yield Row(
        "spades simulate",
        f"{pace:.1f} matches a CPU second, {many.actions} actions a match",
        f">= {MATCHES_A_SECOND} a core",
        pace >= MATCHES_A_SECOND,
        f"{many.matches} matches, `normal` on all seats, standard rules, --records to a file, --jobs 1, "
        f"start included. That is {pace * many.actions:,.0f} actions a second.",
    )
    yield _hard_row(folder)
    yield Row(
        "memory of simulate",
        f"{_mib(few.memory)} at {few.matches}, {_mib(many.memory)} at {many.matches}",
        f"flat: at most + {GROWTH - 1:.0%}",
        growth <= GROWTH,
        "peak resident memory of the process (VmHWM)" + ("" if is_full else f"; --full goes to {MOST}"),
    )


def _hard_row(folder: Path) -> Row:
    """Four of them think far longer than the start takes."""
    is_compiled = any(Path(engine.cpu.__file__).parent.glob("*.so"))
    bar, matches = (HARD_COMPILED, HARD_MANY) if is_compiled else (HARD_A_MINUTE, HARD_FEW)
    levels = ",".join(f"{seat.name}={Level.HARD}" for seat in Seat)
    played = _simulate(folder, matches, "--levels", levels)
    pace = 60 * played.matches / played.cpu
    how = f"{matches} matches, `hard` on all seats, standard rules, {'' if is_compiled else 'un'}compiled"
    return Row("simulate, `hard`", f"{pace:.1f} matches a CPU minute", f">= {bar} a core", pace >= bar, how)


def _simulate(folder: Path, matches: int, *more: str) -> Simulated:
    argv = (sys.executable, "-m", "service.cli", "simulate", "--seed", "bench", "--jobs", "1", *more)
    records, log = folder / "records.ndjson", folder / "simulate.log"
    before = _children_seconds()
    with running((*argv, "--matches", str(matches), "--records", str(records)), {}, log) as process:
        memory = 0
        while process.poll() is None:
            memory = peak_memory(process.pid) or memory
            time.sleep(LOOK_SECONDS)
    if process.returncode:
        raise BenchFailed(f"spades simulate ended with {process.returncode}: {log.read_text()[-300:]}")
    actions = re.findall(r"actions a match +(\S+)", log.read_text())
    return Simulated(matches, _children_seconds() - before, memory, int(actions[0]))


def _children_seconds() -> float:
    """The CPU time of all processes that were waited for: here, of the one that ended in between."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _mib(size: int) -> str:
    return f"{size / 2**20:.1f} MiB"
