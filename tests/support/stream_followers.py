"""Clients of streams that come again, as a browser does, with the last number they have."""

import selectors
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from stream_lines import StreamLine

PATIENCE = 90.0
AGAIN_SECONDS = 0.1


@dataclass(slots=True)
class Follower:
    """`seqs`: the numbers of all events that came, over all its streams; `told`: the other frames."""

    url: str
    path: str
    token: str | None = None
    seqs: list[int] = field(default_factory=list)
    told: Counter[str] = field(default_factory=Counter)
    streams: int = 0
    has_ended: bool = False
    line: StreamLine | None = None
    again_at: float = 0.0
    _last_id: str = ""

    def connect(self) -> None:
        self.again_at = time.monotonic() + AGAIN_SECONDS
        with suppress(OSError):
            self.line = StreamLine(self.url, f"{self.path}/events?after=0", self.token, self._last_id)
            self.streams += 1

    def hear(self) -> None:
        assert self.line is not None
        try:
            heard = self.line.hear()
        except OSError:  # refused while a part of the service is away, or reset
            self.cut()
            return
        for each in heard:
            self.told[each.frame.event] += 1
            if each.frame.has_id:
                self.seqs.append(each.frame.seq)
        self._last_id = self.line.parser.last_id or self._last_id
        self.has_ended = self.has_ended or self.line.status == 204 or self.told["end"] > 0
        if self.line.is_over:
            self.cut()

    def cut(self) -> None:
        """Ends the stream; what was not whole yet is forgotten."""
        assert self.line is not None
        self.line.socket.close()
        self.line = None


def follow_all(followers: Sequence[Follower], meanwhile: Callable[[], None]) -> None:
    """Until each of them has seen the end. `meanwhile` is called again and again."""
    end = time.monotonic() + PATIENCE
    while waiting := [each for each in followers if not each.has_ended]:
        assert time.monotonic() < end, f"{len(waiting)} have not seen the end"
        for each in waiting:
            if each.line is None and time.monotonic() > each.again_at:
                each.connect()
        with selectors.DefaultSelector() as selector:
            for each in waiting:
                if each.line is not None:
                    selector.register(each.line.socket, selectors.EVENT_READ, each)
            for key, _ in selector.select(0.05):
                key.data.hear()
        meanwhile()
    for each in followers:
        if each.line is not None:
            each.cut()
