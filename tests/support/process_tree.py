"""Who descends from a process, and who of them is still alive (Linux's /proc)."""

from collections.abc import Iterable
from pathlib import Path


def descendants(root: int) -> frozenset[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := _stat(int(entry.name))):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    found: list[int] = []
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return frozenset(found)


def alive(pids: Iterable[int]) -> frozenset[int]:
    """Those that still run; one that only waits to be reaped is dead."""
    return frozenset(pid for pid in pids if (fields := _stat(pid)) and fields[0] != "Z")


def command_of(pid: int) -> str:
    """Its command line, the words apart by spaces; empty: there is no such process, or none any more."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _stat(pid: int) -> list[str] | None:
    """State, parent and what follows them in /proc/<pid>/stat; None if there is no such process."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return text.rpartition(")")[2].split()
