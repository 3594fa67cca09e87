"""Counters of what was asked for: in this process, and in Redis for all processes."""

from dataclasses import dataclass
from typing import Final

from service.outage import outages_told
from service.ports import Clock
from service.store import keys
from service.store.client import Client
from service.store.scripts import Script

SWEEP_MS: Final = 60_000
"""How often a process forgets the counts that have ended."""
MOST: Final = 100_000
"""So many counts are kept; beyond, all begin anew: who makes up names for them gains little by it."""


@dataclass(slots=True)
class _Count:
    value: int
    ends_at: int


class MemoryCounters:
    """Nothing leaves the process: for what is counted with each read."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counts: dict[str, _Count] = {}
        self._sweep_at = 0

    def add(self, name: str, amount: int, seconds: int) -> int:
        now = self._clock.now()
        if now >= self._sweep_at or len(self._counts) > MOST:
            self._sweep(now)
        count = self._counts.get(name)
        if count is None or count.ends_at <= now:
            count = self._counts[name] = _Count(0, now + 1000 * seconds)
        count.value += amount
        return count.value

    def value(self, name: str) -> int:
        count = self._counts.get(name)
        return count.value if count is not None and count.ends_at > self._clock.now() else 0

    def ends_at(self, name: str) -> int:
        count, now = self._counts.get(name), self._clock.now()
        return now if count is None else max(now, count.ends_at)

    def clear(self, name: str) -> None:
        self._counts.pop(name, None)

    def _sweep(self, now: int) -> None:
        self._sweep_at = now + SWEEP_MS
        going_on = {name: count for name, count in self._counts.items() if count.ends_at > now}
        self._counts = {} if len(going_on) > MOST else going_on


class RedisCounters:
    """One key each, which ends by itself. A command that was sent twice counts twice: no harm."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._count = Script("count")

    def add(self, name: str, amount: int, seconds: int) -> int:
        with outages_told():
            return int(self._count.run(self._client, (keys.counter_key(name),), (amount, 1000 * seconds)))

    def value(self, name: str) -> int:
        with outages_told():
            return int(self._client.execute_command("GET", keys.counter_key(name)) or 0)

    def ends_at(self, name: str) -> int:
        with outages_told():
            left = int(self._client.execute_command("PTTL", keys.counter_key(name)))
        return self._clock.now() + max(0, left)

    def clear(self, name: str) -> None:
        with outages_told():
            self._client.execute_command("DEL", keys.counter_key(name))
