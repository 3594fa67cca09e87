"""Who may make which call: every endpoint with every credential."""

import pytest
from werkzeug.test import TestResponse

from api_world import Made, World, body_of, problem

NOBODY_ELSES = "/v1/tables/tb_03AAAAAAAAAAAAAAAAAAAAAA"

READS = ("", "/events", "/deals", "/record")
"""What a spectator may read."""
SEAT_READS = ("/view", "/actions/some-key")
ACTIONS = {
    "/look": {},
    "/bid": {"bid": {"tricks": 3}},
    "/exchange": {"cards": ["AS"]},
    "/play": {"card": "AS"},
}
HOST_CALLS = ("/start", "/close")
BAD = ("Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "st_x", "Bearer st_unknown", "Bearer é", "")


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Made:
    return world.make()


def call(world: World, table: Made, end: str, token: str | None = None, **headers: str) -> TestResponse:
    if end in ACTIONS:
        return world.post(f"{table.path}{end}", ACTIONS[end], token, **headers)
    if end in HOST_CALLS:
        return world.post(f"{table.path}{end}", {}, token, **headers)
    return world.get(f"{table.path}{end}", token, **headers)


@pytest.mark.parametrize("end", READS)
def test_anyone_who_knows_the_id_may_watch(world: World, table: Made, end: str) -> None:
    assert call(world, table, end).status_code == 200
    assert call(world, table, end, table.host).status_code == 200
    assert call(world, table, end, table.tokens["W"]).status_code == 200


@pytest.mark.parametrize("end", [*SEAT_READS, *ACTIONS, *HOST_CALLS])
def test_without_a_credential(world: World, table: Made, end: str) -> None:
    response = call(world, table, end)
    assert problem(response) == (401, "unauthenticated")
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("end", [*READS, *SEAT_READS, *ACTIONS, *HOST_CALLS, "/join"])
@pytest.mark.parametrize("credential", BAD)
def test_a_bad_credential(world: World, table: Made, end: str, credential: str) -> None:
    path, headers = f"{table.path}{end}", {"Authorization": credential.encode().decode("latin-1")}
    is_read = end in READS or end in SEAT_READS
    response = world.get(path, **headers) if is_read else world.post(path, ACTIONS.get(end, {}), **headers)
    assert problem(response) == (401, "unauthenticated")
    assert "WWW-Authenticate" in response.headers


@pytest.mark.parametrize("end", [*READS, *SEAT_READS, *ACTIONS, *HOST_CALLS])
def test_a_credential_of_another_table(world: World, table: Made, end: str) -> None:
    other = world.make()
    for token in (other.host, other.tokens["S"]):
        assert problem(call(world, table, end, token)) == (401, "unauthenticated")


@pytest.mark.parametrize("end", [*ACTIONS, "/view"])
def test_the_host_neither_sees_a_hand_nor_acts(world: World, table: Made, end: str) -> None:
    assert problem(call(world, table, end, table.host)) == (403, "forbidden")


@pytest.mark.parametrize("end", HOST_CALLS)
def test_a_seat_is_no_host(world: World, table: Made, end: str) -> None:
    assert problem(call(world, table, end, table.tokens["S"])) == (403, "forbidden")


def test_a_seat_sees_its_own_hand_and_acts_for_itself(world: World, table: Made) -> None:
    hands = {seat: world.view(table, seat)["you"]["hand"] for seat in table.tokens}
    assert len({card for hand in hands.values() for card in hand}) == 52
    assert problem(call(world, table, "/bid", table.tokens["N"])) == (409, "not_your_turn")
    assert call(world, table, "/bid", table.tokens["S"]).status_code == 200


@pytest.mark.parametrize("end", [*READS, *SEAT_READS, *ACTIONS, *HOST_CALLS])
def test_a_table_that_is_not_there(world: World, table: Made, end: str) -> None:
    nowhere = Made(NOBODY_ELSES.rpartition("/")[2], "", {}, "")
    for token in (None, table.host, table.tokens["S"]):
        assert problem(call(world, nowhere, end, token)) == (404, "not_found")


@pytest.mark.parametrize("end", [*READS, *SEAT_READS, *ACTIONS, *HOST_CALLS])
@pytest.mark.parametrize("name", ["x", "tb_16AAAAAAAAAAAAAAAAAAAAAA", "tb_03AAAAAAAAAAAAAAAAAAAAA-", "tb_03"])
def test_an_id_that_is_none(world: World, table: Made, end: str, name: str) -> None:
    assert problem(call(world, Made(name, "", {}, ""), end, table.host)) == (404, "not_found")


@pytest.mark.parametrize("end", READS)
def test_a_private_table_is_for_its_tokens_only(world: World, end: str) -> None:
    private = world.make(visibility="private")
    assert problem(call(world, private, end)) == (401, "unauthenticated")
    assert call(world, private, end, private.host).status_code == 200
    assert call(world, private, end, private.tokens["E"]).status_code == 200


def test_the_word_bearer_may_be_written_in_any_way(world: World, table: Made) -> None:
    for scheme in ("bearer", "BEARER", "Bearer "):
        response = world.get(f"{table.path}/view", Authorization=f"{scheme} {table.tokens['S']}")
        assert response.status_code == 200


def test_a_refused_call_brings_an_absent_player_back(world: World) -> None:
    table = world.make(turn_seconds=5)
    _miss_two_turns(world, table)
    assert world.view(table, "S")["seats"]["S"]["presence"] == "cpu"
    assert problem(world.post(f"{table.path}/bid", {"bid": 99}, table.tokens["S"])) == (422, "invalid_field")
    assert world.view(table, "S")["seats"]["S"]["presence"] == "present"


def test_reading_does_not_bring_a_player_back(world: World) -> None:
    table = world.make(turn_seconds=5)
    _miss_two_turns(world, table)
    body_of(world.get(f"{table.path}/events", table.tokens["S"]))
    assert world.view(table, "S")["seats"]["S"]["presence"] == "cpu"


def _miss_two_turns(world: World, table: Made) -> None:
    """South lets two turns go by; the others act."""
    for _ in range(2):
        while world.to_act(table) != "S":
            world.go_on(table, 1)
        world.clock.go_on(5_001)
        world.work()
