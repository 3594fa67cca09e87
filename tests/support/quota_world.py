"""A world with small quotas, a secret key, and callers from several addresses."""

from dataclasses import dataclass, field, replace
from typing import Any

from api_world import World
from service.ports import Counters, Ports
from service.settings import Settings
from service.tables.secret_keys import create_key

QUOTAS = (
    *("reads_per_minute", "key_reads_per_minute", "address_reads_per_minute", "refusals_per_minute"),
    *(
        "changes_per_minute",
        "strangers_per_minute",
        "tables_per_minute",
        "tables_per_day",
        "key_tables_per_minute",
    ),
    *("seats_per_minute", "wrong_codes_per_hour", "wrong_codes_per_hour_of_one"),
)
"""The settings that count over a time."""


def new_key(world: World, label: str = "portal") -> str:
    """A good secret key."""
    return create_key(world.ports.secret_keys, world.clock, world.entropy, label).token


def world_with(**settings: Any) -> World:
    """With these settings, behind one proxy: `X_Forwarded_For` says who calls."""
    return World(settings=Settings(trusted_proxies=1, **settings))


@dataclass
class CountedCounters:
    """Counters that say how often they were asked."""

    inner: Counters
    names: list[str] = field(default_factory=list)

    def add(self, name: str, amount: int, seconds: int) -> int:
        self.names.append(name)
        return self.inner.add(name, amount, seconds)

    def value(self, name: str) -> int:
        self.names.append(name)
        return self.inner.value(name)

    def ends_at(self, name: str) -> int:
        return self.inner.ends_at(name)

    def clear(self, name: str) -> None:
        self.inner.clear(name)


def counted(ports: Ports) -> Ports:
    """For a world: its counters are a CountedCounters."""
    return replace(ports, counters=CountedCounters(ports.counters))
