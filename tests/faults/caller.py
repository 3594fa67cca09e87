"""One connection of a stubborn client: it sends the same again, under the same key, until it is answered."""

import json
import time
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

Body = dict[str, Any]

PATIENCE = 60.0
ANSWER_SECONDS = 30.0
"""Longer than a long-poll of `WAIT_SECONDS`, and than the store's own time-outs."""
WAIT_SECONDS = 10
AGAIN_SECONDS = 0.1
UNAVAILABLE = 503


class Unanswered(Exception):
    """Nobody answered a call in all that time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`tries`: how often it was sent."""

    status: int
    body: Body
    tries: int

    @property
    def is_accepted(self) -> bool:
        return self.status < 300


@dataclass(slots=True)
class Caller:
    """`trouble`: what came in the place of an answer; `stream_status`: of the last stream, None: no answer.

    Not for two threads at a time.
    """

    url: str
    token: str = ""
    trouble: Counter[str] = field(default_factory=Counter)
    stream_status: int | None = None
    _line: HTTPConnection | None = None

    def get(self, path: str) -> Answer:
        return self.call("GET", path)

    def post(self, path: str, body: object, key: str) -> Answer:
        return self.call("POST", path, json.dumps(body), key)

    def call(self, method: str, path: str, body: str | None = None, key: str = "") -> Answer:
        """The first answer that is not 503. Raises Unanswered."""
        end = time.monotonic() + PATIENCE
        tries = 0
        while time.monotonic() < end:
            tries += 1
            try:
                status, answer = self._once(method, path, body, key)
            except (OSError, HTTPException, ValueError) as error:
                self._failed(type(error).__name__)
            else:
                if status != UNAVAILABLE:
                    return Answer(status, answer, tries)
                self.trouble[answer["code"]] += 1
            time.sleep(AGAIN_SECONDS)
        raise Unanswered(f"{method} {path}: {dict(self.trouble)}")

    def lines(self, path: str, last_id: int) -> Generator[str, None, None]:
        """A stream's lines as they come, on a connection of its own; ends when it is cut."""
        line = self._connection()
        headers = {**self._headers(""), "Accept": "text/event-stream", "Last-Event-ID": str(last_id)}
        self.stream_status = None
        try:
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            self.stream_status = answer.status
            while answer.status == 200 and (read := answer.readline()):
                yield read.decode().removesuffix("\n")
        except (OSError, HTTPException) as error:
            self.trouble[f"stream {type(error).__name__}"] += 1
        finally:
            line.close()

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _once(self, method: str, path: str, body: str | None, key: str) -> tuple[int, Body]:
        """A server may die in the middle of an answer, too: then there was none."""
        if self._line is None:
            self._line = self._connection()
        self._line.request(method, path, body, self._headers(key))
        answer = self._line.getresponse()
        content = answer.read()
        return answer.status, json.loads(content) if content else {}

    def _failed(self, error: str) -> None:
        self.trouble[error] += 1
        self.close()

    def _connection(self) -> HTTPConnection:
        address = urlsplit(self.url)
        assert address.hostname
        return HTTPConnection(address.hostname, address.port, timeout=ANSWER_SECONDS)

    def _headers(self, key: str) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        return headers
