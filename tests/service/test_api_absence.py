"""The life of a seat: left, taken back, replaced; before the start and after it."""

from typing import Any

import pytest

from api_world import PLAYERS, Body, Made, World, body_of, problem

KEY = "11111111-2222-3333-4444-555555555555"


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Made:
    return world.make(turn_seconds=30)


def leave(world: World, table: Made, seat: str = "S", **headers: str) -> Any:
    return world.post(f"{table.path}/leave", {}, table.tokens[seat], **headers)


def come_back(world: World, table: Made, seat: str = "S", **headers: str) -> Any:
    return world.post(f"{table.path}/return", {}, table.tokens[seat], **headers)


def replace_south(world: World, table: Made, **headers: str) -> Any:
    return world.post(f"{table.path}/replace", {"seat": "S"}, table.host, **headers)


def events_of(world: World, table: Made) -> list[Body]:
    return list(body_of(world.get(f"{table.path}/events", table.host))["events"])


def types_of(answer: Any) -> list[str]:
    return [event["type"] for event in body_of(answer)["events"]]


def in_seconds(view: Body, seat: str) -> float:
    """How long the seat has by its view."""
    assert list(view["deadlines"]) == [seat]
    return float(view["remaining_ms"]) / 1000


# ---- While the match is playing


def test_who_leaves_is_replaced_by_a_cpu_at_once(world: World, table: Made) -> None:
    answer = leave(world, table)
    (event,) = body_of(answer)["events"]
    assert (event["type"], event["seat"], event["seat_left"]) == (
        "seat_left",
        "S",
        {"reason": "leave", "kind": "cpu"},
    )
    assert event["text"] == "guest S left; a CPU keeps the seat."
    assert body_of(answer)["view"]["seats"]["S"] == {"kind": "player", "name": "guest S", "presence": "cpu"}
    assert body_of(answer)["view"]["deadlines"] == {}
    world.work()
    assert body_of(world.get(table.path))["deal"]["bids"]["S"] is not None


def test_a_cpu_plays_on_for_who_left_out_of_turn(world: World, table: Made) -> None:
    leave(world, table, "W")
    world.act(table, "S")
    world.work()
    assert body_of(world.get(table.path))["to_act"] == ["N"]


@pytest.mark.parametrize("absent", [leave, replace_south])
def test_the_player_takes_the_seat_back_and_from_then_on_acts(world: World, table: Made, absent: Any) -> None:
    absent(world, table)
    world.clock.go_on(3_000)
    answer = come_back(world, table)
    assert types_of(answer) == ["seat_returned"]
    view = body_of(answer)["view"]
    assert view["seats"]["S"]["presence"] == "present"
    assert in_seconds(view, "S") == 30
    world.work()
    assert world.to_act(table) == "S"
    assert world.act(table, "S").status_code == 200


@pytest.mark.parametrize("call", [leave, come_back, replace_south])
def test_a_call_that_changes_nothing_is_no_event_and_no_version(world: World, table: Made, call: Any) -> None:
    if call is not come_back:
        leave(world, table)
    before = world.get(table.path).headers["ETag"]
    answer = call(world, table)
    assert (answer.status_code, body_of(answer)["events"]) == (200, [])
    assert world.get(table.path).headers["ETag"] == before


def test_a_player_who_is_there_keeps_the_deadline_that_runs(world: World, table: Made) -> None:
    world.clock.go_on(10_000)
    assert in_seconds(body_of(come_back(world, table))["view"], "S") == 20


def test_any_action_takes_the_seat_back_a_refused_one_too(world: World, table: Made) -> None:
    leave(world, table)
    assert types_of(world.act(table, "S")) == ["seat_returned", "bid_made"]
    leave(world, table)
    refused = world.post(f"{table.path}/play", {"card": "2C"}, table.tokens["S"])
    assert problem(refused) == (409, "wrong_phase")
    assert world.view(table, "S")["seats"]["S"]["presence"] == "present"


