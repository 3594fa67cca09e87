"""`spades export`: the records of matches that are over."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from api_world import Made, World
from engine.record_reading import parse_record
from engine.seats import Seat
from engine.verify import verify
from service.cli import main
from service.ports import NewerFormat, Ports
from service.settings import Settings
from service.tables.exporting import Export

CPU_SEATS = {seat.name: {"kind": "cpu"} for seat in Seat}


def finished(world: World, **offer: Any) -> Made:
    table = world.make(seats=CPU_SEATS, rules={"max_deals": 1}, **offer)
    world.work()
    return table


@pytest.fixture
def world() -> World:
    return World()


def ids(export: Export, since: int = 0) -> list[str]:
    return [each.table_id for each in export.finished(since)]


def test_all_matches_that_are_over_in_the_order_of_their_ends(world: World) -> None:
    expected = []
    for visibility in ("public", "private", "unlisted"):
        expected.append(finished(world, visibility=visibility).table_id)
        world.clock.go_on(60_000)
    world.make()
    world.post("/v1/tables", {"seats": {}})
    assert ids(Export(world.ports)) == expected


def test_a_match_that_was_abandoned_has_a_record_and_a_table_without_a_match_has_none(
    world: World,
) -> None:
    played, opened = world.make(), world.make(seats={})
    for table in (played, opened):
        world.post(f"{table.path}/close", {}, table.host)
    export = Export(world.ports)
    assert ids(export) == [played.table_id]
    record = export.record(export.finished(0)[0])
    assert record is not None
    assert record["result"]["end_reason"] == "abandoned"


def test_only_those_that_ended_since(world: World) -> None:
    finished(world)
    world.clock.go_on(60_000)
    late = finished(world)
    assert ids(Export(world.ports), since=world.clock.now()) == [late.table_id]
    assert ids(Export(world.ports), since=world.clock.now() + 1) == []


def test_a_record_is_the_one_that_the_api_gives_and_stands_every_check(world: World) -> None:
    table = finished(world)
    export = Export(world.ports)
    record = export.record(export.finished(0)[0])
    assert record == world.get(f"{table.path}/record").json
    assert verify(parse_record(record)) == ()


def test_a_table_that_expires_meanwhile_is_left_out(world: World) -> None:
    finished(world)
    export = Export(world.ports)
    found = export.finished(0)[0]
    loaded = world.ports.store.load(found.table_id)
    assert loaded is not None
    world.ports.store.delete(loaded)
    assert export.record(found) is None


def test_a_table_of_a_newer_release_is_counted(world: World) -> None:
    finished(world)

    def load(*_: object) -> None:
        raise NewerFormat

    world.ports.store._tables.load = load  # type: ignore[attr-defined]  # the store within the counter
    export = Export(world.ports)
    assert (export.finished(0), export.unreadable) == ((), 1)


# ---- The command, on a real store


@pytest.fixture
def two(redis_ports: Ports) -> list[str]:
    """The tables of two matches that are over, on the real store."""
    world = World(wrap=lambda _: redis_ports)
    return [finished(world).table_id for _ in range(2)]


def spades(settings: Settings, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "SPADES_REDIS_URL": settings.redis_url}
    argv = (sys.executable, "-m", "service.cli", *words)
    return subprocess.run(argv, env=env, capture_output=True, text=True, check=False)


def test_the_command_writes_one_line_each_and_says_where_to_go_on(
    settings: Settings, two: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "records.ndjson"
    done = spades(settings, "export", "--records", str(path))
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["table_id"] for line in path.read_bytes().splitlines()] == two
    assert main(["verify", str(path)]) == 0
    counted, _, moment = done.stderr.strip().partition("; go on with --since ")
    assert counted == "2 records"
    again = spades(settings, "export", "--since", moment)
    assert [json.loads(line)["table_id"] for line in again.stdout.splitlines()] == two, "some overlap"
    later = spades(settings, "export", "--since", "2999-01-01")
    assert (later.stdout, later.stderr.partition(";")[0]) == ("", "0 records")


def test_without_a_store_the_command_fails_in_one_line() -> None:
    done = spades(Settings(redis_url="unix:///nowhere.sock"), "export")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("spades export: the store can't be reached")


def test_a_time_that_is_none_is_a_wrong_call() -> None:
    assert main(["export", "--since", "yesterday"]) == 2
