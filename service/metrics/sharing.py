"""One page for several processes: each keeps its figures in files of its own in a directory that they share.

The library names these files by the process's id, so that each restart would leave some behind. Ours are
named by a place, which a process holds by a lock and the next one takes over: counters go on, and files stay
few.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, values
from prometheus_client.multiprocess import MultiProcessCollector

MOST_PROCESSES: Final = 1024
_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where the library looks for the directory."""


class NoPlace(Exception):
    """The directory can't be used; the text says why."""


class SharedFigures:
    """A process's place in a directory of figures. Made after a fork, before any figure; once a process."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._place, self._lock = self._take_place()
        except OSError as error:
            raise NoPlace(f"{directory}: {error.strerror}") from error
        self._forget_present(self._place)
        os.environ[_VARIABLE] = str(directory)
        place = str(self._place)
        values.ValueClass = values.MultiProcessValue(lambda: place)  # type: ignore[no-untyped-call]  # the library's

    def registry(self) -> CollectorRegistry:
        """What all processes of the directory have counted."""
        for path in self._directory.glob("place_*"):
            self._forget_if_dead(path)
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(self._directory))  # type: ignore[no-untyped-call]  # the library's
        return registry

    def _take_place(self) -> tuple[int, int]:
        for place in range(MOST_PROCESSES):
            lock = _locked(self._directory / f"place_{place}")
            if lock is not None:
                return place, lock
        raise NoPlace(f"{self._directory}: {MOST_PROCESSES} processes are there already")

    def _forget_if_dead(self, path: Path) -> None:
        """Whose lock can be had is dead: its streams are no longer open. (Our own can't be had twice.)"""
        with suppress(OSError):
            lock = _locked(path)
            if lock is not None:
                self._forget_present(int(path.name.removeprefix("place_")))
                os.close(lock)

    def _forget_present(self, place: int) -> None:
        for path in self._directory.glob(f"gauge_live*_{place}.db"):
            path.unlink(missing_ok=True)


def _locked(path: Path) -> int | None:
    """A descriptor that holds the lock until the process ends; None: somebody else has it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
