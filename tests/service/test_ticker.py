"""The ticker: enough jobs and never too many, and no outage that it does not outlive."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from redis.exceptions import ConnectionError  # noqa: A004 (Redis's own)

from fake_clock import FakeSteady
from service.ports import StoreUnavailable
from service.store.memory import MemoryQueue
from service.table_turns import Lane
from service.ticker import (
    COUNT_SECONDS,
    CROWD,
    CROWDED_PASS_SECONDS,
    LEAST_PASS_SECONDS,
    NOTE_SECONDS,
    PASS_SECONDS,
    Ticker,
    Time,
    run,
)


@dataclass(slots=True)
class FakeDue:
    live: int = 0
    bulk: int = 0
    error: Exception | None = None
    note_error: Exception | None = None
    passes: int = 0

    def note_pass(self) -> None:
        if self.note_error:
            raise self.note_error
        self.passes += 1

    def counts(self) -> dict[Lane, int]:
        if self.error:
            raise self.error
        return {Lane.LIVE: self.live, Lane.BULK: self.bulk}


@dataclass(slots=True)
class FakeQueue(MemoryQueue):
    signs_of_life: int = 0

    def note_ticker(self) -> None:
        self.signs_of_life += 1


@dataclass(slots=True)
class Desk:
    """A ticker and all around it."""

    due: FakeDue = field(default_factory=FakeDue)
    queue: FakeQueue = field(default_factory=FakeQueue)
    steady: FakeSteady = field(default_factory=FakeSteady)

    def ticker(self) -> Ticker:
        return Ticker(self.due, self.queue, self.steady)

    @property
    def jobs(self) -> tuple[int, int]:
        return self.queue.jobs[Lane.LIVE], self.queue.jobs[Lane.BULK]


@pytest.mark.parametrize(
    ("live", "bulk", "workers", "jobs"),
    [
        pytest.param(0, 0, 3, (0, 0), id="nothing is due: no job"),
        pytest.param(1, 0, 3, (1, 0), id="one table is due: one job"),
        pytest.param(4, 5, 3, (1, 2), id="one job for four tables"),
        pytest.param(1000, 500, 3, (6, 6), id="at most two a worker"),
        pytest.param(1000, 500, 0, (2, 2), id="no worker yet: jobs wait for the first"),
    ],
)
def test_as_many_jobs_are_queued_as_what_is_due_keeps_busy(
    live: int, bulk: int, workers: int, jobs: tuple[int, int]
) -> None:
    desk = Desk(FakeDue(live, bulk), FakeQueue(worker_count=workers))
    desk.ticker().tick()
    assert desk.jobs == jobs


def test_what_is_queued_already_is_not_queued_again() -> None:
    desk = Desk(FakeDue(live=20), FakeQueue(worker_count=4))
    ticker = desk.ticker()
    for _ in range(50):
        ticker.tick()
    assert desk.jobs == (5, 0)
    desk.queue.jobs[Lane.LIVE] = 2
    ticker.tick()
    assert desk.jobs == (5, 0)
    desk.due.live = 1
    ticker.tick()
    assert desk.jobs == (5, 0)


def test_lost_jobs_are_queued_again() -> None:
    desk = Desk(FakeDue(live=12), FakeQueue(worker_count=4))
    ticker = desk.ticker()
    ticker.tick()
    desk.queue.jobs[Lane.LIVE] = 0
    ticker.tick()
    assert desk.jobs == (3, 0)


def test_workers_are_counted_once_a_second() -> None:
    desk = Desk(FakeDue(live=100), FakeQueue(worker_count=1))
    ticker = desk.ticker()
    ticker.tick()
    desk.queue.worker_count = 5
    ticker.tick()
    assert desk.jobs == (2, 0)
    desk.steady.at += COUNT_SECONDS
    ticker.tick()
    assert desk.jobs == (10, 0)
    assert desk.queue.signs_of_life == 2


def test_a_pass_is_noted_once_a_second_whether_or_not_there_is_work() -> None:
    desk = Desk()
    ticker = desk.ticker()
    for _ in range(5):
        ticker.tick()
    assert desk.due.passes == 1
    desk.steady.at += NOTE_SECONDS
    ticker.tick()
    assert desk.due.passes == 2


def test_a_pass_is_noted_before_any_job_is_queued() -> None:
    """A worker that starts at once must know of an outage already."""
    desk = Desk(FakeDue(live=1))
    passes_by_job: list[int] = []

    class Queue(FakeQueue):
        def enqueue(self, lane: Lane, count: int) -> None:
            passes_by_job.append(desk.due.passes)

    desk.queue = Queue()
    desk.ticker().tick()
    assert passes_by_job == [1]


def test_a_pass_that_could_not_be_noted_is_noted_next_time() -> None:
    desk = Desk(FakeDue(note_error=StoreUnavailable("gone")))
    ticker = desk.ticker()
    with pytest.raises(StoreUnavailable):
        ticker.tick()
    desk.due.note_error = None
    ticker.tick()
    assert desk.due.passes == 1


class Enough(BaseException):
    """Ends the endless loop."""


@dataclass(slots=True)
class Script:
    """What the loop meets, pass by pass: `say` gives messages, None (time is up), or raises."""

    said: list[Callable[[], dict[str, Any] | None]]
    waits: list[float] = field(default_factory=list)
    timeouts: list[float] = field(default_factory=list)
    opened: int = 0
    closed: int = 0

    def subscribe(self) -> "Script":
        self.opened += 1
        return self

    def get_message(self, _ignore: bool, timeout: float) -> dict[str, Any] | None:
        self.timeouts.append(timeout)
        if not self.said:
            raise Enough
        return self.said.pop(0)()

    def close(self) -> None:
        self.closed += 1


def silence() -> None:
    return None


def work() -> dict[str, Any]:
    return {"type": "message", "data": b"live"}


def lost() -> None:
    raise ConnectionError("gone")


def run_through(desk: Desk, script: Script) -> None:
    with pytest.raises(Enough):
        run(desk.ticker(), script.subscribe, Time(desk.steady, script.waits.append))


def test_a_pass_is_made_every_50_ms() -> None:
    desk, script = Desk(FakeDue(live=1)), Script([silence] * 4)
    run_through(desk, script)
    assert script.timeouts == [PASS_SECONDS] * 5
    assert script.waits == []


def test_a_pass_is_made_at_once_when_work_is_due() -> None:
    """All that was said meanwhile is heard before it, and passes keep a small distance."""
    desk, script = Desk(), Script([work, work, work, silence])
    run_through(desk, script)
    assert script.timeouts == [PASS_SECONDS, 0, 0, 0, PASS_SECONDS]
    assert script.waits == [pytest.approx(LEAST_PASS_SECONDS)]


def test_in_a_crowd_passes_keep_a_larger_distance() -> None:
    desk, script = Desk(), Script([work, silence] * (CROWD + 1))
    run_through(desk, script)
    assert (
        script.waits
        == [pytest.approx(LEAST_PASS_SECONDS)] * (CROWD - 1) + [pytest.approx(CROWDED_PASS_SECONDS)] * 2
    )


def test_the_first_word_after_a_silence_is_heard_without_a_wait() -> None:
    desk, script = Desk(steady=FakeSteady(step=1.0)), Script([work, silence])
    run_through(desk, script)
    assert script.waits == []


def test_a_lost_store_is_looked_for_until_it_is_back(caplog: pytest.LogCaptureFixture) -> None:
    desk, script = Desk(), Script([lost, lost, lost, silence])
    with caplog.at_level(logging.WARNING):
        run_through(desk, script)
    assert script.opened == script.closed == 4
    assert len(script.waits) == 3
    assert [record.message for record in caplog.records] == ["store_lost", "store_found"] * 3


def test_a_long_outage_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk(FakeDue(error=StoreUnavailable("gone")))
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 20:
            raise Enough

    script = Script([])
    with caplog.at_level(logging.WARNING), pytest.raises(Enough):
        run(desk.ticker(), script.subscribe, Time(desk.steady, wait))
    assert waits == sorted(waits)
    assert max(waits) <= 1
    assert [record.message for record in caplog.records] == ["store_lost"]
