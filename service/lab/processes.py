"""A simulation in this process or in several, its matches in their order either way."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Final

from service.lab.simulation import MatchOutcome, Simulation, simulate_match

# Matches in flight for each process: enough that none waits for the next one, and no more to keep.
_WINDOW: Final = 4
STOPS: Final = frozenset({signal.SIGINT, signal.SIGTERM})


class WorkerLost(Exception):
    """A process of the simulation was ended from outside."""


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate(simulation: Simulation, jobs: int = 1) -> Generator[MatchOutcome, None, None]:
    """All matches in order, whatever the number of processes. Raises WorkerLost.

    Close the iterator to end its processes at once, in the middle of what they play.
    """
    indices = range(1, simulation.matches + 1)
    if min(jobs, simulation.matches) == 1:
        return (simulate_match(simulation, index) for index in indices)
    return _in_processes(simulation, min(jobs, simulation.matches))


def _in_processes(simulation: Simulation, jobs: int) -> Generator[MatchOutcome, None, None]:
    context = multiprocessing.get_context("spawn")
    told, telling = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, initializer=_end_when_told, initargs=(told,))
    due: deque[Future[MatchOutcome]] = deque()
    try:
        for index in range(1, simulation.matches + 1):
            # A pool may start a process at any submit; what it inherits is that stops are held back: those of
            # a terminal reach every process of it, and this one tells its own.
            with stops_held():
                due.append(pool.submit(simulate_match, simulation, index))
            if len(due) > _WINDOW * jobs:
                yield due.popleft().result()
        while due:
            yield due.popleft().result()
    except BrokenProcessPool as broken:
        raise WorkerLost from broken
    finally:
        with stops_held():
            pool.shutdown(wait=False, cancel_futures=True)
            telling.close()
            pool.shutdown()
            told.close()


@contextmanager
def stops_held() -> Iterator[None]:
    """Ctrl-C and SIGTERM wait until the end of this. Main thread only."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_when_told(told: Connection) -> None:
    """In a child: end when the parent says so, or is gone; the pool itself would play on, or wait."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "only a child is to end with its parent"
    ends: list[Connection | int] = [told, parent.sentinel]

    def end() -> None:
        wait(ends)
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()
