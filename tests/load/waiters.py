"""How a client learns that it is to act: by long-polls, or from a stream."""

import time
from datetime import datetime
from typing import Protocol

from journal import NoAnswer
from seated import Seated

from stream_lines import Heard, StreamLine

POLL_SECONDS = 25


class Waiter(Protocol):
    def wait(self) -> bool:
        """Returns when it is worth a look whether the seat is to act. False: the match is over."""

    def close(self) -> None: ...


class PollWaiter:
    def __init__(self, seat: Seated) -> None:
        self._seat = seat

    def wait(self) -> bool:
        while True:
            page = self._seat.events(POLL_SECONDS)
            if page["over"]:
                return False
            if self._seat.seat in page["to_act"]:
                return True

    def close(self) -> None:
        """Nothing is kept."""


class StreamWaiter:
    """One stream for the whole match; it is opened again where it ends before the match does."""

    def __init__(self, seat: Seated, url: str) -> None:
        self._seat = seat
        self._url = url
        self._line: StreamLine | None = None
        self._heard: list[Heard] = []
        self._listens_since = 0.0

    def wait(self) -> bool:
        if self._line is None:
            self._line = self._opened()
            return True
        while True:
            heard = self._next()
            if heard is None:
                return True
            if heard.frame.event == "end":
                return False
            if heard.frame.has_id and self._is_news(heard):
                return True

    def _is_news(self, heard: Heard) -> bool:
        """The seat is to act, and has not acted since."""
        frame, seat = heard.frame, self._seat
        if frame.event != "snapshot":
            at = datetime.fromisoformat(frame.data["at"]).timestamp()
            if at >= self._listens_since:  # who thinks does not listen
                seat.journal.latencies["(an event until a stream has it)"].append(heard.at - at)
        is_new = frame.seq > seat.last_seq
        seat.last_seq = max(seat.last_seq, frame.seq)
        return is_new and seat.seat in frame.data["to_act"]

    def _next(self) -> Heard | None:
        """None: the stream has ended, and must be opened again."""
        line = self._line
        while line is not None and not self._heard:
            if line.is_over:
                self._line = None
                return None
            self._heard = self._read(line)
        return self._heard.pop(0)

    def _read(self, line: StreamLine) -> list[Heard]:
        self._listens_since = time.time()
        try:
            new = line.hear()
        except OSError as error:
            self._seat.journal.faults[f"stream: {error}"] += 1
            raise NoAnswer from error
        line.heard.clear()
        return new

    def _opened(self) -> StreamLine:
        seat = self._seat
        return StreamLine(self._url, seat.path("events"), seat.token, str(seat.last_seq))

    def close(self) -> None:
        if self._line is not None:
            self._line.socket.close()
