"""Faults that testers found, each with the test that it leaves."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Barrier, Thread

import pytest

from api_world import World, body_of
from fake_clock import FakeClock
from service.app import create_app
from service.ports import Ports
from service.settings import Settings
from service.store.memory import MemoryQueue

ROUNDS = 8


def at_once(call: Callable[[str], int], words: Sequence[str]) -> list[int]:
    """What the call gives for each word, all made on threads of their own from one moment on."""
    gate, given = Barrier(len(words)), []

    def run(word: str) -> None:
        gate.wait()
        given.append(call(word))

    threads = [Thread(target=run, args=(word,)) for word in words]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return given


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_four_who_join_four_open_seats_at_once_all_sit_down(redis_ports: Ports, round_: int) -> None:
    app = create_app(Settings(), redis_ports, MemoryQueue())
    made = app.test_client().post("/v1/tables", json={"visibility": "public", "metadata": {"n": str(round_)}})
    path = f"/v1/tables/{made.get_json()['table']['table_id']}/join"

    def join(seat: str) -> int:
        return app.test_client().post(path, json={"seat": seat}).status_code

    assert at_once(join, "NESW") == [201] * 4


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_sixteen_looks_at_once_all_count(redis_ports: Ports, round_: int) -> None:
    app = create_app(Settings(), redis_ports, MemoryQueue())
    players = {seat: {"kind": "player"} for seat in "NESW"}
    rules = {"blind_nil": True, "blind_behind": 0}
    offer = {"seats": players, "rules": rules, "metadata": {"n": str(round_)}}
    made = app.test_client().post("/v1/tables", json=offer).get_json()
    path = f"/v1/tables/{made['table']['table_id']}/look"

    def look(token: str) -> int:
        bearer = {"Authorization": f"Bearer {token}"}
        return app.test_client().post(path, json={}, headers=bearer).status_code

    assert at_once(look, [*made["tokens"]["seats"].values()] * 4) == [200] * 16


@dataclass
class Restless:
    """Wakes its waiter every second, whatever happens."""

    clock: FakeClock
    waits: int = 0

    @contextmanager
    def listen(self, _table_id: str) -> Iterator["Restless"]:
        yield self

    def wait(self, timeout: float) -> bool:
        self.waits += 1
        self.clock.go_on(round(1000 * min(timeout, 1)))
        return timeout > 1


def test_a_wait_that_is_woken_for_nothing_goes_on() -> None:
    clock = FakeClock()
    restless = Restless(clock)
    world = World(clock=clock, wrap=lambda ports: replace(ports, wakeups=restless))
    table = world.make()
    last = body_of(world.get(f"{table.path}/events?after=999"))["last_seq"]
    page = body_of(world.get(f"{table.path}/events?after={last}&wait=5"))
    assert page["events"] == []
    assert restless.waits == 5


def test_who_may_not_read_a_private_table_learns_nothing_of_its_query() -> None:
    world = World()
    table = world.make(visibility="private")
    assert world.get(f"{table.path}/events?wait=zz").status_code == 401
    assert world.get(f"{table.path}/events?wait=zz", table.host).status_code == 422


@pytest.mark.parametrize(
    ("header", "is_japanese"),
    [
        ("ja-JP,en;q=0.5", True),
        ("en-US,ja;q=0.5", False),
        ("fr, JA;q=0.3", True),
        ("ja;q=0, en", False),
        ("fr", False),
    ],
)
def test_a_country_does_not_hide_its_language(header: str, is_japanese: bool) -> None:
    answer = World().http.get("/v1/tables/tb_none", headers={"Accept-Language": header})
    assert (not answer.get_json()["title"].isascii()) == is_japanese


def test_a_retry_by_another_serializer_is_the_same_request() -> None:
    world = World()
    table = world.make()
    headers = {"Authorization": f"Bearer {table.tokens['S']}", "Idempotency-Key": "once"}
    bodies = (
        '{"turn":1,"bid":{"kind":"tricks","tricks":4}}',
        '{ "bid": {"tricks": 4, "kind": "tricks"}, "turn": 1}',
    )
    first, second = (
        world.http.post(f"{table.path}/bid", data=body, content_type="application/json", headers=headers)
        for body in bodies
    )
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.headers["Idempotency-Replayed"] == "true"


def test_a_problem_points_at_what_was_asked_for() -> None:
    world = World()
    table = world.make()
    late = world.post(f"{table.path}/bid", {"turn": 7, "bid": {"tricks": 4}}, table.tokens["S"])
    assert [(each["pointer"], each["code"]) for each in late.get_json()["errors"]] == [
        ("/turn", "turn_expired")
    ]
    other = world.post(f"{table.path}/bid", {"bid": {"tricks": 4}}, table.tokens["W"])
    assert [(each["pointer"], each["code"]) for each in other.get_json()["errors"]] == [("", "not_your_turn")]


def test_a_name_may_hold_an_emoji_of_several() -> None:
    seats = {"S": {"kind": "player", "name": "\U0001f469\u200d\U0001f467"}}
    assert World().post("/v1/tables", {"seats": seats}).status_code == 201
