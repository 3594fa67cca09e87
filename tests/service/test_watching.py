"""Waiting at a table: whatever changed is read once, for all who wait for it in a process."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from fake_clock import FakeClock, FakeEntropy
from polling import eventually
from service.ports import Loaded, NewerFormat, Ports, StoreUnavailable
from service.store.memory import memory_ports
from service.tables.attendance import Attendance
from service.tables.watching import KEPT, Tail, Watching
from tables import LONG, PLAYERS, RETENTION, START, Shelf, new_table, next_action, table_id


@dataclass
class Slow:
    """A store whose answers are as old as they are slow; `error` is raised instead."""

    ports: Ports
    loads: int = 0
    may_go_on: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(1_000))
    error: Exception | None = None

    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        found = self.ports.store.load(table_id, commit_id)
        self.loads += 1
        assert self.may_go_on.acquire(timeout=20)
        if self.error:
            raise self.error
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ports.store, name)


@dataclass
class World:
    ports: Ports = field(default_factory=lambda: memory_ports(FakeClock(START), FakeEntropy(), RETENTION))
    rng: Random = field(default_factory=lambda: Random(1))

    def __post_init__(self) -> None:
        self.shelf = Shelf.put(self.ports.store, new_table(chairs=PLAYERS, rules=LONG))
        self.store = Slow(self.ports)
        ports = replace(self.ports, store=self.store)
        self.watching = Watching(ports, Attendance(ports.presence, ports.clock))

    def play(self, actions: int = 1) -> None:
        for _ in range(actions):
            self.shelf.put_change(next_action(self.shelf.loaded.table, self.rng, START))


@pytest.fixture
def world() -> World:
    return World()


def require(tail: Tail | None) -> Tail:
    assert tail is not None
    return tail


def test_many_who_read_at_the_same_time_need_two_readings(world: World) -> None:
    """One that had begun before they came, and one for all of them."""
    world.store.may_go_on = threading.Semaphore(0)
    with world.watching.watch(table_id()) as watch, ThreadPoolExecutor(9) as threads:
        first = threads.submit(watch.read)
        eventually(lambda: world.store.loads == 1)
        others = [threads.submit(watch.read) for _ in range(8)]
        world.shelf.put_change(next_action(world.shelf.loaded.table, world.rng, START))
        world.store.may_go_on.release(100)
        tails = [require(each.result(20)) for each in others]
        require(first.result(20))
    assert world.store.loads <= 3
    assert {tail.last_seq for tail in tails} == {world.shelf.loaded.table.last_seq}


def test_what_happened_since_is_one_batch_for_all(world: World) -> None:
    with world.watching.watch(table_id()) as one, world.watching.watch(table_id()) as other:
        before = require(one.read())
        world.play(3)
        after, same = require(one.read()), require(other.read())
        (batch,) = after.since(before.last_seq) or ()
        assert same.since(before.last_seq) == (batch,)
        assert [event.seq for event in batch.events] == list(range(before.last_seq + 1, after.last_seq + 1))
        assert after.since(after.last_seq) == ()


def test_who_is_slow_finds_the_last_batches_and_who_is_slower_none(world: World) -> None:
    with world.watching.watch(table_id()) as watch:
        seqs = [require(watch.read()).last_seq]
        for _ in range(KEPT + 1):
            world.play()
            seqs.append(require(watch.read()).last_seq)
        tail = require(watch.read())
        assert tail.since(seqs[0]) is None
        found = tail.since(seqs[1])
        assert found is not None
        assert [batch.after for batch in found] == seqs[1:-1]
        assert tail.since(seqs[1] + 100) is None


def test_more_than_a_page_is_left_to_the_log(world: World) -> None:
    with world.watching.watch(table_id()) as watch:
        before = require(watch.read())
        world.play(520)  # a page is 500 commits
        tail = require(watch.read())
        assert tail.since(before.last_seq) is None
        assert tail.batches == ()


def test_a_table_that_is_gone_is_none(world: World) -> None:
    with world.watching.watch(table_id()) as watch:
        require(watch.read())
        world.ports.store.delete(world.shelf.loaded)
        assert watch.read() is None


@pytest.mark.parametrize("error", [StoreUnavailable("away"), NewerFormat()])
def test_a_fault_is_told_to_all_and_is_over_with_the_next_reading(world: World, error: Exception) -> None:
    with world.watching.watch(table_id()) as watch:
        require(watch.read())
        world.store.error = error
        for _ in range(2):
            with pytest.raises(type(error)):
                watch.read()
        world.store.error = None
        world.play()
        assert require(watch.read()).batches


def test_a_table_is_forgotten_with_the_last_who_waits(world: World) -> None:
    with world.watching.watch(table_id()) as one:
        with world.watching.watch(table_id()):
            require(one.read())
        world.play()
        assert require(one.read()).batches
    with world.watching.watch(table_id()) as later:
        assert require(later.read()).batches == ()


def test_all_who_wait_are_sent_away_at_a_stop(world: World) -> None:
    with ThreadPoolExecutor(1) as threads, world.watching.watch(table_id()) as watch:
        waiting = threads.submit(watch.wait, 60)
        world.watching.stop()
        assert waiting.result(20)
        assert watch.is_stopping
        assert list(watch.changes(60)) == []
