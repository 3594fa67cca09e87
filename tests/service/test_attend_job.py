"""The job: late, twice, never; in bits of a second; and one bad table never harms another."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from rq.timeouts import JobTimeoutException

from fake_clock import FakeClock, FakeEntropy, FakeSteady
from service.jobs.attend import BATCH, SLICE_SECONDS, WORK_SECONDS, work
from service.ports import LEASE_MS, DueTables, Loaded, NewerFormat, Ports, StoreUnavailable
from service.store.memory import memory_ports
from service.table import TableStatus
from service.table_turns import Lane
from service.tables.attending import SAFE_AFTER_FAILURES, attend
from tables import CPUS, LONG, RETENTION, Shelf, due_at, new_table, table_id


@dataclass(slots=True)
class World:
    clock: FakeClock = field(default_factory=FakeClock)
    steady: FakeSteady = field(default_factory=FakeSteady)
    attended: list[str] = field(default_factory=list)
    seconds_each: float = 0.0
    trouble: dict[str, Exception] = field(default_factory=dict)
    ports: Ports = field(init=False)

    def __post_init__(self) -> None:
        self.ports = memory_ports(self.clock, FakeEntropy(), RETENTION)

    def put(self, count: int, lane: Lane = Lane.LIVE) -> list[str]:
        for number in range(count):
            change = new_table(number, chairs=CPUS, rules=LONG)
            Shelf.put(self.ports.store, change, due_at(self.clock.at, lane))
        return [table_id(number) for number in range(count)]

    def attend(self, ports: Ports, found: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
        self.attended.append(found)
        self.steady.at += self.seconds_each
        if found in self.trouble:
            raise self.trouble[found]
        loaded = ports.store.load(found)
        assert loaded is not None
        ports.due.settle(loaded, due_at(self.clock.at + 60_000, lane))

    def work(self, lane: Lane = Lane.LIVE) -> None:
        work(self.ports, lane, self.attend, self.steady)

    def due_now(self, lane: Lane = Lane.LIVE) -> set[str]:
        return set(self.ports.due.claim(lane, 1000))


def load(world: World, found: str) -> Loaded:
    loaded = world.ports.store.load(found)
    assert loaded is not None
    return loaded


@pytest.fixture
def world() -> World:
    return World()


def test_all_that_is_due_in_the_lane_is_attended_to(world: World) -> None:
    due = world.put(2 * BATCH + 5)
    Shelf.put(world.ports.store, new_table(90), due_at(world.clock.at, Lane.BULK))
    world.work()
    assert sorted(world.attended) == due
    assert world.due_now(Lane.BULK) == {table_id(90)}


def test_a_job_that_comes_twice_does_nothing_the_second_time(world: World) -> None:
    due = world.put(3)
    world.work()
    world.work()
    assert sorted(world.attended) == due


def test_a_job_that_comes_late_does_what_is_due_by_then(world: World) -> None:
    due = world.put(3)
    world.clock.go_on(3_600_000)
    world.work()
    assert sorted(world.attended) == due


def test_what_a_killed_job_had_claimed_is_done_when_the_lease_has_run_out(world: World) -> None:
    due = world.put(3)
    world.ports.due.claim(Lane.LIVE, BATCH)
    world.work()
    assert world.attended == []
    world.clock.go_on(LEASE_MS)
    world.work()
    assert sorted(world.attended) == due


def test_a_job_works_for_a_second_and_hands_the_rest_back(world: World) -> None:
    due = world.put(BATCH)
    world.seconds_each = 0.3
    world.work()
    assert len(world.attended) == 4
    assert world.steady.at - 100 <= WORK_SECONDS + world.seconds_each
    assert world.due_now() == set(due) - set(world.attended)


def test_each_is_worked_on_for_a_slice_and_then_it_is_the_next_ones_turn(world: World) -> None:
    """One that never comes to an end keeps none of the others waiting for more than a slice."""
    due = world.put(3)
    slices: list[tuple[str, float]] = []

    def attend_for_long(ports: Ports, found: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
        began = world.steady.at
        while not is_time_up():
            world.steady.at += 0.01
        slices.append((found, world.steady.at - began))
        ports.due.settle(shelves[found], due_at(world.clock.at, lane))

    shelves = {found: load(world, found) for found in due}
    work(world.ports, Lane.LIVE, attend_for_long, world.steady)
    assert [found for found, _ in slices] == [*due, due[0]]
    assert [round(seconds, 2) for _, seconds in slices] == pytest.approx([0.25] * 4, abs=0.02)


def test_what_was_handed_back_is_next(world: World) -> None:
    """However many there are that never come to an end, the others come after them: none waits forever."""
    world.put(6)
    seen: list[str] = []

    def attend_for_long(ports: Ports, found: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
        seen.append(found)
        world.steady.at += SLICE_SECONDS
        world.clock.go_on(250)
        ports.due.settle(load(world, found), due_at(world.clock.at, lane))

    for _ in range(3):
        work(world.ports, Lane.LIVE, attend_for_long, world.steady)
        world.clock.go_on(1)
    assert len(set(seen[:8])) == 6


def test_a_table_that_fails_is_left_for_later_and_the_others_go_on(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    due = world.put(5)
    world.trouble = {due[1]: KeyError("AS KS QS"), due[3]: AssertionError("JS TS")}
    with caplog.at_level(logging.ERROR):
        world.work()
    assert sorted(world.attended) == due
    assert world.ports.due.failures(due[1]) == 1
    assert world.due_now() == set()
    assert [record.message for record in caplog.records] == ["attend_failed"] * 2
    assert vars(caplog.records[0])["table"] == due[1]
    assert not any("AS" in str(vars(record)) for record in caplog.records)


def test_a_table_that_fails_again_and_again_waits_longer_each_time(world: World) -> None:
    (due,) = world.put(1)
    world.trouble = {due: ValueError()}
    waits = []
    for _ in range(7):
        world.work()
        waits.append(0)
        while not world.due_now():
            world.clock.go_on(1000)
            waits[-1] += 1
        world.ports.due.hand_back(due, Lane.LIVE)
    assert waits == [2, 4, 8, 16, 32, 60, 60]
    assert world.ports.due.failing(5) == (due,)


def test_a_table_that_takes_too_long_has_failed(world: World) -> None:
    """RQ's time-out comes as an exception out of the middle of the work."""
    (due,) = world.put(1)
    world.trouble = {due: JobTimeoutException()}
    world.work()
    assert world.ports.due.failures(due) == 1


