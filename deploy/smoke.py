"""Does a deployment work? Plays a few moves at a table of its own, and closes it.

python3 deploy/smoke.py https://spades.example

Needs Python 3.11 and nothing else. Leaves one closed table behind. Exit status 1 when something is wrong.
"""

import json
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

TIMEOUT = 40.0
"""Seconds: longer than a long-poll."""
CPU = {"kind": "cpu"}
TABLE = {"seats": {"N": CPU, "E": CPU, "W": CPU, "S": {"kind": "player", "name": "smoke test"}}}


class Wrong(Exception):
    """What is not as it must be, in one line."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Any
    body: Any


class Api:
    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")

    def call(self, method: str, path: str, body: object = None, token: str = "", **headers: str) -> Answer:
        """Header names with `_` for `-`. Raises Wrong where nobody answers."""
        try:
            with self.open(method, path, body, token, **headers) as answer:
                return Answer(answer.status, answer.headers, _parse(answer.read()))
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, _parse(error.read()))
        except (OSError, HTTPException) as error:
            raise Wrong(f"{method} {path}: no answer ({error})") from error

    def open(self, method: str, path: str, body: object = None, token: str = "", **headers: str) -> Any:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, sent, method=method)
        return urllib.request.urlopen(request, timeout=TIMEOUT)


def _parse(body: bytes) -> Any:
    try:
        return json.loads(body) if body else None
    except ValueError:
        return body.decode(errors="replace")


class SmokeTest:
    """Each step needs those before it; its first line is what it shows."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._path = self._host = self._seat = ""
        self._key = str(uuid.uuid4())

    def steps(self) -> tuple[Callable[[], None], ...]:
        return (
            self.alive,
            self.makes_a_table,
            self.cpus_act,
            self.counts_a_move_once,
            self.knows_an_etag,
            self.streams_at_once,
            self.keeps_strangers_out,
            self.closes_the_table,
        )

    def alive(self) -> None:
        """The service answers"""
        _need(self._api.call("GET", "/v1"), 200)

    def makes_a_table(self) -> None:
        """The store takes a table"""
        made = _need(self._api.call("POST", "/v1/tables", TABLE), 201).body
        self._path = f"/v1/tables/{made['table']['table_id']}"
        self._host, self._seat = made["tokens"]["host"], made["tokens"]["seats"]["S"]

    def cpus_act(self) -> None:
        """Ticker and workers are there: the computer players act, until it is our turn"""
        self._turn()

    def counts_a_move_once(self) -> None:
        """A move counts, and counts once when it is sent again"""
        turn = self._turn()
        if "look" in turn["actions"]:  # a blind bid is offered: it is not ours
            _need(self._api.call("POST", f"{self._path}/look", {"turn": turn["id"]}, self._seat), 200)
            turn = self._turn()
        bid = {"turn": turn["id"], "bid": {"kind": "tricks", "tricks": 3}}
        first = self._send("bid", bid)
        again = self._send("bid", bid)
        _check(again.headers.get("Idempotency-Replayed") == "true", "the second call was no replay")
        _check(again.body["events"] == first.body["events"], "the second call did something else")

    def knows_an_etag(self) -> None:
        """A view that is known already is not sent again, whatever a proxy made of its ETag"""
        # A table waits for us to play a card, and so doesn't change meanwhile.
        self._turn()
        view = f"{self._path}/view"
        shown = _need(self._api.call("GET", view, None, self._seat, Accept_Encoding="identity"), 200)
        etag = shown.headers["ETag"].removeprefix("W/")
        for form in (etag, f"W/{etag}"):
            _need(self._api.call("GET", view, None, self._seat, If_None_Match=form), 304)

    def streams_at_once(self) -> None:
        """Events come over a stream, and nothing between holds them back"""
        began = time.monotonic()
        events = f"{self._path}/events"
        with self._api.open("GET", events, None, self._seat, Accept="text/event-stream") as stream:
            kind = stream.headers.get_content_type()
            _check(kind == "text/event-stream", f"the stream is {kind}")
            while not stream.readline().startswith(b"data:"):
                _check(time.monotonic() - began < TIMEOUT, "no event came over the stream")
        # Its next sign of life would come after 15 s: what comes later than that was held back by a buffer.
        _check(time.monotonic() - began < 10, "the stream is held back: is it buffered or compressed?")

    def keeps_strangers_out(self) -> None:
        """Nobody sees a hand without its token"""
        _need(self._api.call("GET", f"{self._path}/view", None, "st_" + "0" * 43), 401)

    def closes_the_table(self) -> None:
        """The table is closed"""
        _need(self._api.call("POST", f"{self._path}/close", {}, self._host), 200)

    def _turn(self) -> Any:
        """Our turn, once it is."""
        until, after = time.monotonic() + TIMEOUT, 0
        while time.monotonic() < until:
            view = _need(self._api.call("GET", f"{self._path}/view", None, self._seat), 200).body
            if view["turn"] and view["turn"]["actions"]:
                return view["turn"]
            events = f"{self._path}/events?wait=5&after={after}"
            after = _need(self._api.call("GET", events, None, self._seat), 200).body["last_seq"]
        raise Wrong("the computer players did not act: see the ticker and the workers")

    def _send(self, action: str, body: object) -> Answer:
        path = f"{self._path}/{action}"
        return _need(self._api.call("POST", path, body, self._seat, Idempotency_Key=self._key), 200)


def _need(answer: Answer, status: int) -> Answer:
    _check(answer.status == status, f"{answer.status} instead of {status}: {str(answer.body)[:300]}")
    return answer


def _check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Wrong(otherwise)


def run(url: str, say: Callable[[str], object]) -> bool:
    for step in SmokeTest(Api(url)).steps():
        said = (step.__doc__ or "").splitlines()[0]
        try:
            step()
        except Wrong as wrong:
            say(f"WRONG  {said}: {wrong}\n")
            return False
        say(f"ok     {said}\n")
    return True


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(not run(sys.argv[1], sys.stdout.write))
