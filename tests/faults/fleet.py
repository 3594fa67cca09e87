"""A `spades serve` of its own: its processes by role, its stores, and its new start after its own death."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from polling import eventually
from process_ports import free_ports
from process_tree import alive, command_of, descendants
from service.embedded import JOBS_SOCKET_NAME, SOCKET_NAME
from service.settings import variables

Body = dict[str, Any]

SERVE = ("-m", "service.cli", "serve")
START_SECONDS = 90.0
"""Far more than a start needs; a machine that is busy with other things may need some of it."""
AGAIN_SECONDS = 0.2
"""An operator's machine waits a moment before it starts the service again."""
_SETPRIV = shutil.which("setpriv")
_END_WITH_US = (_SETPRIV, "--pdeathsig", "TERM", "--") if _SETPRIV else ()
"""A test run that is killed leaves no service behind (util-linux; it becomes the command that it starts)."""
MANY = "1000000000"
ONE_CLIENT_FOR_ALL = {
    variable: MANY
    for name, variable in variables().items()
    if name.endswith(("_per_minute", "_per_day", "_per_hour", "_per_hour_of_one"))
    or name in ("streams_of_token", "streams_of_address")
}
"""The quotas are for many clients, and here all come from one address: counted, but never reached."""


class Role(StrEnum):
    SUPERVISOR = "supervisor"
    WEB_MASTER = "web master"
    WEB_WORKER = "web worker"
    WORKER = "worker"
    TICKER = "ticker"
    STORE = "store"
    JOBS = "jobs"


class Fleet:
    """`url`: where it listens, also after a new start; `log`: what all its processes said."""

    def __init__(
        self, folder: Path, options: tuple[str, ...], program: tuple[str, ...], settings: Mapping[str, str]
    ) -> None:
        (port,) = free_ports(1)
        self.url = f"http://127.0.0.1:{port}"
        self.data = folder / "data"
        self.log = folder / "serve.log"
        self.failed_starts = 0
        self._argv = (
            *_END_WITH_US,
            sys.executable,
            *program,
            "--data",
            str(self.data),
            "--port",
            str(port),
            *options,
        )
        self._env = {**os.environ, **ONE_CLIENT_FOR_ALL, **settings}
        self._process: subprocess.Popen[bytes] | None = None
        self.tables = _client_of(self.data / SOCKET_NAME)
        self.jobs = _client_of(self.data / JOBS_SOCKET_NAME)

    def start(self) -> None:
        """Once it is ready. An operator's machine tries again when it fails: `failed_starts` counts."""
        end = time.monotonic() + START_SECONDS
        self._spawn()
        while not self.is_ready():
            assert time.monotonic() < end, f"the service does not start; see {self.log}"
            if self._process is not None and self._process.poll() is not None:
                self.failed_starts += 1
                time.sleep(AGAIN_SECONDS)
                self._spawn()
            time.sleep(0.02)

    def _spawn(self) -> None:
        with self.log.open("ab") as said:
            self._process = subprocess.Popen(self._argv, env=self._env, stdout=said, stderr=said)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """As Ctrl-C does; nothing may be left."""
        assert self._process is not None
        tree = descendants(self.pid)
        self._process.send_signal(signal.SIGINT)
        self._process.wait(20)
        eventually(lambda: not alive(tree))

    # ------------------------------------------------------------ its processes

    def pids(self, role: Role) -> tuple[int, ...]:
        """Of its living processes those of the role, the oldest first."""
        if role is Role.SUPERVISOR:
            return (self.pid,)
        living = alive(descendants(self.pid))
        return tuple(sorted(pid for pid in living if _role_of(pid, self.pid) is role))

    def kill(self, role: Role, rng: Random) -> int:
        """One of that role, by SIGKILL; its process id."""
        eventually(lambda: self.pids(role))
        pid = rng.choice(self.pids(role))
        os.kill(pid, signal.SIGKILL)
        return pid

    def die(self) -> frozenset[int]:
        """Its supervisor by SIGKILL; the processes that it had, the supervisor among them."""
        assert self._process is not None
        tree = descendants(self.pid) | {self.pid}
        self._process.kill()
        self._process.wait()
        return tree

    # ------------------------------------------------------------ what it says of itself

    def readiness(self) -> tuple[int, Body] | None:
        """Status and body of /readyz; None when nobody answers."""
        with suppress(OSError, ValueError):
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
                    return answer.status, json.load(answer)
            except urllib.error.HTTPError as error:
                return error.code, json.load(error)
        return None

    def is_ready(self) -> bool:
        found = self.readiness()
        return found is not None and found[0] == 200

    def store_answers(self) -> bool:
        return _answers(self.tables)

    def jobs_answer(self) -> bool:
        return _answers(self.jobs)


@contextmanager
def running_fleet(
    folder: Path, *options: str, program: tuple[str, ...] = SERVE, **settings: str
) -> Iterator[Fleet]:
    """Ready; ended with the block. `options`: of `spades serve`, `settings`: variables of its environment."""
    fleet = Fleet(folder, options, program, settings)
    try:
        fleet.start()
        yield fleet
    finally:
        fleet.stop()


def _client_of(socket_path: Path) -> redis.Redis:
    """Connects when it is used, and sends nothing twice."""
    return redis.Redis(
        unix_socket_path=str(socket_path),
        decode_responses=True,
        socket_timeout=2,
        retry=Retry(NoBackoff(), 0),
    )


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


_WORDS = {
    "worker": Role.WORKER,
    "ticker": Role.TICKER,
    f"unixsocket:{SOCKET_NAME}": Role.STORE,
    f"unixsocket:{JOBS_SOCKET_NAME}": Role.JOBS,
}


def _role_of(pid: int, supervisor: int) -> Role | None:
    """By its command line; the store writes a title of its own there. None: none of them, or gone."""
    with suppress(OSError):
        words = command_of(pid).split()
        if "gunicorn" in words:
            return Role.WEB_MASTER if _parent_of(pid) == supervisor else Role.WEB_WORKER
        for word in words:
            name = word.partition(":")[0] + ":" + word.rpartition("/")[2] if ":" in word else word
            if name in _WORDS:
                return _WORDS[name]
    return None


def _parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
