"""Every port in memory, with the rules of the real ones: the test double, for one process."""

import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Final

from service.ports import (
    LEASE_MS,
    Clock,
    Commit,
    Committed,
    Entropy,
    Loaded,
    LogEntry,
    NameTaken,
    Outcome,
    Ports,
    StaleVersion,
    Study,
    TooEarly,
    Waiter,
)
from service.store.due import FIRST_DELAY_MS, LONGEST_DELAY_MS
from service.store.memory_studies import MemoryStudies
from service.store.wakeups import WakeupHub
from service.table_turns import Due, Lane, Retention

RECENT: Final = 32
"""How many outcomes without a key are remembered."""


@dataclass(slots=True)
class _Shelf:
    """All that is stored about one table."""

    loaded: Loaded
    log: list[LogEntry] = field(default_factory=list)
    kept: dict[bytes, Outcome] = field(default_factory=dict)
    recent: dict[bytes, Outcome] = field(default_factory=dict)

    def outcome(self, commit_id: bytes | None) -> Outcome | None:
        if commit_id is None:
            return None
        return self.kept.get(commit_id) or self.recent.get(commit_id)

    def note(self, commit: Commit) -> None:
        if commit.is_kept:
            self.kept[commit.commit_id] = commit.outcome
            return
        self.recent[commit.commit_id] = commit.outcome
        if len(self.recent) > RECENT:
            del self.recent[next(iter(self.recent))]


class MemoryDueTables:
    def __init__(self, clock: Clock, shelves: dict[str, _Shelf], lock: threading.RLock) -> None:
        self._clock = clock
        self._shelves = shelves
        self._lock = lock
        self._due: dict[str, Due] = {}
        self._failures: dict[str, int] = {}

    def claim(self, lane: Lane, limit: int) -> Sequence[str]:
        with self._lock:
            now = self._clock.now()
            due = [(at.at, each) for each, at in self._due.items() if at.lane is lane and at.at <= now]
            claimed = tuple(each for _, each in sorted(due)[:limit])
            for table_id in claimed:
                self._put(table_id, lane, now + LEASE_MS)
        return claimed

    def counts(self) -> dict[Lane, int]:
        with self._lock:
            now = self._clock.now()
            return {
                lane: sum(due.lane is lane and due.at <= now for due in self._due.values()) for lane in Lane
            }

    def settle(self, loaded: Loaded, due: Due) -> None:
        table_id = loaded.table.table_id
        with self._lock:
            shelf = self._shelves.get(table_id)
            if shelf and shelf.loaded.version == loaded.version:
                self._due[table_id] = due

    def write(self, table_id: str, due: Due) -> None:
        self._due[table_id] = due

    def hand_back(self, table_id: str, lane: Lane) -> None:
        self._put(table_id, lane, self._clock.now() - LEASE_MS)

    def _put(self, table_id: str, lane: Lane, at: int) -> None:
        """Another time for a table that is due in that lane."""
        with self._lock:
            due = self._due.get(table_id)
            if due is not None and due.lane is lane:
                self._due[table_id] = Due(at, due.task, lane)

    def forget(self, table_id: str, lane: Lane) -> None:
        with self._lock:
            due = self._due.get(table_id)
            if due is not None and due.lane is lane:
                del self._due[table_id]
            self._failures.pop(table_id, None)

    def failed(self, table_id: str, lane: Lane) -> int:
        with self._lock:
            failures = self._failures[table_id] = self.failures(table_id) + 1
            delay = min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS)
            self._put(table_id, lane, self._clock.now() + delay)
        return failures

    def failures(self, table_id: str) -> int:
        return self._failures.get(table_id, 0)

    def recovered(self, table_id: str) -> None:
        self._failures.pop(table_id, None)

    def failing(self, at_least: int) -> Sequence[str]:
        with self._lock:
            return tuple(each for each, failures in self._failures.items() if failures >= at_least)


class MemoryWakeups:
    def __init__(self) -> None:
        self.hub = WakeupHub()

    def listen(self, table_id: str) -> AbstractContextManager[Waiter]:
        return self.hub.listen(table_id)


