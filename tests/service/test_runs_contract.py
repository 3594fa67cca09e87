"""What every store of simulations does, shown on the test double and on a real server."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from engine.levels import Level
from engine.rules import Rules
from fake_clock import FakeClock, FakeEntropy
from real_store import EVERY_STORE, all_keys, real_store, settings_of
from service.lab.ports import Lab, RunChange, StoredRun
from service.lab.run import Run, RunStatus, ended
from service.lab.simulation import Simulation
from service.ports import StaleVersion
from service.settings import Settings
from service.store.memory import memory_ports
from service.store.memory_runs import memory_lab
from service.table_turns import Lane
from service.wiring import build_lab, build_limits
from tables import RETENTION

KEPT_MS = 60_000


@dataclass(frozen=True, slots=True)
class World:
    """`expire`: lets all that runs out run out."""

    lab: Lab
    expire: Callable[[], None]

    def claim(self) -> Sequence[str]:
        return self.lab.due.claim(Lane.BULK, 20)

    def save(self, run: Run, seen: bytes, stamp: bytes, chunk: bytes = b"") -> StoredRun:
        due_at = None if run.is_over else self.lab.clock.now()
        self.lab.runs.save(RunChange(run, seen, stamp, KEPT_MS, due_at, chunk))
        return StoredRun(run, stamp)


@pytest.fixture(params=EVERY_STORE)
def world(request: pytest.FixtureRequest) -> World:
    if request.param == "memory":
        clock = FakeClock()
        lab = memory_lab(memory_ports(clock, FakeEntropy(), RETENTION), build_limits(Settings()))
        return World(lab, lambda: clock.go_on(KEPT_MS))
    ports, client = real_store(request.param, request)
    lab = build_lab(settings_of(request.param, request), ports)

    def expire() -> None:
        """What has a time to live is at its end."""
        for key in all_keys(client, "*"):
            if client.pttl(key) >= 0:
                assert client.pttl(key) <= KEPT_MS
                client.delete(key)

    return World(lab, expire)


def new_run(number: int = 1, shard: int = 7) -> Run:
    simulation = Simulation(Rules(), bytes(32), (Level.NORMAL,) * 4, 10)
    return Run(f"sm_{shard:02}{number:022}", "standard", simulation, True, b"8 bytes.", 1, 1)


RUN = new_run()


def test_a_simulation_comes_back_as_it_was_put_and_is_due_at_once(world: World) -> None:
    stored = world.save(RUN, b"", b"first")
    assert world.lab.runs.load(RUN.run_id) == stored
    assert world.claim() == (RUN.run_id,)
    assert world.claim() == ()


@pytest.mark.parametrize("unknown", ["sm_07" + "0" * 22, "", "sm_", "tb_07" + "0" * 22, "sm_99" + "x" * 22])
def test_an_unknown_simulation_is_none(world: World, unknown: str) -> None:
    assert world.lab.runs.load(unknown) is None


def test_only_one_of_two_changes_of_the_same_state_counts(world: World) -> None:
    world.save(RUN, b"", b"first", b"1")
    after = world.save(replace(RUN, matches=1), b"first", b"second", b"2")
    for seen in (b"first", b"", b"other"):
        with pytest.raises(StaleVersion):
            world.save(replace(RUN, matches=9), seen, b"third", b"3")
    assert world.lab.runs.load(RUN.run_id) == after
    assert list(world.lab.runs.chunks(RUN.run_id, 0, 9)) == [b"1", b"2"]


def test_a_change_that_is_sent_twice_counts_once(world: World) -> None:
    world.save(RUN, b"", b"first", b"1")
    with pytest.raises(StaleVersion):
        world.save(RUN, b"", b"first", b"1")
    assert list(world.lab.runs.chunks(RUN.run_id, 0, 9)) == [b"1"]


def test_records_are_read_from_any_chunk_on(world: World) -> None:
    stamp = b""
    for number in range(5):
        world.save(RUN, stamp, stamp := b"%d" % number, b"%d" % number)
    assert list(world.lab.runs.chunks(RUN.run_id, 1, 2)) == [b"1", b"2"]
    assert list(world.lab.runs.chunks(RUN.run_id, 4, 9)) == [b"4"]


def test_one_that_is_over_is_not_due_any_more(world: World) -> None:
    world.save(RUN, b"", b"first")
    world.lab.due.failed(RUN.run_id, Lane.BULK)
    world.save(ended(RUN, RunStatus.CANCELLED, 5), b"first", b"second")
    assert world.claim() == ()
    assert world.lab.due.failures(RUN.run_id) == 0


def test_all_of_it_runs_out(world: World) -> None:
    world.save(RUN, b"", b"first", b"1")
    world.expire()
    assert world.lab.runs.load(RUN.run_id) is None
    assert list(world.lab.runs.chunks(RUN.run_id, 0, 9)) == []


def test_each_change_puts_the_end_off(world: World) -> None:
    world.save(RUN, b"", b"first", b"1")
    world.save(RUN, b"first", b"second", b"2")
    assert list(world.lab.runs.chunks(RUN.run_id, 0, 9)) == [b"1", b"2"]
    world.expire()
    assert list(world.lab.runs.chunks(RUN.run_id, 0, 9)) == []


def test_a_deleted_one_leaves_nothing(world: World) -> None:
    world.save(RUN, b"", b"first", b"1")
    world.lab.runs.delete(RUN.run_id)
    assert world.lab.runs.load(RUN.run_id) is None
    assert list(world.lab.runs.chunks(RUN.run_id, 0, 9)) == []
    assert world.claim() == ()


def test_no_more_go_on_than_may(world: World) -> None:
    runs = world.lab.list
    assert [runs.enter(f"sm_{number}", 2) for number in range(3)] == [True, True, False]
    assert runs.enter("sm_1", 2), "it is in already"
    assert list(runs.going_on()) == ["sm_0", "sm_1"]
    runs.leave("sm_0")
    assert runs.enter("sm_2", 2)


def test_the_oldest_beyond_those_that_are_kept(world: World) -> None:
    runs = world.lab.list
    for number in range(5):
        runs.keep(f"sm_{number}", 100 - number, 60_000)
    assert list(runs.beyond(3)) == ["sm_4", "sm_3"]
    assert list(runs.beyond(5)) == []
    runs.forget("sm_4")
    assert list(runs.beyond(3)) == ["sm_3"]


def test_what_is_handed_back_comes_before_what_was_worked_on_meanwhile(world: World) -> None:
    """Else a few that go on and on would leave the others of their shard waiting forever."""
    for number in range(3):
        world.save(new_run(number), b"", b"first")
    first, *others = world.claim()
    found = world.lab.runs.load(first)
    assert found is not None
    world.save(found.run, b"first", b"second")
    for run_id in others:
        world.lab.due.hand_back(run_id, Lane.BULK)
    assert world.lab.due.claim(Lane.BULK, 2) == tuple(others)
