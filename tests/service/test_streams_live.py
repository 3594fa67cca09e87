"""Streams over real processes: hundreds, while processes stop and die, and clients are cut off at random."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from polling import eventually
from process_tree import alive
from stream_followers import Follower, follow_all
from stream_lines import StreamLine
from whole_service import Body, Service

TABLES = 8
STREAMS = 30
ONE_DEAL = {"preset": "short", "max_deals": 1}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path / "data")
    yield service
    if service.process.poll() is None:
        service.stop()


@dataclass
class Trouble:
    """What is done to the service meanwhile: `harm`, every `seconds`, `times` times."""

    harm: Callable[[], object]
    seconds: float = 1.0
    times: int = 3
    done: int = 0
    at: float = field(default_factory=time.monotonic)

    def __call__(self) -> None:
        if self.done < self.times and time.monotonic() > self.at + self.seconds:
            self.at, self.done = time.monotonic(), self.done + 1
            self.harm()


def web_workers(service: Service) -> list[int]:
    """gunicorn's children: not the first of its processes, which only looks after them."""
    return sorted(service.processes("gunicorn"))[1:]


def signal_all(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def seats_of(kind: str) -> Body:
    return {seat: {"kind": kind} for seat in "NESW"}


def open_tables(service: Service) -> list[Body]:
    """Tables of CPUs, at which something happens by itself for some seconds."""
    offer = {"rules": ONE_DEAL, "cpu_delay_ms": 80, "seats": seats_of("cpu")}
    return [service.call("POST", "/v1/tables", offer) for _ in range(TABLES)]


def followers_of(service: Service, made: list[Body]) -> list[Follower]:
    return [
        Follower(service.url, f"/v1/tables/{each['table']['table_id']}", token)
        for each in made
        for token in [None, each["tokens"]["host"]] * (STREAMS // 2)
    ]


def require_each_once(service: Service, followers: list[Follower]) -> None:
    for each in followers:
        last = service.call("GET", f"{each.path}/events?after=100000")["last_seq"]
        assert each.seqs == list(range(1, last + 1)), each
        assert not each.told["snapshot"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "number"),
    [
        pytest.param("web", signal.SIGTERM, id="a web process is told to stop"),
        pytest.param("web", signal.SIGKILL, id="a web process is killed"),
        pytest.param("master", signal.SIGTERM, id="all web processes are told to stop"),
        pytest.param("valkey-server", signal.SIGKILL, id="the store is killed"),
    ],
)
def test_nothing_is_missed_or_doubled(service: Service, part: str, number: signal.Signals) -> None:
    followers = followers_of(service, open_tables(service))

    def harm() -> None:
        if part == "web":
            signal_all(web_workers(service)[:1], number)
        elif part == "master":
            signal_all(sorted(service.processes("gunicorn"))[:1], number)
        else:
            signal_all(service.processes(part), number)

    follow_all(followers, Trouble(harm))
    require_each_once(service, followers)
    if number is signal.SIGTERM:
        assert any(each.told["reconnect"] for each in followers)
        assert any(each.streams > 1 for each in followers)


@pytest.mark.slow
def test_clients_that_are_cut_off_at_random_miss_nothing(service: Service) -> None:
    followers = followers_of(service, open_tables(service))
    rng = Random(7)

    def cut() -> None:
        follower = rng.choice(followers)
        if follower.line is not None:
            follower.cut()

    follow_all(followers, Trouble(cut, seconds=0.01, times=500))
    require_each_once(service, followers)
    assert sum(each.streams for each in followers) > len(followers) + 100


@pytest.mark.slow
def test_a_stop_with_hundreds_of_streams_is_soon_over_and_each_is_told(service: Service) -> None:
    seats = seats_of("player")
    made = [service.call("POST", "/v1/tables", {"seats": seats}) for _ in range(10)]
    followers = [
        Follower(service.url, f"/v1/tables/{each['table']['table_id']}", token)
        for each in made
        for token in [*each["tokens"]["seats"].values()] * 8
    ]
    old = web_workers(service)

    def stop_once_all_are_there() -> None:
        if all(each.seqs for each in followers) and old == web_workers(service):
            signal_all(old, signal.SIGTERM)
        for each in followers:
            each.has_ended = each.told["reconnect"] > 0

    follow_all(followers, stop_once_all_are_there)
    assert {each.told["reconnect"] for each in followers} == {1}
    eventually(lambda: not alive(old), 5.0)
    assert all(len(each.seqs) == len(set(each.seqs)) for each in followers)


@pytest.mark.slow
def test_a_ticket_opens_at_every_process_and_after_a_restart(service: Service) -> None:
    seats = seats_of("player")
    made = service.call("POST", "/v1/tables", {"seats": seats})
    path, token = f"/v1/tables/{made['table']['table_id']}", made["tokens"]["seats"]["S"]
    url = service.call("POST", f"{path}/stream-tickets", {}, token)["url"]
    signal_all(service.processes("gunicorn"), signal.SIGKILL)
    service.call("GET", path)
    shown: list[Body] = []

    def look() -> bool:
        with suppress(ConnectionError):
            shown.extend(first_frames(service, url))
        return bool(shown)

    eventually(look)
    assert shown[0]["you"]["seat"] == "S"


def first_frames(service: Service, url: str) -> list[Body]:
    """The data of the frames with which a stream begins."""
    line = StreamLine(service.url, url, None)
    try:
        while not line.heard:
            line.hear()
            assert not line.is_over
        return [each.frame.data for each in line.heard]
    finally:
        line.socket.close()
