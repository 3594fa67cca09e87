"""A store of any kind for its contract: the test double, a real server, a cluster."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from fake_clock import FakeClock, FakeEntropy
from real_store import all_keys, real_store
from service.ports import LEASE_MS, Ports
from service.store.memory import memory_ports
from tables import RETENTION


@dataclass(frozen=True, slots=True)
class World:
    """A store, and what a test can do to its clock. `lapse`: lets every lease run out."""

    ports: Ports
    lapse: Callable[[], None]

    @property
    def now(self) -> int:
        return self.ports.clock.now()


def store_world(kind: str, request: pytest.FixtureRequest) -> World:
    """`kind`: one of EVERY_STORE."""
    if kind == "memory":
        clock = FakeClock()
        ports = memory_ports(clock, FakeEntropy(), RETENTION)
        return World(ports, lambda: clock.go_on(LEASE_MS))
    ports, client = real_store(kind, request)

    def lapse() -> None:
        """Moves every due time back, since the server's clock can't be moved on; and beyond a mark."""
        for key in all_keys(client, "*:due:*"):
            for member, _ in client.zscan_iter(key):
                client.zincrby(key, -LEASE_MS - 1, member)

    return World(ports, lapse)
