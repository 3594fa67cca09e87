"""Every call that changes something counts once under its key, whichever process is asked."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api_world import PLAYERS, Body, Made, World, body_of, legal_action, problem
from service.wiring import build_ports

KEY = "11111111-2222-3333-4444-555555555555"


@dataclass(frozen=True)
class Call:
    """One call; `other`: another body that would be in order too, where there is one."""

    path: str
    body: Body
    token: str | None = None
    other: Body | None = None
    method: str = "POST"

    def send(self, world: World, body: Body | None = None) -> TestResponse:
        send = world.patch if self.method == "PATCH" else world.post
        return send(self.path, self.body if body is None else body, self.token, Idempotency_Key=KEY)

    @property
    def table_path(self) -> str:
        return self.path if self.method == "PATCH" else self.path.rpartition("/")[0]


def create(world: World) -> Call:
    return Call("/v1/tables", {"seats": PLAYERS}, other={})


def join_by_code(world: World) -> Call:
    body = {"join_code": world.make(seats={}).join_code}
    return Call("/v1/join", body, other={**body, "seat": "W"})


def join_table(world: World) -> Call:
    table = world.make(seats={}, visibility="public")
    return Call(f"{table.path}/join", {}, other={"seat": "W"})


def by_host(end: str, body: Body, other: Body | None = None, **offer: Any) -> Callable[[World], Call]:
    def prepare(world: World) -> Call:
        table = world.make(**offer)
        return Call(f"{table.path}/{end}", body, table.host, other)

    return prepare


def change(world: World) -> Call:
    table = world.make(seats={})
    return Call(table.path, {"turn_seconds": 60}, table.host, {"turn_seconds": 90}, "PATCH")


def leave(world: World) -> Call:
    table = world.make()
    return Call(f"{table.path}/leave", {}, table.tokens["S"])


def leave_an_open_table(world: World) -> Call:
    table = world.make(seats={"S": PLAYERS["S"]})
    return Call(f"{table.path}/leave", {}, table.tokens["S"])


def come_back(world: World) -> Call:
    call = leave(world)
    world.post(call.path, {}, call.token)
    return Call(f"{call.table_path}/return", {}, call.token)


def rematch(world: World) -> Call:
    table = world.make()
    world.post(f"{table.path}/close", {}, table.host)
    return Call(f"{table.path}/rematch", {}, table.tokens["S"], {"turn_seconds": 60})


def simulate(_: World) -> Call:
    return Call("/v1/simulations", {"matches": 2}, other={"deals": 2})


def look(world: World) -> Call:
    table = world.make(rules={"preset": "encyclopedia", "first_dealer": "E"})
    return Call(f"{table.path}/look", {}, table.tokens["W"])


def legal(before: int, choose: int = 0, **offer: Any) -> Callable[[World], Call]:
    """The first legal action after so many others; another body is one without the turn."""

    def prepare(world: World) -> Call:
        table = world.make(**offer)
        world.go_on(table, before)
        seat = world.to_act(table)
        end, body = legal_action(world.view(table, seat), choose)
        other = {name: value for name, value in body.items() if name != "turn"}
        return Call(f"{table.path}/{end}", body, table.tokens[seat], other)

    return prepare


def give_cards(world: World) -> Call:
    table = world.make(rules={"first_dealer": "E", "nil_exchange": 2})
    for seat, tricks in (("S", 0), ("W", 3), ("N", 3), ("E", 3)):
        world.post(f"{table.path}/bid", {"bid": {"tricks": tricks}}, table.tokens[seat])
    end, body = legal_action(world.view(table, "S"))
    return Call(f"{table.path}/{end}", body, table.tokens["S"], {"cards": body["cards"]})


DUEL = {"seats": {seat: PLAYERS[seat] for seat in "NS"}, "rules": {"preset": "duel", "first_dealer": "N"}}
CALLS: dict[str, Callable[[World], Call]] = {
    "create_table": create,
    "join_by_code": join_by_code,
    "join_table": join_table,
    "start_table": by_host("start", {}, seats={"S": PLAYERS["S"]}),
    "close_table": by_host("close", {}),
    "change_table": change,
    "replace_player": by_host("replace", {"seat": "S"}, {"seat": "N"}),
    "leave_table": leave,
    "leave_table, before the start": leave_an_open_table,
    "return_to_table": come_back,
    "rematch_table": rematch,
    "look": look,
    "place_bid": legal(0),
    "give_cards": give_cards,
    "play_card": legal(4),
    "draw_card": legal(0, **DUEL),
    "create_simulation": simulate,
}
CHANGES_NO_TABLE = {"validate_rules", "create_stream_ticket"}
NEEDS_NO_KEY = {"cancel_simulation"}
WITHOUT_TOKEN = ("create_table", "join_by_code", "join_table", "create_simulation")
BEARERS = [name for name in CALLS if name not in WITHOUT_TOKEN]


@pytest.fixture(params=["memory", "redis"])
def processes(request: pytest.FixtureRequest) -> tuple[World, World]:
    """Two processes on one store: the second knows nothing but what is stored."""
    if request.param == "memory":
        first = World()
        return first, World(clock=first.clock, wrap=lambda _: first.ports, beside=first)
    settings, ports = request.getfixturevalue("settings"), request.getfixturevalue("redis_ports")
    return (
        World(settings=settings, wrap=lambda _: ports),
        World(settings=settings, wrap=lambda _: build_ports(settings)),
    )


def lasting(answer: TestResponse) -> Body:
    """Of an answer what a retry gives again: all but what the table is like now."""
    body = body_of(answer)
    return {name: value for name, value in body.items() if name not in ("view", "table")}


def version_of(answer: TestResponse) -> str:
    """As the ETag has it; empty: the answer has none."""
    return answer.headers.get("ETag", "").partition(".")[0]


def test_every_call_that_changes_something_is_tried() -> None:
    rules = [rule for rule in World().app.url_map.iter_rules() if (rule.methods or set()) & {"POST", "PATCH"}]
    names = {rule.endpoint.rpartition(".")[2] for rule in rules}
    assert names - CHANGES_NO_TABLE - NEEDS_NO_KEY == {name.partition(",")[0] for name in CALLS}


@pytest.mark.parametrize("name", CALLS)
def test_a_retry_gives_the_recorded_outcome_and_changes_nothing(
    processes: tuple[World, World], name: str
) -> None:
    world, other_process = processes
    call = CALLS[name](world)
    first = call.send(world)
    assert first.status_code in (200, 201, 202), first.json
    for process in (other_process, world):
        again = call.send(process)
        assert (again.status_code, again.headers["Idempotency-Replayed"]) == (first.status_code, "true")
        assert lasting(again) == lasting(first)
        assert version_of(again) == version_of(first)
        assert again.headers.get("Location") == first.headers.get("Location")
        if call.other is not None:
            assert problem(call.send(process, call.other)) == (422, "idempotency_key_reused")


def test_a_simulation_that_is_cancelled_again_is_as_it_was(processes: tuple[World, World]) -> None:
    """With a key or without: what is asked for is a state, not a step."""
    world, other_process = processes
    call = Call(f"{simulate(world).send(world).headers['Location']}/cancel", {})
    first = call.send(world)
    assert (first.status_code, body_of(first)["status"]) == (200, "cancelled")
    for again in (call.send(other_process), call.send(world), other_process.post(call.path)):
        assert (again.status_code, body_of(again)) == (200, body_of(first))


@pytest.mark.parametrize("name", BEARERS)
def test_who_lost_the_answer_finds_out(name: str) -> None:
    world = World()
    call = CALLS[name](world)
    asking = f"{call.table_path}/actions/{KEY}"
    assert problem(world.get(asking, call.token)) == (404, "not_found")
    first = call.send(world)
    found = body_of(world.get(asking, call.token))
    assert found == {"status": first.status_code, "events": lasting(first).get("events", [])}


@pytest.mark.parametrize("name", ["create_table", "join_by_code", "join_table"])
def test_who_got_a_token_by_a_key_finds_out_by_both(processes: tuple[World, World], name: str) -> None:
    """The first event is the table's making, or the seat's taking."""
    world, other_process = processes
    answer = body_of(CALLS[name](world).send(world))
    if name == "create_table":
        table_id, tokens = (
            answer["table"]["table_id"],
            [answer["tokens"]["host"], answer["tokens"]["seats"]["W"]],
        )
    else:
        table_id, tokens = answer["table_id"], [answer["token"]]
    for token in tokens:
        found = body_of(other_process.get(f"/v1/tables/{table_id}/actions/{KEY}", token))
        assert found["status"] == 201
        assert found["events"][0]["type"] == ("table_created" if name == "create_table" else "seat_taken")
    stranger = world.make()
    asking = f"{stranger.path}/actions/{KEY}"
    assert problem(other_process.get(asking, stranger.host)) == (404, "not_found")


def test_the_key_of_another_tells_nothing(processes: tuple[World, World]) -> None:
    world, other_process = processes
    table = world.make(seats={"S": PLAYERS["S"]})
    assert Call("/v1/join", {"join_code": table.join_code}).send(world).status_code == 201
    for token in (table.host, table.tokens["S"]):
        asking = f"{table.path}/actions/{KEY}"
        assert problem(other_process.get(asking, token)) == (404, "not_found")


def test_a_join_by_code_that_started_the_match_is_answered_again(processes: tuple[World, World]) -> None:
    """The code has done its work, and is still known to who asks again."""
    world, other_process = processes
    table: Made = world.make(seats={**{seat: {"kind": "cpu"} for seat in "NES"}})
    call = Call("/v1/join", {"join_code": table.join_code})
    first = call.send(world)
    assert body_of(first)["view"]["status"] == "playing"
    assert lasting(call.send(other_process)) == lasting(first)
    late = replace(call, body={"join_code": table.join_code, "name": "late"})
    assert problem(world.post(late.path, late.body)) == (409, "already_started")


def test_who_left_never_sees_the_hand_of_who_came_after(processes: tuple[World, World]) -> None:
    """Also not through a process that has not heard of it, and takes the token for good."""
    world, other_process = processes
    call = leave_an_open_table(world)
    code = body_of(other_process.get(call.table_path, call.token))["join_code"]
    assert call.send(world).status_code == 200
    joined = body_of(world.post("/v1/join", {"join_code": code, "seat": "S"}))
    for seat in "NEW":
        world.post("/v1/join", {"join_code": code, "seat": seat})
    hand = body_of(world.get(f"{call.table_path}/view", joined["token"]))["you"]["hand"]
    for process in (other_process, world):
        again = body_of(call.send(process))
        assert again["view"]["status"] == "playing"
        assert again["view"]["you"] is None
        assert not any(f'"{card}"' in json.dumps(again) for card in hand)
