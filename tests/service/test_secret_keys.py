"""Secret keys: what is made with one belongs to it, and to nobody else."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from api_world import PLAYERS, SOUTH_FIRST, Made, World, body_of, made, problem
from quota_world import new_key, world_with
from scripted_streams import StreamWorld, silence
from service.auth import hash_token, key_id_of
from service.tables.secret_keys import USE_NOTED_MS, require_key

SECRET = "0123456789abcdefghijklmn"
NOWHERE = "/v1/tables/tb_03AAAAAAAAAAAAAAAAAAAAAA"
OPEN: dict[str, Any] = {"seats": {}}


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def key(world: World) -> str:
    return new_key(world)


def make(world: World, key: str | None, **offer: Any) -> Made:
    response = world.post("/v1/tables", {"seats": PLAYERS, "rules": SOUTH_FIRST, **offer}, key)
    assert response.status_code == 201, response.json
    return made(response)


def ids(response: TestResponse) -> list[str]:
    return [table["table_id"] for table in body_of(response)["tables"]]


def test_a_key_is_256_bits_and_kept_as_a_hash_only(world: World, key: str) -> None:
    assert key.startswith("sk_")
    assert len(key) == len("sk_") + 43
    (kept,) = world.ports.secret_keys.all()
    assert kept.label == "portal"
    assert kept.key_id == key_id_of(hash_token(key))
    assert key not in repr(world.ports.secret_keys)


@pytest.mark.parametrize("bad", ["sk_unknown", "sk_", "st_x", "ht_x", "x"])
def test_a_table_is_not_made_with_a_bad_credential(world: World, key: str, bad: str) -> None:
    response = world.post("/v1/tables", {}, bad)
    assert problem(response) == (401, "unauthenticated")
    assert "WWW-Authenticate" in response.headers


def test_a_bad_credential_comes_before_a_bad_body(world: World) -> None:
    assert problem(world.post("/v1/tables", {"nope": 1}, "sk_unknown")) == (401, "unauthenticated")


def test_where_a_key_is_needed_nobody_makes_a_table_without() -> None:
    world = world_with(create_needs_key=True)
    assert problem(world.post("/v1/tables", {})) == (401, "unauthenticated")
    assert problem(world.post("/v1/tables", {"nope": 1})) == (401, "unauthenticated")
    assert make(world, new_key(world)).table_id


def test_a_key_is_the_host_of_its_tables(world: World, key: str) -> None:
    table = make(world, key, **OPEN)
    assert world.patch(table.path, {"turn_seconds": 30}, key).status_code == 200
    assert world.post(f"{table.path}/start", {}, key).status_code == 200
    assert world.post(f"{table.path}/close", {}, key).status_code == 200
    assert world.post(f"{table.path}/rematch", {}, key).status_code == 201


def test_a_key_sees_its_private_tables_and_no_hand(world: World, key: str) -> None:
    table = make(world, key, visibility="private")
    for end in ("", "/events", "/deals", "/record"):
        assert world.get(f"{table.path}{end}", key).status_code == 200
    assert problem(world.get(f"{table.path}/view", key)) == (403, "forbidden")
    assert problem(world.post(f"{table.path}/bid", {"bid": {"tricks": 3}}, key)) == (403, "forbidden")


CALLS = (
    *(("GET", end) for end in ("", "/view", "/events", "/deals", "/record", "/actions/some-key")),
    *(("POST", end) for end in ("/start", "/close", "/rematch", "/leave", "/join", "/stream-tickets")),
)


@pytest.mark.parametrize(("method", "end"), CALLS)
def test_to_a_key_the_tables_of_others_are_not_there(world: World, key: str, method: str, end: str) -> None:
    others = (make(world, new_key(world, "another")), make(world, None), Made(NOWHERE[11:], "", {}, ""))
    for table in others:
        path = f"{table.path}{end}"
        response = world.get(path, key) if method == "GET" else world.post(path, {}, key)
        assert problem(response) == (404, "not_found")


def test_a_stream_of_the_table_of_others_is_not_there_either(world: World, key: str) -> None:
    response = world.get(f"{make(world, None).path}/events", key, Accept="text/event-stream")
    assert problem(response) == (404, "not_found")


def test_a_key_lists_its_own_tables_whatever_they_are(world: World, key: str) -> None:
    make(world, None, visibility="public")
    make(world, new_key(world, "another"), visibility="public")
    mine = []
    for visibility in ("public", "unlisted", "private"):
        world.clock.go_on(1)
        mine.insert(0, make(world, key, visibility=visibility).table_id)
    assert ids(world.get("/v1/tables?mine=true", key)) == mine
    page = body_of(world.get("/v1/tables?mine=true&limit=2", key))
    following = world.get(f"/v1/tables?mine=true&limit=2&cursor={page['next_cursor']}", key)
    assert [table["table_id"] for table in page["tables"]] + ids(following) == mine


def test_what_stands_in_its_list_by_mistake_is_not_shown_and_leaves_it(world: World, key: str) -> None:
    (kept,) = world.ports.secret_keys.all()
    listed = world.ports.owned.of(kept.key_id)
    listed.add(make(world, None, visibility="public").table_id, world.clock.now())
    listed.add(NOWHERE.rpartition("/")[2], world.clock.now())
    assert ids(world.get("/v1/tables?mine=true", key)) == []
    assert listed.size() == 0


def test_its_list_shows_what_a_host_sees(world: World, key: str) -> None:
    table = make(world, key, **OPEN)
    (shown,) = body_of(world.get("/v1/tables?mine=true", key))["tables"]
    assert shown["join_code"] == table.join_code


def test_a_rematch_belongs_to_the_key_too(world: World, key: str) -> None:
    table = make(world, key)
    world.post(f"{table.path}/close", {}, key)
    world.clock.go_on(1)
    again = body_of(world.post(f"{table.path}/rematch", {}, table.tokens["S"]))["table"]["table_id"]
    assert ids(world.get("/v1/tables?mine=true", key)) == [again, table.table_id]


@pytest.mark.parametrize("token", [None, "st", "ht"])
def test_only_a_key_has_tables_of_its_own(world: World, token: str | None) -> None:
    table = make(world, None)
    bearer = {"st": table.tokens["S"], "ht": table.host}.get(token or "")
    assert problem(world.get("/v1/tables?mine=true", bearer)) == (401, "unauthenticated")


@pytest.mark.parametrize(
    "offer",
    [
        pytest.param({"rated": True}, id="rated"),
        pytest.param({"visibility": "public"}, id="public"),
        pytest.param(OPEN, id="an open seat"),
    ],
)
def test_a_key_may_choose_the_seed_and_the_views_say_so(
    world: World, key: str, offer: dict[str, Any]
) -> None:
    asked = {"seats": PLAYERS, "seed": "game 1", **offer}
    assert problem(world.post("/v1/tables", asked)) == (422, "seed_not_allowed")
    table = make(world, key, seed="game 1", **offer)
    assert body_of(world.get(table.path, key))["shuffle"]["chosen_by"] == "creator"


def test_the_same_idempotency_key_of_two_secret_keys_makes_two_tables(world: World, key: str) -> None:
    callers = (key, new_key(world, "another"), None)
    tables = [made(world.post("/v1/tables", {}, each, Idempotency_Key=SECRET)) for each in callers]
    again = [made(world.post("/v1/tables", {}, each, Idempotency_Key=SECRET)) for each in callers]
    assert len({table.table_id for table in tables}) == 3
    assert len({table.host for table in tables}) == 3
    assert again == tables


def test_the_outcome_of_a_create_is_found_by_its_token(world: World, key: str) -> None:
    table = made(world.post("/v1/tables", {}, key, Idempotency_Key=SECRET))
    found = body_of(world.get(f"{table.path}/actions/{SECRET}", table.host))
    assert found["status"] == 201


def test_a_revoked_key_is_good_nowhere_at_once(world: World, key: str) -> None:
    table = make(world, key)
    (kept,) = world.ports.secret_keys.all()
    assert world.ports.secret_keys.revoke(kept.key_id)
    assert not world.ports.secret_keys.revoke(kept.key_id)
    for path in (table.path, f"{table.path}/events", "/v1/tables?mine=true"):
        assert problem(world.get(path, key)) == (401, "unauthenticated")
    assert problem(world.post("/v1/tables", {}, key)) == (401, "unauthenticated")
    assert problem(world.post(f"{table.path}/close", {}, key)) == (401, "unauthenticated")
    assert world.get(table.path, table.host).status_code == 200


@pytest.mark.parametrize("is_revoked", [True, False])
def test_a_revoked_key_ends_its_streams(is_revoked: bool) -> None:
    world = StreamWorld()
    key = new_key(world)
    table = make(world, key, visibility="private")

    def revoke() -> None:
        for kept in world.ports.secret_keys.all() if is_revoked else ():
            world.ports.secret_keys.revoke(kept.key_id)

    streamed = world.stream(table, "", key, [revoke, silence, lambda: world.act(table, "S"), silence])
    assert ("bid_made" in streamed.names) is not is_revoked
    assert streamed.names[-1] == "reconnect"


def test_its_use_is_noted_to_the_hour(world: World, key: str) -> None:
    def used_at() -> int | None:
        return world.ports.secret_keys.all()[0].used_at

    assert used_at() is None
    first = world.clock.now()
    require_key(world.ports, key)
    world.clock.go_on(USE_NOTED_MS - 1)
    require_key(world.ports, key)
    assert used_at() == first
    world.clock.go_on(1)
    require_key(world.ports, key)
    assert used_at() == world.clock.now()


def test_a_key_has_so_many_tables_at_a_time_and_those_that_are_gone_do_not_count() -> None:
    world = world_with(key_tables=2)
    key = new_key(world)
    tables = [make(world, key) for _ in range(2)]
    refused = world.post("/v1/tables", {}, key)
    assert problem(refused) == (429, "rate_limited")
    assert int(refused.headers["Retry-After"]) > 0
    loaded = world.ports.store.load(tables[0].table_id)
    assert loaded is not None
    world.ports.store.delete(loaded)
    assert make(world, key).table_id
    assert make(world, new_key(world, "another")).table_id
