"""The random kills: kill -9 of one process of the service, drawn by role; and what counts as its recovery."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import redis
from rq.defaults import RQ_KEY_PREFIX

from fault import Fault
from fleet import Fleet, Role
from process_tree import alive

Check = Callable[[], bool]


def web_worker(fleet: Fleet, rng: Random) -> Check:
    """Over when there are as many again as before."""
    count = len(fleet.pids(Role.WEB_WORKER))
    fleet.kill(Role.WEB_WORKER, rng)
    return lambda: len(fleet.pids(Role.WEB_WORKER)) == count and fleet.is_ready()


def web_master(fleet: Fleet, rng: Random) -> Check:
    killed = fleet.kill(Role.WEB_MASTER, rng)
    return lambda: fleet.pids(Role.WEB_MASTER) not in ((), (killed,)) and fleet.is_ready()


def worker(fleet: Fleet, rng: Random) -> Check:
    """Over when the new one takes jobs. Workers run their jobs themselves: there are no horses."""
    before = set(fleet.pids(Role.WORKER))
    fleet.kill(Role.WORKER, rng)
    return lambda: _new_at_work(fleet, before) >= 1


def ticker(fleet: Fleet, rng: Random) -> Check:
    """Over when one has passed over the tables again."""
    fleet.kill(Role.TICKER, rng)
    killed_at = time.time() * 1000
    return lambda: _last_pass(fleet) > killed_at


def store(fleet: Fleet, rng: Random) -> Check:
    """Over as soon as the new one answers: it has loaded its append-only file by then."""
    killed = fleet.kill(Role.STORE, rng)
    return lambda: fleet.pids(Role.STORE) not in ((), (killed,)) and fleet.store_answers()


def jobs(fleet: Fleet, rng: Random) -> Check:
    """With all its jobs, since it keeps nothing."""
    killed = fleet.kill(Role.JOBS, rng)
    return lambda: fleet.pids(Role.JOBS) not in ((), (killed,)) and fleet.jobs_answer()


def supervisor(fleet: Fleet, rng: Random) -> Check:
    """Started again at once, as an operator would; over when it is ready. Nothing of the old one is left."""
    left = fleet.die()
    fleet.start()
    return lambda: not alive(left) and fleet.is_ready()


def web_all(fleet: Fleet, rng: Random) -> Check:
    """Every web process at the same moment, so that the port is served by nobody."""
    for pid in (*fleet.pids(Role.WEB_MASTER), *fleet.pids(Role.WEB_WORKER)):
        with suppress(ProcessLookupError):  # gone with its master
            os.kill(pid, signal.SIGKILL)
    return fleet.is_ready


def workers_all(fleet: Fleet, rng: Random) -> Check:
    """Nobody is left who would claim a table."""
    killed = set(fleet.pids(Role.WORKER))
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    return lambda: _new_at_work(fleet, killed) >= len(killed)


WEB_WORKER = Fault("web worker", web_worker)
WEB_MASTER = Fault("web master", web_master)
WEB_ALL = Fault("all web", web_all)
WORKER = Fault("worker", worker)
WORKERS_ALL = Fault("all workers", workers_all)
TICKER = Fault("ticker", ticker)
SUPERVISOR = Fault("supervisor", supervisor)
STORE = Fault("store", store)
JOB_QUEUE = Fault("job queue", jobs)
KILLS = (WEB_WORKER, WEB_MASTER, WEB_ALL, WORKER, WORKERS_ALL, TICKER, SUPERVISOR, STORE, JOB_QUEUE)


def _new_at_work(fleet: Fleet, before: set[int]) -> int:
    """How many workers that were not there before are registered with the queue."""
    with suppress(redis.RedisError):
        names: Any = fleet.jobs.smembers(f"{RQ_KEY_PREFIX}:workers")
        registered = {int(pid) for name in names if (pid := _field(fleet, name, "pid"))}
        return len((set(fleet.pids(Role.WORKER)) - before) & registered)
    return 0


def _last_pass(fleet: Fleet) -> float:
    """When a ticker passed last, in ms."""
    with suppress(redis.RedisError):
        last: Any = fleet.tables.hget("{s00}:pass", "last")
        return float(last or 0)
    return 0.0


def _field(fleet: Fleet, key: str, name: str) -> str | None:
    found: Any = fleet.jobs.hget(key, name)
    return None if found is None else str(found)
