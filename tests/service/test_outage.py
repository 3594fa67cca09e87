"""Deadlines that fall into a time without a ticker: moved once, and nobody has missed a turn by it."""

import pytest

from api_world import PLAYERS, Body, Made, World, body_of
from service.table_turns import OUTAGE_MS, RECOVERY_MS, Lane

TURN_MS = 30_000
SECOND = 1_000


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Made:
    """South has 30 s from now on."""
    return world.make(turn_seconds=30)


def run(world: World, milliseconds: int) -> None:
    """The service runs: a pass, and what is due, every second."""
    for _ in range(milliseconds // SECOND):
        world.clock.go_on(SECOND)
        recover(world)


def stop(world: World, milliseconds: int) -> None:
    world.clock.go_on(milliseconds)


def recover(world: World) -> None:
    world.ports.due.note_pass()  # type: ignore[attr-defined]  # the ticker's
    world.work()


def deadline_of(world: World, table: Made, seat: str = "S") -> int:
    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    deadline = loaded.table.deadlines["NESW".index(seat)]
    assert deadline is not None
    return int(deadline)


def told(world: World, table: Made) -> list[Body]:
    events = body_of(world.get(f"{table.path}/events"))["events"]
    return [event for event in events if event["type"] in ("deadline_passed", "deadline_moved", "seat_left")]


def types(world: World, table: Made) -> list[str]:
    return [event["type"] for event in told(world, table)]


def test_a_deadline_that_fell_into_an_outage_is_moved_to_10_s_after_it(world: World, table: Made) -> None:
    run(world, TURN_MS - 2 * SECOND)
    stop(world, OUTAGE_MS + 2 * SECOND)
    recover(world)
    assert deadline_of(world, table) == world.clock.at + RECOVERY_MS
    view = world.view(table, "S")
    assert view["remaining_ms"] == RECOVERY_MS
    (event,) = told(world, table)
    assert (event["type"], event["seat"]) == ("deadline_moved", "S")
    assert event["deadline_moved"] == {"deadline": view["deadline"]}
    assert event["text"] == "The service was interrupted; guest S has more time."
    assert world.act(table, "S").status_code == 200


def test_who_does_not_act_then_has_missed_one_turn(world: World, table: Made) -> None:
    run(world, TURN_MS - 2 * SECOND)
    stop(world, OUTAGE_MS + 2 * SECOND)
    recover(world)
    run(world, RECOVERY_MS - SECOND)
    assert types(world, table) == ["deadline_moved"]
    run(world, SECOND)
    assert types(world, table) == ["deadline_moved", "deadline_passed"]
    assert told(world, table)[1]["deadline_passed"] == {"misses": 1}


def test_a_deadline_before_or_after_the_outage_stays(world: World, table: Made) -> None:
    run(world, 2 * SECOND)
    before = deadline_of(world, table)
    stop(world, OUTAGE_MS + 2 * SECOND)
    recover(world)
    assert deadline_of(world, table) == before
    run(world, TURN_MS)
    assert types(world, table)[:1] == ["deadline_passed"]


def test_a_turn_that_ran_out_before_the_outage_was_missed_though_a_worker_comes_only_after_it(
    world: World, table: Made
) -> None:
    run(world, TURN_MS - SECOND)
    stop(world, 2 * SECOND)
    world.ports.due.note_pass()  # type: ignore[attr-defined]  # the ticker's
    stop(world, OUTAGE_MS + SECOND)
    recover(world)
    assert types(world, table) == ["deadline_passed"]


@pytest.mark.parametrize(
    ("gap", "expected"), [(OUTAGE_MS, "deadline_passed"), (OUTAGE_MS + 1, "deadline_moved")]
)
def test_an_outage_is_more_than_5_s(world: World, table: Made, gap: int, expected: str) -> None:
    run(world, TURN_MS - 2 * SECOND)
    stop(world, gap)
    recover(world)
    assert types(world, table) == [expected]


def test_a_second_outage_moves_the_deadline_again_but_the_first_never_twice(
    world: World, table: Made
) -> None:
    run(world, TURN_MS - SECOND)
    stop(world, 2 * OUTAGE_MS)
    recover(world)
    for _ in range(20):
        world.work()
    assert types(world, table) == ["deadline_moved"]
    stop(world, RECOVERY_MS + SECOND)
    recover(world)
    assert types(world, table) == ["deadline_moved"] * 2
    assert deadline_of(world, table) == world.clock.at + RECOVERY_MS


def test_who_was_hit_by_an_outage_is_not_forgotten_over_the_next(world: World, table: Made) -> None:
    """The ticker came and went before a worker came."""
    run(world, TURN_MS - SECOND)
    for _ in range(2):
        stop(world, OUTAGE_MS + SECOND)
        world.ports.due.note_pass()  # type: ignore[attr-defined]  # the ticker's
    world.work()
    assert types(world, table) == ["deadline_moved"]


def test_a_job_that_comes_before_the_tickers_first_pass_leaves_the_table(world: World, table: Made) -> None:
    run(world, TURN_MS - SECOND)
    stop(world, OUTAGE_MS + 2 * SECOND)
    world.work()
    assert types(world, table) == []
    assert world.ports.due.claim(Lane.LIVE, 5) == ()
    world.ports.due.note_pass()  # type: ignore[attr-defined]  # the ticker's
    recovered = world.clock.at
    stop(world, SECOND)
    world.work()
    assert types(world, table) == ["deadline_moved"]
    assert deadline_of(world, table) == recovered + RECOVERY_MS


def test_workers_that_come_late_move_it_all_the_same_never_into_the_past(world: World, table: Made) -> None:
    run(world, TURN_MS - SECOND)
    stop(world, OUTAGE_MS + 2 * SECOND)
    for _ in range(20):
        world.ports.due.note_pass()  # type: ignore[attr-defined]  # the ticker's
        stop(world, SECOND)
    world.work()
    assert types(world, table) == ["deadline_moved"]
    assert deadline_of(world, table) == world.clock.at + RECOVERY_MS


def test_cpus_act_at_once_after_an_outage(world: World) -> None:
    seats = {"N": PLAYERS["N"], **{seat: {"kind": "cpu"} for seat in "ESW"}}
    table = world.make(seats=seats, turn_seconds=30)
    stop(world, OUTAGE_MS + SECOND)
    recover(world)
    assert world.to_act(table) == "N"
    assert types(world, table) == []


def test_both_sides_of_an_exchange_get_their_time(world: World) -> None:
    rules = {"first_dealer": "E", "nil_exchange": 1}
    table = world.make(rules=rules, turn_seconds=30)
    for seat, tricks in (("S", 0), ("W", 0), ("N", 3), ("E", 3)):
        path, body = f"{table.path}/bid", {"bid": {"tricks": tricks}}
        assert world.post(path, body, table.tokens[seat]).status_code == 200
    run(world, TURN_MS - SECOND)
    stop(world, OUTAGE_MS + SECOND)
    recover(world)
    assert types(world, table) == ["deadline_moved"] * 2
    assert deadline_of(world, table) == deadline_of(world, table, "W") == world.clock.at + RECOVERY_MS


def test_where_no_ticker_has_ever_passed_there_is_no_outage(world: World, table: Made) -> None:
    stop(world, TURN_MS + SECOND)
    world.work()
    assert types(world, table) == ["deadline_passed"]
