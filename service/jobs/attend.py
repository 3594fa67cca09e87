"""The one job: claim what is due in a lane and attend to it, for a second."""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from service.jobs.process import lab_of_process, ports_of_process
from service.jobs.time_limit import time_limit
from service.lab.running import is_run_id, work_on_run
from service.logs import place_of
from service.metrics.instruments import instruments_of_process
from service.ports import LEASE_MS, NewerFormat, Ports, StoreUnavailable
from service.table_turns import Lane
from service.tables.attending import attend

WORK_SECONDS: Final = 1.0
SLICE_SECONDS: Final = 0.25
"""As long at a time, at most, each thing that is due is worked on: then it is the next one's turn."""
LONGEST_SECONDS: Final = 1.0
"""A decision that takes longer has failed: before its lease is over, so that it never keeps two workers."""
BATCH: Final = 8
"""So many are claimed at a time: what one worker has claimed no other one takes up."""
LOST_SECONDS: Final = LEASE_MS / 1000 - 0.25
LOST_POLL_SECONDS: Final = 0.05
"""So long, and so often, a job that lost the store tries to hand back what it had claimed."""

_log = logging.getLogger(__name__)


class Attend(Protocol):
    """service.tables.attending.attend, or what a test puts in its place."""

    def __call__(
        self, ports: Ports, table_id: str, lane: Lane, is_time_up: Callable[[], bool], /
    ) -> None: ...


def attend_lane(lane: str) -> None:
    """What RQ is told to run."""
    attend_lane_with(attend_any, lane)


def attend_lane_with(attend: Attend, lane: str) -> None:
    """The job, of a process whose main thread runs it."""
    try:
        work(ports_of_process(), Lane(lane), _in_time(attend))
    except StoreUnavailable as error:
        instruments_of_process().watch.failed(error)


def attend_any(ports: Ports, due_id: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
    """Attends to whatever is due: a table, or a simulation."""
    if is_run_id(due_id):
        work_on_run(lab_of_process(), due_id, is_time_up)
    else:
        attend(ports, due_id, lane, is_time_up)


def _in_time(attend: Attend) -> Attend:
    def attend_in_time(ports: Ports, due_id: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
        with time_limit(LONGEST_SECONDS) as begin_anew:

            def is_time_up_now() -> bool:
                begin_anew()
                return is_time_up()

            attend(ports, due_id, lane, is_time_up_now)

    return attend_in_time


def work(
    ports: Ports,
    lane: Lane,
    attend: Attend,
    steady: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> None:
    """Attends to what is due until nothing is, or the time is up. Raises StoreUnavailable."""
    end, left = steady() + WORK_SECONDS, deque[str]()

    def is_time_up() -> bool:
        return steady() >= end

    goes_on = True
    try:
        while goes_on and not is_time_up():
            left.extend(ports.due.claim(lane, BATCH))
            goes_on = bool(left)
            while left:
                if is_time_up():
                    ports.due.hand_back(left[0], lane)
                elif not _attend_safely(ports, left[0], lane, attend, _slice_of(end, steady)):
                    goes_on = False
                left.popleft()
    except StoreUnavailable:
        _hand_back_lost(ports, lane, left, steady, wait)
        raise


def _hand_back_lost(
    ports: Ports,
    lane: Lane,
    left: Iterable[str],
    steady: Callable[[], float],
    wait: Callable[[float], None],
) -> None:
    """As soon as the store is back: so nobody has to wait for the leases, and no table is blamed.

    After that the leases are over.
    """
    end = steady() + LOST_SECONDS
    while steady() < end:
        try:
            for table_id in left:
                ports.due.hand_back(table_id, lane)
        except StoreUnavailable:
            wait(LOST_POLL_SECONDS)
        else:
            return


def _slice_of(end: float, steady: Callable[[], float]) -> Callable[[], bool]:
    until = min(end, steady() + SLICE_SECONDS)
    return lambda: steady() >= until


def _attend_safely(
    ports: Ports, table_id: str, lane: Lane, attend: Attend, is_time_up: Callable[[], bool]
) -> bool:
    """Attends to one table, and lets no failure reach the others; False: the table is not for us."""
    try:
        attend(ports, table_id, lane, is_time_up)
    except StoreUnavailable:
        raise
    except NewerFormat:
        # Another worker, of the newer release, will claim it.
        ports.due.hand_back(table_id, lane)
        return False
    except Exception as error:  # noqa: BLE001 (whatever it is, and RQ's time-out too, it is this table's)
        failures = ports.due.failed(table_id, lane)
        instruments_of_process().figures.failures.inc()
        _log.error("attend_failed", extra={"table": table_id, "failures": failures, **place_of(error)})
    return True
