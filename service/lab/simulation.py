"""Whole matches of CPU players, one after another or in several processes, in the same order either way."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import orjson

from engine.deal import match_seed, seated
from engine.levels import Level
from engine.record import Header, Occupant, recorded
from engine.record_writing import format_record
from engine.rules import Rules
from engine.seats import Seat
from engine.selfplay import play_match
from service.lab.totals import Totals, totals_of

# Matches in flight for each process: enough that none waits for the next one, and no more to keep.
_WINDOW: Final = 4


class WorkerLost(Exception):
    """A process of the simulation was ended from outside."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What to play: `matches` matches, each with a seed of its own from the run's seed.

    `levels` by Seat, as the players sit down; a cut moves them along.
    """

    rules: Rules
    run_seed: bytes
    levels: tuple[Level, ...]
    matches: int


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """What one match added; `line` is its record as JSON with a line end."""

    line: bytes
    totals: Totals


def simulate_match(simulation: Simulation, index: int) -> MatchOutcome:
    """Match `index` (from 1) of the simulation."""
    rules, seed = simulation.rules, match_seed(simulation.run_seed, index)
    played = play_match(rules, seed, simulation.levels)
    record = recorded(_header(simulation, seed), rules, seed, played.events)
    return MatchOutcome(orjson.dumps(format_record(record)) + b"\n", totals_of(record))


def simulate(simulation: Simulation, jobs: int = 1) -> Generator[MatchOutcome, None, None]:
    """All matches in order, whatever the number of processes. Raises WorkerLost.

    Close the iterator to end its processes before its end.
    """
    indices = range(1, simulation.matches + 1)
    if jobs == 1:
        return (simulate_match(simulation, index) for index in indices)
    return _in_processes(simulation, min(jobs, simulation.matches))


def _header(simulation: Simulation, seed: bytes) -> Header:
    players = [Occupant("cpu", simulation.levels[seat].value, f"CPU {seat.name}") for seat in Seat]
    return Header(None, seated(simulation.rules, seed, players))


def _in_processes(simulation: Simulation, jobs: int) -> Generator[MatchOutcome, None, None]:
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_end_with_parent)
    due: deque[Future[MatchOutcome]] = deque()
    try:
        for index in range(1, simulation.matches + 1):
            with _interrupts_kept_from_children():
                due.append(pool.submit(simulate_match, simulation, index))
            if len(due) > _WINDOW * jobs:
                yield due.popleft().result()
        while due:
            yield due.popleft().result()
    except BrokenProcessPool as broken:
        raise WorkerLost from broken
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_kept_from_children() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal. Those started here inherit that it is blocked.

    A pool may start a process at any submit. What came meanwhile reaches this process afterwards.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """In a child: end when the parent is gone, however it went; the pool itself would wait forever."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "only a child is to end with its parent"

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
