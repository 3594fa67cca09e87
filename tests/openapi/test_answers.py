"""What is really answered, in whole matches, is what the document describes, and nothing beside it."""

from typing import Any

import pytest

from api_schema import closed, validator
from api_world import PLAYERS, Body, Made, World, body_of
from service.api.openapi import document

BLIND = {
    "first_dealer": "E",
    "blind_nil": True,
    "blind_behind": 0,
    "max_deals": 2,
    "target": 2000,
    "floor": None,
}
TIMED = {"first_dealer": "E", "max_deals": 1}
SCHEMAS = {"": "Table", "/events": "EventPage", "/deals": "Sheets", "/record": "Record", "/view": "View"}


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    return closed(document(World().app))


def check(spec: dict[str, Any], schema: str, body: Body) -> None:
    validator(spec, {"$ref": f"#/components/schemas/{schema}"}).validate(body)


def check_all(spec: dict[str, Any], world: World, table: Made) -> None:
    for token in (None, table.host, *table.tokens.values()):
        for end, schema in SCHEMAS.items():
            if end != "/view" or token in table.tokens.values():
                check(spec, schema, body_of(world.get(f"{table.path}{end}", token)))


def test_blind_bids_and_exchanges(spec: dict[str, Any]) -> None:
    world = World()
    table = world.make(rules=BLIND, metadata={"club": "Tuesday"})
    for count in range(300):
        if body_of(world.get(table.path))["status"] == "over":
            break
        seat = world.to_act(table)
        if count % 3 == 0:
            world.post(f"{table.path}/look", {}, table.tokens[seat])
        check(spec, "Acted", body_of(world.act(table, seat, count)))
        if count % 10 == 0:
            check_all(spec, world, table)
    check_all(spec, world, table)
    assert {"hand_looked", "exchange_made", "match_over"} <= event_types(world, table)


def test_a_match_of_cpus_and_a_player_who_stays_away(spec: dict[str, Any]) -> None:
    world = World()
    seats = {"S": PLAYERS["S"], **{seat: {"kind": "cpu"} for seat in "NEW"}}
    table = world.make(seats=seats, rules=TIMED, turn_seconds=5)
    for _ in range(60):
        world.clock.go_on(20_000)
        world.work()
        if body_of(world.get(table.path))["status"] == "over":
            break
    check_all(spec, world, table)
    assert {"deadline_passed", "seat_left", "match_over"} <= event_types(world, table)


def test_an_open_table_and_one_that_is_closed(spec: dict[str, Any]) -> None:
    world = World()
    table = world.make(seats={"S": PLAYERS["S"]})
    check_all(spec, world, table)
    check(spec, "ChangedTable", body_of(world.post(f"{table.path}/start", {}, table.host)))
    check(spec, "ChangedTable", body_of(world.post(f"{table.path}/close", {}, table.host)))
    check_all(spec, world, table)


def test_a_table_that_is_changed_left_returned_to_and_followed(spec: dict[str, Any]) -> None:
    world = World()
    table = world.make(seats={"S": PLAYERS["S"], "N": PLAYERS["N"]}, turn_seconds=30)
    path, south = table.path, table.tokens["S"]
    check(spec, "ChangedTable", body_of(world.patch(path, {"rules": {"target": 250}}, table.host)))
    check(spec, "Left", body_of(world.post(f"{path}/leave", {}, table.tokens["N"])))
    assert world.post(f"{path}/start", {}, table.host).status_code == 200
    check(spec, "Left", body_of(world.post(f"{path}/leave", {}, south)))
    check(spec, "View", world.view(table, "S"))
    check(spec, "Acted", body_of(world.post(f"{path}/return", {}, south)))
    check(spec, "ChangedTable", body_of(world.post(f"{path}/replace", {"seat": "S"}, table.host)))
    assert world.post(f"{path}/close", {}, table.host).status_code == 200
    for token in (south, table.host):
        check(spec, "Rematch", body_of(world.post(f"{path}/rematch", {}, token)))
    assert {"table_changed", "seat_left", "seat_returned"} <= event_types(world, table)


def event_types(world: World, table: Made) -> set[str]:
    """The types of all the events of the table."""
    types: set[str] = set()
    after = 0
    while events := body_of(world.get(f"{table.path}/events?after={after}"))["events"]:
        types |= {event["type"] for event in events}
        after = events[-1]["seq"]
    return types
