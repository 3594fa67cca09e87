"""Waiting at tables: what changed is read once in a process, for all who wait there."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from service.ports import Loaded, NewerFormat, Ports, StoreUnavailable, Waiter
from service.refusals import Code, Refused
from service.tables.attendance import Attendance, Presences, Present, presences_of
from service.tables.changing import NumberedEvent, events_after

PAGE: Final = 500
"""Events that are read at a time, or a little more: a commit is never cut."""
KEPT: Final = 4
"""Batches that are kept for who is slow; who is slower reads the log."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The events after number `after` that were read at one time, and the table as it stood then.

    `written`: what was made of them for one kind of viewer, for the next of that kind.
    """

    loaded: Loaded
    after: int
    events: tuple[NumberedEvent, ...]
    written: dict[tuple[object, ...], bytes] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Tail:
    """A table as it was read last, who was there, and its latest events."""

    loaded: Loaded
    present: Present
    presences: Presences
    batches: tuple[Batch, ...] = ()

    @property
    def last_seq(self) -> int:
        return self.loaded.table.last_seq

    def since(self, seq: int) -> tuple[Batch, ...] | None:
        """The batches after number `seq`; None: they are no longer here, or never were."""
        if seq == self.last_seq:
            return ()
        first = next((n for n, batch in enumerate(self.batches) if batch.after == seq), None)
        return None if first is None else self.batches[first:]


class _Shared:
    """A table at which somebody waits in this process."""

    def __init__(self, ports: Ports, attendance: Attendance, table_id: str) -> None:
        self.users = 0
        self._ports = ports
        self._attendance = attendance
        self._table_id = table_id
        self._reading = threading.Lock()
        self._begun = 0
        self._is_woken = False
        self._tail: Tail | None = None
        self._fault: StoreUnavailable | NewerFormat | None = None

    def read(self, *, is_woken: bool) -> Tail | None:
        """The table as of now or later; None: it is gone. Who comes while somebody reads waits for the next
        reading, which is one for all of them."""
        wanted = self._begun + 1
        self._is_woken = self._is_woken or is_woken
        with self._reading:
            if self._begun < wanted:
                self._begun += 1
                self._read()
            tail, fault = self._tail, self._fault
        if fault is not None:
            raise type(fault)(*fault.args)  # one of its own for each who reads
        return tail

    def _read(self) -> None:
        self._fault = None
        try:
            loaded = self._ports.store.load(self._table_id)
            self._tail = None if loaded is None else self._following(loaded)
        except (StoreUnavailable, NewerFormat) as fault:
            self._fault = fault

    def _following(self, loaded: Loaded) -> Tail:
        before, last_seq = self._tail, loaded.table.last_seq
        # A wake-up without a change says that somebody came.
        is_same = before is not None and before.loaded.version == loaded.version
        present = self._attendance.present(loaded.table, is_fresh=self._is_woken and is_same)
        self._is_woken = False
        presences = presences_of(loaded.table, present)
        if before is None:
            return Tail(loaded, present, presences)
        if last_seq == before.last_seq:
            return Tail(loaded, present, presences, before.batches)
        batch = Batch(loaded, before.last_seq, read_batch(self._ports, loaded, before.last_seq))
        is_whole = bool(batch.events) and batch.events[-1].seq == last_seq
        return Tail(loaded, present, presences, (*before.batches, batch)[-KEPT:] if is_whole else ())


def read_batch(ports: Ports, loaded: Loaded, after: int) -> tuple[NumberedEvent, ...]:
    """The next events after number `after`. The log may have gone on meanwhile: they end where the table
    stands, so that who is to act fits."""
    last_seq = loaded.table.last_seq
    events = events_after(ports, loaded.table.table_id, after, PAGE)
    return tuple(event for event in events if event.seq <= last_seq)


class Watch:
    """One who waits at a table."""

    def __init__(self, shared: _Shared, waiter: Waiter, watching: "Watching") -> None:
        self._shared = shared
        self._waiter = waiter
        self._watching = watching
        self._is_woken = False

    def read(self) -> Tail | None:
        """The table as of now; None: it is gone. Raises StoreUnavailable, NewerFormat."""
        return self._shared.read(is_woken=self._is_woken)

    def require(self) -> Tail:
        tail = self.read()
        if tail is None:
            raise Refused(Code.NOT_FOUND)
        return tail

    def wait(self, seconds: float) -> bool:
        """True: something may have changed since the last wait; there may be nothing, too."""
        self._is_woken = self._waiter.wait(seconds)
        return self._is_woken

    def changes(self, seconds: float) -> Iterator[Tail]:
        """The table whenever something may have changed, for so many seconds."""
        clock = self._watching.ports.clock
        end = clock.now() + round(1000 * seconds)
        while not self.is_stopping:
            left = (end - clock.now()) / 1000
            if left <= 0 or not self.wait(left):
                return
            yield self.require()

    @property
    def is_stopping(self) -> bool:
        """The process is about to end: nobody should wait any longer."""
        return self._watching.is_stopping


class Watching:
    """Everybody in this process who waits at some table."""

    def __init__(self, ports: Ports, attendance: Attendance) -> None:
        self.ports = ports
        self.attendance = attendance
        self._lock = threading.Lock()
        self._tables: dict[str, _Shared] = {}
        self.is_stopping = False

    @contextmanager
    def watch(self, table_id: str) -> Iterator[Watch]:
        shared = self._enter(table_id)
        try:
            with self.ports.wakeups.listen(table_id) as waiter:
                yield Watch(shared, waiter, self)
        finally:
            self._leave(table_id, shared)

    def stop(self) -> None:
        """Sends all who wait away."""
        self.is_stopping = True
        self.ports.wakeups.wake_all()

    def _enter(self, table_id: str) -> _Shared:
        with self._lock:
            shared = self._tables.setdefault(table_id, _Shared(self.ports, self.attendance, table_id))
            shared.users += 1
        return shared

    def _leave(self, table_id: str, shared: _Shared) -> None:
        with self._lock:
            shared.users -= 1
            if not shared.users:
                del self._tables[table_id]