def test_two_missed_turns_and_a_return(world: World, table: Made) -> None:
    for _ in range(2):
        while world.to_act(table) != "S":
            world.go_on(table, 1)
        world.clock.go_on(30_001)
        world.work()
    reasons = [event["seat_left"] for event in events_of(world, table) if event["type"] == "seat_left"]
    assert reasons == [{"reason": "misses", "kind": "cpu"}]
    assert types_of(come_back(world, table)) == ["seat_returned"]
    while world.to_act(table) != "S":
        world.go_on(table, 1)
    world.clock.go_on(30_001)
    world.work()
    assert events_of(world, table)[-2]["deadline_passed"] == {"misses": 1}


def test_a_seat_that_a_cpu_keeps_may_return_and_is_told_so(world: World, table: Made) -> None:
    """With its cards and bids where it is due, and without where it is not."""
    leave(world, table)
    leave(world, table, "N")
    due, waiting = world.view(table, "S")["turn"], world.view(table, "N")["turn"]
    assert due["actions"] == ["bid", "return"]
    assert due["id"] == 1
    assert due["legal_bids"]
    assert waiting == {
        "id": None,
        "actions": ["return"],
        "choose": 0,
        "drawn": None,
        "legal_cards": [],
        "illegal_cards": [],
        "legal_bids": [],
        "illegal_bids": [],
    }
    come_back(world, table, "N")
    assert world.view(table, "N")["turn"] is None
    world.post(f"{table.path}/close", {}, table.host)
    assert world.view(table, "S")["turn"] is None


def test_reading_takes_no_seat_back(world: World, table: Made) -> None:
    leave(world, table)
    for path in (f"{table.path}/view", table.path, f"{table.path}/events", f"{table.path}/actions/x"):
        world.get(path, table.tokens["S"])
    assert world.view(table, "S")["seats"]["S"]["presence"] == "cpu"


def test_the_match_of_players_who_have_all_left_goes_on_to_its_end(world: World) -> None:
    table = world.make(rules={"max_deals": 1})
    for seat in "NESW":
        leave(world, table, seat)
    world.work()
    assert body_of(world.get(table.path))["status"] == "over"
    for call in (leave, come_back, replace_south):
        assert problem(call(world, table)) == (409, "table_over")


def test_the_host_has_an_absent_player_replaced(world: World, table: Made) -> None:
    answer = replace_south(world, table)
    (event,) = body_of(answer)["events"]
    assert (event["type"], event["seat_left"]) == ("seat_left", {"reason": "replaced", "kind": "cpu"})
    assert event["text"] == "guest S was replaced; a CPU keeps the seat."
    assert "you" not in body_of(answer)["table"]


def test_only_a_player_can_be_replaced(world: World) -> None:
    table = world.make(seats={**PLAYERS, "W": {"kind": "cpu"}})
    answer = world.post(f"{table.path}/replace", {"seat": "W"}, table.host)
    assert problem(answer) == (422, "invalid_field")
    (fault,) = body_of(answer)["errors"]
    assert (fault["pointer"], fault["params"]) == ("/seat", {"allowed": "N, E, S"})


def test_who_may_call(world: World, table: Made) -> None:
    path = table.path
    for end in ("leave", "return"):
        assert problem(world.post(f"{path}/{end}", {}, table.host)) == (403, "forbidden")
        assert problem(world.post(f"{path}/{end}")) == (401, "unauthenticated")
    for body in ({"seat": "S"}, {"seat": "X"}):
        assert problem(world.post(f"{path}/replace", body, table.tokens["S"])) == (403, "forbidden")
        assert problem(world.post(f"{path}/replace", body)) == (401, "unauthenticated")


@pytest.mark.parametrize("call", [leave, come_back, replace_south])
def test_a_version_that_is_gone_is_refused(world: World, table: Made, call: Any) -> None:
    tag = world.get(table.path).headers["ETag"]
    world.go_on(table, 1)
    assert problem(call(world, table, If_Match=tag)) == (412, "stale_version")
    assert call(world, table, If_Match=world.get(table.path).headers["ETag"]).status_code == 200


