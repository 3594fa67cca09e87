"""How long a table is kept: what its view says, and what happens then."""

import pytest

from api_world import RETENTION, World, body_of
from engine.seats import Seat
from service.table_turns import Lane

CPUS = {seat.name: {"kind": "cpu"} for seat in Seat}


def go_past(world: World, milliseconds: int) -> None:
    world.clock.go_on(milliseconds)
    world.work()


@pytest.mark.parametrize(
    ("offer", "kept"),
    [
        pytest.param({"seats": {}}, RETENTION.open_ms, id="a table that never started"),
        pytest.param({}, RETENTION.idle_ms, id="a table whose players have gone"),
        pytest.param(
            {"seats": CPUS, "rules": {"max_deals": 1}}, RETENTION.finished_ms, id="a finished table"
        ),
    ],
)
def test_a_table_goes_when_its_time_is_up_and_nothing_of_it_stays(
    offer: dict[str, object], kept: int
) -> None:
    world = World()
    table = world.make(**offer)
    world.work()
    go_past(world, kept - 1)
    assert world.get(table.path).status_code == 200
    go_past(world, 1)
    assert world.get(table.path).status_code == 404
    joining = world.post("/v1/join", {"join_code": table.join_code or "00AAAA"})
    assert joining.get_json()["code"] == "wrong_join_code"
    assert [world.ports.due.claim(lane, 20) for lane in Lane] == [(), ()]


def test_every_change_starts_the_time_anew() -> None:
    world = World()
    table = world.make()
    before = body_of(world.get(table.path))["expires_at"]
    world.clock.go_on(60_000)
    world.act(table, world.to_act(table))
    assert body_of(world.get(table.path))["expires_at"] > before
