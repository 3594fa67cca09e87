"""Permits for what a process does at most so often at a time."""

from collections import deque


class Permits:
    """Nobody waits for one, and there is no lock: that of a semaphore makes gevent change greenlets."""

    def __init__(self, number: int) -> None:
        self._left = deque(range(number))

    def acquire(self) -> bool:
        """False: all are taken."""
        try:
            self._left.pop()
        except IndexError:
            return False
        return True

    def release(self) -> None:
        self._left.append(0)
