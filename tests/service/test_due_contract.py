"""What every store does about tables that are due, shown on the test double and on a real server."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from engine.seats import Seat
from real_store import EVERY_STORE
from service.ports import LEASE_MS, Ports
from service.table import sit
from service.table_turns import Lane
from store_worlds import World, store_world
from tables import (
    CPUS,
    PLAYERS,
    START,
    Shelf,
    due_at,
    new_table,
    next_action,
    table_id,
)


@pytest.fixture(params=EVERY_STORE)
def world(request: pytest.FixtureRequest) -> World:
    return store_world(request.param, request)


def put_due(world: World, count: int, lane: Lane = Lane.LIVE, late_ms: int = 0) -> set[str]:
    """That many tables, spread over the shards, due since `late_ms`."""
    for number in range(count):
        change = new_table(number, shard=number % 16, chairs=CPUS)
        Shelf.put(world.ports.store, change, due_at(world.now - late_ms, lane))
    return {table_id(number, number % 16) for number in range(count)}


def claimed(ports: Ports, lane: Lane = Lane.LIVE, limit: int = 100) -> set[str]:
    found = ports.due.claim(lane, limit)
    assert len(set(found)) == len(found) <= limit
    return set(found)


def test_a_claim_takes_what_is_due_in_its_lane_once(world: World) -> None:
    due = put_due(world, 40)
    Shelf.put(world.ports.store, new_table(90), due_at(world.now, Lane.BULK))
    Shelf.put(world.ports.store, new_table(91), due_at(world.now + 60_000))
    assert claimed(world.ports) == due
    assert claimed(world.ports) == set()
    assert claimed(world.ports, Lane.BULK) == {table_id(90)}


def test_a_claim_takes_no_more_than_it_asks_for(world: World) -> None:
    due = put_due(world, 40)
    first = claimed(world.ports, limit=7)
    second = claimed(world.ports, limit=20)
    assert len(first) == 7
    assert len(second) == 20
    assert first.isdisjoint(second)
    assert first | second | claimed(world.ports) == due


def test_what_is_due_is_counted_by_lane(world: World) -> None:
    put_due(world, 20)
    Shelf.put(world.ports.store, new_table(90), due_at(world.now, Lane.BULK))
    Shelf.put(world.ports.store, new_table(91), due_at(world.now + 60_000))
    assert world.ports.due.counts() == {Lane.LIVE: 20, Lane.BULK: 1}
    claimed(world.ports, limit=15)
    assert world.ports.due.counts() == {Lane.LIVE: 5, Lane.BULK: 1}


def test_many_claimers_at_once_share_the_tables(world: World) -> None:
    due = put_due(world, 64)
    barrier = threading.Barrier(8)

    def claim(_worker: int) -> list[str]:
        barrier.wait(10)
        return [each for _ in range(4) for each in world.ports.due.claim(Lane.LIVE, 3)]

    with ThreadPoolExecutor(8) as pool:
        shares = list(pool.map(claim, range(8)))
    together = [each for share in shares for each in share]
    assert len(together) == len(set(together))
    assert set(together) | claimed(world.ports) == due


def test_a_lease_that_runs_out_gives_the_table_to_the_next(world: World) -> None:
    due = put_due(world, 3)
    assert claimed(world.ports) == due
    world.lapse()
    assert claimed(world.ports) == due


def test_a_commit_writes_when_the_table_is_due_next(world: World) -> None:
    shelf = Shelf.put(world.ports.store, new_table(chairs=PLAYERS), due_at(world.now))
    shelf.put_change(
        next_action(shelf.loaded.table, Random(1), START), due=due_at(world.now + 60_000, Lane.LIVE)
    )
    assert claimed(world.ports) == set()


def test_a_table_is_due_in_one_lane_at_a_time(world: World) -> None:
    change = new_table(chairs=(*CPUS[:3], new_table().table.chairs[3]))
    shelf = Shelf.put(world.ports.store, change, due_at(world.now, Lane.BULK))
    seated = sit(change.table, Seat.W, "me", b"t" * 32, START)
    shelf.put_change(seated, due=due_at(world.now, Lane.LIVE))
    assert claimed(world.ports, Lane.BULK) == set()
    assert claimed(world.ports, Lane.LIVE) == {table_id()}
    world.ports.due.settle(shelf.loaded, due_at(world.now, Lane.BULK))
    assert claimed(world.ports, Lane.LIVE) == set()
    assert claimed(world.ports, Lane.BULK) == {table_id()}


def test_a_settled_table_is_due_when_it_says(world: World) -> None:
    shelf = Shelf.put(world.ports.store, new_table(), due_at(world.now))
    claimed(world.ports)
    world.ports.due.settle(shelf.loaded, due_at(world.now + 60_000))
    world.lapse()
    assert claimed(world.ports) == set()
    world.ports.due.settle(shelf.loaded, due_at(world.now))
    assert claimed(world.ports) == {table_id()}


def test_what_a_commit_wrote_is_not_settled_over(world: World) -> None:
    shelf = Shelf.put(world.ports.store, new_table(chairs=PLAYERS), due_at(world.now))
    old = shelf.loaded
    shelf.put_change(next_action(old.table, Random(1), START), due=due_at(world.now))
    world.ports.due.settle(old, due_at(world.now + 60_000))
    assert claimed(world.ports) == {table_id()}


def test_a_table_handed_back_is_due_at_once(world: World) -> None:
    due = put_due(world, 2)
    claimed(world.ports)
    for each in due:
        world.ports.due.hand_back(each, Lane.LIVE)
    assert claimed(world.ports) == due


def test_a_table_that_is_gone_is_not_brought_back(world: World) -> None:
    shelf = Shelf.put(world.ports.store, new_table(), due_at(world.now))
    world.ports.store.delete(shelf.loaded)
    world.ports.due.hand_back(table_id(), Lane.LIVE)
    world.ports.due.failed(table_id(), Lane.LIVE)
    world.ports.due.settle(shelf.loaded, due_at(world.now))
    world.lapse()
    assert claimed(world.ports) == set()


def test_a_forgotten_table_is_never_due(world: World) -> None:
    (due,) = put_due(world, 1)
    world.ports.due.failed(due, Lane.LIVE)
    world.ports.due.forget(due, Lane.LIVE)
    world.lapse()
    assert claimed(world.ports) == set()
    assert world.ports.due.failures(due) == 0


def test_failures_in_a_row_are_counted_until_the_table_recovers(world: World) -> None:
    first, second = sorted(put_due(world, 2))
    assert [world.ports.due.failed(first, Lane.LIVE) for _ in range(5)] == [1, 2, 3, 4, 5]
    assert world.ports.due.failed(second, Lane.LIVE) == 1
    assert set(world.ports.due.failing(1)) == {first, second}
    assert set(world.ports.due.failing(5)) == {first}
    world.ports.due.recovered(first)
    assert world.ports.due.failures(first) == 0
    assert set(world.ports.due.failing(1)) == {second}


def test_a_table_that_failed_is_due_again_later(world: World) -> None:
    (due,) = put_due(world, 1)
    claimed(world.ports)
    world.ports.due.failed(due, Lane.LIVE)
    assert claimed(world.ports) == set()
    world.lapse()
    assert claimed(world.ports) == {due}


def test_who_was_begun_on_and_never_came_to_an_end_has_failed(world: World) -> None:
    """Its worker was killed, most likely by it."""
    due = sorted(put_due(world, 3))
    claimed(world.ports)
    assert world.ports.due.begin(due[0], Lane.LIVE).failures == 0
    world.lapse()
    assert claimed(world.ports) == set(due)
    assert [world.ports.due.failures(each) for each in due] == [1, 0, 0]
    assert world.ports.due.begin(due[0], Lane.LIVE).failures == 1


def test_one_loss_is_counted_once(world: World) -> None:
    (due,) = put_due(world, 1)
    claimed(world.ports)
    world.ports.due.begin(due, Lane.LIVE)
    for _ in range(3):
        world.lapse()
        claimed(world.ports)
    assert world.ports.due.failures(due) == 1


def test_who_is_begun_on_has_its_lease_from_then_on(world: World) -> None:
    (due,) = put_due(world, 1)
    claimed(world.ports)
    world.lapse()
    world.ports.due.begin(due, Lane.LIVE)
    assert claimed(world.ports) == set()


def test_who_takes_its_worker_with_it_again_and_again_waits_longer_each_time(world: World) -> None:
    """2, 4, 8 … 60 s, from the moment when it was begun on; a lease is 2 s."""
    (due,) = put_due(world, 1)
    waits = []
    claimed(world.ports)
    for _ in range(7):
        world.ports.due.begin(due, Lane.LIVE)
        waits.append(0)
        while not claimed(world.ports):
            world.lapse()
            waits[-1] += LEASE_MS // 1000
    assert waits == [2, 4, 8, 16, 32, 60, 60]
    assert world.ports.due.failing(7) == (due,)


ENDS: dict[str, Callable[[World, Shelf], object]] = {
    "settled": lambda world, shelf: world.ports.due.settle(shelf.loaded, due_at(world.now)),
    "handed back": lambda world, shelf: world.ports.due.hand_back(table_id(), Lane.LIVE),
    "a commit": lambda world, shelf: shelf.put_change(
        next_action(shelf.loaded.table, Random(1), START), due=due_at(world.now)
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_work_that_came_to_an_end_is_no_loss(world: World, end: str) -> None:
    shelf = Shelf.put(world.ports.store, new_table(chairs=PLAYERS), due_at(world.now))
    claimed(world.ports)
    world.ports.due.begin(table_id(), Lane.LIVE)
    ENDS[end](world, shelf)
    world.lapse()
    assert claimed(world.ports) == {table_id()}
    assert world.ports.due.failures(table_id()) == 0


def test_work_that_failed_has_failed_once(world: World) -> None:
    (due,) = put_due(world, 1)
    claimed(world.ports)
    world.ports.due.begin(due, Lane.LIVE)
    world.ports.due.failed(due, Lane.LIVE)
    world.lapse()
    assert claimed(world.ports) == {due}
    assert world.ports.due.failures(due) == 1


def test_a_commit_in_the_middle_of_the_work_is_not_its_end(world: World) -> None:
    shelf = Shelf.put(world.ports.store, new_table(chairs=PLAYERS), due_at(world.now))
    claimed(world.ports)
    world.ports.due.begin(table_id(), Lane.LIVE)
    change = next_action(shelf.loaded.table, Random(1), START)
    shelf.put_change(change, due=due_at(world.now + LEASE_MS), is_leased=True)
    assert claimed(world.ports) == set()
    world.lapse()
    assert claimed(world.ports) == {table_id()}
    assert world.ports.due.failures(table_id()) == 1


def test_who_is_gone_is_not_begun_on(world: World) -> None:
    shelf = Shelf.put(world.ports.store, new_table(), due_at(world.now))
    world.ports.store.delete(shelf.loaded)
    assert world.ports.due.begin(table_id(), Lane.LIVE).failures == 0
    world.lapse()
    assert claimed(world.ports) == set()
