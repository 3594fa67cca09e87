"""Where the processes of one machine keep their figures: made by who starts them, removed at the end."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_PREFIX: Final = "spades-metrics-"
_IN_MEMORY: Final = Path("/dev/shm")
"""A disk that is full would end processes that write to a part of a file that is not there yet."""


def make_directory() -> str:
    """A new one, in memory where that can be; those that killed starters left are removed. Raises OSError."""
    folder = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else Path(tempfile.gettempdir())
    for path in folder.glob(f"{_PREFIX}*-*"):
        if not _lives(path.name.removeprefix(_PREFIX).partition("-")[0]):
            remove_directory(str(path))
    return tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=folder)


def remove_directory(directory: str) -> None:
    shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def figures_directory() -> Iterator[str]:
    """Empty: there can be none, and each process shows its own figures."""
    directory = ""
    with suppress(OSError):
        directory = make_directory()
    try:
        yield directory
    finally:
        if directory:
            remove_directory(directory)


def _lives(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, ValueError):
        return False
    except PermissionError:  # of somebody else, and so there
        return True
    return True
