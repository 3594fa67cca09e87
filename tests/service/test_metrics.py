"""The page for Prometheus: what is counted, and who may read it."""

from typing import Any

import pytest

from api_world import PLAYERS, Made, World, legal_action, problem
from metrics_page import samples, value
from service.ports import NewerFormat, StoreUnavailable
from service.settings import Settings
from service.table_turns import Lane

CPU = {"kind": "cpu", "level": "easy"}
TOKEN = "a token of the operator for metrics"


def page(world: World, **headers: str) -> str:
    response = world.get("/metrics", **headers)
    assert response.status_code == 200
    return response.get_data(as_text=True)


def answers(world: World, operation: str, status: int) -> float:
    return value(page(world), "spades_request_seconds_count", operation=operation, status=str(status))


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Made:
    return world.make()


def test_answers_are_counted_by_operation_and_status(world: World, table: Made) -> None:
    world.go_on(table, 2)
    world.get(f"{table.path}/view", "st_not_one_of_them")
    assert answers(world, "create_table", 201) == 1
    assert answers(world, "place_bid", 200) == 2
    assert answers(world, "get_view", 200) == 2
    assert answers(world, "get_view", 401) == 1


def test_what_a_client_makes_up_is_no_label(world: World) -> None:
    for path in ("/v1/ht_made_up", "/v1/tables/tb_made_up/view", "/v1/tables?cursor=made_up"):
        world.get(path)
    assert "made_up" not in page(world)
    assert answers(world, "none", 404) == 2


def test_calls_that_wait_are_told_from_those_that_are_slow(world: World, table: Made) -> None:
    world.go_on(table, 1)
    world.get(f"{table.path}/events?after=0&wait=5")
    world.get(f"{table.path}/events")
    world.http.get(f"{table.path}/events", headers={"Accept": "text/event-stream"}).close()
    names = {labels["operation"] for labels, _ in samples(page(world), "spades_request_seconds_count")}
    assert {"list_events", "list_events.wait", "list_events.stream"} <= names


def test_open_streams_are_counted_while_they_are_open(world: World, table: Made) -> None:
    stream = world.http.get(f"{table.path}/events", headers={"Accept": "text/event-stream"})
    assert value(page(world), "spades_streams") == 1
    stream.close()
    assert value(page(world), "spades_streams") == 0


def test_commits_and_replays_are_counted(world: World, table: Made) -> None:
    call, body = legal_action(world.view(table, "S"))
    for _ in range(3):
        world.post(f"{table.path}/{call}", body, table.tokens["S"], Idempotency_Key="once")
    assert value(page(world), "spades_commits_total") == 2
    assert value(page(world), "spades_replays_total") == 2


def test_who_comes_too_late_is_counted(world: World, table: Made) -> None:
    """The guess of the application is old: somebody else changed the table in another process."""
    call, body = legal_action(world.view(table, "S"))
    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    world.go_on(table, 1)
    world.ports.store.recall = lambda _: loaded  # type: ignore[method-assign]  # what a process would remember
    world.post(f"{table.path}/{call}", body, table.tokens["S"])
    assert value(page(world), "spades_conflicts_total") == 1


def test_cpu_turns_are_counted_by_level_and_timers_by_task(world: World) -> None:
    table = world.make(seats={**PLAYERS, "W": CPU, "N": {**CPU, "level": "normal"}}, turn_seconds=30)
    seat = world.to_act(table)
    world.clock.go_on(32_500)
    world.work()  # the time is up
    world.work()  # the CPUs answer
    read = page(world)
    levels = {labels["level"]: count for labels, count in samples(read, "spades_cpu_turn_seconds_count")}
    late = {labels["task"]: total for labels, total in samples(read, "spades_timer_lateness_seconds_sum")}
    assert seat == "S"
    assert levels == {"easy": 1, "normal": 1}
    assert late["expiry"] == 2.5


def test_tables_are_counted_by_status(world: World) -> None:
    world.make()
    world.post("/v1/tables", {"seats": {}})
    closed = world.make()
    world.post(f"{closed.path}/close", {}, closed.host)
    statuses = {labels["status"]: count for labels, count in samples(page(world), "spades_tables")}
    assert statuses == {"open": 1, "playing": 1, "over": 0, "closed": 1}


def test_what_is_due_and_for_how_long(world: World) -> None:
    world.make(seats={**PLAYERS, "S": CPU})
    world.clock.go_on(1_500)
    read = page(world)
    assert value(read, "spades_due_tables", lane="live") == 1
    assert value(read, "spades_due_overdue_seconds", lane="live") == 1.5
    assert value(read, "spades_due_tables", lane="bulk") == 0


def test_the_ticker_lags_since_its_last_pass(world: World) -> None:
    assert samples(page(world), "spades_ticker_lag_seconds") == []
    world.note_pass()
    world.clock.go_on(2_500)
    assert value(page(world), "spades_ticker_lag_seconds") == 2.5


def test_the_queue_and_its_workers(world: World) -> None:
    world.queue.enqueue(Lane.BULK, 3)
    read = page(world)
    assert value(read, "spades_queued_jobs", lane="bulk") == 3
    assert value(read, "spades_workers", lane="live") == 1


def test_a_table_that_fails_again_and_again_is_counted(world: World, table: Made) -> None:
    for _ in range(5):
        assert value(page(world), "spades_failing_tables") == 0
        world.ports.due.failed(table.table_id, Lane.LIVE)
    assert value(page(world), "spades_failing_tables") == 1


@pytest.mark.parametrize("error", [StoreUnavailable("gone"), NewerFormat()])
def test_a_store_that_is_away_or_ahead_of_us_is_counted(world: World, table: Made, error: Exception) -> None:
    def load(*_: Any) -> None:
        raise error

    world.ports.store._tables.load = load  # type: ignore[attr-defined]  # the store within the counter
    for _ in range(3):
        world.get(table.path)
    read = page(world)
    away, newer = (1, 0) if isinstance(error, StoreUnavailable) else (0, 3)
    assert value(read, "spades_store_outages_total") == away
    assert value(read, "spades_newer_format_total") == newer


def test_without_a_token_of_the_operator_everybody_may_read_it(world: World) -> None:
    assert world.get("/metrics").content_type.startswith("text/plain; version=0.0.4")


@pytest.mark.parametrize("given", [None, "another token", TOKEN[:-1], ""])
def test_with_one_nobody_else_may(given: str | None) -> None:
    world = World(settings=Settings(metrics_token=TOKEN))
    assert problem(world.get("/metrics", given)) == (401, "unauthenticated")
    assert world.get("/metrics", TOKEN).status_code == 200


def test_it_is_no_part_of_the_api(world: World) -> None:
    assert "/metrics" not in world.get("/v1/openapi.json").get_data(as_text=True)
