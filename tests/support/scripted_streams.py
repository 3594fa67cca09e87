"""Streams through the test client: each wait of a stream is the next step of a script."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.test import TestResponse

from api_world import Made, World
from fake_clock import FakeClock
from service.ports import Ports
from sse import Frame, SseParser

Step = Callable[[], object]
STREAM = {"Accept": "text/event-stream"}


def silence() -> None:
    """A step in which nothing happens until the wait is over."""


@dataclass
class Script:
    """Wake-ups by a script. After the last step the process is told to stop, which ends the stream."""

    clock: FakeClock
    steps: deque[Step] = field(default_factory=deque)
    waits: list[float] = field(default_factory=list)
    stop: Step = silence

    @contextmanager
    def listen(self, _table_id: str) -> Iterator["Script"]:
        yield self

    def wake_all(self) -> None:
        """Nobody waits but who asks for the next step."""

    def wait(self, timeout: float) -> bool:
        self.waits.append(timeout)
        step = self.steps.popleft() if self.steps else self.stop
        step()
        if step is silence:
            self.clock.go_on(round(1000 * timeout))
        return step is not silence


@dataclass
class Streamed:
    """A stream that has ended."""

    response: TestResponse
    frames: list[Frame]
    parser: SseParser

    @property
    def numbered(self) -> list[Frame]:
        """The events of the match."""
        return [frame for frame in self.frames if frame.has_id and frame.event != "snapshot"]

    @property
    def names(self) -> list[str]:
        return [frame.event for frame in self.frames]

    def named(self, name: str) -> list[Any]:
        return [frame.data for frame in self.frames if frame.event == name]


class StreamWorld(World):
    """A world whose streams follow a script; `outer` wraps its ports once more."""

    def __init__(self, outer: Callable[[Ports], Ports] = lambda ports: ports, **more: Any) -> None:
        clock = FakeClock()
        self.script = Script(clock)
        super().__init__(clock=clock, wrap=lambda ports: outer(replace(ports, wakeups=self.script)), **more)
        self.watching = self.app.extensions["spades"].watching
        self.script.stop = self.watching.stop

    def open(self, path: str, token: str | None = None, **headers: str) -> TestResponse:
        """A stream that has not been read yet."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.get(path, headers={**STREAM, **bearer, **named})

    def stream(
        self,
        table: Made,
        query: str = "",
        token: str | None = None,
        steps: Iterable[Step] = (),
        **headers: str,
    ) -> Streamed:
        """A stream from its opening to its end, which comes with the script's at the latest."""
        self.script.steps.extend(steps)
        self.watching.is_stopping = False
        response = self.open(f"{table.path}/events{query}", token, **headers)
        assert response.status_code == 200, response.data
        return read(response)


def read(response: TestResponse) -> Streamed:
    parser = SseParser()
    frames = [frame for chunk in response.response for frame in parser.feed(bytes(chunk))]  # type: ignore[arg-type]
    response.close()
    assert parser.is_between_frames
    return Streamed(response, frames, parser)
