"""What a process asks of the kernel: its signals in an inbox, and one when its parent dies."""

import ctypes
import os
import resource
import selectors
import signal
import socket
import sys
from types import FrameType, TracebackType
from typing import Self

_PR_SET_PDEATHSIG = 1  # linux/prctl.h
# Loaded once and before any fork: a forked child should not have to open a library.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(death_signal: int, parent: int) -> None:
    """Have the kernel send `death_signal` to this process when `parent`, its parent, is gone (Linux only).

    Survives exec, not fork: a child that forks must ask for each of its own children.
    """
    if _LIBC is None:
        return
    _LIBC.prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
    if os.getppid() != parent:  # it died before we asked
        os.kill(os.getpid(), death_signal)


def allow_many_files(number: int) -> None:
    """Lets this process have so many files and connections open, or as many as it may: shells allow few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class SignalInbox:
    """The given signals, held back from their default effect and handed out by `wait`. Main thread only."""

    def __init__(self, watched: frozenset[signal.Signals]) -> None:
        self._watched = watched

    def __enter__(self) -> Self:
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._reader, selectors.EVENT_READ)
        self._old_wakeup = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._old_handlers = {number: signal.signal(number, _wake_only) for number in self._watched}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._old_wakeup)
        self._selector.close()
        self._reader.close()
        self._writer.close()

    def wait(self, seconds: float | None) -> frozenset[int]:
        """The signals that have come since the last call; waits for the first one, `seconds` at most."""
        if not self._selector.select(seconds):
            return frozenset()
        return frozenset(self._reader.recv(4096))


def _wake_only(_number: int, _frame: FrameType | None) -> None:
    """Python writes the signal's number to the wake-up socket; that is all that is needed."""
