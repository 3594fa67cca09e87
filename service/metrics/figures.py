"""The figures that a process counts. No label holds what a client may choose: there are never many series."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Summary, disable_created_metrics

from engine.levels import Level
from service.table_turns import Task

_ANSWERS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_TURNS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_LATE: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30)
"""Upper bounds of the buckets, in seconds."""
_BATCH: Final = 256

disable_created_metrics()  # type: ignore[no-untyped-call]  # the library's


class Figures:
    """Of one process; a `service.ports.Meter` as well."""

    def __init__(self, steady: Callable[[], float] = time.perf_counter) -> None:
        self.registry = at = CollectorRegistry()
        self._steady = steady
        requests = "Answers by operation and status, and the time until they began."
        self._requests = Histogram(
            "spades_request_seconds", requests, ("operation", "status"), registry=at, buckets=_ANSWERS
        )
        self._unsettled: list[tuple[str, str, float]] = []
        self._by_answer: dict[tuple[str, str], Histogram] = {}
        self.commits = Counter("spades_commits", "Changes to tables that were accepted.", registry=at)
        self.conflicts = Counter(
            "spades_conflicts", "Changes that came too late, and were decided anew or refused.", registry=at
        )
        self.replays = Counter("spades_replays", "Calls whose Idempotency-Key was known.", registry=at)
        self.outages = Counter("spades_store_outages", "How often a process lost the store.", registry=at)
        self.newer_formats = Counter(
            "spades_newer_format", "Tables met that a newer release has written.", registry=at
        )
        self.failures = Counter("spades_table_failures", "Failures of attending to a table.", registry=at)
        self._turns = Histogram(
            "spades_cpu_turn_seconds",
            "The choices of CPUs by level.",
            ("level",),
            registry=at,
            buckets=_TURNS,
        )
        late = "How long after it fell due something at a table was done."
        self._late = Histogram("spades_timer_lateness_seconds", late, ("task",), registry=at, buckets=_LATE)
        self.ticks = Summary("spades_ticker_pass_seconds", "The passes of tickers.", registry=at)
        self.streams = Gauge("spades_streams", "Open streams.", registry=at, multiprocess_mode="livesum")
        self.waiting = Gauge(
            "spades_waiting_requests", "Open long-polls.", registry=at, multiprocess_mode="livesum"
        )

    def answered(self, operation: str, status: str, seconds: float) -> None:
        """Noted now, counted by `settle`. `status`: the status line, of which the number counts."""
        self._unsettled.append((operation, status, seconds))
        if len(self._unsettled) >= _BATCH:
            self.settle()

    def settle(self) -> None:
        """Counts the answers that were noted: in a row, which is several times cheaper than one by one."""
        noted, self._unsettled = self._unsettled, []
        for operation, status, seconds in noted:
            answers = self._by_answer.get((operation, status))
            if answers is None:
                answers = self._by_answer[operation, status] = self._requests.labels(operation, status[:3])
            answers.observe(seconds)

    @contextmanager
    def cpu_turn(self, level: Level) -> Iterator[None]:
        began = self._steady()
        yield
        self._turns.labels(level.value).observe(self._steady() - began)

    def done(self, task: Task, late_ms: int) -> None:
        self._late.labels(task.value).observe(max(0, late_ms) / 1000)
