"""What may befall a store that lives on: it is away, it hangs, it is full, it is read-only. 10 s each.

While it lasts a bystander asks for everything, and what the service promises for such times is checked.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from bystander import LONGEST_SECONDS, Bystander
from fault import Fault
from fleet import Fleet, Role
from polling import eventually

Check = Callable[[], bool]

AWAY_SECONDS = 10.0


def stopped(fleet: Fleet, rng: Random) -> Check:
    """SIGTERM, and nobody starts it again: its supervisor stands still."""
    with looking_on(fleet) as bystander, stopped_store(fleet, Role.STORE):
        bystander.watch(AWAY_SECONDS)
    require_unavailable(bystander)
    return fleet.is_ready


def paused(fleet: Fleet, rng: Random) -> Check:
    with looking_on(fleet) as bystander, standing_still(*fleet.pids(Role.STORE)):
        bystander.watch(AWAY_SECONDS)
    require_unavailable(bystander)
    return fleet.is_ready


def full(fleet: Fleet, rng: Random) -> Check:
    """Out of memory: `maxmemory` with `noeviction`."""
    with looking_on(fleet) as bystander, configured(fleet, "maxmemory", "1mb", "0"):
        bystander.watch(AWAY_SECONDS)
    require_read_only(bystander)
    return fleet.is_ready


def without_replicas(fleet: Fleet, rng: Random) -> Check:
    """It wants a replica to write to, and has none."""
    with looking_on(fleet) as bystander, configured(fleet, "min-replicas-to-write", "1", "0"):
        bystander.watch(AWAY_SECONDS)
    require_read_only(bystander)
    return fleet.is_ready


def replica(fleet: Fleet, rng: Random) -> Check:
    """It is a replica now, of a primary that nobody can reach."""
    with looking_on(fleet) as bystander:
        fleet.tables.execute_command("REPLICAOF", "127.0.0.1", "1")
        bystander.watch(AWAY_SECONDS)
        fleet.tables.execute_command("REPLICAOF", "NO", "ONE")
    require_read_only(bystander)
    return fleet.is_ready


STORE_FAULTS = (
    Fault("store stopped", stopped),
    Fault("store paused", paused),
    Fault("store full", full),
    Fault("store read-only", without_replicas),
    Fault("store a replica", replica),
)

# ---------------------------------------------------------------- doing it


@contextmanager
def looking_on(fleet: Fleet) -> Iterator[Bystander]:
    """Someone who watches, and whose bid counts once in the end; the stream of the same must stand."""
    bystander = Bystander(fleet.url)
    bystander.sit_down()
    with bystander.streaming():
        yield bystander
    assert bystander.has_stream, "an open stream was cut"
    bystander.act()


@contextmanager
def standing_still(*pids: int) -> Iterator[None]:
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@contextmanager
def stopped_store(fleet: Fleet, role: Role) -> Iterator[None]:
    (store,) = fleet.pids(role)
    with standing_still(fleet.pid):
        os.kill(store, signal.SIGTERM)
        eventually(lambda: not fleet.pids(role))
        yield


@contextmanager
def configured(fleet: Fleet, name: str, value: str, usual: str) -> Iterator[None]:
    fleet.tables.config_set(name, value)
    try:
        yield
    finally:
        fleet.tables.config_set(name, usual)


# ---------------------------------------------------------------- what is promised for such times


def require_unavailable(bystander: Bystander) -> None:
    """Nothing can be read or written: each call says so, and soon."""
    require_said(bystander)
    for reply in bystander.replies:
        if reply.call not in ("GET /healthz", "GET /readyz"):
            assert reply.is_away, reply


def require_read_only(bystander: Bystander) -> None:
    """What can be read is read, what would be written is refused."""
    require_said(bystander)
    for reply in bystander.replies:
        if reply.call.startswith("POST"):
            assert reply.is_away, reply
        elif reply.call != "GET /readyz":
            assert reply.status == 200, reply


def require_said(bystander: Bystander) -> None:
    """The process says that it lives, and that the store is missing."""
    assert bystander.of("GET /readyz"), "nothing was asked"
    for reply in bystander.of("GET /healthz"):
        assert reply.status == 200, reply
    for reply in bystander.of("GET /readyz"):
        assert (reply.status, reply.body["parts"]["store"]) == (503, "missing"), reply
    require_soon(bystander, LONGEST_SECONDS)


def require_soon(bystander: Bystander, seconds: float) -> None:
    for reply in bystander.replies:
        assert reply.seconds < seconds, reply
