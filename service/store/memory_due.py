"""When tables are due, in memory: the test double, for one process."""

import threading
from collections.abc import Callable, Sequence

from service.ports import LEASE_MS, Begun, Clock, Loaded
from service.store.due import FIRST_DELAY_MS, LONGEST_DELAY_MS, PASS_NOTED_MS
from service.table_turns import OUTAGE_MS, RECOVERY_MS, Due, Lane, Outage, Passes


class MemoryDueTables:
    """`loaded_of`: a table as it is stored, None: there is none. `lock`: that of the tables.

    Here the passes are those of all shards.
    """

    def __init__(
        self, clock: Clock, loaded_of: Callable[[str], Loaded | None], lock: threading.RLock
    ) -> None:
        self._clock = clock
        self._loaded_of = loaded_of
        self._lock = lock
        self._due = self.by_table = dict[str, Due]()
        self._begun = set[str]()
        self._failures: dict[str, int] = {}
        self._passes: Passes | None = None

    def claim(self, lane: Lane, limit: int) -> Sequence[str]:
        with self._lock:
            now = self._clock.now()
            due = [(at.at, each) for each, at in self._due.items() if at.lane is lane and at.at <= now]
            found = tuple(each for _, each in sorted(due)[:limit])
            for table_id in self._begun.intersection(found):
                began_at = self._due[table_id].at - LEASE_MS
                self._put(table_id, lane, began_at + self._count_failure(table_id))
            claimed = tuple(each for each in found if self._due[each].at <= now)
            for table_id in claimed:
                self._put(table_id, lane, now + LEASE_MS)
        return claimed

    def _count_failure(self, table_id: str) -> int:
        """One more failure in a row; for how long the table waits."""
        failures = self._failures[table_id] = self.failures(table_id) + 1
        return min(FIRST_DELAY_MS << (failures - 1), LONGEST_DELAY_MS)

    def begin(self, table_id: str, lane: Lane) -> Begun:
        with self._lock:
            self._put(table_id, lane, self._clock.now() + LEASE_MS, is_begun=True)
            return Begun(self.failures(table_id), self._passes, self._loaded_of(table_id))

    def counts(self) -> dict[Lane, int]:
        with self._lock:
            now = self._clock.now()
            return {
                lane: sum(due.lane is lane and due.at <= now for due in self._due.values()) for lane in Lane
            }

    def note_pass(self) -> None:
        now, before = self._clock.now(), self._passes
        outage = before.outage if before else None
        if before and now - before.last < PASS_NOTED_MS:
            return
        if before and now - before.last > OUTAGE_MS:
            goes_on = outage is not None and before.last - outage.ended <= RECOVERY_MS
            outage = Outage(outage.began if outage and goes_on else before.last, now)
        self._passes = Passes(now, outage)

    def passes(self) -> Passes | None:
        return self._passes

    def settle(self, loaded: Loaded, due: Due) -> None:
        table_id = loaded.table.table_id
        with self._lock:
            stored = self._loaded_of(table_id)
            if stored is not None and stored.version == loaded.version:
                self.write(table_id, due)

    def write(self, table_id: str, due: Due, *, is_begun: bool = False) -> None:
        self._due[table_id] = due
        if is_begun:
            self._begun.add(table_id)
        else:
            self._begun.discard(table_id)

    def hand_back(self, table_id: str, lane: Lane) -> None:
        self._put(table_id, lane, self._clock.now() - LEASE_MS)

    def _put(self, table_id: str, lane: Lane, at: int, *, is_begun: bool = False) -> None:
        """Another time for a table that is due in that lane."""
        with self._lock:
            due = self._due.get(table_id)
            if due is not None and due.lane is lane:
                self.write(table_id, Due(at, due.task, lane), is_begun=is_begun)

    def forget(self, table_id: str, lane: Lane) -> None:
        with self._lock:
            due = self._due.get(table_id)
            if due is not None and due.lane is lane:
                del self._due[table_id]
                self._begun.discard(table_id)
            self._failures.pop(table_id, None)

    def failed(self, table_id: str, lane: Lane) -> int:
        with self._lock:
            self._put(table_id, lane, self._clock.now() + self._count_failure(table_id))
            return self.failures(table_id)

    def failures(self, table_id: str) -> int:
        return self._failures.get(table_id, 0)

    def recovered(self, table_id: str) -> None:
        self._failures.pop(table_id, None)

    def failing(self, at_least: int) -> Sequence[str]:
        with self._lock:
            return tuple(each for each, failures in self._failures.items() if failures >= at_least)
