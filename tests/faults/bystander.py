"""A client that looks on while a part is away: what it is answered, and what its stream is told."""

import json
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from api_world import legal_action
from caller import Caller

Body = dict[str, Any]

LONGEST_SECONDS = 8.0
"""Twice what a call needs that waits for a store that hangs and then asks once more what became of it."""
PROBES_SECONDS = 1.0
BID_KEY = "the-same-bid-again"
PLAYERS = {seat: {"kind": "player", "name": f"guest {seat}"} for seat in "NESW"}


@dataclass(frozen=True, slots=True)
class Reply:
    """To one call that is not sent again."""

    call: str
    status: int
    retry_after: str | None
    body: Body
    seconds: float

    @property
    def is_away(self) -> bool:
        """It says what is wrong, and when to come again."""
        return (
            self.status == 503 and self.body["code"] == "store_unavailable" and self.retry_after is not None
        )


@dataclass(slots=True)
class Bystander:
    """At a table of its own, where it is its turn; `replies`: to what it asked while it watched."""

    url: str
    replies: list[Reply] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    has_stream: bool = False
    _path: str = ""
    _token: str = ""
    _bid: tuple[str, Body] = ("", {})

    def sit_down(self) -> None:
        with closing(Caller(self.url)) as host:
            offer = {"seats": PLAYERS, "rules": {"first_dealer": "E"}}
            made = host.post("/v1/tables", offer, f"bystander-{time.time_ns():024}").body
        self._path = f"/v1/tables/{made['table']['table_id']}"
        self._token = made["tokens"]["seats"]["S"]
        self._bid = legal_action(self.once("GET", f"{self._path}/view").body, 3)

    def watch(self, seconds: float) -> None:
        """Asks for everything, again and again."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            began = time.monotonic()
            threads = [Thread(target=self._ask, args=call) for call in self._calls()]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            time.sleep(max(0.0, PROBES_SECONDS - (time.monotonic() - began)))

    def _calls(self) -> Iterator[tuple[str, str, object, str]]:
        call, body = self._bid
        yield "GET", "/healthz", None, ""
        yield "GET", "/readyz", None, ""
        yield "GET", f"{self._path}/view", None, ""
        yield "GET", f"{self._path}/events?after=0", None, ""
        yield "GET", "/v1/tables", None, ""
        yield "POST", f"{self._path}/{call}", body, BID_KEY
        yield "POST", "/v1/tables", {"seats": PLAYERS}, f"for-a-table-{time.time_ns():024}"

    def _ask(self, method: str, path: str, body: object, key: str) -> None:
        try:
            reply = self.once(method, path, body, key)
        except (OSError, HTTPException) as error:
            reply = Reply(f"{method} {path}", 0, None, {"error": repr(error)}, 0.0)
        self.replies.append(reply)

    def once(self, method: str, path: str, body: object = None, key: str = "") -> Reply:
        address, began = urlsplit(self.url), time.monotonic()
        assert address.hostname
        with closing(HTTPConnection(address.hostname, address.port, timeout=40)) as line:
            content = None if body is None else json.dumps(body)
            line.request(method, path, content, self._headers(path, key))
            answer = line.getresponse()
            said = json.loads(answer.read())
        call = f"{method} {path.removeprefix(self._path)}"
        return Reply(call, answer.status, answer.getheader("Retry-After"), said, time.monotonic() - began)

    def _headers(self, path: str, key: str) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if path.startswith(self._path):
            headers["Authorization"] = f"Bearer {self._token}"
        if key:
            headers["Idempotency-Key"] = key
        return headers

    def of(self, call: str) -> list[Reply]:
        return [reply for reply in self.replies if reply.call.startswith(call)]

    # ------------------------------------------------------------ afterwards

    def act(self) -> None:
        """The bid that it asked for all the time counts, and once."""
        call, body = self._bid
        with closing(Caller(self.url, self._token)) as caller:
            answer = caller.post(f"{self._path}/{call}", body, BID_KEY)
            assert answer.is_accepted, answer
            events = caller.get(f"{self._path}/events?after=0").body["events"]
        assert [event["type"] for event in events].count("bid_made") == 1, events

    @contextmanager
    def streaming(self) -> Iterator[None]:
        """Follows its table for so long: the stream must stand until then."""
        caller = Caller(self.url, self._token)
        lines = caller.lines(f"{self._path}/events", 0)
        next(lines)  # it stands
        thread = Thread(target=self._follow, args=(lines,), daemon=True)
        thread.start()
        yield
        self.has_stream = thread.is_alive()

    def _follow(self, lines: Iterator[str]) -> None:
        self.comments.extend(line for line in lines if line.startswith(":"))
