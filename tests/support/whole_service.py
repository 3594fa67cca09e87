"""A real `spades serve` on a data directory and a free port, and a client of it that knows no rules."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api_world import legal_action
from polling import eventually
from process_tree import alive, command_of, descendants

Body = dict[str, Any]
OUTAGE = (500, 502, 503)


class Service:
    def __init__(self, data: Path, *options: str, log: Path = Path(os.devnull), **settings: str) -> None:
        """`log`: what its processes say; `settings`: variables of their environment."""
        argv = (sys.executable, "-m", "service.cli", "serve", "--data", str(data), "--port", "0", *options)
        with log.open("wb") as said:
            self.process = subprocess.Popen(
                argv, stdout=subprocess.PIPE, stderr=said, text=True, env={**os.environ, **settings}
            )
        assert self.process.stdout
        greeting = self.process.stdout.readline()
        self.url = re.findall("http://[^ ]+", greeting)[0]

    def processes(self, word: str) -> list[int]:
        """The service's processes with that word in their command line."""
        tree = alive(descendants(self.process.pid))
        return [pid for pid in tree if word in _command_line(pid)]

    def stop(self, by: signal.Signals = signal.SIGINT) -> int:
        """Ask it to stop and wait; nothing may be left of it."""
        tree = descendants(self.process.pid)
        self.process.send_signal(by)
        self.process.communicate(timeout=20)
        eventually(lambda: not alive(tree))
        return self.process.returncode

    def call(
        self, method: str, path: str, body: object = None, token: str | None = None, key: str = ""
    ) -> Body:
        """One call; sent again, as a client would, while a part of the service is being restarted."""
        answers: list[Body] = []
        eventually(lambda: answers.extend(self._try(method, path, body, token, key)) or answers)
        return answers[0]

    def text(self, path: str) -> bytes:
        """What stands there, as it is."""
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return bytes(answer.read())

    def _try(self, method: str, path: str, body: object, token: str | None, key: str) -> list[Body]:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return [json.load(answer)]
        except urllib.error.HTTPError as error:
            if error.code not in OUTAGE:
                raise AssertionError(error.read().decode()) from error
        except (OSError, json.JSONDecodeError):
            return []
        return []


def _command_line(pid: int) -> list[str]:
    """Its words; of a path the last part alone. (The store writes a title of its own there.)"""
    return [word.rpartition("/")[2] for word in command_of(pid).split()]


@dataclass
class Player:
    """S at a table of CPUs; every action under a key of its own, so that it may be sent again."""

    service: Service
    table_id: str
    token: str
    actions: int = 0

    @property
    def path(self) -> str:
        return f"/v1/tables/{self.table_id}"

    def view(self) -> Body:
        return self.service.call("GET", f"{self.path}/view", token=self.token)

    def wait_for_turn(self) -> Body:
        """The view once it is our turn, or the match is over."""
        seen, view = self._last_seq(), self.view()
        while view["status"] == "playing" and not (view["turn"] and view["turn"]["id"]):
            self.service.call("GET", f"{self.path}/events?wait=5&after={seen}", token=self.token)
            seen, view = self._last_seq(), self.view()
        return view

    def _last_seq(self) -> int:
        return int(
            self.service.call("GET", f"{self.path}/events?after=1000000", token=self.token)["last_seq"]
        )

    def act(self) -> bool:
        """One action of ours; False: the match is over."""
        view = self.wait_for_turn()
        if view["status"] != "playing":
            return False
        call, body = legal_action(view, choose=3 if view["deal"]["phase"] == "bidding" else 0)
        self.actions += 1
        self.service.call("POST", f"{self.path}/{call}", body, self.token, key=f"action-{self.actions}")
        return True

    def record(self) -> Body:
        return self.service.call("GET", f"{self.path}/record", token=self.token)


def sit_down(service: Service, **offer: object) -> Player:
    """A table with us on S and CPUs on the other seats."""
    cpu = {"kind": "cpu", "level": "normal"}
    seats = {"S": {"kind": "player", "name": "me"}, "N": cpu, "E": cpu, "W": {"kind": "cpu"}}
    made = service.call("POST", "/v1/tables", {"seats": seats, **offer})
    return Player(service, made["table"]["table_id"], made["tokens"]["seats"]["S"])