def test_a_late_repetition_of_a_leave_takes_nobody_off_again(world: World, table: Made) -> None:
    first = leave(world, table, Idempotency_Key="a")
    come_back(world, table)
    again = leave(world, table, Idempotency_Key="a")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert body_of(again)["events"] == body_of(first)["events"]
    assert body_of(again)["view"]["seats"]["S"]["presence"] == "present"


# ---- Before the start


def opened(world: World, **offer: Any) -> Made:
    return world.make(seats={"S": PLAYERS["S"]}, **offer)


def test_before_the_start_a_leave_opens_the_seat_and_ends_its_token(world: World) -> None:
    table = opened(world)
    answer = leave(world, table)
    (event,) = body_of(answer)["events"]
    assert (event["type"], event["seat"], event["seat_left"]) == (
        "seat_left",
        "S",
        {"reason": "leave", "kind": "open"},
    )
    view = body_of(answer)["view"]
    assert view["seats"]["S"] == {"kind": "open", "name": None, "presence": "open"}
    assert (view["you"], view["turn"], view["join_code"]) == (None, None, None)
    assert problem(world.get(f"{table.path}/view", table.tokens["S"])) == (401, "unauthenticated")
    assert problem(leave(world, table)) == (401, "unauthenticated")


def test_the_log_remembers_who_left(world: World) -> None:
    """Also when somebody else sits there."""
    table = opened(world)
    leave(world, table)
    world.post("/v1/join", {"join_code": table.join_code, "seat": "S", "name": "Ann"})
    texts = [event["text"] for event in events_of(world, table)]
    assert texts[-2:] == ["guest S left; the seat is open.", "Ann takes a seat."]


def test_who_lost_the_answer_to_a_leave_finds_out(world: World) -> None:
    """Though the token has ended: token and key prove who asks. What the table came to is not for them."""
    table = opened(world)
    first = leave(world, table, Idempotency_Key="a")
    joining = {"join_code": table.join_code, "seat": "S"}
    world.post("/v1/join", joining)
    world.post(f"{table.path}/start", {}, table.host)
    again = leave(world, table, Idempotency_Key="a")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert body_of(again)["events"] == body_of(first)["events"]
    assert body_of(again)["view"]["you"] is None
    recorded = world.get(f"{table.path}/actions/a", table.tokens["S"])
    assert body_of(recorded)["events"] == body_of(first)["events"]
    assert problem(leave(world, table, Idempotency_Key="b")) == (401, "unauthenticated")
    assert problem(world.get(f"{table.path}/actions/b", table.tokens["S"])) == (401, "unauthenticated")


def test_a_private_table_is_closed_to_who_left_it(world: World) -> None:
    table = opened(world, visibility="private")
    assert leave(world, table, Idempotency_Key="a").status_code == 200
    assert problem(leave(world, table, Idempotency_Key="a")) == (401, "unauthenticated")


def test_who_left_sits_down_again_with_a_new_key(world: World) -> None:
    table = world.make(seats={})
    body = {"join_code": table.join_code}
    token = body_of(world.post("/v1/join", body, Idempotency_Key=KEY))["token"]
    world.post(f"{table.path}/leave", {}, token)
    assert problem(world.post("/v1/join", body, Idempotency_Key=KEY)) == (422, "idempotency_key_reused")
    again = body_of(world.post("/v1/join", body, Idempotency_Key=f"{KEY}-again"))
    assert (again["seat"], again["token"] != token) == ("N", True)


def test_a_seat_of_an_open_table_is_not_returned_to_nor_replaced(world: World) -> None:
    table = opened(world)
    assert problem(come_back(world, table)) == (409, "wrong_phase")
    assert problem(replace_south(world, table)) == (409, "wrong_phase")
