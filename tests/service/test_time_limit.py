"""Work that doesn't come to an end, ended; waiting for the store left alone."""

import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType

import pytest
import redis

from service.jobs.attend import LONGEST_SECONDS, SLICE_SECONDS
from service.jobs.time_limit import TookTooLong, time_limit
from service.ports import LEASE_MS


def hang() -> None:
    while True:
        pass


@pytest.fixture
def rung() -> Iterator[list[int]]:
    """Each alarm that was set before; this process's own is set again afterwards."""
    rings: list[int] = []

    def ring(number: int, _frame: FrameType | None) -> None:
        rings.append(number)

    handler, left = signal.signal(signal.SIGALRM, ring), signal.setitimer(signal.ITIMER_REAL, 0)
    yield rings
    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, *left)


def test_what_hangs_is_ended(rung: list[int]) -> None:
    with pytest.raises(TookTooLong), time_limit(0.02):
        hang()
    assert rung == []


def test_what_ends_by_itself_is_left_alone(rung: list[int]) -> None:
    with time_limit(0.02):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert rung == []


def test_what_goes_on_is_left_alone_until_it_hangs(rung: list[int]) -> None:
    steps: list[int] = []

    def go_on_and_hang(begin_anew: Callable[[], None]) -> None:
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            steps.append(len(steps))
            begin_anew()
        hang()

    with pytest.raises(TookTooLong), time_limit(0.05) as begin_anew:
        go_on_and_hang(begin_anew)
    assert len(steps) > 1


def test_an_alarm_that_was_set_before_comes_at_its_time(rung: list[int]) -> None:
    signal.setitimer(signal.ITIMER_REAL, 100)
    with pytest.raises(TookTooLong), time_limit(0.02):
        hang()
    assert 99 < signal.getitimer(signal.ITIMER_REAL)[0] < 100
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    with pytest.raises(TookTooLong), time_limit(0.04):
        hang()
    while not rung:
        pass


def test_who_waits_for_the_store_is_not_to_blame(rung: list[int], client: redis.Redis) -> None:
    answers: list[object] = []

    def wait_and_hang() -> None:
        answers.append(client.blpop(["nothing ever comes"], timeout=0.2))
        hang()

    with pytest.raises(TookTooLong), time_limit(0.05):
        wait_and_hang()
    assert answers == [None]


def test_a_table_has_failed_before_another_worker_claims_it() -> None:
    assert (SLICE_SECONDS + LONGEST_SECONDS) * 1000 < LEASE_MS
