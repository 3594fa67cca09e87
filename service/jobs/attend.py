"""The one job: claim what is due in a lane and attend to it, for a second."""

import logging
import time
import traceback
from collections.abc import Callable
from functools import cache
from typing import Final, Protocol

from service.metrics.instruments import instruments_of_process
from service.ports import NewerFormat, Ports, StoreUnavailable
from service.settings import Settings
from service.table_turns import Lane
from service.tables.attending import attend
from service.wiring import build_ports

WORK_SECONDS: Final = 1.0
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
        work(_ports(), Lane(lane), attend)
    except StoreUnavailable as error:
        # What was claimed is claimed again when its lease has run out.
        instruments_of_process().watch.failed(error)


@cache
def _ports() -> Ports:
    """One set for the process: a worker runs its jobs without forking."""
    return build_ports(Settings.from_env(), instruments_of_process())


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
            elif not _attend_safely(ports, table_id, lane, attend, is_time_up):
                goes_on = False


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
        _log.error("attend_failed", extra={"table": table_id, "failures": failures, **_place_of(error)})
    return True


def _place_of(error: Exception) -> dict[str, str]:
    """Where an error arose. Its message stays out of the log: it might tell cards."""
    frames = traceback.extract_tb(error.__traceback__)
    last = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
    return {"error": type(error).__name__, "where": last}
