"""Server-Sent Events as a browser reads them (HTML, 9.2.6): bytes in any pieces to events.

Written from the standard's grammar, and strict where a browser is lenient: a line that is no field of the
standard is refused.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

FIELDS = ("id", "event", "data", "retry")


@dataclass(frozen=True, slots=True)
class Frame:
    """One event. `last_id`: from where to go on after it, by its own id (`has_id`) or an earlier one."""

    event: str
    data: Any
    last_id: str
    has_id: bool

    @property
    def seq(self) -> int:
        assert self.has_id, f"{self.event} has no number"
        return int(self.last_id)


@dataclass(slots=True)
class SseParser:
    """What has come so far. `retry`: in ms, as said last; `comments`: lines that began with a colon."""

    retry: int | None = None
    last_id: str = ""
    comments: list[str] = field(default_factory=list)
    _rest: bytes = b""
    _lines: list[tuple[str, str]] = field(default_factory=list)

    def feed(self, data: bytes) -> list[Frame]:
        """The events that are whole by now."""
        frames: list[Frame] = []
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line == b"":
                frames += self._dispatched()
            else:
                self._take(line.decode("utf-8"))
        return frames

    @property
    def is_between_frames(self) -> bool:
        return not self._rest and not self._lines

    def _take(self, line: str) -> None:
        if line.startswith(":"):
            self.comments.append(line[1:].removeprefix(" "))
            return
        name, colon, value = line.partition(":")
        assert colon, f"no field: {line!r}"
        assert name in FIELDS, f"no field of the standard: {line!r}"
        self._lines.append((name, value.removeprefix(" ")))

    def _dispatched(self) -> Iterator[Frame]:
        lines, self._lines = self._lines, []
        named = dict(lines)
        assert len(named) == len(lines), f"a field twice: {lines}"
        if "retry" in named:
            assert named["retry"].isdigit()
            self.retry = int(named["retry"])
        if "id" in named:
            self.last_id = named["id"]
        if "data" in named:
            yield Frame(named["event"], json.loads(named["data"]), self.last_id, "id" in named)


def parse(chunks: Iterable[bytes]) -> list[Frame]:
    """All the events of a stream that has ended, which it did between two of them."""
    parser = SseParser()
    frames = [frame for chunk in chunks for frame in parser.feed(chunk)]
    assert parser.is_between_frames, "the stream ended within a frame"
    return frames
