"""An end to work that doesn't come to one: a table that hangs must not keep a worker from the others."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_STORE: Final = "redis"
"""The package in whose functions a process waits for the store."""
_AT_ONCE: Final = 0.001


class TookTooLong(Exception):
    """Raised out of the middle of the work."""


@contextmanager
def time_limit(seconds: float) -> Iterator[Callable[[], None]]:
    """Raises TookTooLong once the block has taken that long, or that long since it said that it goes on.

    It says so by the function that is given to it. Waiting for the store is not the work's fault: that has
    time-outs of its own, and then the time begins anew. An alarm that was set before (RQ's, for the job)
    comes at its time all the same. Main thread only.
    """

    def begin_anew() -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def ring(_number: int, frame: FrameType | None) -> None:
        if not _waits_for_store(frame):
            raise TookTooLong
        begin_anew()

    left, began = signal.getitimer(signal.ITIMER_REAL)[0], time.monotonic()
    handler = signal.signal(signal.SIGALRM, ring)
    try:
        begin_anew()
        yield begin_anew
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - began), _AT_ONCE))


def _waits_for_store(frame: FrameType | None) -> bool:
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] == _STORE:
            return True
        frame = frame.f_back
    return False
