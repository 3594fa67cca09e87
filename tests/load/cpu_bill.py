"""What CPU time each part of the service has used, from /proc; processes that were replaced count, too."""

import os
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from processes import BenchFailed, cpu_seconds

from process_tree import alive, command_of, descendants

SETTLE_SECONDS = 180.0
AT_REST = 0.04
"""CPU seconds a second of workers that have nothing to do, at most."""
TICK = os.sysconf("SC_CLK_TCK")
_WORDS = {
    "gunicorn": "web",
    "worker": "workers",
    "ticker": "ticker",
    "jobs.sock": "job queue",
    "valkey": "store",
    "redis": "store",
}


@dataclass(frozen=True, slots=True)
class Bill:
    """CPU seconds by part between two readings, and how long that was."""

    parts: Mapping[str, float]
    generator: float
    seconds: float

    @property
    def service(self) -> float:
        return sum(self.parts.values())

    @property
    def a_second(self) -> float:
        """CPU seconds a second of all of it, the generator included."""
        return (self.service + self.generator) / self.seconds

    @property
    def shares(self) -> str:
        each = {**self.parts, "generator": self.generator}
        return ", ".join(f"{part} {used / self.seconds:.3f}" for part, used in each.items())


def cpu_of(root: int, *parts: str) -> float:
    """CPU seconds of these parts of the service so far, to the ns; of processes that go on."""
    return cpu_seconds(pid for pid in alive((root, *descendants(root))) if part_of(pid) in parts)


def settle(root: int) -> None:
    """Until the CPUs of new tables have acted, and all wait for their players. Raises BenchFailed."""
    until = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < until:
        before = cpu_of(root, "workers")
        time.sleep(1.0)
        if cpu_of(root, "workers") - before < AT_REST:
            return
    raise BenchFailed("the workers do not come to rest")


class Meter:
    """Reads the bill of the processes that descend from `root`, since it was made or read last."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._before, self._own, self._at = self._read()

    def read(self) -> Bill:
        parts, own, at = self._read()
        used = {part: parts[part] - self._before[part] for part in sorted(parts)}
        bill = Bill(used, own - self._own, at - self._at)
        self._before, self._own, self._at = parts, own, at
        return bill

    def _read(self) -> tuple[dict[str, float], float, float]:
        parts: dict[str, float] = defaultdict(float)
        for pid in alive((self._root, *descendants(self._root))):
            with suppress(FileNotFoundError, ProcessLookupError):
                parts[part_of(pid)] += _used(pid)
        return parts, time.process_time(), time.perf_counter()


def part_of(pid: int) -> str:
    """The supervisor's own share holds that of those it has replaced."""
    command = command_of(pid)
    return next((part for word, part in _WORDS.items() if word in command), "supervisor")


def _used(pid: int) -> float:
    """User and system time of a process, and of those of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICK
