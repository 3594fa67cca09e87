"""PATCH of an open table: a merge patch of its terms and its CPUs, from which nobody loses a seat."""

from typing import Any

import pytest

from api_world import PLAYERS, Body, Made, World, body_of, problem

ONLY_SOUTH = {"S": PLAYERS["S"]}


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Made:
    return world.make(
        seats=ONLY_SOUTH,
        rules={"preset": "short", "target": 300},
        turn_seconds=30,
        metadata={"club": "Tuesday", "room": "2"},
    )


def change(world: World, table: Made, **headers: str) -> Any:
    return lambda body: world.patch(table.path, body, table.host, **headers)


def after(world: World, table: Made, body: Body) -> Body:
    answer = world.patch(table.path, body, table.host)
    assert answer.status_code == 200, answer.json
    return dict(body_of(answer)["table"])


def fault_of(answer: Any) -> tuple[str, str]:
    (fault,) = body_of(answer)["errors"]
    return fault["pointer"], fault["code"]


def test_what_is_left_out_stays(world: World, table: Made) -> None:
    before = body_of(world.get(table.path, table.host))
    found = after(world, table, {"turn_seconds": 60})
    assert found["turn_seconds"] == 60
    for name in ("rules", "seats", "visibility", "metadata", "join_code", "shuffle"):
        assert found[name] == before[name]


def test_a_null_takes_the_deadlines_away(world: World, table: Made) -> None:
    assert after(world, table, {"turn_seconds": None})["turn_seconds"] is None


def test_options_go_on_top_of_the_tables_rules(world: World, table: Made) -> None:
    rules = after(world, table, {"rules": {"blind_nil": True}})["rules"]
    assert (rules["preset"], rules["target"], rules["blind_nil"], rules["max_deals"]) == (
        "short",
        300,
        True,
        30,
    )


def test_a_preset_that_is_named_begins_anew(world: World, table: Made) -> None:
    rules = after(world, table, {"rules": {"preset": "whiz", "floor": None}})["rules"]
    assert (rules["preset"], rules["target"], rules["bid_style"], rules["floor"]) == (
        "whiz",
        500,
        "whiz",
        None,
    )


def test_a_null_takes_a_name_out_of_the_metadata(world: World, table: Made) -> None:
    assert after(world, table, {"metadata": {"room": None, "season": "1"}})["metadata"] == {
        "club": "Tuesday",
        "season": "1",
    }


def test_a_change_is_an_event_that_everyone_sees(world: World, table: Made) -> None:
    answer = change(world, table)({"turn_seconds": 60})
    (event,) = body_of(answer)["events"]
    assert (event["type"], event["text"]) == ("table_changed", "The host changed the table.")
    assert answer.headers["ETag"].startswith('"2-')
    assert body_of(world.get(f"{table.path}/events?after=2"))["events"] == [event]


def test_a_change_to_what_is_there_already_changes_nothing(world: World, table: Made) -> None:
    tag = world.get(table.path, table.host).headers["ETag"]
    answer = change(world, table)({"turn_seconds": 30, "metadata": {"room": "2"}, "rules": {"target": 300}})
    assert (body_of(answer)["events"], answer.headers["ETag"]) == ([], tag)


def test_cpus_come_and_go(world: World, table: Made) -> None:
    answer = change(world, table)({"seats": {"N": {"kind": "cpu", "level": "normal", "name": "Ada"}}})
    assert [event["type"] for event in body_of(answer)["events"]] == ["table_changed", "seat_taken"]
    north = body_of(answer)["table"]["seats"]["N"]
    assert north == {"kind": "cpu", "level": "normal", "name": "Ada", "presence": "cpu"}
    assert after(world, table, {"seats": {"N": {"kind": "open"}}})["seats"]["N"]["kind"] == "open"


def test_the_last_open_seat_that_a_cpu_takes_starts_the_match(world: World, table: Made) -> None:
    found = after(world, table, {"seats": {seat: {"kind": "cpu"} for seat in "NEW"}})
    assert (found["status"], found["deal"]["number"]) == ("playing", 1)
    assert problem(change(world, table)({"turn_seconds": 5})) == (409, "already_started")


def test_nobody_is_put_off_a_seat(world: World, table: Made) -> None:
    answer = change(world, table)({"seats": {"S": {"kind": "cpu"}, "N": {"kind": "cpu"}}})
    assert problem(answer) == (409, "seat_taken")
    assert fault_of(answer) == ("/seats/S", "seat_taken")
    assert body_of(world.get(table.path))["seats"]["N"]["kind"] == "open"


def test_a_duel_has_no_use_for_a_seat_on_which_a_player_sits(world: World, table: Made) -> None:
    east = body_of(world.post("/v1/join", {"join_code": table.join_code, "seat": "E"}))
    answer = change(world, table)({"rules": {"preset": "duel"}})
    assert problem(answer) == (409, "seat_taken")
    assert fault_of(answer) == ("/rules/players", "seat_taken")
    world.post(f"{table.path}/leave", {}, east["token"])
    assert set(after(world, table, {"rules": {"preset": "duel"}})["seats"]) == {"N", "S"}
    assert fault_of(change(world, table)({"seats": {"W": {"kind": "cpu"}}})) == ("/seats/W", "invalid_field")
    found = after(world, table, {"rules": {"players": 4}})["seats"]
    assert {seat: chair["kind"] for seat, chair in found.items()} == {
        "N": "open",
        "E": "open",
        "S": "player",
        "W": "open",
    }


def test_a_clash_with_the_tables_rules_names_what_was_sent(world: World, table: Made) -> None:
    after(world, table, {"rules": {"bid_style": "mirror"}})
    answer = change(world, table)({"rules": {"min_bid": 3}})
    assert problem(answer) == (422, "rules_clash")
    (fault,) = body_of(answer)["errors"]
    assert (fault["pointer"], fault["clashes_with"]) == ("/rules/min_bid", ["bid_style"])


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"rules": {"target": 1}}, "/rules/target", "invalid_field"),
        ({"rules": {"targets": 1}}, "/rules/targets", "unknown_field"),
        ({"rules": {"preset": "x"}}, "/rules/preset", "invalid_field"),
        ({"rules": {"preset": None}}, "/rules/preset", "invalid_field"),
        ({"rules": {"preset": []}}, "/rules/preset", "invalid_field"),
        ({"rules": None}, "/rules", "invalid_field"),
        ({"seats": {"S": {"kind": "player"}}}, "/seats/S/kind", "invalid_field"),
        ({"seats": {"N": None}}, "/seats/N", "invalid_field"),
        ({"turn_seconds": 4}, "/turn_seconds", "invalid_field"),
        ({"visibility": None}, "/visibility", "invalid_field"),
        ({"metadata": {"x": 1}}, "/metadata", "invalid_field"),
        ({"metadata": {"x" * 201: None}}, "/metadata", "invalid_field"),
        ({"rated": True}, "/rated", "unknown_field"),
        ({"seed": "x"}, "/seed", "unknown_field"),
    ],
)
def test_a_patch_out_of_shape(world: World, table: Made, body: Body, pointer: str, code: str) -> None:
    answer = change(world, table)(body)
    assert problem(answer) == (422, code)
    assert fault_of(answer) == (pointer, code)


def test_patches_do_not_make_the_metadata_grow_beyond_its_limit(world: World, table: Made) -> None:
    after(world, table, {"metadata": {str(number): "" for number in range(14)}})
    answer = change(world, table)({"metadata": {"one more": ""}})
    assert problem(answer) == (422, "invalid_field")
    assert fault_of(answer) == ("/metadata", "invalid_field")


def test_a_table_that_becomes_public_is_listed_and_leaves_the_list_again(world: World, table: Made) -> None:
    def listed() -> list[str]:
        return [each["table_id"] for each in body_of(world.get("/v1/tables"))["tables"]]

    after(world, table, {"visibility": "public"})
    assert listed() == [table.table_id]
    assert world.post(f"{table.path}/join").status_code == 201
    after(world, table, {"visibility": "private"})
    assert listed() == []
    assert problem(world.get(table.path)) == (401, "unauthenticated")


def test_only_the_host_changes_a_table(world: World, table: Made) -> None:
    for body in ({"turn_seconds": 60}, {"x": 1}):
        assert problem(world.patch(table.path, body)) == (401, "unauthenticated")
        assert problem(world.patch(table.path, body, table.tokens["S"])) == (403, "forbidden")


def test_a_closed_table_is_not_changed(world: World, table: Made) -> None:
    world.post(f"{table.path}/close", {}, table.host)
    assert problem(change(world, table)({"turn_seconds": 60})) == (409, "table_over")


def test_a_patch_for_another_version_is_refused(world: World, table: Made) -> None:
    tag = world.get(table.path, table.host).headers["ETag"]
    assert change(world, table, If_Match=tag)({"turn_seconds": 60}).status_code == 200
    assert problem(change(world, table, If_Match=tag)({"turn_seconds": 30})) == (412, "stale_version")


def test_a_repeated_patch_undoes_nothing(world: World, table: Made) -> None:
    first = change(world, table, Idempotency_Key="a")({"turn_seconds": 60})
    after(world, table, {"turn_seconds": 90})
    again = change(world, table, Idempotency_Key="a")({"turn_seconds": 60})
    assert body_of(again)["events"] == body_of(first)["events"]
    assert body_of(again)["table"]["turn_seconds"] == 90
    assert problem(change(world, table, Idempotency_Key="a")({"turn_seconds": 45})) == (
        422,
        "idempotency_key_reused",
    )
