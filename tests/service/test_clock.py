"""The store's clock, as every process tells it."""

import pytest
from redis.exceptions import ConnectionError  # noqa: A004 (Redis's own)

from fake_clock import FakeSteady
from service.clock import MEASURE_SECONDS, SAMPLES, ServerClock, SystemClock
from service.entropy import SystemEntropy
from service.ports import StoreUnavailable

SERVER_SECONDS = 1_800_000_000


class FakeServer:
    """A server whose clock runs with `steady`, `ahead` seconds before it."""

    def __init__(self, steady: FakeSteady) -> None:
        self.steady = steady
        self.ahead = SERVER_SECONDS - steady.at
        self.is_gone = False
        self.asked = 0

    def time(self) -> tuple[int, int]:
        if self.is_gone:
            raise ConnectionError("gone")
        self.asked += 1
        now = round((self.steady.at + self.ahead) * 1_000_000)
        return divmod(now, 1_000_000)


def test_the_time_is_the_servers_however_wrong_our_own_clock_is() -> None:
    steady = FakeSteady()
    server = FakeServer(steady)
    clock = ServerClock(server, steady)
    assert clock.now() == SERVER_SECONDS * 1000
    steady.at += 1.25
    assert clock.now() == SERVER_SECONDS * 1000 + 1250
    assert server.asked == SAMPLES


def test_the_server_is_asked_again_after_a_while() -> None:
    steady = FakeSteady()
    server = FakeServer(steady)
    clock = ServerClock(server, steady)
    clock.now()
    server.ahead += 3
    assert clock.now() == SERVER_SECONDS * 1000
    steady.at += MEASURE_SECONDS
    assert clock.now() == (SERVER_SECONDS + 3 + MEASURE_SECONDS) * 1000


def test_the_time_is_never_ahead_of_the_servers() -> None:
    """However long its reply was on its way."""
    steady = FakeSteady(step=0.1)
    server = FakeServer(steady)
    clock = ServerClock(server, steady)
    for _ in range(300):
        assert clock.now() <= (steady.at + server.ahead) * 1000


def test_a_server_that_is_gone_for_a_while_does_not_stop_the_clock() -> None:
    steady = FakeSteady()
    server = FakeServer(steady)
    clock = ServerClock(server, steady)
    clock.now()
    server.is_gone = True
    steady.at += 5 * MEASURE_SECONDS
    assert clock.now() == (SERVER_SECONDS + 5 * MEASURE_SECONDS) * 1000


def test_without_any_answer_there_is_no_time() -> None:
    server = FakeServer(FakeSteady())
    server.is_gone = True
    clock = ServerClock(server, server.steady)
    with pytest.raises(StoreUnavailable):
        clock.now()
    server.is_gone = False
    assert clock.now() == SERVER_SECONDS * 1000


def test_the_systems_clock_is_in_milliseconds() -> None:
    assert SystemClock().now() > 1_700_000_000_000


def test_chance_comes_in_the_length_asked_for() -> None:
    chance = SystemEntropy()
    assert len(chance.token_bytes(16)) == 16
    assert chance.token_bytes(32) != chance.token_bytes(32)
