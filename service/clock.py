"""What time it is, in milliseconds since the epoch: the store's time, so that all processes agree."""

import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from redis.exceptions import RedisError

from service.ports import StoreUnavailable

MEASURE_SECONDS: Final = 10.0
SAMPLES: Final = 3


class SystemClock:
    """The clock of this machine."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000


class TimeSource(Protocol):
    def time(self) -> Any:
        """Redis's TIME: seconds and microseconds."""


class ServerClock:
    """This machine's steady clock, set by the Redis server's every 10 s.

    Never ahead of the server, at most a round trip behind it: what is due now by this clock is due for the
    server too. A server that can't be asked later on is no trouble: the steady clock goes on alone.
    """

    def __init__(self, source: TimeSource, steady: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._steady = steady
        self._offset: float | None = None
        self._measure_at = steady()

    def now(self) -> int:
        """Raises StoreUnavailable if the server could never be asked."""
        steady = self._steady()
        if self._offset is None or steady >= self._measure_at:
            # Set first: whoever asks meanwhile goes by the old measure.
            self._measure_at = steady + MEASURE_SECONDS
            self._offset = self._measured()
            steady = self._steady()
        return int((steady + self._offset) * 1000)

    def _measured(self) -> float:
        """The server's time less ours, by the quickest of some replies: each was on its way for a moment."""
        try:
            return max(self._sample() for _ in range(SAMPLES))
        except RedisError as error:
            if self._offset is None:
                raise StoreUnavailable(str(error)) from error
            return self._offset

    def _sample(self) -> float:
        seconds, microseconds = self._source.time()
        return float(seconds) + float(microseconds) / 1_000_000 - self._steady()
