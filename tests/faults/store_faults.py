"""What may befall a store that lives on: it is away, it hangs, it is full, it is read-only. 10 s each.

While it lasts a bystander asks for everything, and what the service promises for such times is checked.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from random import Random

from bystander import LONGEST_SECONDS, Bystander
from fault import Fault
from fleet import Fleet, Role
from polling import eventually

Check = Callable[[], bool]

AWAY_SECONDS = 10.0


def stopped(fleet: Fleet, rng: Random) -> Check:
    """SIGTERM, and nobody starts it again: its supervisor stands still."""
    return while_it_lasts(fleet, stopped_store(fleet, Role.STORE), require_unavailable)


def paused(fleet: Fleet, rng: Random) -> Check:
    return while_it_lasts(fleet, standing_still(*fleet.pids(Role.STORE)), require_unavailable)


def full(fleet: Fleet, rng: Random) -> Check:
    """Out of memory: `maxmemory` with `noeviction`."""
    return while_it_lasts(fleet, configured(fleet, "maxmemory", "1mb", "0"), require_read_only)


def without_replicas(fleet: Fleet, rng: Random) -> Check:
    """It wants a replica to write to, and has none."""
    return while_it_lasts(fleet, configured(fleet, "min-replicas-to-write", "1", "0"), require_read_only)


def replica(fleet: Fleet, rng: Random) -> Check:
    """It is a replica now, of a primary that nobody can reach."""
    return while_it_lasts(fleet, made_a_replica(fleet), require_read_only)


STORE_FAULTS = (
    Fault("store stopped", stopped),
    Fault("store paused", paused),
    Fault("store full", full),
    Fault("store read-only", without_replicas),
    Fault("store a replica", replica),
)

# ---------------------------------------------------------------- doing it


def while_it_lasts(
    fleet: Fleet, trouble: AbstractContextManager[object], require: Callable[[Bystander], None]
) -> Check:
    """A bystander asks for everything in that time; what it was told is what is promised."""
    with looking_on(fleet) as bystander, trouble:
        bystander.watch(AWAY_SECONDS)
    require(bystander)
    return fleet.is_ready


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
def made_a_replica(fleet: Fleet) -> Iterator[None]:
    fleet.tables.execute_command("REPLICAOF", "127.0.0.1", "1")
    try:
        yield
    finally:
        fleet.tables.execute_command("REPLICAOF", "NO", "ONE")


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
