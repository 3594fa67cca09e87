"""When each of many players acts next, and a few hands that do it, each on a connection of its own."""

import heapq
import time
from collections.abc import Callable, Sequence

import gevent
from http_lines import Line
from journal import NoAnswer
from seated import Seated

Step = Callable[[Seated], None]


class Agenda:
    """Players by when they act next, in seconds of `time.monotonic`; each acts again every `period` seconds.

    They come through kept connections, as through a proxy in front of the service: one for each hand.
    """

    def __init__(self, players: Sequence[Seated], period: float) -> None:
        start = time.monotonic() + 1.0
        self._next = [(start + period * number / len(players), number) for number in range(len(players))]
        self._players = players
        self._period = period
        self.delays: list[float] = []
        """How much later than planned players began, in seconds: what the generator itself was late."""

    def run(self, lines: Sequence[Line], step: Step, seconds: float) -> None:
        """Returns when the time is over and what was begun is answered."""
        until = time.monotonic() + seconds
        gevent.joinall([gevent.spawn(self._hand, line, step, until) for line in lines], raise_error=True)

    def _hand(self, line: Line, step: Step, until: float) -> None:
        while self._next[0][0] < until:
            at, number = heapq.heappop(self._next)
            time.sleep(max(0.0, at - time.monotonic()))
            self.delays.append(time.monotonic() - at)
            player = self._players[number]
            player.line = line
            try:
                step(player)
            except NoAnswer:
                return
            heapq.heappush(self._next, (at + self._period, number))


def share(lines: Sequence[Line], work: Sequence[Callable[[Line], object]]) -> None:
    """Does all of the work, as much at a time as there are lines."""
    waiting = iter(work)

    def hand(line: Line) -> None:
        for each in waiting:
            each(line)

    gevent.joinall([gevent.spawn(hand, line) for line in lines], raise_error=True)
