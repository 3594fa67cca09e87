"""Upgrades: what an earlier release stored is read and goes on; what a later one stored is left alone."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import redis

from api_world import Made, World, body_of, legal_action, problem
from engine.record_reading import parse_record
from engine.verify import verify
from fake_clock import FakeClock
from record_auditor import audit
from service.jobs.attend import work
from service.settings import Settings
from service.store.codec import FORMAT, FORMAT_WITHOUT_OWNER
from service.store.keys import failures_key, shard_of, table_key
from service.table_turns import Lane
from service.tables.attending import attend
from stored_sample import Sample, put_sample, sample_world, write_sample

GOLDEN = Path(__file__).parents[1] / "golden"
EARLIER = range(1, FORMAT)
COMMIT_ID_BYTES = 16


def kept(written: int) -> Sample:
    sample: Sample = json.loads((GOLDEN / f"stored_state_format_{written}.json").read_text(encoding="utf-8"))
    return sample


def taken_over(sample: Sample, settings: Settings, client: redis.Redis) -> tuple[World, Made]:
    put_sample(client, sample)
    of = sample["playing"]
    return sample_world(settings, FakeClock(sample["at"])), Made(of["table_id"], "", of["tokens"], "")


def format_of(client: redis.Redis, table: Made) -> int:
    state: Any = client.hget(table_key(table.table_id), "state")
    _, _, stored = state.partition(b" ")
    return int(json.loads(stored[COMMIT_ID_BYTES:])[0])


@pytest.mark.parametrize("written", EARLIER)
def test_a_match_of_an_earlier_format_goes_on_to_its_end(
    settings: Settings, client: redis.Redis, written: int
) -> None:
    world, table = taken_over(kept(written), settings, client)
    assert format_of(client, table) == written
    while body_of(world.get(table.path))["status"] == "playing":
        world.work()
        world.clock.go_on(1_000)
        seat = next(iter(body_of(world.get(table.path))["to_act"]), None)
        if seat in table.tokens:
            call, body = legal_action(world.view(table, seat), choose=3)
            assert world.post(f"{table.path}/{call}", body, table.tokens[seat]).status_code == 200
    assert format_of(client, table) == FORMAT_WITHOUT_OWNER
    record = body_of(world.get(f"{table.path}/record", table.tokens["S"]))
    assert record["result"] is not None
    assert audit(record) == []
    assert verify(parse_record(record)) == ()


@pytest.mark.parametrize("written", EARLIER)
def test_a_request_that_an_earlier_release_answered_is_answered_the_same_again(
    settings: Settings, client: redis.Redis, written: int
) -> None:
    world, table = taken_over(kept(written), settings, client)
    last = kept(written)["playing"]["last"]
    path, token = f"{table.path}/{last['call']}", table.tokens[last["seat"]]
    again = world.post(path, last["body"], token, Idempotency_Key=last["key"])
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert body_of(again)["events"] == last["events"]


@pytest.mark.parametrize("written", EARLIER)
def test_a_table_of_an_earlier_format_that_waits_can_be_joined(
    settings: Settings, client: redis.Redis, written: int
) -> None:
    world, _ = taken_over(kept(written), settings, client)
    join = {"join_code": kept(written)["open"]["join_code"], "name": "a newcomer"}
    joined = world.post("/v1/join", join, Idempotency_Key="a-secret-of-a-good-length")
    assert joined.status_code == 201, joined.json
    table = body_of(world.get(f"/v1/tables/{kept(written)['open']['table_id']}"))
    assert (table["status"], table["metadata"]) == ("playing", {"club": "♠"})


def test_a_table_of_a_later_format_is_left_alone_and_its_players_are_told(
    settings: Settings, client: redis.Redis
) -> None:
    sample = newer(write_sample(sample_world(settings, FakeClock(1_750_000_000_000)), client))
    client.flushall()
    world, table = taken_over(sample, settings, client)
    before = client.hgetall(table_key(table.table_id))
    token = table.tokens["S"]
    for answer in (
        world.get(table.path),
        world.get(f"{table.path}/view", token),
        world.get(f"{table.path}/record", token),
        world.post(f"{table.path}/leave", {}, token),
        world.post(f"{table.path}/bid", {"turn": 1, "bid": {"kind": "nil"}}, token),
    ):
        assert problem(answer) == (503, "upgrading")
        assert int(answer.headers["Retry-After"]) > 0
    for lane in Lane:
        work(world.ports, lane, attend)
    assert client.hgetall(failures_key(shard_of(table.table_id))) == {}
    assert client.hgetall(table_key(table.table_id)) == before


def newer(sample: Sample) -> Sample:
    """As the next release would write it: all that is certain of it is where the number stands."""
    text = json.dumps(sample)
    changed, times = re.subn(rf'\[{FORMAT_WITHOUT_OWNER},\\"tb_', rf'[{FORMAT + 1},\\"tb_', text)
    assert times == 2
    later: Sample = json.loads(changed)
    return later


def test_a_sample_of_this_release_can_be_taken_over(settings: Settings, client: redis.Redis) -> None:
    """That is how the samples are made that are kept."""
    sample = write_sample(sample_world(settings, FakeClock(1_750_000_000_000)), client)
    client.flushall()
    world, table = taken_over(sample, settings, client)
    assert format_of(client, table) == FORMAT_WITHOUT_OWNER
    assert world.view(table, "S")["status"] == "playing"
