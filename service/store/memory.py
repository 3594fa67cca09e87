"""Every port in memory, with the rules of the real ones: the test double, for one process."""

import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Final

from engine.seats import Seat
from service.ports import (
    CODE_KEPT_MS,
    Clock,
    Commit,
    Committed,
    Entropy,
    Listed,
    Loaded,
    LogEntry,
    NameTaken,
    Outcome,
    Ports,
    SecretKey,
    StaleVersion,
    Study,
    TooEarly,
    Waiter,
)
from service.store.counters import MemoryCounters
from service.store.memory_census import MemoryCensus
from service.store.memory_due import MemoryDueTables
from service.store.memory_studies import MemoryStudies
from service.store.wakeups import WakeupHub
from service.table import TableStatus
from service.table_turns import Lane, Retention

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


class MemoryWakeups:
    def __init__(self) -> None:
        self.hub = WakeupHub()

    def listen(self, table_id: str) -> AbstractContextManager[Waiter]:
        return self.hub.listen(table_id)

    def wake_all(self) -> None:
        self.hub.wake_all()


class MemoryPresence:
    def __init__(self, wakeups: MemoryWakeups) -> None:
        self._wakeups = wakeups
        self._until: dict[tuple[str, Seat], int] = {}

    def note(self, table_id: str, seat: Seat, until: int, *, is_news: bool) -> None:
        self._until[table_id, seat] = max(until, self._until.get((table_id, seat), 0))
        if is_news:
            self._wakeups.hub.wake(table_id)

    def until(self, table_ids: Sequence[str]) -> Sequence[tuple[int, ...]]:
        return [tuple(self._until.get((each, seat), 0) for seat in Seat) for each in table_ids]


class MemoryTickets:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tickets: dict[tuple[str, bytes], tuple[bytes, int]] = {}

    def add(self, table_id: str, ticket: bytes, holder: bytes, milliseconds: int) -> bool:
        if self.holder(table_id, ticket) is not None:
            return False
        self._tickets[table_id, ticket] = (holder, self._clock.now() + milliseconds)
        return True

    def holder(self, table_id: str, ticket: bytes) -> bytes | None:
        holder, ends = self._tickets.get((table_id, ticket), (None, 0))
        return holder if ends > self._clock.now() else None

    def keep(self, table_id: str, ticket: bytes, milliseconds: int) -> None:
        holder = self.holder(table_id, ticket)
        if holder is not None:
            self._tickets[table_id, ticket] = (holder, self._clock.now() + milliseconds)


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
        self._codes: dict[str, tuple[str, int | None]] = {}
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
        if shelf or self.find_code(commit.table.join_code) is not None:
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
        if commit.seen == 0 or commit.ends_code:
            ends = self._clock.now() + CODE_KEPT_MS if commit.ends_code else None
            self._codes[table.join_code] = (table.table_id, ends)
        self._due.write(table.table_id, commit.due, is_begun=commit.is_leased)

    def delete(self, loaded: Loaded) -> None:
        table_id = loaded.table.table_id
        with self._lock:
            shelf = self._shelves.get(table_id)
            if shelf and shelf.loaded.version != loaded.version:
                raise StaleVersion
            self._shelves.pop(table_id, None)
            if self.find_code(loaded.table.join_code) == table_id:
                del self._codes[loaded.table.join_code]
            for lane in Lane:
                self._due.forget(table_id, lane)
        self._wakeups.hub.wake(table_id)

    def statuses(self) -> dict[str, TableStatus]:
        return {each: shelf.loaded.table.status for each, shelf in self._shelves.items()}

    def find_code(self, join_code: str) -> str | None:
        table_id, ends = self._codes.get(join_code, (None, None))
        return None if ends is not None and ends <= self._clock.now() else table_id

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

    def page(self, before: Listed | None, limit: int) -> Sequence[Listed]:
        listed = (Listed(created_at, table_id) for table_id, created_at in self._made.items())
        newest_first = sorted(listed, reverse=True)
        return tuple(each for each in newest_first if before is None or each < before)[:limit]

    def remove(self, table_ids: Sequence[str]) -> None:
        for table_id in table_ids:
            self._made.pop(table_id, None)

    def size(self) -> int:
        return len(self._made)

    def oldest(self, count: int) -> Sequence[str]:
        return sorted(self._made, key=lambda each: (self._made[each], each))[:count]


class MemoryOwnedTables:
    def __init__(self) -> None:
        self._of: dict[str, MemoryPublicTables] = {}

    def of(self, owner: str) -> MemoryPublicTables:
        return self._of.setdefault(owner, MemoryPublicTables())


class MemorySecretKeys:
    def __init__(self) -> None:
        self._keys: dict[bytes, SecretKey] = {}

    def add(self, digest: bytes, key: SecretKey) -> None:
        self._keys[digest] = key

    def find(self, digest: bytes) -> SecretKey | None:
        return self._keys.get(digest)

    def note_use(self, digest: bytes, at: int) -> None:
        self._keys[digest] = replace(self._keys[digest], used_at=at)

    def all(self) -> Sequence[SecretKey]:
        return sorted(self._keys.values(), key=lambda key: (key.created_at, key.key_id))

    def revoke(self, key_id: str) -> bool:
        kept = {digest: key for digest, key in self._keys.items() if key.key_id != key_id}
        is_there, self._keys = len(kept) < len(self._keys), kept
        return is_there


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

    def loaded_of(table_id: str) -> Loaded | None:
        shelf = shelves.get(table_id)
        return None if shelf is None else shelf.loaded

    due = MemoryDueTables(clock, loaded_of, lock)
    wakeups = MemoryWakeups()
    tables = MemoryTables(clock, shelves, due, wakeups, lock)
    return Ports(
        store=tables,
        log=tables,
        due=due,
        wakeups=wakeups,
        studies=MemoryStudies(clock),
        public=MemoryPublicTables(),
        owned=MemoryOwnedTables(),
        secret_keys=MemorySecretKeys(),
        counters=MemoryCounters(clock),
        presence=MemoryPresence(wakeups),
        tickets=MemoryTickets(clock),
        clock=clock,
        entropy=entropy,
        retention=retention,
        census=MemoryCensus(clock, tables.statuses, due.by_table, due.passes),
    )
