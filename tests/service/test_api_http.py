"""HTTP as it should be: methods, headers, ids of requests, health, and a store that fails."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from api_world import World, body_of, problem
from service.ports import Commit, Committed, Loaded, NewerFormat, Ports, StoreUnavailable
from service.settings import Settings


@pytest.fixture
def world() -> World:
    return World()


def test_the_root_leads_to_everything(world: World) -> None:
    root = body_of(world.get("/v1"))
    for path in root["links"].values():
        assert world.get(path).status_code in (200, 405)
    assert root["limits"]["max_body_bytes"] == world.settings.max_body_bytes


@pytest.mark.parametrize(
    "path", ["/v2", "/v1//", "//v1/tables", "/v1//tables", "/v1/nothing", "/v1/TABLES", "/healthz/x"]
)
def test_what_is_not_there_is_not_found_and_nothing_redirects(world: World, path: str) -> None:
    assert problem(world.get(path)) == (404, "not_found")


@pytest.mark.parametrize(("path", "allowed"), [("/v1/tables", {"GET", "POST"}), ("/v1/join", {"POST"})])
def test_another_method_is_told_which_are_allowed(world: World, path: str, allowed: set[str]) -> None:
    response = world.http.put(path)
    assert problem(response) == (405, "method_not_allowed")
    told = response.headers["Allow"].split(", ")
    assert allowed <= set(told)
    assert told == sorted(told)


def test_every_answer_names_its_request(world: World) -> None:
    table = world.make()
    tag = world.get(table.path).headers["ETag"]
    answers = [
        world.get("/v1"),
        world.get("/v1/nothing"),
        world.get(table.path, If_None_Match=tag),
        world.post("/v1/join", {}),
    ]
    ids = [response.headers["X-Request-Id"] for response in answers]
    assert len(set(ids)) == len(ids)
    assert all(each.startswith("req_") for each in ids)
    assert body_of(answers[1])["instance"] == ids[1]


def test_a_view_is_kept_by_nobody(world: World) -> None:
    table = world.make()
    assert world.get(f"{table.path}/view", table.tokens["S"]).headers["Cache-Control"] == "no-store"


def test_the_rules_are_data_that_the_service_itself_accepts(world: World) -> None:
    book = body_of(world.get("/v1/rules"))
    for option in book["options"]:
        rules = {option["name"]: option["default"]}
        assert world.post("/v1/rules/validate", {"rules": rules}).status_code == 200
    for preset in book["presets"]:
        assert world.post("/v1/rules/validate", {"rules": {"preset": preset["name"]}}).status_code == 200


def test_rules_come_back_whole_with_their_hash(world: World) -> None:
    body = body_of(world.post("/v1/rules/validate", {"rules": {"preset": "short", "target": 300}}))
    assert (body["rules"]["preset"], body["rules"]["target"], body["rules"]["floor"]) == ("short", 300, -201)
    assert body["rules_hash"] != body_of(world.post("/v1/rules/validate", {}))["rules_hash"]


# ---- Waiting for events


def test_a_wait_that_is_not_needed_is_none(world: World) -> None:
    table = world.make()
    page = body_of(world.get(f"{table.path}/events?after=0&wait=30"))
    assert page["events"][0]["type"] == "table_created"
    assert page["to_act"] == ["S"]


class Happening:
    """Wake-ups by which a waiter's wait is when something happens."""

    def __init__(self) -> None:
        self.happens: Callable[[], object] = lambda: None
        self.waits: list[float] = []

    @contextmanager
    def listen(self, table_id: str) -> Iterator["Happening"]:
        yield self

    def wait(self, timeout: float) -> bool:
        self.waits.append(timeout)
        self.happens()
        return True


def test_a_wait_ends_with_the_first_event() -> None:
    happening = Happening()
    world = World(wrap=lambda ports: replace(ports, wakeups=happening))
    table = world.make()
    last_seq = body_of(world.get(f"{table.path}/events"))["last_seq"]
    happening.happens = lambda: world.go_on(table, 1)
    page = body_of(world.get(f"{table.path}/events?after={last_seq}&wait=25"))
    assert [(event["seq"], event["type"]) for event in page["events"]] == [(last_seq + 1, "bid_made")]
    assert happening.waits == [25]


