"""What was asked and how it was answered: latencies by operation, lateness of timers, faults."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import gevent
from http_lines import ANSWER_SECONDS, Answer, Line
from processes import BenchFailed
from rows import Row, milliseconds, percentile

WAITING = ("events.wait", "stream")
"""Operations that take as long as nothing happens."""


ACTIONS = ("bid", "play")
"""The operations by which these players act."""


class NoAnswer(Exception):
    """A request was not answered; it is in the journal."""


@dataclass(slots=True)
class Journal:
    """`latencies`: by operation, `lateness`: of actions taken at a deadline, in seconds. `faults`: what may
    never be, with how often it was. `notes`: what may be. `in_flight`: asked, and not answered yet.
    """

    latencies: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    lateness: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    in_flight: int = 0
    is_closing: bool = False

    def ask(self, line: Line, operation: str, request: bytes, allowed: Sequence[int] = (200,)) -> Answer:
        """The answer; with another status a fault. Raises NoAnswer; while closing ends the greenlet."""
        if self.is_closing:
            raise gevent.GreenletExit
        with self._timed(operation):
            line.send(request)
            answer = line.receive()
        if answer.status not in allowed:
            self.faults[f"{operation}: {answer.status} {_code_of(answer)}"] += 1
        return answer

    @contextmanager
    def _timed(self, operation: str) -> Iterator[None]:
        waits = operation in WAITING
        self.in_flight += not waits
        started = time.perf_counter()
        try:
            yield
        except (BenchFailed, OSError) as error:
            self.faults[f"{operation}: not answered, {error or type(error).__name__}"] += 1
            raise NoAnswer from error
        finally:
            self.in_flight -= not waits
        self.latencies[operation].append(time.perf_counter() - started)

    def expired(self, at: str, deadline: str) -> None:
        """An action was taken for a player who let the time run out."""
        late = seconds(at) - seconds(deadline)
        self.lateness.append(late)
        if late < 0:
            self.faults["an action before its deadline"] += 1

    def close(self) -> None:
        """Nothing is asked any more, and what was asked is answered when this returns."""
        self.is_closing = True
        until = time.monotonic() + ANSWER_SECONDS
        while self.in_flight and time.monotonic() < until:
            time.sleep(0.01)

    def forget(self) -> None:
        """What was timed so far does not count; faults do."""
        self.latencies.clear()
        self.lateness.clear()

    @property
    def answers(self) -> int:
        return sum(map(len, self.latencies.values()))

    def rows(self) -> Iterator[Row]:
        """One for each operation, and what went wrong."""
        for operation in sorted(self.latencies):
            yield _latency_row(operation, self.latencies[operation])
        yield Row(
            "faults",
            "; ".join(f"{count} × {what}" for what, count in self.faults.most_common(5)) or "none",
            "none",
            not self.faults,
            "a legal action refused, a status that the call may not have, a request without an answer, an "
            "action before its deadline, a table that stands still.",
        )


def _latency_row(operation: str, taken: Sequence[float]) -> Row:
    shown = ", ".join(f"p{part} {milliseconds(percentile(taken, part))}" for part in (50, 95, 99))
    return Row(operation, f"{shown}, most {milliseconds(max(taken))}", how=f"{len(taken):,} answers")


def _code_of(answer: Answer) -> str:
    try:
        body: Any = answer.json
    except ValueError:
        return "not JSON"
    return str(body.get("code")) if isinstance(body, dict) else ""


def seconds(moment: Any) -> float:
    """Since the epoch, of a time as the API writes it."""
    return datetime.fromisoformat(moment).timestamp()
