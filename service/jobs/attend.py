"""The one job: claim what is due in a lane and attend to it, for a second."""

import logging
import time
from collections.abc import Callable
from typing import Final, Protocol

from service.jobs.process import lab_of_process, ports_of_process
from service.lab.running import is_run_id, work_on_run
from service.logs import place_of
from service.metrics.instruments import instruments_of_process
from service.ports import NewerFormat, Ports, StoreUnavailable
from service.table_turns import Lane
from service.tables.attending import attend

WORK_SECONDS: Final = 1.0
SLICE_SECONDS: Final = 0.25
"""As long at a time, at most, each thing that is due is worked on: then it is the next one's turn."""
BATCH: Final = 20

_log = logging.getLogger(__name__)


class Attend(Protocol):
    """service.tables.attending.attend, or what a test puts in its place."""

    def __call__(
        self, ports: Ports, table_id: str, lane: Lane, is_time_up: Callable[[], bool], /
    ) -> None: ...


def attend_lane(lane: str) -> None:
    """What RQ is told to run, by its path."""
    try:
        work(ports_of_process(), Lane(lane), attend_any)
    except StoreUnavailable as error:
        # What was claimed is claimed again when its lease has run out.
        instruments_of_process().watch.failed(error)


def attend_any(ports: Ports, due_id: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
    """Attends to whatever is due: a table, or a simulation."""
    if is_run_id(due_id):
        work_on_run(lab_of_process(), due_id, is_time_up)
    else:
        attend(ports, due_id, lane, is_time_up)


def work(ports: Ports, lane: Lane, attend: Attend, steady: Callable[[], float] = time.monotonic) -> None:
    """Attends to what is due until nothing is, or the time is up. Raises StoreUnavailable."""
    end = steady() + WORK_SECONDS

    def is_time_up() -> bool:
        return steady() >= end

    goes_on = True
    while goes_on and not is_time_up():
        claimed = ports.due.claim(lane, BATCH)
        goes_on = bool(claimed)
        for table_id in claimed:
            if is_time_up():
                ports.due.hand_back(table_id, lane)
            elif not _attend_safely(ports, table_id, lane, attend, _slice_of(end, steady)):
                goes_on = False


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
