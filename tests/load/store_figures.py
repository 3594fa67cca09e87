"""What the store says of itself: its memory, and what its commands cost it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import redis


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls of one kind of command, and the microseconds that the server spent in them."""

    calls: int
    us: float

    @property
    def a_call(self) -> float:
        return self.us / self.calls if self.calls else 0.0

    def __sub__(self, other: "Cost") -> "Cost":
        return Cost(self.calls - other.calls, self.us - other.us)


class StoreFigures:
    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(url)

    def close(self) -> None:
        self._client.close()

    @property
    def memory(self) -> int:
        """Bytes that the store uses in all."""
        return int(self._client.info("memory")["used_memory"])

    @contextmanager
    def commands(self) -> Iterator[dict[str, Cost]]:
        """What the commands cost in the meantime; filled in at the end."""
        before, spent = self._costs(), dict[str, Cost]()
        yield spent
        after = self._costs()
        spent |= {name: cost - before.get(name, Cost(0, 0)) for name, cost in after.items()}

    def _costs(self) -> Mapping[str, Cost]:
        stats = self._client.info("commandstats")
        return {
            name.removeprefix("cmdstat_"): Cost(int(each["calls"]), float(each["usec"]))
            for name, each in stats.items()
        }
