"""An outage of the store is one line of the log where it begins, and one where it ends."""

import logging

import pytest
from redis.exceptions import ConnectionError as Lost

from api_world import World
from fake_clock import FakeSteady
from service.ports import StoreUnavailable
from service.trouble import NEWER_SECONDS, QUIET_SECONDS, StoreWatch
from service.worker import QuietAboutStore


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def watching(counted: list[int]) -> tuple[StoreWatch, FakeSteady]:
    steady = FakeSteady()
    return StoreWatch(count_outage=lambda: counted.append(1), steady=steady), steady


def test_failures_in_a_row_are_one_outage(caplog: pytest.LogCaptureFixture) -> None:
    counted: list[int] = []
    watch, steady = watching(counted)
    for _ in range(5):
        watch.failed("gone")
        steady.at += 1
    watch.worked()
    steady.at += QUIET_SECONDS
    watch.worked()
    watch.worked()
    assert events(caplog) == ["store_lost", "store_found"]
    assert (vars(caplog.records[1])["seconds"], vars(caplog.records[1])["failures"]) == (4, 5)
    assert len(counted) == 1


def test_reads_between_writes_that_fail_end_no_outage(caplog: pytest.LogCaptureFixture) -> None:
    watch, steady = watching([])
    for _ in range(20):
        watch.failed("OOM")
        steady.at += QUIET_SECONDS / 2
        watch.worked()
    assert events(caplog) == ["store_lost"]


def test_the_next_outage_is_one_of_its_own(caplog: pytest.LogCaptureFixture) -> None:
    watch, steady = watching([])
    for _ in range(2):
        watch.failed("gone")
        steady.at += QUIET_SECONDS
        watch.worked()
    assert events(caplog) == ["store_lost", "store_found"] * 2


def test_a_newer_format_is_remembered_for_a_minute() -> None:
    watch, steady = watching([])
    assert not watch.has_met_newer
    watch.met_newer()
    assert watch.has_met_newer
    steady.at += NEWER_SECONDS
    assert not watch.has_met_newer


def test_requests_of_one_outage_are_one_line(caplog: pytest.LogCaptureFixture) -> None:
    world = World()
    table = world.make()

    def load(*_: object) -> None:
        raise StoreUnavailable("gone")

    world.ports.store._tables.load = load  # type: ignore[attr-defined]  # the store within the counter
    for _ in range(20):
        assert world.get(table.path).status_code == 503
    assert events(caplog) == ["store_lost"]


@pytest.mark.parametrize(
    ("message", "args", "is_trouble"),
    [
        pytest.param(
            "Worker %s: could not connect to Redis instance: %s retrying in %d seconds...",
            ("w", Lost("gone"), 1),
            True,
            id="it can't connect",
        ),
        pytest.param("Worker %s: Redis connection timeout, quitting...", ("w",), True, id="a time-out"),
        pytest.param("Worker %s: cold shut down", ("w",), False, id="anything else"),
    ],
)
def test_what_rq_says_of_a_lost_store_is_said_once_by_us(
    message: str, args: tuple[object, ...], is_trouble: bool, caplog: pytest.LogCaptureFixture
) -> None:
    log = logging.getLogger("rq.worker.test")
    quiet = QuietAboutStore(StoreWatch("queue"))
    log.addFilter(quiet)
    try:
        for _ in range(3):
            log.error(message, *args)
    finally:
        log.removeFilter(quiet)
    assert events(caplog) == (["store_lost"] if is_trouble else [message % args] * 3)


def test_a_traceback_of_a_lost_store_is_said_once_too(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("rq.worker.test")
    quiet = QuietAboutStore(StoreWatch("queue"))
    log.addFilter(quiet)
    try:
        for _ in range(3):
            try:
                raise Lost("gone")
            except Lost:
                log.exception("Worker %s: found an unhandled exception, quitting...", "w")
    finally:
        log.removeFilter(quiet)
    assert events(caplog) == ["store_lost"]