def test_a_newer_table_is_handed_back_and_not_claimed_again_by_this_job(world: World) -> None:
    due = world.put(3)
    world.trouble = {due[1]: NewerFormat()}
    world.work()
    assert sorted(world.attended) == due
    assert world.ports.due.failures(due[1]) == 0
    assert world.due_now() == {due[1]}


def test_a_lost_store_ends_the_job(world: World) -> None:
    due = world.put(3)
    world.trouble = {due[0]: StoreUnavailable("gone")}
    with pytest.raises(StoreUnavailable):
        world.work()
    world.trouble = {}
    world.clock.go_on(LEASE_MS)
    world.work()
    assert set(world.attended) == set(due)


@dataclass(slots=True)
class LostAfterAClaim:
    """Due tables of a store that is away from then on, for so many waits."""

    due: DueTables
    waits: int
    steady: FakeSteady

    def wait(self, seconds: float) -> None:
        self.waits -= 1
        self.steady.at += seconds

    def hand_back(self, found: str, lane: Lane) -> None:
        if self.waits > 0:
            raise StoreUnavailable("gone")
        self.due.hand_back(found, lane)

    def __getattr__(self, name: str) -> object:
        return getattr(self.due, name)


def lose_the_store(world: World, waits: int) -> list[str]:
    """In the middle of a job; all that it had claimed."""
    due = world.put(3)
    world.trouble = {each: StoreUnavailable("gone") for each in due}
    lost = LostAfterAClaim(world.ports.due, waits, world.steady)
    ports = replace(world.ports, due=lost)  # type: ignore[arg-type]  # the rest is passed on
    with pytest.raises(StoreUnavailable):
        work(ports, Lane.LIVE, world.attend, world.steady, lost.wait)
    world.trouble = {}
    return due


def test_what_a_job_had_claimed_is_due_at_once_when_a_lost_store_is_back(world: World) -> None:
    """Nobody waits for the lease: a store that is back after a moment left CPUs waiting for 2 s."""
    due = lose_the_store(world, waits=5)
    assert world.due_now() == set(due)


def test_a_job_does_not_wait_for_a_lost_store_longer_than_it_has_its_tables(world: World) -> None:
    began = world.steady.at
    lose_the_store(world, waits=1_000)
    assert (world.steady.at - began) * 1000 < LEASE_MS
    assert world.due_now() == set()


def test_tables_of_cpus_are_played_to_their_end(world: World) -> None:
    rules = replace(LONG, max_deals=2)
    for number in range(3):
        change = new_table(number, chairs=CPUS, rules=rules)
        Shelf.put(world.ports.store, change, due_at(world.clock.at, Lane.BULK))
    for _ in range(3):
        work(world.ports, Lane.BULK, attend, world.steady)
        world.clock.go_on(1000)
    for number in range(3):
        loaded = world.ports.store.load(table_id(number))
        assert loaded is not None
        assert loaded.table.status is TableStatus.OVER


class Died(BaseException):
    """The process ends in the middle of it: nothing that is written for failures comes to run."""


def test_a_table_that_kills_its_worker_gets_the_first_legal_action_at_the_third_try(world: World) -> None:
    """A choice that crashes the process: the table has failed, as if it had raised."""
    (due,) = world.put(1)
    tries = 0

    def attend_or_die(ports: Ports, found: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
        nonlocal tries
        tries += 1

        def die() -> bool:
            if ports.due.failures(found) < SAFE_AFTER_FAILURES:
                raise Died
            return is_time_up()

        attend(ports, found, lane, die)

    version = load(world, due).version
    for wait in (2_000, 4_000):
        with pytest.raises(Died):
            work(world.ports, Lane.LIVE, attend_or_die, world.steady)
        world.clock.go_on(wait - 1)
        work(world.ports, Lane.LIVE, attend_or_die, world.steady)
        world.clock.go_on(1)
    world.steady.step = 0.01
    work(world.ports, Lane.LIVE, attend_or_die, world.steady)
    assert tries == 3
    assert load(world, due).version > version
    assert world.ports.due.failures(due) == 0


def test_a_worker_that_is_killed_blames_none_of_those_that_it_had_not_begun_on(world: World) -> None:
    due = world.put(BATCH)
    world.trouble = {due[2]: Died()}  # type: ignore[dict-item]  # no Exception, like the end of the process
    with pytest.raises(Died):
        world.work()
    world.trouble = {}
    world.clock.go_on(LEASE_MS)
    world.work()
    assert set(world.attended) == set(due)
    assert [world.ports.due.failures(each) for each in due] == [0] * BATCH
