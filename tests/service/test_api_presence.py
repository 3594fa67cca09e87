"""Who is there: told by views and by streams, and no event of the match."""

import pytest

from api_world import PLAYERS, Made, body_of
from scripted_streams import StreamWorld, silence
from service.store.memory import MemoryPresence
from service.tables.attendance import PRESENT_MS, Attendance

CPUS = {seat: {"kind": "cpu"} for seat in "NEW"}


@pytest.fixture
def world() -> StreamWorld:
    return StreamWorld()


@pytest.fixture
def quiet(world: StreamWorld) -> Made:
    """A table of four players of whom nothing was heard for long."""
    table = world.make()
    world.clock.go_on(10 * PRESENT_MS)
    return table


def presences(world: StreamWorld, table: Made) -> dict[str, str]:
    """As a spectator sees them, who is no sign of life."""
    return {seat: chair["presence"] for seat, chair in body_of(world.get(table.path))["seats"].items()}


def present(world: StreamWorld, table: Made) -> set[str]:
    return {seat for seat, presence in presences(world, table).items() if presence == "present"}


def test_an_open_seat_a_cpu_and_a_player_who_was_just_given_a_seat(world: StreamWorld) -> None:
    table = world.make(seats={"S": PLAYERS["S"], "N": {"kind": "cpu"}})
    assert presences(world, table) == {"N": "cpu", "E": "open", "S": "present", "W": "open"}


def test_of_whom_nothing_is_heard_for_30_seconds_is_away(world: StreamWorld) -> None:
    table = world.make()
    world.clock.go_on(PRESENT_MS - 1)
    assert present(world, table) == set(PLAYERS)
    world.clock.go_on(1)
    assert presences(world, table) == dict.fromkeys(PLAYERS, "away")


def test_who_joins_is_there(world: StreamWorld) -> None:
    table = world.make(seats={})
    world.clock.go_on(10 * PRESENT_MS)
    world.post(f"{table.path}/join", {"join_code": table.join_code, "seat": "E"})
    assert present(world, table) == {"E"}


@pytest.mark.parametrize("end", ["/view", "/events", "", "/events?wait=1&after=0"])
def test_each_call_of_a_seat_is_a_sign_of_life(world: StreamWorld, quiet: Made, end: str) -> None:
    world.get(f"{quiet.path}{end}", quiet.tokens["N"])
    world.get(f"{quiet.path}/events", quiet.host)
    assert present(world, quiet) == {"N"}
    world.clock.go_on(PRESENT_MS)
    assert present(world, quiet) == set()


def test_an_action_and_an_answer_of_304_are_signs_of_life(world: StreamWorld, quiet: Made) -> None:
    world.act(quiet, "S")
    tag = world.get(f"{quiet.path}/view", quiet.tokens["W"]).headers["ETag"]
    world.clock.go_on(PRESENT_MS - 1)
    assert world.get(f"{quiet.path}/view", quiet.tokens["W"], If_None_Match=tag).status_code == 304
    world.clock.go_on(1)
    assert present(world, quiet) == {"W"}


def test_who_waits_for_the_answer_to_a_call_is_there(world: StreamWorld, quiet: Made) -> None:
    last = body_of(world.get(f"{quiet.path}/events?after=100000"))["last_seq"]
    seen = []
    world.script.steps.append(lambda: (world.clock.go_on(29_000), seen.append(present(world, quiet))))
    world.get(f"{quiet.path}/events?after={last}&wait=30", quiet.tokens["N"])
    assert seen == [{"N"}]


def test_who_has_a_stream_is_there_as_long_as_it_stands(world: StreamWorld, quiet: Made) -> None:
    seen = []
    steps = [silence, silence, silence, lambda: seen.append(present(world, quiet))]
    world.stream(quiet, "", quiet.tokens["E"], steps * 3)
    assert seen == [{"E"}] * 3
    world.clock.go_on(PRESENT_MS)
    assert present(world, quiet) == set()


def test_a_seat_that_connects_twice_stays_connected_when_the_older_stream_goes(
    world: StreamWorld, quiet: Made
) -> None:
    older = world.open(f"{quiet.path}/events", quiet.tokens["E"])
    for _ in range(2):
        next(iter(older.response))
    seen = []
    steps = [silence, older.close, *[silence] * 5, lambda: seen.append(present(world, quiet))]
    world.stream(quiet, "", quiet.tokens["E"], steps)
    assert seen == [{"E"}]


def test_presence_makes_no_version_and_another_presence_no_other_tag(world: StreamWorld, quiet: Made) -> None:
    before = world.get(quiet.path)
    world.get(f"{quiet.path}/view", quiet.tokens["N"])
    after = world.get(quiet.path)
    assert before.get_json()["seats"] != after.get_json()["seats"]
    assert before.headers["ETag"] == after.headers["ETag"]


def test_a_stream_tells_who_comes_and_who_goes_without_a_number(world: StreamWorld, quiet: Made) -> None:
    come = [lambda: world.get(f"{quiet.path}/view", quiet.tokens["N"])]
    streamed = world.stream(quiet, "", steps=[*come, silence, silence, silence])
    assert streamed.names == ["snapshot", "presence", "presence", "reconnect"]
    told = [frame for frame in streamed.frames if frame.event == "presence"]
    away = dict.fromkeys(PLAYERS, "away")
    assert [frame.data["presence"] for frame in told] == [{**away, "N": "present"}, away]
    assert all(not frame.has_id and frame.data["type"] == "presence" for frame in told)
    assert all(frame.data["to_act"] == ["S"] for frame in told)


def test_who_resumes_is_told_who_is_there_now(world: StreamWorld, quiet: Made) -> None:
    last = body_of(world.get(f"{quiet.path}/events?after=100000"))["last_seq"]
    assert world.stream(quiet, f"?after={last}").named("presence")[0]["presence"]["S"] == "away"


def test_a_seat_that_a_cpu_keeps_says_so(world: StreamWorld) -> None:
    table = world.make(seats={**CPUS, "S": PLAYERS["S"]}, turn_seconds=5)
    streamed = world.stream(
        table,
        "",
        table.tokens["S"],
        [lambda: world.post(f"{table.path}/leave", {}, table.tokens["S"])],
    )
    assert streamed.named("presence")[-1]["presence"]["S"] == "cpu"
    assert presences(world, table)["S"] == "cpu"


def test_public_tables_are_listed_with_who_is_there(world: StreamWorld) -> None:
    table = world.make(visibility="public")
    world.clock.go_on(10 * PRESENT_MS)
    world.get(f"{table.path}/view", table.tokens["N"])
    (listed,) = body_of(world.get("/v1/tables"))["tables"]
    assert [seat for seat, chair in listed["seats"].items() if chair["presence"] == "present"] == ["N"]


def test_what_another_process_heard_is_known_here_soon(world: StreamWorld, quiet: Made) -> None:
    assert present(world, quiet) == set()
    elsewhere = Attendance(world.ports.presence, world.clock)
    loaded = world.ports.store.load(quiet.table_id)
    assert loaded is not None
    seat = loaded.table.rules.lineup.seats[1]
    elsewhere.heard(quiet.table_id, seat)
    world.clock.go_on(6_000)
    assert present(world, quiet) == {seat.name}
    assert isinstance(world.ports.presence, MemoryPresence)
