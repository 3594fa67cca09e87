"""Permits for what a process does at most so often at a time."""

from collections import deque
from typing import Protocol


class Gauge(Protocol):
    """What shows how many are taken."""

    def inc(self) -> object: ...

    def dec(self) -> object: ...


class Permits:
    """Nobody waits for one, and there is no lock: that of a semaphore makes gevent change greenlets."""

    def __init__(self, number: int, taken: Gauge | None = None) -> None:
        self._left = deque(range(number))
        self._taken = taken

    def acquire(self) -> bool:
        """False: all are taken."""
        try:
            self._left.pop()
        except IndexError:
            return False
        if self._taken is not None:
            self._taken.inc()
        return True

    def release(self) -> None:
        self._left.append(0)
        if self._taken is not None:
            self._taken.dec()


class Shares:
    """How much of what a process holds at a time one holder has of it: at most `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[str, int] = {}

    def take(self, holder: str) -> bool:
        """False: the holder has its share already."""
        held = self._held.get(holder, 0)
        if held >= self.most:
            return False
        self._held[holder] = held + 1
        return True

    def give_back(self, holder: str) -> None:
        left = self._held[holder] - 1
        if left:
            self._held[holder] = left
        else:
            del self._held[holder]
