"""Processes under measurement: what they cost, and that they end with the benchmark (Linux)."""

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from process_tree import alive, command_of, descendants
from service.process import die_with_parent

STOP_SECONDS = 8.0
LOOK_SECONDS = 0.005


class BenchFailed(Exception):
    """A measurement could not be taken; the text is one line for people."""


@contextmanager
def running(
    argv: Sequence[str], env: Mapping[str, str], log: Path, pass_fds: tuple[int, ...] = ()
) -> Iterator["subprocess.Popen[bytes]"]:
    """A process in a session of its own; at the end it and all that descends from it is gone."""
    with log.open("wb") as stream:
        process = subprocess.Popen(
            argv,
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            pass_fds=pass_fds,
            start_new_session=True,
            preexec_fn=partial(die_with_parent, signal.SIGTERM, os.getpid()),  # noqa: PLW1509 (one thread)
        )
    try:
        yield process
    finally:
        _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    family = descendants(process.pid)
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(STOP_SECONDS)
    kill(process.pid, *family)
    process.wait()


def kill(*pids: int) -> None:
    """Ends those that are still there, without asking."""
    for pid in alive(pids):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def seconds_until(check: Callable[[], bool], limit: float) -> float:
    """How long it took from now until `check` held. Raises BenchFailed after `limit` seconds."""
    started = time.perf_counter()
    while not check():
        if time.perf_counter() - started > limit:
            raise BenchFailed(f"not within {limit:g} s")
        time.sleep(LOOK_SECONDS)
    return time.perf_counter() - started


def cpu_seconds(pids: Iterable[int]) -> float:
    """User and system time that the processes, all their threads, have spent so far."""
    return sum(time.clock_gettime(_cpu_clock(pid)) for pid in pids)


def _cpu_clock(pid: int) -> int:
    """The clock of a process: clock_getcpuclockid(3), which is utime + stime in ns instead of 10 ms ticks."""
    return (~pid << 3) | 2


def far_inode(near: socket.socket) -> str:
    """The inode of the other end of a TCP connection over IPv4 on this machine."""
    (_, near_port), (_, far_port) = near.getsockname(), near.getpeername()
    for row in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, *rest = row.split()
        if (local[-4:], remote[-4:]) == (f"{far_port:04X}", f"{near_port:04X}"):
            return rest[6]
    raise BenchFailed("a connection that the system doesn't know")


def socket_inodes(pid: int) -> set[str]:
    """The inodes of the sockets that the process has open."""
    opened: set[str] = set()
    for each in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            opened.add(str(each.readlink()))
    return {name[len("socket:[") : -1] for name in opened if name.startswith("socket:[")}


def peak_memory(pid: int) -> int | None:
    """The highest resident memory so far in bytes, of this program alone (`ru_maxrss` knows its parent's)."""
    return _status(pid, "VmHWM")


def memory(pid: int) -> int:
    """The resident memory now, in bytes."""
    return _status(pid, "VmRSS") or 0


def _status(pid: int, name: str) -> int | None:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    found = re.search(rf"{name}:\s+(\d+) kB", status)
    return 1024 * int(found[1]) if found else None


def web_workers(root: int) -> tuple[int, ...]:
    """The HTTP processes below `root`: gunicorn's children, not gunicorn itself."""
    gunicorns = {pid for pid in (root, *descendants(root)) if "gunicorn" in command_of(pid)}
    return tuple(sorted(pid for master in gunicorns for pid in descendants(master)))
