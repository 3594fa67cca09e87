"""The body of a stream towards its server: it is closed once, whatever happens, and so is its line."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from service.api.event_stream import SEND_SECONDS, EventStream
from service.api.permits import Permits


@dataclass
class Line:
    """A client's connection."""

    timeouts: list[float] = field(default_factory=list)
    shut: list[int] = field(default_factory=list)
    is_gone: bool = False

    def settimeout(self, seconds: float) -> None:
        self.timeouts.append(seconds)

    def shutdown(self, how: int) -> None:
        self.shut.append(how)
        if self.is_gone:
            raise OSError


@pytest.fixture
def closed() -> list[str]:
    return []


def frames(closed: list[str]) -> Iterator[bytes]:
    try:
        yield b"one"
        yield b"two"
    finally:
        closed.append("frames")


@pytest.mark.parametrize("read", [0, 1, 2])
@pytest.mark.parametrize("is_gone", [False, True])
def test_it_is_closed_once_however_far_it_was_read(closed: list[str], read: int, is_gone: bool) -> None:
    line = Line(is_gone=is_gone)
    stream = EventStream(frames(closed), lambda: closed.append("permit"), line)  # type: ignore[arg-type]
    for _ in range(read):
        next(stream)
    for _ in range(2):
        stream.close()
    assert closed == (["frames", "permit"] if read else ["permit"])
    assert line.shut == [socket.SHUT_RD]
    assert list(stream) == []


def test_a_client_that_takes_nothing_is_given_up(closed: list[str]) -> None:
    line = Line()
    EventStream(frames(closed), list, line)  # type: ignore[arg-type]
    assert line.timeouts == [SEND_SECONDS]


def test_permits_are_as_many_as_they_are() -> None:
    permits = Permits(2)
    assert [permits.acquire() for _ in range(3)] == [True, True, False]
    permits.release()
    assert [permits.acquire() for _ in range(2)] == [True, False]
