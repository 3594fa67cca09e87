"""Alive, and ready: which part is missing."""

from dataclasses import replace
from typing import Any

import pytest

from api_world import World, body_of
from service.api.health import LATE_MS
from service.ports import NewerFormat, Ports, StoreUnavailable
from service.store.memory_census import MemoryCensus
from service.table_turns import Lane

ALL_OK = dict.fromkeys(("store", "queue", "ticker", "workers", "tables", "format"), "ok")


@pytest.fixture
def world() -> World:
    world = World()
    world.note_pass()
    return world


def readiness(world: World) -> tuple[int, str, dict[str, str], dict[str, Any]]:
    response = world.get("/readyz")
    body = body_of(response)
    return response.status_code, body["status"], body["parts"], body["details"]


class Away:
    """A store, or a queue, that doesn't answer."""

    def __getattr__(self, name: str) -> Any:
        raise StoreUnavailable


def without_store(ports: Ports) -> Ports:
    return replace(ports, store=Away(), census=Away(), due=Away())


def test_ready_is_who_has_all_parts(world: World) -> None:
    assert readiness(world)[:3] == (200, "ready", ALL_OK)


def test_without_a_store_what_stands_in_it_is_not_known() -> None:
    status, word, parts, _ = readiness(World(wrap=without_store))
    assert (status, word) == (503, "not_ready")
    assert parts == {**ALL_OK, "store": "missing", "ticker": "unknown", "tables": "unknown"}


class ReadOnly(MemoryCensus):
    """Of a store that is full, or a replica."""

    def try_to_write(self) -> None:
        raise StoreUnavailable


def read_only(ports: Ports) -> Ports:
    return replace(ports, census=ReadOnly(ports.clock, dict, {}, ports.due.passes))


def test_a_store_that_can_only_be_read_is_missing() -> None:
    status, word, parts, _ = readiness(World(wrap=read_only))
    assert (status, word, parts["store"]) == (503, "not_ready", "missing")


def test_without_a_queue_nobody_knows_of_workers() -> None:
    world = World(queue=Away())
    world.note_pass()
    status, _, parts, _ = readiness(world)
    assert (status, parts) == (503, {**ALL_OK, "queue": "missing", "workers": "unknown"})


def test_a_lane_without_workers_is_missing(world: World) -> None:
    world.queue.worker_count = 0
    status, _, parts, details = readiness(world)
    assert (status, parts) == (503, {**ALL_OK, "workers": "missing"})
    assert details["workers"] == {"live": 0, "bulk": 0}


def test_a_ticker_that_never_passed_is_missing() -> None:
    status, _, parts, details = readiness(World())
    assert (status, parts) == (503, {**ALL_OK, "ticker": "missing"})
    assert details["ticker"]["oldest_pass_ms"] is None


def test_a_shard_that_no_ticker_passed_over_for_long_is_late(world: World) -> None:
    world.clock.go_on(LATE_MS)
    assert readiness(world)[0] == 200
    world.clock.go_on(1)
    status, _, parts, details = readiness(world)
    assert (status, parts) == (503, {**ALL_OK, "ticker": "late"})
    assert details["ticker"] == {"oldest_pass_ms": LATE_MS + 1, "late_shards": ["00"]}


def test_a_failing_table_is_named_and_sends_nobody_away(world: World) -> None:
    table = world.make()
    for _ in range(5):
        world.ports.due.failed(table.table_id, Lane.LIVE)
    status, word, parts, details = readiness(world)
    assert (status, word, parts) == (200, "degraded", {**ALL_OK, "tables": "failing"})
    assert details["failing_tables"] == {"count": 1, "tables": [table.table_id]}


def test_a_failing_table_that_is_closed_is_not_named_any_more(world: World) -> None:
    table = world.make()
    for _ in range(5):
        world.ports.due.failed(table.table_id, Lane.LIVE)
    world.post(f"{table.path}/close", token=table.host)
    assert readiness(world)[1] == "ready"


def test_who_met_a_newer_format_says_so(world: World) -> None:
    table = world.make()

    def load(*_: Any) -> None:
        raise NewerFormat

    world.ports.store._tables.load = load  # type: ignore[attr-defined]  # the store within the counter
    world.get(table.path)
    status, word, parts, _ = readiness(world)
    assert (status, word, parts) == (200, "degraded", {**ALL_OK, "format": "newer"})


@pytest.mark.parametrize("broken", [World(wrap=without_store), World(queue=Away())])
def test_a_process_that_lives_says_so_whatever_is_missing(broken: World) -> None:
    assert broken.get("/healthz").status_code == 200
