"""The body of an answer that goes on for as long as its client listens."""

import socket
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Final, Protocol, Self

STREAM_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept"}
"""Nobody on the way keeps it, and nginx passes each frame on at once."""
SEND_SECONDS: Final = 30.0
"""A client that takes nothing for so long is given up; else it would hold its stream for ever."""


class Connection(Protocol):
    """What is needed of a socket."""

    def settimeout(self, seconds: float, /) -> object: ...

    def shutdown(self, how: int, /) -> object: ...


class EventStream:
    """An iterator of frames, as WSGI wants it. `connection`: the client's, where the server tells it."""

    def __init__(
        self,
        frames: Generator[bytes, None, None],
        on_close: Callable[[], None],
        connection: Connection | None = None,
    ) -> None:
        self._frames = frames
        self._on_close: Callable[[], None] | None = on_close
        self._connection = connection
        if connection is not None:
            connection.settimeout(SEND_SECONDS)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        return next(self._frames)

    def close(self) -> None:
        """Called by the server, however the answer ended; a second time does nothing."""
        on_close, self._on_close = self._on_close, None
        if on_close is None:
            return
        try:
            self._frames.close()
        finally:
            on_close()
        if self._connection is not None:
            # No further request on this line: a server that is told to stop would wait for it.
            with suppress(OSError):
                self._connection.shutdown(socket.SHUT_RD)
