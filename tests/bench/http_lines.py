"""HTTP/1.1 on kept connections, with as little work for the client as can be."""

import json
import re
import selectors
import socket
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from processes import BenchFailed

ANSWER_SECONDS = 40.0
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def request(
    method: str,
    path: str,
    token: str | None = None,
    body: Mapping[str, Any] | None = None,
    key: str | None = None,
) -> bytes:
    """The bytes of a request, so that a measured window only has to send them."""
    content = b"" if body is None else json.dumps(body).encode()
    headers = {
        "Host": "bench",
        "Authorization": token and f"Bearer {token}",
        "Idempotency-Key": key,
        "Content-Type": "application/json" if content else None,
        "Content-Length": str(len(content)) if content else None,
    }
    lines = [f"{name}: {value}" for name, value in headers.items() if value]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode() + content


class Line:
    """One kept connection."""

    def __init__(self, url: str) -> None:
        address = urlsplit(url)
        self.socket = socket.create_connection((address.hostname, address.port), ANSWER_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self) -> None:
        self.socket.close()

    def send(self, content: bytes) -> None:
        self.socket.sendall(content)

    def receive(self) -> Answer:
        received = self._more(b"")
        while b"\r\n\r\n" not in received:
            received = self._more(received)
        head, _, body = received.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if length is None:
            raise BenchFailed(f"an answer without a length: {head[:80]!r}")
        while len(body) < int(length[1]):
            body = self._more(body)
        return Answer(int(head[9:12]), body)

    def _more(self, received: bytes) -> bytes:
        chunk = self.socket.recv(65_536)
        if not chunk:
            raise BenchFailed("the server closed a connection")
        return received + chunk

    def ask(self, content: bytes) -> Answer:
        """The answer, which must be a good one."""
        self.send(content)
        return accepted(self.receive())


def accepted(answer: Answer) -> Answer:
    if answer.status not in (200, 201):
        raise BenchFailed(f"status {answer.status}: {answer.body[:300]!r}")
    return answer


def ask_all(lines: Sequence[Line], requests: Iterable[bytes]) -> list[Answer]:
    """One request on each line at the same time; all answers must be good."""
    for line, content in zip(lines, requests, strict=True):
        line.send(content)
    return [accepted(line.receive()) for line in lines]


def arrivals(lines: Sequence[Line]) -> list[tuple[float, Answer]]:
    """One answer on each line, in the order in which they come, with the time of each (since the epoch)."""
    found: list[tuple[float, Answer]] = []
    with selectors.DefaultSelector() as selector:
        for line in lines:
            selector.register(line.socket, selectors.EVENT_READ, line)
        while len(found) < len(lines):
            for key, _ in selector.select(ANSWER_SECONDS):
                answer = accepted(key.data.receive())
                found.append((time.time(), answer))
                selector.unregister(key.fileobj)
    return found
