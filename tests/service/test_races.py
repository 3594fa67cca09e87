"""Many at once at one table: one outcome, and a clear answer for everyone else."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api_world import PLAYERS, Made, World, body_of, legal_action
from record_auditor import audit

Answer = tuple[int, str | None]
"""Status and, of a refusal, its code."""


@pytest.fixture(
    params=[
        pytest.param(("memory", 12), id="12 in memory"),
        pytest.param(("redis", 100), id="100 on a real store", marks=pytest.mark.slow),
    ]
)
def crowd(request: pytest.FixtureRequest) -> tuple[World, int]:
    """A world, and how many call at once."""
    store, count = request.param
    if store == "memory":
        return World(), count
    settings, ports = request.getfixturevalue("settings"), request.getfixturevalue("redis_ports")
    return World(settings=settings, wrap=lambda _: ports), count


Send = Callable[[], TestResponse]


def at_once(sends: Sequence[Send]) -> list[TestResponse]:
    barrier = Barrier(len(sends))

    def send(call: Send) -> TestResponse:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(sends)) as pool:
        return list(pool.map(send, sends))


def posts(world: World, path: str, body: object, token: str | None = None) -> Send:
    """Each with a client of its own, which is used by one thread alone."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return lambda: world.app.test_client().post(path, json=body, headers=headers)


def said(answer: TestResponse) -> Answer:
    body = body_of(answer)
    return answer.status_code, body.get("code")


def require_dense(world: World, table: Made) -> list[dict[str, Any]]:
    """The log of the table: numbered without a gap, one version after the other."""
    events = body_of(world.get(f"{table.path}/events", table.host))["events"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    versions = [event["version"] for event in events]
    assert versions == sorted(versions)
    assert set(versions) == set(range(1, versions[-1] + 1))
    return list(events)


def test_of_all_who_want_a_seat_four_get_one(crowd: tuple[World, int]) -> None:
    world, count = crowd
    table = world.make(seats={})
    answers = at_once([posts(world, "/v1/join", {"join_code": table.join_code})] * count)
    assert Counter(map(said, answers)) == {(201, None): 4, (409, "already_started"): count - 4}
    taken = [body_of(answer) for answer in answers if answer.status_code == 201]
    assert {each["seat"] for each in taken} == set("NESW")
    assert len({each["token"] for each in taken}) == 4
    for each in taken:
        assert body_of(world.get(f"{table.path}/view", each["token"]))["you"]["seat"] == each["seat"]
    require_dense(world, table)


def test_of_all_who_want_one_seat_one_gets_it(crowd: tuple[World, int]) -> None:
    world, count = crowd
    table = world.make(seats={})
    body = {"join_code": table.join_code, "seat": "W"}
    answers = at_once([posts(world, "/v1/join", body)] * count)
    assert Counter(map(said, answers)) == {(201, None): 1, (409, "seat_taken"): count - 1}


def test_a_table_starts_once(crowd: tuple[World, int]) -> None:
    world, count = crowd
    table = world.make(seats={"S": PLAYERS["S"]})
    answers = at_once([posts(world, f"{table.path}/start", {}, table.host)] * count)
    assert Counter(map(said, answers)) == {(200, None): 1, (409, "already_started"): count - 1}
    types = [event["type"] for event in require_dense(world, table)]
    assert types.count("match_started") == 1


def test_a_card_is_played_once(crowd: tuple[World, int]) -> None:
    """All that the seat may play, over and over, for the same turn."""
    world, count = crowd
    table = world.make()
    world.go_on(table, 4)
    view = world.view(table, "S")
    bodies = [legal_action(view, choose)[1] for choose in range(count)]
    answers = at_once([posts(world, f"{table.path}/play", body, table.tokens["S"]) for body in bodies])
    assert Counter(map(said, answers)) == {(200, None): 1, (409, "turn_expired"): count - 1}
    deal = body_of(world.get(table.path))["deal"]
    assert [each["seat"] for each in deal["trick"]["cards"]] == ["S"]
    assert deal["cards_held"]["S"] == 12


def test_a_player_leaves_once(crowd: tuple[World, int]) -> None:
    world, count = crowd
    table = world.make()
    answers = at_once([posts(world, f"{table.path}/leave", {}, table.tokens["S"])] * count)
    assert Counter(map(said, answers)) == {(200, None): count}
    assert sum(bool(body_of(answer)["events"]) for answer in answers) == 1


def test_one_rematch_is_made(crowd: tuple[World, int]) -> None:
    world, count = crowd
    table = world.make()
    world.post(f"{table.path}/close", {}, table.host)
    tokens = [table.host, *table.tokens.values()]
    sends = [posts(world, f"{table.path}/rematch", {}, tokens[n % len(tokens)]) for n in range(count)]
    answers = at_once(sends)
    assert Counter(map(said, answers)) == {(201, None): 1, (200, None): count - 1}
    assert len({body_of(answer)["table"]["table_id"] for answer in answers}) == 1


EXPECTED: set[Answer] = {
    *((200, None), (201, None), (401, "unauthenticated"), (409, "already_started"), (409, "table_over")),
    *((409, "wrong_phase"), (409, "seat_taken"), (409, "not_your_turn"), (409, "turn_expired")),
}


def test_everything_at_once_at_an_open_table(crowd: tuple[World, int]) -> None:
    """Joins, leaves, starts, changes, returns and bids: each has a clear answer, and the table is sound."""
    world, count = crowd
    table = world.make(seats={seat: PLAYERS[seat] for seat in "NS"})
    north, south, path = table.tokens["N"], table.tokens["S"], table.path
    kinds = [
        posts(world, "/v1/join", {"join_code": table.join_code}),
        posts(world, f"{path}/leave", {}, north),
        posts(world, f"{path}/start", {}, table.host),
        posts(world, f"{path}/return", {}, north),
        posts(world, f"{path}/bid", {"turn": 1, "bid": {"tricks": 3}}, south),
        posts(world, f"{path}/leave", {}, south),
    ]
    answers = at_once([kinds[n % len(kinds)] for n in range(count)])
    assert {said(answer) for answer in answers} <= EXPECTED
    require_dense(world, table)
    world.work()
    world.post(f"{path}/close", {}, table.host)
    assert audit(body_of(world.get(f"{path}/record", table.host))) == []
