"""CPU turns that follow each other at once are one commit; and when they are not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from api_world import Made, World
from engine.events import BidMade
from engine.levels import Level
from fake_clock import FakeClock, FakeSteady
from service.jobs.attend import work
from service.ports import Ports
from service.table_events import DeadlinePassed
from service.table_turns import Lane, Task
from service.tables.attending import TOGETHER_MS, attend

TABLES = 25
"""More than a job claims at a time."""


def seats(level: str = "normal") -> dict[str, object]:
    return {"S": {"kind": "player"}, **{seat: {"kind": "cpu", "level": level} for seat in "NEW"}}


@dataclass
class SlowTurns:
    """A meter in whose sight each CPU turn takes so long, in ms."""

    clock: FakeClock
    milliseconds: int

    @contextmanager
    def cpu_turn(self, level: Level) -> Iterator[None]:
        self.clock.go_on(self.milliseconds)
        yield

    def done(self, task: Task, late_ms: int) -> None:
        """Not looked at here."""


def bids_by_commit(world: World, table: Made) -> list[str]:
    """The seats that bid, one word for each commit."""
    commits = [
        "".join(event.seat.name for event in entry.events if isinstance(event, BidMade))
        for entry in world.ports.log.read(table.table_id)
    ]
    return [seats for seats in commits if seats]


def test_the_cpus_answer_a_player_in_one_commit() -> None:
    world = World()
    table = world.make(seats=seats())
    world.act(table, "S")
    world.work()
    assert bids_by_commit(world, table) == ["S", "WNE"]
    assert world.view(table, "S")["to_act"] == ["S"]


def test_turns_that_take_long_are_commits_of_their_own() -> None:
    clock = FakeClock()
    world = World(clock, wrap=lambda ports: replace(ports, meter=SlowTurns(clock, TOGETHER_MS)))
    table = world.make(seats=seats())
    world.act(table, "S")
    world.work()
    assert bids_by_commit(world, table) == ["S", "W", "N", "E"]


def test_a_delay_of_the_cpus_keeps_them_apart() -> None:
    world = World()
    table = world.make(seats=seats(), cpu_delay_ms=500)
    world.act(table, "S")
    for _ in range(3):
        world.clock.go_on(500)
        world.work()
    assert bids_by_commit(world, table) == ["S", "W", "N", "E"]


def test_a_table_that_failed_takes_its_turns_one_by_one() -> None:
    """What can be done is done, whichever of them it was that failed."""
    world = World()
    table = world.make(seats=seats())
    world.act(table, "S")
    world.ports.due.claim(Lane.LIVE, 1)
    world.ports.due.failed(table.table_id, Lane.LIVE)
    world.clock.go_on(2_000)
    world.work()
    assert bids_by_commit(world, table) == ["S", "W", "N", "E"]
    assert world.ports.due.failing(1) == ()


def test_the_cpus_answer_a_player_whose_time_is_up_in_the_same_commit() -> None:
    world = World()
    table = world.make(seats=seats(), turn_seconds=30)
    world.clock.go_on(30_000)
    world.note_pass()
    world.work()
    assert bids_by_commit(world, table) == ["SWNE"]
    (entry,) = [each for each in world.ports.log.read(table.table_id) if len(each.events) > 3][-1:]
    assert isinstance(entry.events[0], DeadlinePassed)


def test_of_many_deadlines_each_players_action_is_taken_before_a_cpu_thinks_for_long() -> None:
    world, bids = World(), list[int]()

    def watched(ports: Ports, found: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
        attend(ports, found, lane, is_time_up)
        loaded = ports.store.load(found)
        assert loaded
        assert loaded.table.match
        bids.append(sum(bid is not None for bid in loaded.table.match.deal.bids))

    for _ in range(TABLES):
        world.make(seats=seats("hard"), turn_seconds=30)
        world.clock.go_on(10)
    world.clock.go_on(30_000)
    world.note_pass()
    work(world.ports, Lane.LIVE, watched, FakeSteady())
    assert bids == [1] * TABLES + [4] * TABLES
