"""What ends by itself in a store, and what it notes of the ticker: on memory and on a real server."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from fake_clock import FakeClock, FakeEntropy
from real_store import EVERY_STORE, all_keys, real_store
from service.ports import CODE_KEPT_MS, Listed, Ports
from service.store.due import PASS_NOTED_MS
from service.store.memory import memory_ports
from service.table import Change, close
from service.table_turns import OUTAGE_MS, RECOVERY_MS, Lane, Outage
from tables import PLAYERS, RETENTION, START, Shelf, commit_id, commit_of, new_table, table_id

CODE = "07C0001"


@dataclass(frozen=True, slots=True)
class World:
    """`go_on`: lets time pass, as far as passes and join codes go."""

    ports: Ports
    go_on: Callable[[int], None]

    def note_pass(self) -> None:
        self.ports.due.note_pass()  # type: ignore[attr-defined]  # the ticker's, of both stores


@pytest.fixture(params=EVERY_STORE)
def world(request: pytest.FixtureRequest) -> World:
    if request.param == "memory":
        clock = FakeClock()
        return World(memory_ports(clock, FakeEntropy(), RETENTION), clock.go_on)
    ports, client = real_store(request.param, request)

    def go_on(milliseconds: int) -> None:
        """Moves what is stored back, since the server's clock can't be moved on."""
        for key in all_keys(client, "*:pass"):
            for name in client.hkeys(key):
                client.hincrby(key, name, -milliseconds)
        for key in all_keys(client, "*:code:*"):
            if (left := client.pttl(key)) >= 0:
                client.pexpire(key, max(left - milliseconds, 0))

    return World(ports, go_on)


def put(world: World, **more: object) -> Shelf:
    return Shelf.put(world.ports.store, new_table(**more))  # type: ignore[arg-type]  # what new_table takes


def ended(world: World) -> Shelf:
    shelf = put(world)
    shelf.put_change(close(shelf.loaded.table, START), ends_code=True)
    return shelf


def test_the_code_of_an_open_table_does_not_end(world: World) -> None:
    put(world)
    world.go_on(10 * CODE_KEPT_MS)
    assert world.ports.store.find_code(CODE) == table_id()


def test_a_code_that_has_done_its_work_is_known_for_a_day_and_then_free(world: World) -> None:
    ended(world)
    world.go_on(CODE_KEPT_MS - 5_000)
    assert world.ports.store.find_code(CODE) == table_id()
    world.go_on(5_000)
    assert world.ports.store.find_code(CODE) is None


def test_a_code_ends_that_came_with_a_table_that_started_at_once(world: World) -> None:
    world.ports.store.commit(commit_of(new_table(chairs=PLAYERS), 0, commit_id(1), ends_code=True))
    assert world.ports.store.find_code(CODE) == table_id()
    world.go_on(CODE_KEPT_MS)
    assert world.ports.store.find_code(CODE) is None


def test_who_had_a_code_before_does_not_take_it_from_who_has_it_now(world: World) -> None:
    old = ended(world)
    world.go_on(CODE_KEPT_MS)
    made = new_table(number=2)
    change = Change(replace(made.table, join_code=CODE), made.events)
    world.ports.store.commit(commit_of(change, 0, commit_id(9)))
    old.put_change(close(old.loaded.table, START))
    world.ports.store.delete(old.loaded)
    assert world.ports.store.find_code(CODE) == table_id(2)


def test_before_the_first_pass_nothing_is_known(world: World) -> None:
    assert world.ports.due.begin(table_id(), Lane.LIVE).passes is None


def test_passes_without_a_gap_are_no_outage(world: World) -> None:
    for wait in (0, 1_000, OUTAGE_MS - 500, 1_000):
        world.go_on(wait)
        world.note_pass()
    passes = world.ports.due.begin(table_id(), Lane.LIVE).passes
    assert passes is not None
    assert passes.outage is None
    assert 0 <= world.ports.clock.now() - passes.last < 500


def test_a_pass_is_noted_once_a_second_however_many_tickers_pass(world: World) -> None:
    world.note_pass()
    first = world.ports.due.begin(table_id(), Lane.LIVE).passes
    world.go_on(PASS_NOTED_MS // 3)
    before = world.ports.due.begin(table_id(), Lane.LIVE).passes
    world.note_pass()
    assert world.ports.due.begin(table_id(), Lane.LIVE).passes == before
    world.go_on(PASS_NOTED_MS)
    world.note_pass()
    assert world.ports.due.begin(table_id(), Lane.LIVE).passes not in (first, before)


def gap(world: World, milliseconds: int) -> Outage:
    world.go_on(milliseconds)
    world.note_pass()
    passes = world.ports.due.begin(table_id(), Lane.LIVE).passes
    assert passes is not None
    assert passes.outage is not None
    assert passes.last == passes.outage.ended
    return passes.outage


def test_a_gap_is_an_outage_from_the_last_pass_to_the_next(world: World) -> None:
    world.note_pass()
    outage = gap(world, OUTAGE_MS + 1_000)
    assert 0 <= outage.ended - outage.began - OUTAGE_MS - 1_000 < 500


def test_only_the_last_outage_counts(world: World) -> None:
    world.note_pass()
    first = gap(world, OUTAGE_MS + 1_000)
    for _ in range(1 + RECOVERY_MS // 2_000):
        world.go_on(2_000)
        world.note_pass()
    second = gap(world, OUTAGE_MS + 2_000)
    assert 0 <= second.ended - second.began - OUTAGE_MS - 2_000 < 500
    assert first.ended - first.began < second.ended - second.began


def test_an_outage_soon_after_another_goes_on_with_it(world: World) -> None:
    """Else who was hit by the first would be forgotten by the second."""
    world.note_pass()
    gap(world, OUTAGE_MS + 1_000)
    outage = gap(world, OUTAGE_MS + 2_000)
    assert 0 <= outage.ended - outage.began - 2 * OUTAGE_MS - 3_000 < 500


def test_tables_of_one_moment_are_listed_one_by_one_too(world: World) -> None:
    places = sorted((Listed(START + number // 3, table_id(number)) for number in range(9)), reverse=True)
    for place in places:
        world.ports.public.add(place.table_id, place.created_at)
    found, at = [], None
    while page := world.ports.public.page(at, 2):
        found += page
        at = page[-1]
    assert found == places


def test_a_list_goes_on_though_its_last_table_is_gone(world: World) -> None:
    places = [Listed(START + number, table_id(number)) for number in range(4)]
    for place in places:
        world.ports.public.add(place.table_id, place.created_at)
    world.ports.public.remove([places[2].table_id])
    assert list(world.ports.public.page(places[2], 9)) == [places[1], places[0]]
