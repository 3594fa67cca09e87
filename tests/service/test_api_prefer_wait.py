"""`Prefer: wait` on the view and the table: a long-poll for who knows the present."""

from collections.abc import Callable

import pytest

from api_world import Made, body_of
from scripted_streams import StreamWorld, silence
from service.settings import Settings


@pytest.fixture
def world() -> StreamWorld:
    return StreamWorld()


CALLS: list[Callable[[Made], tuple[str, str | None]]] = [
    lambda table: (f"{table.path}/view", table.tokens["N"]),
    lambda table: (table.path, None),
]
each_call = pytest.mark.parametrize("call", CALLS, ids=["view", "table"])


def tag_of(world: StreamWorld, path: str, token: str | None) -> str:
    return world.get(path, token).headers["ETag"]


@each_call
def test_nothing_new_in_that_time_is_304(world: StreamWorld, call: Callable[..., tuple[str, str]]) -> None:
    path, token = call(world.make())
    tag = tag_of(world, path, token)
    world.script.steps.append(silence)
    answer = world.get(path, token, If_None_Match=tag, Prefer="wait=25")
    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", tag)
    assert answer.headers["Preference-Applied"] == "wait=25"
    assert world.script.waits == [25]


@each_call
def test_a_change_ends_the_wait(world: StreamWorld, call: Callable[..., tuple[str, str]]) -> None:
    table = world.make()
    path, token = call(table)
    tag = tag_of(world, path, token)
    world.script.steps.extend([lambda: world.clock.go_on(2_000), lambda: world.go_on(table, 1)])
    answer = world.get(path, token, If_None_Match=f"W/{tag}", Prefer="respond-async, wait=25")
    assert answer.status_code == 200
    assert body_of(answer)["version"] == 2
    assert answer.headers["Preference-Applied"] == "wait=25"
    assert world.script.waits == [25, 23]


@each_call
def test_who_knows_less_is_answered_at_once(world: StreamWorld, call: Callable[..., tuple[str, str]]) -> None:
    table = world.make()
    path, token = call(table)
    tag = tag_of(world, path, token)
    world.go_on(table, 1)
    assert world.get(path, token, If_None_Match=tag, Prefer="wait=25").status_code == 200
    assert world.get(path, token, Prefer="wait=25").status_code == 200
    assert world.script.waits == []


@pytest.mark.parametrize(
    ("prefer", "wait"),
    [("wait=25", 25), ("wait=9999", 30), ('WAIT="7"', 7), ("a; b=1, wait = 3", 3)],
)
def test_as_long_as_we_grant(world: StreamWorld, prefer: str, wait: int) -> None:
    path = world.make().path
    world.script.steps.append(silence)
    answer = world.get(path, If_None_Match=tag_of(world, path, None), Prefer=prefer)
    assert answer.headers["Preference-Applied"] == f"wait={wait}"
    assert world.script.waits == [wait]


@pytest.mark.parametrize("prefer", ["", "wait=0", "wait", "wait=x", "await=5", "respond-async"])
def test_another_preference_is_none(world: StreamWorld, prefer: str) -> None:
    path = world.make().path
    answer = world.get(path, If_None_Match=tag_of(world, path, None), Prefer=prefer)
    assert answer.status_code == 304
    assert "Preference-Applied" not in answer.headers
    assert world.script.waits == []


def test_where_too_many_wait_the_next_one_is_answered_at_once() -> None:
    world = StreamWorld(settings=Settings(max_waiting_requests=1))
    path = world.make().path
    tag = tag_of(world, path, None)
    assert world.app.extensions["spades"].waiting.acquire()
    answer = world.get(path, If_None_Match=tag, Prefer="wait=25")
    assert answer.status_code == 304
    assert "Preference-Applied" not in answer.headers


@each_call
def test_a_stop_of_the_process_ends_the_wait(
    world: StreamWorld, call: Callable[..., tuple[str, str]]
) -> None:
    path, token = call(world.make())
    tag = tag_of(world, path, token)
    assert world.get(path, token, If_None_Match=tag, Prefer="wait=25").status_code == 304
    assert world.script.waits == [25]


def test_a_stop_of_the_process_ends_a_long_poll(world: StreamWorld) -> None:
    table = world.make()
    last = body_of(world.get(f"{table.path}/events?after=1000"))["last_seq"]
    page = body_of(world.get(f"{table.path}/events?after={last}&wait=25"))
    assert (page["events"], page["last_seq"], page["over"]) == ([], last, False)
    assert world.script.waits == [25]


def test_a_table_that_goes_while_it_is_waited_for_is_not_found(world: StreamWorld) -> None:
    table = world.make()

    def delete() -> None:
        loaded = world.ports.store.load(table.table_id)
        assert loaded is not None
        world.ports.store.delete(loaded)

    world.script.steps.append(delete)
    tag = tag_of(world, table.path, None)
    assert world.get(table.path, If_None_Match=tag, Prefer="wait=25").status_code == 404