def test_of_a_table_that_is_over_nobody_waits_for_more(world: World) -> None:
    table = world.make()
    world.post(f"{table.path}/close", {}, table.host)
    last_seq = body_of(world.get(f"{table.path}/events"))["last_seq"]
    page = body_of(world.get(f"{table.path}/events?after={last_seq}&wait=30"))
    assert (page["events"], page["over"], page["to_act"]) == ([], True, [])


@pytest.mark.parametrize("wait", [0, 30])
def test_of_a_log_that_was_set_back_nobody_waits_for_more(wait: int) -> None:
    happening = Happening()
    world = World(wrap=lambda ports: replace(ports, wakeups=happening))
    table = world.make()
    last_seq = body_of(world.get(f"{table.path}/events"))["last_seq"]
    happening.happens = lambda: pytest.fail("it waits")
    for after in (last_seq + 1, 1_000_000_000):
        page = body_of(world.get(f"{table.path}/events?after={after}&wait={wait}"))
        assert (page["events"], page["last_seq"], page["over"]) == ([], last_seq, False)


def test_where_too_many_wait_the_next_one_is_answered_at_once() -> None:
    world = World(settings=Settings(max_waiting_requests=1))
    table = world.make()
    last_seq = body_of(world.get(f"{table.path}/events"))["last_seq"]
    waiting = world.app.extensions["spades"].waiting
    assert waiting.acquire()
    page = body_of(world.get(f"{table.path}/events?after={last_seq}&wait=30"))
    assert page["events"] == []


def test_the_deadline_stands_beside_the_events(world: World) -> None:
    table = world.make(turn_seconds=30)
    view = world.view(table, "S")
    assert view["remaining_ms"] == 30_000
    assert body_of(world.get(f"{table.path}/events"))["deadline"] == view["deadline"]


# ---- A store that fails


class BrokenStore:
    """Raises the same error whatever it is asked."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        raise self.error

    def commit(self, commit: Commit) -> Committed:
        raise self.error

    def delete(self, loaded: Loaded) -> None:
        raise self.error

    def find_code(self, join_code: str) -> str | None:
        raise self.error


def broken(error: Exception) -> World:
    def wrap(ports: Ports) -> Ports:
        return replace(ports, store=BrokenStore(error))

    return World(wrap=wrap)


TABLE = "/v1/tables/tb_03AAAAAAAAAAAAAAAAAAAAAA"
FAILURES = [
    pytest.param(StoreUnavailable("down"), "store_unavailable", id="a store that is down"),
    pytest.param(NewerFormat(), "upgrading", id="a table of a newer release"),
]


@pytest.mark.parametrize(("error", "code"), FAILURES)
def test_a_store_that_fails_is_to_be_asked_again(error: Exception, code: str) -> None:
    world = broken(error)
    for response in (
        world.get(TABLE),
        world.post("/v1/tables", {}),
        world.post("/v1/join", {"join_code": "x"}),
    ):
        assert problem(response) == (503, code)
        assert response.headers["Retry-After"] == "1"


def test_a_bug_is_told_without_its_reasons_and_logged_without_its_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = broken(RuntimeError("the hand is AS KS"))
    with caplog.at_level(logging.ERROR):
        response = world.get(TABLE, "st_secret")
    assert problem(response) == (500, "internal_error")
    logged = [vars(record) for record in caplog.records]
    assert [each["request_id"] for each in logged] == [body_of(response)["instance"]]
    told = json.dumps([body_of(response), [{**each, "args": ""} for each in logged]], default=str)
    assert "AS" not in told.replace("PASS", "")
    assert "st_secret" not in told
    assert logged[0]["error"] == "RuntimeError"


# ---- Health


def test_a_process_that_lives_says_so_whatever_else_is_broken() -> None:
    assert broken(StoreUnavailable()).get("/healthz").status_code == 200
