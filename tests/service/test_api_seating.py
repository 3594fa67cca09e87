"""Making a table and taking a seat: repeatable, and the same tokens again."""

from typing import Any

import pytest

from api_world import PLAYERS, Made, World, body_of, made, problem
from service.ports import CODE_KEPT_MS

KEY = "11111111-2222-3333-4444-555555555555"
ONE_SEAT = {"seats": {**{seat: {"kind": "cpu"} for seat in "NES"}, "W": {"kind": "open"}}}


@pytest.fixture
def world() -> World:
    return World()


def test_a_new_table_says_where_it_is(world: World) -> None:
    response = world.post("/v1/tables", {})
    table = body_of(response)["table"]
    assert response.status_code == 201
    assert response.headers["Location"] == f"/v1/tables/{table['table_id']}"
    assert world.get(response.headers["Location"]).status_code == 200
    assert table["status"] == "open"
    assert {seat["kind"] for seat in table["seats"].values()} == {"open"}


def test_a_table_without_open_seats_starts_at_once(world: World) -> None:
    table = body_of(world.post("/v1/tables", {"seats": PLAYERS}))["table"]
    assert (table["status"], table["deal"]["number"]) == ("playing", 1)


def test_the_same_key_makes_the_same_table_with_the_same_tokens(world: World) -> None:
    first = world.post("/v1/tables", {"seats": PLAYERS}, Idempotency_Key=KEY)
    again = world.post("/v1/tables", {"seats": PLAYERS}, Idempotency_Key=KEY)
    assert made(first) == made(again)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"


def test_the_same_key_for_another_table_is_refused(world: World) -> None:
    world.post("/v1/tables", {"seats": PLAYERS}, Idempotency_Key=KEY)
    assert problem(world.post("/v1/tables", {}, Idempotency_Key=KEY)) == (422, "idempotency_key_reused")


@pytest.mark.parametrize("path", ["/v1/tables", "/v1/join"])
def test_a_key_that_can_be_guessed_is_refused(world: World, path: str) -> None:
    table = world.make(seats={})
    body = {"join_code": table.join_code} if path == "/v1/join" else {}
    assert problem(world.post(path, body, Idempotency_Key="x" * 21)) == (422, "idempotency_key_weak")
    assert world.post(path, body, Idempotency_Key="x" * 22).status_code == 201


def test_a_credential_that_makes_no_tables_is_refused(world: World) -> None:
    for body in ({}, {"turn_seconds": 1}):
        assert problem(world.post("/v1/tables", body, "sk_unknown")) == (401, "unauthenticated")


def test_a_seat_is_taken_by_code_alone_and_the_last_one_starts_the_match(world: World) -> None:
    table = world.make(**ONE_SEAT)
    response = world.post("/v1/join", {"join_code": table.join_code, "name": "guest 2"})
    body = body_of(response)
    assert (response.status_code, body["seat"]) == (201, "W")
    assert body["view"]["status"] == "playing"
    assert body["view"]["seats"]["W"] == {"kind": "player", "name": "guest 2", "presence": "present"}
    assert world.get(f"{table.path}/view", body["token"]).status_code == 200


def test_a_code_may_be_typed_small(world: World) -> None:
    table = world.make(seats={})
    assert world.post("/v1/join", {"join_code": table.join_code.lower()}).status_code == 201


def test_the_seats_are_taken_in_the_order_of_the_table(world: World) -> None:
    table = world.make(seats={})
    body = {"join_code": table.join_code}
    assert [body_of(world.post("/v1/join", body))["seat"] for _ in range(4)] == ["N", "E", "S", "W"]
    assert problem(world.post("/v1/join", body)) == (409, "already_started")


def test_the_same_player_again_by_key_or_by_token_gets_the_same_seat(world: World) -> None:
    table = world.make(seats={})
    body = {"join_code": table.join_code}
    first = body_of(world.post("/v1/join", body, Idempotency_Key=KEY))
    by_key = world.post("/v1/join", body, Idempotency_Key=KEY)
    by_token = world.post("/v1/join", body, first["token"])
    for again in (by_key, by_token):
        assert (body_of(again)["seat"], body_of(again)["token"]) == (first["seat"], first["token"])
        assert again.headers["Idempotency-Replayed"] == "true"
    assert len(body_of(world.get(f"{table.path}/events"))["events"]) == 2


@pytest.mark.parametrize("code", ["07K2QM", "", "zz", "ffffff", "07K2QM7", "ß" * 6, "99AAAA"])
def test_a_wrong_code(world: World, code: str) -> None:
    table = world.make(seats={})
    expected = (403, "wrong_join_code") if code else (422, "invalid_field")
    assert problem(world.post("/v1/join", {"join_code": code})) == expected
    assert problem(world.post(f"{table.path}/join", {"join_code": code})) == expected


def test_a_public_table_needs_no_code_another_does(world: World) -> None:
    public, unlisted = world.make(seats={}, visibility="public"), world.make(seats={})
    assert world.post(f"{public.path}/join", {"seat": "S"}).status_code == 201
    assert problem(world.post(f"{unlisted.path}/join", {"seat": "S"})) == (403, "wrong_join_code")
    assert problem(world.post(f"{public.path}/join", {"seat": "S"})) == (409, "seat_taken")


