"""Many turns that run out at the same time: whose action is taken when."""

from collections.abc import Callable

from api_world import World
from fake_clock import FakeSteady
from service.jobs.attend import work
from service.ports import Ports
from service.table_turns import Lane
from service.tables.attending import attend

TABLES = 25
"""More than a job claims at a time."""
SEATS = {"S": {"kind": "player"}, **{seat: {"kind": "cpu"} for seat in "NEW"}}


def test_of_many_deadlines_each_players_action_is_taken_before_any_cpu_answers() -> None:
    world, bids = World(), list[int]()

    def watched(ports: Ports, found: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
        attend(ports, found, lane, is_time_up)
        loaded = ports.store.load(found)
        assert loaded
        assert loaded.table.match
        bids.append(sum(bid is not None for bid in loaded.table.match.deal.bids))

    for _ in range(TABLES):
        world.make(seats=SEATS, turn_seconds=30)
        world.clock.go_on(10)
    world.clock.go_on(30_000)
    world.note_pass()
    work(world.ports, Lane.LIVE, watched, FakeSteady())
    assert bids == [1] * TABLES + [4] * TABLES
