"""What stands behind the question mark: known, or refused; and the cursor of the public list."""

from typing import Any

import pytest

from api_world import Made, World, body_of, problem


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Made:
    return world.make()


READS = ["", "/view", "/events", "/deals", "/deals/1", "/record", "/actions/a"]
ACTIONS = ["look", "bid", "play", "leave", "return", "start", "close", "replace", "rematch", "join"]


def parameters_of(answer: Any) -> list[str]:
    return [each["params"]["parameter"] for each in body_of(answer)["errors"]]


@pytest.mark.parametrize("path", ["/v1", "/v1/rules", "/v1/tables", "/v1/openapi.json"])
def test_a_parameter_that_is_not_known_is_refused(world: World, path: str) -> None:
    answer = world.get(f"{path}?statuss=open")
    assert problem(answer) == (422, "unknown_field")
    assert parameters_of(answer) == ["statuss"]


def test_a_parameter_that_is_given_twice_is_refused(world: World, table: Made) -> None:
    answer = world.get(f"{table.path}/events?after=1&wait=0&after=2", Accept_Language="ja")
    assert problem(answer) == (422, "invalid_field")
    assert parameters_of(answer) == ["after"]
    assert "一つの値だけ" in body_of(answer)["errors"][0]["detail"]
    assert problem(world.get("/v1?x=1&x=1")) == (422, "invalid_field")


@pytest.mark.parametrize("end", READS)
def test_so_it_is_for_what_is_read_of_a_table_but_first_who_asks(world: World, table: Made, end: str) -> None:
    if end not in ("/deals/1", "/actions/a"):
        answer = world.get(f"{table.path}{end}?x=1", table.tokens["S"])
        assert problem(answer) == (422, "unknown_field")
    assert problem(world.get(f"{table.path}{end}?x=1", "st_unknown")) == (401, "unauthenticated")


@pytest.mark.parametrize("end", ACTIONS)
def test_so_it_is_for_what_is_done_and_then_nothing_is_done(world: World, table: Made, end: str) -> None:
    of_host = end in ("start", "close", "replace")
    body = {"bid": {"tricks": 3}} if end == "bid" else {"card": "2C"} if end == "play" else {}
    body = {"seat": "S"} if end == "replace" else body
    token = table.host if of_host else table.tokens["S"]
    before = world.get(table.path).headers["ETag"]
    assert problem(world.post(f"{table.path}/{end}?x=1", body, token)) == (422, "unknown_field")
    assert world.get(table.path).headers["ETag"] == before
    assert problem(world.post(f"{table.path}/{end}?x=1", body, "st_unknown")) == (401, "unauthenticated")


def test_who_asks_whether_we_are_alive_may_add_what_they_like(world: World) -> None:
    assert world.get("/healthz?probe=1").status_code == 200


@pytest.mark.parametrize(
    "cursor",
    [
        *("x", "0", "tb_03AAAAAAAAAAAAAAAAAAAAAAAA", "1.tb_03", "-1.tb_03AAAAAAAAAAAAAAAAAAAAAA"),
        *(
            "1.5.tb_03AAAAAAAAAAAAAAAAAAAAAA",
            "1.tb_03AAAAAAAAAAAAAAAAAAAAAA%0A",
            "%D9%A1.tb_03AAAAAAAAAAAAAAAAAAAAAA",
        ),
        *("1" * 16 + ".tb_03AAAAAAAAAAAAAAAAAAAAAA", "x" * 51),
    ],
)
def test_a_cursor_that_is_none_of_ours_is_no_empty_page(world: World, cursor: str) -> None:
    answer = world.get(f"/v1/tables?cursor={cursor}")
    assert problem(answer) == (422, "invalid_field")
    assert parameters_of(answer) == ["cursor"]


def test_a_cursor_goes_on_though_its_table_is_gone(world: World) -> None:
    ids = []
    for _ in range(4):
        ids.insert(0, world.make(visibility="public").table_id)
    ids.sort(reverse=True)
    page = body_of(world.get("/v1/tables?limit=2"))
    loaded = world.ports.store.load(ids[1])
    assert loaded is not None
    world.ports.store.delete(loaded)
    world.get("/v1/tables")
    rest = body_of(world.get(f"/v1/tables?limit=2&cursor={page['next_cursor']}"))
    assert [table["table_id"] for table in (*page["tables"], *rest["tables"])] == ids


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"duel", "rated", "plain"}),
        ("players=2", {"duel"}),
        ("players=4", {"rated", "plain"}),
        ("rated=true", {"rated"}),
        ("rated=false", {"duel", "plain"}),
        ("rated=false&players=4&status=open", {"plain"}),
        ("status=playing", set()),
    ],
)
def test_the_list_is_filtered(world: World, query: str, found: set[str]) -> None:
    offers: dict[str, dict[str, Any]] = {
        "duel": {"rules": {"preset": "duel"}},
        "rated": {"rated": True},
        "plain": {},
    }
    for name, offer in offers.items():
        world.make(**{"rules": {}, **offer}, seats={}, visibility="public", metadata={"name": name})
    tables = body_of(world.get(f"/v1/tables?{query}"))["tables"]
    assert {table["metadata"]["name"] for table in tables} == found


@pytest.mark.parametrize("query", ["players=3", "players=two", "rated=yes", "rated=", "rated=TRUE"])
def test_a_filter_that_is_none(world: World, query: str) -> None:
    assert problem(world.get(f"/v1/tables?{query}")) == (422, "invalid_field")
