"""A worker whose tables go wrong as their metadata say: `python troubled_worker.py worker --lanes …`.

`{"trouble": NAME}`: so, until the first legal action takes the place of a choice; with `"always"` then, too.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from types import MappingProxyType

import click

from engine.errors import IllegalAction, Refusal
from service.cli import main
from service.commands.worker import command, work
from service.jobs.attend import attend_any, attend_lane_with
from service.jobs.functions import FUNCTIONS
from service.ports import Ports
from service.queue import JOB
from service.table_turns import Lane
from service.tables.attending import SAFE_AFTER_FAILURES

Trouble = Callable[[], object]


def raise_error() -> None:
    raise KeyError("trouble")


def refuse() -> None:
    """As the engine does what a CPU chooses against the rules."""
    raise IllegalAction(Refusal.MUST_FOLLOW_SUIT)


def hang() -> None:
    while True:
        pass


TROUBLES: dict[str, Trouble] = {
    "raises": raise_error,
    "chooses nonsense": refuse,
    "hangs": hang,
    "sleeps": partial(time.sleep, 3600),
    "exits": sys.exit,
    "is killed": partial(os.kill, os.getpid(), signal.SIGKILL),
    "crashes": os.abort,
}


def attend(ports: Ports, due_id: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
    """In the middle of the real one: after the table is loaded, before the choice."""
    trouble = trouble_of(ports, due_id)

    def is_time_up_or_trouble() -> bool:
        if trouble is not None:
            trouble()
        return is_time_up()

    attend_any(ports, due_id, lane, is_time_up_or_trouble)


def trouble_of(ports: Ports, due_id: str) -> Trouble | None:
    loaded = ports.store.load(due_id)
    if loaded is None or loaded.version > 1:
        return None
    metadata = dict(loaded.table.terms.metadata)
    is_safe = ports.due.failures(due_id) >= SAFE_AFTER_FAILURES and "always" not in metadata
    return None if is_safe else TROUBLES.get(metadata.get("trouble", ""))


def attend_lane(lane: str) -> object:
    """It returns nonsense, too, whatever comes of the tables."""
    attend_lane_with(attend, lane)
    return object()


def worker(lanes: tuple[Lane, ...], max_jobs: int) -> None:
    work(lanes, max_jobs, MappingProxyType({**FUNCTIONS, JOB: attend_lane}))


if __name__ == "__main__":
    group = click.Group("spades", [click.Command("worker", params=command.params, callback=worker)])
    sys.exit(main(sys.argv[1:], group))