def test_a_closed_table_is_not_joined(world: World) -> None:
    table = world.make(seats={})
    world.post(f"{table.path}/close", {}, table.host)
    assert problem(world.post("/v1/join", {"join_code": table.join_code})) == (409, "table_over")


def start(world: World, table: Made) -> None:
    world.post(f"{table.path}/start", {}, table.host)


def close(world: World, table: Made) -> None:
    world.post(f"{table.path}/close", {}, table.host)


def take_the_last_seat(world: World, table: Made) -> None:
    world.post("/v1/join", {"join_code": table.join_code})


@pytest.mark.parametrize(
    ("ends", "offer", "code"),
    [
        pytest.param(start, {"seats": {}}, "already_started", id="started by its host"),
        pytest.param(take_the_last_seat, ONE_SEAT, "already_started", id="started by the last who sat down"),
        pytest.param(close, {"seats": {}}, "table_over", id="closed"),
        pytest.param(lambda *_: None, {}, "already_started", id="started when it was made"),
    ],
)
def test_a_code_tells_who_comes_late_why_and_is_free_after_a_day(
    world: World, ends: Any, offer: dict[str, Any], code: str
) -> None:
    table = world.make(**offer)
    ends(world, table)
    world.clock.go_on(CODE_KEPT_MS - 1)
    assert problem(world.post("/v1/join", {"join_code": table.join_code})) == (409, code)
    world.clock.go_on(1)
    assert problem(world.post("/v1/join", {"join_code": table.join_code})) == (403, "wrong_join_code")


def test_the_host_starts_with_cpus_on_the_open_seats(world: World) -> None:
    table = world.make(seats={"S": PLAYERS["S"]})
    body = body_of(world.post(f"{table.path}/start", {}, table.host))
    assert {name: seat["kind"] for name, seat in body["table"]["seats"].items()} == {
        "N": "cpu",
        "E": "cpu",
        "W": "cpu",
        "S": "player",
    }
    types = [event["type"] for event in body["events"]]
    assert types[:4] == ["seat_taken", "seat_taken", "seat_taken", "match_started"]


def test_the_join_code_is_for_host_and_seats_while_the_table_is_open(world: World) -> None:
    table = world.make(seats={"S": PLAYERS["S"]})
    for path, token, expected in (
        (table.path, table.host, table.join_code),
        (table.path, table.tokens["S"], table.join_code),
        (f"{table.path}/view", table.tokens["S"], table.join_code),
        (table.path, None, None),
    ):
        assert body_of(world.get(path, token))["join_code"] == expected
    world.post(f"{table.path}/start", {}, table.host)
    assert body_of(world.get(table.path, table.host))["join_code"] is None


# ---- The list


def ids_of(page: dict[str, Any]) -> list[str]:
    return [table["table_id"] for table in page["tables"]]


def test_only_public_tables_are_listed_the_newest_first(world: World) -> None:
    public = []
    for visibility in ("public", "unlisted", "public", "private"):
        table = world.make(seats={}, visibility=visibility)
        public += [table.table_id] * (visibility == "public")
        world.clock.go_on(1)
    assert body_of(world.get("/v1/tables"))["next_cursor"] is None
    assert ids_of(body_of(world.get("/v1/tables"))) == public[::-1]


def test_the_pages_of_the_list_follow_each_other(world: World) -> None:
    made_ids = []
    for _ in range(5):
        made_ids.append(world.make(seats={}, visibility="public").table_id)
        world.clock.go_on(1)
    found, query = [], "?limit=2"
    for _ in range(3):
        page = body_of(world.get(f"/v1/tables{query}"))
        found += ids_of(page)
        query = f"?limit=2&cursor={page['next_cursor']}"
    assert found == made_ids[::-1]
    assert page["next_cursor"] is None


def test_the_list_is_filtered_by_status(world: World) -> None:
    waiting = world.make(seats={}, visibility="public")
    playing = world.make(visibility="public")
    assert ids_of(body_of(world.get("/v1/tables?status=open"))) == [waiting.table_id]
    assert ids_of(body_of(world.get("/v1/tables?status=playing"))) == [playing.table_id]
    assert ids_of(body_of(world.get("/v1/tables?status=over"))) == []


def test_a_table_that_is_gone_leaves_the_list(world: World) -> None:
    table = world.make(seats={}, visibility="public")
    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    world.ports.store.delete(loaded)
    assert body_of(world.get("/v1/tables")) == {"tables": [], "next_cursor": None}
    assert list(world.ports.public.page(None, 10)) == []


@pytest.mark.parametrize("query", ["?limit=0", "?limit=101", "?limit=x", "?status=done", "?cursor="])
def test_a_list_that_is_asked_for_wrongly(world: World, query: str) -> None:
    assert problem(world.get(f"/v1/tables{query}")) == (422, "invalid_field")
