"""The ticker: sees that tables are due and keeps enough jobs queued. Any number of them may run."""

import logging
import math
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final, Protocol

from redis.exceptions import RedisError

from service.ports import JobQueue, StoreUnavailable
from service.table_turns import Lane

PASS_SECONDS: Final = 0.05
LEAST_PASS_SECONDS: Final = 0.004
"""However many commits say that work is due, no more passes than this."""
CROWD: Final = 100
CROWDED_PASS_SECONDS: Final = 0.015
"""After so many passes in a second they keep this distance: each finds more to do."""
COUNT_SECONDS: Final = 1.0
NOTE_SECONDS: Final = 1.0
JOBS_A_WORKER: Final = 2
TABLES_A_JOB: Final = 4
"""A job that finds nothing left costs its worker more than a table that is due."""
_DELAYS: Final = (0.05, 0.1, 0.2, 0.5)
"""The waits after failures in a row, in seconds; the last one, which every table may wait, is repeated."""

_log = logging.getLogger(__name__)


class DueCounts(Protocol):
    def counts(self) -> Mapping[Lane, int]:
        """How many tables are due now."""

    def note_pass(self) -> None:
        """Somebody sees to what is due: for who must know later when nobody did."""


class TickerQueue(JobQueue, Protocol):
    def note_ticker(self) -> None:
        """A sign of life, for others to see."""


class Subscription(Protocol):
    """What is needed of redis.client.PubSub: a message for each commit that makes work due at once."""

    def get_message(self, ignore_subscribe_messages: bool, timeout: float) -> dict[str, Any] | None: ...

    def close(self) -> None: ...


class Ticker:
    """One pass is a `tick`."""

    def __init__(self, due: DueCounts, queue: TickerQueue, steady: Callable[[], float]) -> None:
        self._due = due
        self._queue = queue
        self._steady = steady
        self._workers: dict[Lane, int] = {}
        self._count_at = self._note_at = steady()

    def tick(self) -> None:
        """Queue as many jobs as the tables that are due keep busy, and never more than workers take up soon.

        An overload makes no more jobs: a job that starts claims whatever is due by then.
        """
        if self._steady() >= self._note_at:
            # Before any job: what became due in an outage is treated as such.
            self._due.note_pass()
            self._note_at = self._steady() + NOTE_SECONDS
        if self._steady() >= self._count_at:
            self._count_workers()
        for lane, due in self._due.counts().items():
            wanted = min(-(-due // TABLES_A_JOB), JOBS_A_WORKER * self._workers[lane])
            missing = wanted - self._queue.queued(lane) if wanted else 0
            if missing > 0:
                self._queue.enqueue(lane, missing)

    def _count_workers(self) -> None:
        """Where none is known, a job waits for the first one."""
        self._queue.note_ticker()
        self._workers = {lane: max(1, self._queue.workers(lane)) for lane in Lane}
        self._count_at = self._steady() + COUNT_SECONDS


@dataclass(frozen=True, slots=True)
class Time:
    """How the loop tells and passes time, in seconds."""

    steady: Callable[[], float] = time.monotonic
    wait: Callable[[float], None] = time.sleep


def _unnoted(*_: object) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True, slots=True)
class Notes:
    """Who is told of each pass and how long it took, in seconds; and of each outage."""

    passed: Callable[[float], object] = _unnoted
    lost: Callable[[], object] = _unnoted


def run(
    ticker: Ticker, subscribe: Callable[[], Subscription], clock: Time = Time(), notes: Notes = Notes()
) -> None:
    """Ticks every 50 ms, and at once when a commit makes work due. Ends by a signal only."""
    failures = 0
    recent = deque([-math.inf], CROWD)
    while True:
        try:
            with closing(subscribe()) as subscription:
                while True:
                    ticked_at = clock.steady()
                    ticker.tick()
                    notes.passed(clock.steady() - ticked_at)
                    if failures:
                        _log.warning("store_found", extra={"failures": failures})
                        failures = 0
                    recent.append(ticked_at)
                    _wait_for_work(subscription, ticked_at + _least(recent), clock)
        except (StoreUnavailable, RedisError, OSError) as error:
            if failures == 0:
                _log.warning("store_lost", extra={"error": str(error)})
                notes.lost()
            clock.wait(_DELAYS[min(failures, len(_DELAYS) - 1)])
            failures += 1


def _least(recent: Sequence[float]) -> float:
    """How long the next pass waits at least, after these."""
    is_crowd = recent[-1] - recent[0] < 1.0
    return CROWDED_PASS_SECONDS if is_crowd else LEAST_PASS_SECONDS


def _wait_for_work(subscription: Subscription, earliest: float, clock: Time) -> None:
    if subscription.get_message(True, PASS_SECONDS) is None:
        return
    early = earliest - clock.steady()
    if early > 0:
        clock.wait(early)
    while subscription.get_message(True, 0) is not None:
        pass
