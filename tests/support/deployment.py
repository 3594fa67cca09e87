"""The parts of a deployment as processes of their own: two web, two workers, a ticker, two stores."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

from api_world import legal_action
from polling import eventually
from process_ports import free_ports
from process_tree import alive, descendants
from service.embedded import open_store
from store_process import running
from stream_followers import PATIENCE, Follower

Body = dict[str, Any]
ROOT = Path(__file__).parents[2]
WEBS = ("web 1", "web 2")
WORKERS = ("worker live", "worker any")
STOP_SECONDS = 20.0


class Deployment:
    """`urls`: where the web processes listen; a client that one of them doesn't answer asks the other."""

    def __init__(self, redis_url: str, rq_redis_url: str) -> None:
        self.env = {**os.environ, "SPADES_REDIS_URL": redis_url, "SPADES_RQ_REDIS_URL": rq_redis_url}
        self._ports = dict(zip(WEBS, free_ports(len(WEBS)), strict=True))
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self.urls = tuple(f"http://127.0.0.1:{port}" for port in self._ports.values())

    def start(self, name: str) -> None:
        """In the place of the one that had the name, which is not stopped by it."""
        self._processes[name] = subprocess.Popen(self._argv(name), env=self.env, cwd=ROOT)
        if name in WEBS:
            eventually(lambda: self._is_answered(name))

    def replace(self, name: str) -> int:
        """A new one first, then the old one goes; its exit status."""
        old = self._processes[name]
        self.start(name)
        return _ended(old)

    def restart(self, name: str) -> int:
        """As `replace`, for one that keeps its port and so has to go first."""
        status = _ended(self._processes[name])
        self.start(name)
        return status

    def reload(self, name: str) -> None:
        """gunicorn makes its workers anew, and lets the old ones finish."""
        master = self._processes[name]
        old = descendants(master.pid)
        master.send_signal(signal.SIGHUP)
        eventually(lambda: not alive(old) and descendants(master.pid))

    def is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.urls[0]}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self, *names: str) -> None:
        """Those, or all."""
        for name in names or self._processes:
            _ended(self._processes[name])

    def _argv(self, name: str) -> tuple[str, ...]:
        if name in WEBS:
            config, address = ROOT / "deploy" / "gunicorn.conf.py", f"127.0.0.1:{self._ports[name]}"
            options = ("--config", str(config), "--bind", address, "--workers", "1", "service.wsgi:app")
            return (sys.executable, "-m", "gunicorn", *options)
        words = {
            "worker live": "worker --lanes live",
            "worker any": "worker --lanes live,bulk",
            "ticker": "ticker",
        }
        return (sys.executable, "-m", "service.cli", *words[name].split())

    def _is_answered(self, name: str) -> bool:
        url = f"http://127.0.0.1:{self._ports[name]}/healthz"
        try:
            with urllib.request.urlopen(url, timeout=5):
                return True
        except OSError:
            return False


def _ended(process: subprocess.Popen[bytes]) -> int:
    process.terminate()
    return process.wait(STOP_SECONDS)


@contextmanager
def running_deployment(folder: Path) -> Iterator[Deployment]:
    with ExitStack() as stack:
        store = stack.enter_context(open_store(folder))
        for each in (store, store.for_jobs()):
            stack.enter_context(running(each))
        deployment = Deployment(store.url(), store.for_jobs().url())
        stack.callback(deployment.stop)
        for name in (*WORKERS, "ticker", *WEBS):
            deployment.start(name)
        eventually(deployment.is_ready)
        yield deployment


@dataclass
class CheckingClient:
    """Plays matches on S, each action under a key of its own; asks another web process when one is away.

    `acknowledged`: by key, what the service said that the action did. `trouble`: what went wrong on the way.
    """

    urls: tuple[str, ...]
    trouble: Counter[str] = field(default_factory=Counter)
    path: str = ""
    token: str = ""
    acknowledged: dict[str, list[Body]] = field(default_factory=dict)
    _asked: int = 0

    def sit_down(self, rules: Body) -> None:
        cpu = {"kind": "cpu"}
        seats = {"S": {"kind": "player", "name": "me"}, "N": cpu, "E": cpu, "W": cpu}
        key = f"a-table-of-client-{id(self)}-{time.monotonic_ns()}"
        made = self.call("POST", "/v1/tables", {"seats": seats, "rules": rules}, key)
        self.path, self.token = f"/v1/tables/{made['table']['table_id']}", made["tokens"]["seats"]["S"]
        self.acknowledged = {}

    def play(self) -> None:
        """To the end of the match."""
        seen = 0
        while (view := self.view())["status"] == "playing":
            if view["turn"] and view["turn"]["actions"]:
                call, body = legal_action(view, choose=3 if view["deal"]["phase"] == "bidding" else 0)
                key = f"action-{len(self.acknowledged)}"
                self.acknowledged[key] = self.call("POST", f"{self.path}/{call}", body, key)["events"]
            else:
                seen = self.call("GET", f"{self.path}/events?wait=5&after={seen}")["last_seq"]

    def view(self) -> Body:
        return self.call("GET", f"{self.path}/view")

    def record(self) -> Body:
        return self.call("GET", f"{self.path}/record")

    def events(self) -> list[Body]:
        """All of them, page by page."""
        events: list[Body] = []
        while page := self.call("GET", f"{self.path}/events?after={len(events)}")["events"]:
            events += page
        return events

    def recorded(self, key: str) -> list[Body]:
        """What the service says later of the action with that key."""
        events: list[Body] = self.call("GET", f"{self.path}/actions/{key}")["events"]
        return events

    def call(self, method: str, path: str, body: object = None, key: str = "") -> Body:
        """Until it is answered. Whatever is no answer but not refused either is sent again with its key."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self._asked += 1
            try:
                return self._once(self.urls[self._asked % len(self.urls)] + path, method, body, key)
            except urllib.error.HTTPError as error:
                code = json.load(error)["code"]
                if error.code != 503:
                    raise AssertionError(f"{method} {path}: {code}") from error
                self.trouble[code] += 1
            except (OSError, HTTPException) as error:
                self.trouble[type(error).__name__] += 1
            time.sleep(0.01)
        raise AssertionError(f"{method} {path} was not answered")

    def _once(self, url: str, method: str, body: object, key: str) -> Body:
        headers = {"Content-Type": "application/json"}
        if self.token and "/tables/" in url:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            parsed: Body = json.load(answer)
            return parsed


@dataclass(slots=True)
class RovingFollower(Follower):
    """Comes again at another web process."""

    urls: tuple[str, ...] = ()

    def connect(self) -> None:
        self.url = self.urls[self.streams % len(self.urls)]
        Follower.connect(self)
        if self.line is None:  # refused: the next one is tried the next time
            self.urls = (*self.urls[1:], self.urls[0])