class MemoryTables:
    """The tables and their logs."""

    def __init__(
        self,
        clock: Clock,
        shelves: dict[str, _Shelf],
        due: MemoryDueTables,
        wakeups: MemoryWakeups,
        lock: threading.RLock,
    ) -> None:
        self._clock = clock
        self._shelves = shelves
        self._due = due
        self._wakeups = wakeups
        self._lock = lock
        self._codes: dict[str, str] = {}
        self._remembered: dict[str, Loaded] = {}

    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        with self._lock:
            shelf = self._shelves.get(table_id)
            if shelf is None:
                return None
            found = self._remembered[table_id] = shelf.loaded
            return Loaded(found.table, found.version, found.commit_id, shelf.outcome(commit_id))

    def recall(self, table_id: str) -> Loaded | None:
        return self._remembered.get(table_id)

    def commit(self, commit: Commit) -> Committed:
        with self._lock:
            shelf = self._shelves.get(commit.table.table_id)
            known = shelf and shelf.outcome(commit.commit_id)
            if shelf and known:
                return Committed(shelf.loaded.version, known, is_replay=True)
            if self._clock.now() < commit.not_before:
                raise TooEarly
            self._write(commit, self._shelf_for(commit, shelf))
        self._wakeups.hub.wake(commit.table.table_id)
        return Committed(commit.seen + 1, commit.outcome, is_replay=False)

    def _shelf_for(self, commit: Commit, shelf: _Shelf | None) -> _Shelf:
        if commit.seen:
            if shelf is None:
                raise StaleVersion
            current = shelf.loaded
            if current.version != commit.seen or commit.seen_id not in (b"", current.commit_id):
                raise StaleVersion(current)
            return shelf
        if shelf or commit.table.join_code in self._codes:
            raise NameTaken
        return _Shelf(Loaded(commit.table, 0, commit.commit_id))

    def _write(self, commit: Commit, shelf: _Shelf) -> None:
        table, version = commit.table, commit.seen + 1
        shelf.loaded = Loaded(table, version, commit.commit_id)
        shelf.note(commit)
        if commit.events:
            first_seq = table.last_seq - len(commit.events) + 1
            shelf.log.append(LogEntry(version, table.changed_at, first_seq, commit.events))
        self._shelves[table.table_id] = shelf
        self._codes[table.join_code] = table.table_id
        self._due.write(table.table_id, commit.due)

    def delete(self, loaded: Loaded) -> None:
        table_id = loaded.table.table_id
        with self._lock:
            shelf = self._shelves.get(table_id)
            if shelf and shelf.loaded.version != loaded.version:
                raise StaleVersion
            self._shelves.pop(table_id, None)
            self._codes.pop(loaded.table.join_code, None)
            for lane in Lane:
                self._due.forget(table_id, lane)
        self._wakeups.hub.wake(table_id)

    def find_code(self, join_code: str) -> str | None:
        return self._codes.get(join_code)

    def read(self, table_id: str, after: int = 0, limit: int | None = None) -> Sequence[LogEntry]:
        with self._lock:
            shelf = self._shelves.get(table_id)
            entries = shelf.log if shelf else []
            return tuple(each for each in entries if each.first_seq + len(each.events) - 1 > after)[:limit]


class MemoryPublicTables:
    def __init__(self) -> None:
        self._made: dict[str, int] = {}

    def add(self, table_id: str, created_at: int) -> None:
        self._made[table_id] = created_at

    def page(self, before: str | None, limit: int) -> Sequence[str]:
        newest_first = sorted(self._made, key=lambda each: (self._made[each], each), reverse=True)
        if before is None:
            return tuple(newest_first[:limit])
        if before not in self._made:
            return ()
        first = newest_first.index(before) + 1
        return tuple(newest_first[first : first + limit])

    def remove(self, table_ids: Sequence[str]) -> None:
        for table_id in table_ids:
            self._made.pop(table_id, None)


@dataclass(slots=True)
class MemoryQueue:
    """The job queue: counts of jobs, and how many workers there are said to be."""

    jobs: dict[Lane, int] = field(default_factory=lambda: dict.fromkeys(Lane, 0))
    worker_count: int = 1

    def queued(self, lane: Lane) -> int:
        return self.jobs[lane]

    def workers(self, lane: Lane) -> int:  # noqa: ARG002 (the port's signature)
        return self.worker_count

    def enqueue(self, lane: Lane, count: int) -> None:
        self.jobs[lane] += count

    def enqueue_study(self, lane: Lane, study: Study) -> None:  # noqa: ARG002 (the port's signature)
        self.jobs[lane] += 1


def memory_ports(clock: Clock, entropy: Entropy, retention: Retention) -> Ports:
    """An empty store of its own."""
    lock = threading.RLock()
    shelves: dict[str, _Shelf] = {}
    due = MemoryDueTables(clock, shelves, lock)
    wakeups = MemoryWakeups()
    tables = MemoryTables(clock, shelves, due, wakeups, lock)
    return Ports(
        store=tables,
        log=tables,
        due=due,
        wakeups=wakeups,
        studies=MemoryStudies(clock),
        public=MemoryPublicTables(),
        clock=clock,
        entropy=entropy,
        retention=retention,
    )
