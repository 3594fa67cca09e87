"""Streams of events on sockets, many at a time, read as they come."""

import selectors
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from sse import Frame, SseParser

OPEN_AT_A_TIME = 50
PATIENCE = 30.0


@dataclass(slots=True)
class Heard:
    """One frame, and when it came (seconds since the epoch)."""

    frame: Frame
    at: float


class StreamLine:
    """One stream. Its body comes in chunks, each a length in hex and so many bytes.

    `status`: None before the answer; 204: the client knows all. Any other refusal is a ConnectionError.
    """

    def __init__(self, url: str, path: str, token: str | None, last_id: str = "") -> None:
        address = urlsplit(url)
        self.socket = socket.create_connection((address.hostname, address.port), PATIENCE)
        self.parser = SseParser()
        self.heard: list[Heard] = []
        self.is_over = False
        self.status: int | None = None
        self._received = b""
        lines = [f"GET {path} HTTP/1.1", "Host: bench", "Accept: text/event-stream"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"Last-Event-ID: {last_id}"] if last_id else []
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())

    def hear(self) -> list[Heard]:
        """Takes what has come."""
        received = self.socket.recv(65_536)
        now = time.time()
        self.is_over = self.is_over or not received
        self._received += received
        new = [Heard(frame, now) for body in self._chunks() for frame in self.parser.feed(body)]
        self.heard += new
        return new

    @property
    def is_open(self) -> bool:
        return self.parser.retry is not None

    def _chunks(self) -> Iterator[bytes]:
        if self.status is None and not self._has_head():
            return
        while b"\r\n" in self._received:
            length, _, rest = self._received.partition(b"\r\n")
            size = int(length, 16)
            if len(rest) < size + 2:
                return
            self._received = rest[size + 2 :]
            self.is_over = self.is_over or size == 0
            yield rest[:size]

    def _has_head(self) -> bool:
        head, blank, rest = self._received.partition(b"\r\n\r\n")
        if not blank:
            return False
        self.status, self._received = int(head[9:12]), rest
        if self.status not in (200, 204):
            raise ConnectionError(f"no stream: {head[:40]!r}")
        self.is_over = self.is_over or self.status == 204
        return True


@dataclass(slots=True)
class Crowd:
    """Streams that are read together."""

    lines: list[StreamLine] = field(default_factory=list)
    selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def open(self, wanted: Iterable[Callable[[], StreamLine]]) -> None:
        """Some at a time; returns when all of them stand."""
        waiting = list(wanted)
        while waiting:
            new = [each() for each in waiting[:OPEN_AT_A_TIME]]
            del waiting[:OPEN_AT_A_TIME]
            for line in new:
                self.selector.register(line.socket, selectors.EVENT_READ, line)
            self.lines += new
            self.listen(lambda new=new: all(line.is_open for line in new))  # type: ignore[misc]

    def listen(self, until: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Reads what comes until the condition holds. Raises TimeoutError when it does not in time."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                raise TimeoutError(f"the streams did not come so far in {seconds:g} s")
            self.read(0.05)

    def read(self, seconds: float) -> None:
        for key, _ in self.selector.select(seconds):
            line: StreamLine = key.data
            line.hear()
            if line.is_over:
                self.selector.unregister(line.socket)

    def close(self) -> None:
        for line in self.lines:
            line.socket.close()
        self.selector.close()


@contextmanager
def crowd() -> Iterator[Crowd]:
    streams = Crowd()
    try:
        yield streams
    finally:
        streams.close()
