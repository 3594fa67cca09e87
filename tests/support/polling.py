"""Waiting for other processes: look often, give up late."""

import time
from collections.abc import Callable


def eventually(check: Callable[[], object], seconds: float = 20.0) -> None:
    """Return once `check` gives something true; fail after `seconds`, which a healthy run never needs."""
    deadline = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.01)
