"""Simulations in memory: the test double, for one process."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from service.lab.ports import Lab, Limits, RunChange, StoredRun
from service.lab.running import LANE
from service.ports import Ports, StaleVersion
from service.store.memory_due import MemoryDueTables
from service.table_turns import Due, Task


@dataclass(slots=True)
class _Shelf:
    stored: StoredRun
    expires_at: int
    chunks: list[bytes] = field(default_factory=list)


class MemoryRuns:
    def __init__(self, ports: Ports) -> None:
        assert isinstance(ports.due, MemoryDueTables), "memory goes with memory"
        self._due = ports.due
        self._clock = ports.clock
        self._lock = threading.RLock()
        self._shelves: dict[str, _Shelf] = {}

    def load(self, run_id: str) -> StoredRun | None:
        shelf = self._shelf(run_id)
        return None if shelf is None else shelf.stored

    def _shelf(self, run_id: str) -> _Shelf | None:
        with self._lock:
            shelf = self._shelves.get(run_id)
            if shelf is not None and shelf.expires_at <= self._clock.now():
                del self._shelves[run_id]
                return None
            return shelf

    def save(self, change: RunChange) -> None:
        run_id = change.run.run_id
        with self._lock:
            shelf = self._shelf(run_id)
            if change.seen != (shelf.stored.stamp if shelf else b""):
                raise StaleVersion
            stored, expires_at = StoredRun(change.run, change.stamp), self._clock.now() + change.kept_ms
            shelf = self._shelves[run_id] = _Shelf(stored, expires_at, shelf.chunks if shelf else [])
            if change.chunk:
                shelf.chunks.append(change.chunk)
            if change.due_at is None:
                self._due.forget(run_id, LANE)
            else:
                self._due.write(run_id, Due(change.due_at, Task.CPU_TURN, LANE))

    def chunks(self, run_id: str, first: int, count: int) -> Sequence[bytes]:
        shelf = self._shelf(run_id)
        return shelf.chunks[first : first + count] if shelf else ()

    def delete(self, run_id: str) -> None:
        with self._lock:
            self._shelves.pop(run_id, None)
            self._due.forget(run_id, LANE)


class MemoryRunList:
    def __init__(self) -> None:
        self._going_on: set[str] = set()
        self._kept: dict[str, int] = {}

    def enter(self, run_id: str, most: int) -> bool:
        if run_id not in self._going_on and len(self._going_on) >= most:
            return False
        self._going_on.add(run_id)
        return True

    def leave(self, run_id: str) -> None:
        self._going_on.discard(run_id)

    def going_on(self) -> Sequence[str]:
        return tuple(sorted(self._going_on))

    def keep(self, run_id: str, created_at: int, kept_ms: int) -> None:  # noqa: ARG002 (memory ends with its process)
        self._kept[run_id] = created_at

    def beyond(self, most: int) -> Sequence[str]:
        oldest_first = sorted(self._kept, key=lambda run_id: (self._kept[run_id], run_id))
        return tuple(oldest_first[: max(0, len(oldest_first) - most)])

    def forget(self, run_id: str) -> None:
        self._kept.pop(run_id, None)


def memory_lab(ports: Ports, limits: Limits) -> Lab:
    """An empty laboratory beside the tables of `memory_ports`, with their clock, chance and due times."""
    return Lab(MemoryRuns(ports), MemoryRunList(), ports.due, ports.clock, ports.entropy, limits)
