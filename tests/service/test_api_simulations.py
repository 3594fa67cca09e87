"""Simulations over HTTP: asked for, looked at, cancelled, repeated, expired, and never more than allowed."""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from api_world import Body, World, body_of, problem
from engine.record_reading import parse_record
from engine.seats import Seat
from engine.verify import verify
from service.cli import main
from service.jobs.attend import attend_any, work
from service.lab.ports import Lab, RunChange, StoredRun
from service.lab.running import FAILURES_UNTIL_FAILED, RunOffer, create_run, work_on_run
from service.lab.simulation import Unit
from service.ports import LEASE_MS, NewerFormat, StaleVersion
from service.refusals import Refused
from service.settings import Settings
from service.table_turns import Lane
from service.tables.changing import Request
from spades_builders import STANDARD

SHORT = {"preset": "short", "max_deals": 2}
KEY = "a-secret-of-22-characters"
SMALL: Body = {"matches": 3, "rules": SHORT, "seed": "game 1", "records": True}


@pytest.fixture
def world() -> World:
    return World()


def ask(world: World, key: str | None = None, **offer: Any) -> Body:
    headers = {} if key is None else {"Idempotency_Key": key}
    response = world.post("/v1/simulations", {**SMALL, **offer}, **headers)
    assert response.status_code == 202, response.json
    return body_of(response)


def path_of(simulation: Body) -> str:
    return f"/v1/simulations/{simulation['simulation_id']}"


def look(world: World, simulation: Body) -> Body:
    return body_of(world.get(path_of(simulation)))


def decisions(world: World, simulation: Body, count: int) -> None:
    """A worker claims it and works until so many decisions are made."""
    left = [count]

    def is_time_up() -> bool:
        left[0] -= 1
        return left[0] <= 0

    assert world.ports.due.claim(Lane.BULK, 20) == (simulation["simulation_id"],)
    work_on_run(world.lab, simulation["simulation_id"], is_time_up)


def test_it_is_accepted_and_says_where_it_is(world: World) -> None:
    response = world.post("/v1/simulations", SMALL)
    assert response.status_code == 202
    simulation = body_of(response)
    assert response.headers["Location"] == path_of(simulation)
    assert response.headers["Retry-After"] == "1"
    assert (simulation["status"], simulation["progress"]) == ("running", {"done": 0, "total": 3})
    assert world.get(response.headers["Location"]).get_json() == simulation


def test_its_progress_and_its_totals_grow_until_it_is_done(world: World) -> None:
    simulation = ask(world)
    decisions(world, simulation, 150)
    between = look(world, simulation)
    assert between["status"] == "running"
    assert between["progress"]["done"] == between["totals"]["matches"] == 1
    world.work()
    response = world.get(path_of(simulation))
    done = body_of(response)
    assert (done["status"], done["progress"], done["reason"]) == ("done", {"done": 3, "total": 3}, None)
    assert done["totals"]["matches"] == done["totals"]["samples"] == 3
    assert "Retry-After" not in response.headers
    assert world.ports.due.claim(Lane.BULK, 20) == ()


@pytest.mark.parametrize(
    ("words", "offer"),
    [
        pytest.param(["--matches", "3"], {}, id="matches"),
        pytest.param(
            ["--deals", "4", "--duplicate", "--levels", "N=easy,W=easy"],
            {"matches": None, "deals": 4, "duplicate": True, "levels": {"N": "easy", "W": "easy"}},
            id="pairs of deals",
        ),
    ],
)
def test_its_records_are_those_of_the_command(
    words: list[str], offer: Body, world: World, tmp_path: Path
) -> None:
    path = tmp_path / "records"
    rules = orjson.dumps(SHORT).decode()
    assert main(["simulate", *words, "--rules", rules, "--seed", "game 1", "--records", str(path)]) == 0
    asked = {name: value for name, value in {**SMALL, **offer}.items() if value is not None}
    simulation = body_of(world.post("/v1/simulations", asked))
    for _ in range(5):
        decisions(world, simulation, 61)
    world.work()
    records = world.get(f"{path_of(simulation)}/records")
    assert records.data == path.read_bytes()
    assert records.content_type == "application/x-ndjson"


def test_records_are_whole_while_it_goes_on(world: World) -> None:
    simulation = ask(world)
    assert world.get(f"{path_of(simulation)}/records").data == b""
    decisions(world, simulation, 150)
    lines = world.get(f"{path_of(simulation)}/records").data.splitlines()
    assert len(lines) == 1
    assert verify(parse_record(orjson.loads(lines[0]))) == ()


def test_records_that_are_not_kept_are_not_found(world: World) -> None:
    simulation = ask(world, records=False)
    world.work()
    assert problem(world.get(f"{path_of(simulation)}/records")) == (404, "not_found")


def test_a_cancelled_one_ends_with_what_it_has(world: World) -> None:
    simulation = ask(world)
    decisions(world, simulation, 150)
    cancelled = world.post(f"{path_of(simulation)}/cancel")
    assert cancelled.status_code == 200
    assert body_of(cancelled)["status"] == "cancelled"
    world.work()
    after = look(world, simulation)
    assert (after["status"], after["progress"]["done"]) == ("cancelled", 1)
    assert len(world.get(f"{path_of(simulation)}/records").data.splitlines()) == 1
    assert world.ports.due.claim(Lane.BULK, 20) == ()


def test_to_cancel_again_changes_nothing_and_what_is_done_cannot_be_cancelled(world: World) -> None:
    simulation = ask(world)
    once = world.post(f"{path_of(simulation)}/cancel")
    assert world.post(f"{path_of(simulation)}/cancel").get_json() == once.get_json()
    other = ask(world)
    world.work()
    assert problem(world.post(f"{path_of(other)}/cancel")) == (409, "simulation_over")


def test_a_cancel_in_the_middle_of_a_piece_wins(world: World) -> None:
    simulation = ask(world)

    def cancel() -> bool:
        world.post(f"{path_of(simulation)}/cancel")
        return False

    work_on_run(world.lab, simulation["simulation_id"], cancel)
    after = look(world, simulation)
    assert (after["status"], after["progress"]["done"]) == ("cancelled", 0)
    assert world.get(f"{path_of(simulation)}/records").data == b""


def test_two_workers_at_the_same_piece_count_once(world: World) -> None:
    """The second one is a worker that was slower than its lease."""
    simulation = ask(world)
    work_on_run(world.lab, simulation["simulation_id"], lambda: _other_works(world, simulation))
    done = look(world, simulation)
    assert (done["status"], done["totals"]["matches"]) == ("done", 3)
    assert len(world.get(f"{path_of(simulation)}/records").data.splitlines()) == 3


def _other_works(world: World, simulation: Body) -> bool:
    if look(world, simulation)["status"] == "running":
        work_on_run(world.lab, simulation["simulation_id"], lambda: False)
    return False


def test_what_a_lost_job_had_claimed_goes_on_when_the_lease_has_run_out(world: World) -> None:
    simulation = ask(world)
    assert world.ports.due.claim(Lane.BULK, 20) == (simulation["simulation_id"],)
    world.work()
    assert look(world, simulation)["progress"]["done"] == 0
    world.clock.go_on(LEASE_MS)
    world.work()
    assert look(world, simulation)["status"] == "done"


def test_the_same_key_is_the_same_simulation(world: World) -> None:
    first = ask(world, KEY)
    world.work()
    again = world.post("/v1/simulations", SMALL, Idempotency_Key=KEY)
    assert again.status_code == 202
    assert again.headers["Idempotency-Replayed"] == "true"
    assert body_of(again) == look(world, first)
    other = world.post("/v1/simulations", {**SMALL, "matches": 2}, Idempotency_Key=KEY)
    assert problem(other) == (422, "idempotency_key_reused")
    assert problem(world.post("/v1/simulations", SMALL, Idempotency_Key="short")) == (
        422,
        "idempotency_key_weak",
    )


def test_without_a_key_each_call_is_another_one(world: World) -> None:
    assert ask(world)["simulation_id"] != ask(world)["simulation_id"]


def test_one_more_than_may_go_on_is_refused_until_one_has_ended() -> None:
    world = World(settings=Settings(max_simulations=2))
    first, _ = ask(world), ask(world)
    refused = world.post("/v1/simulations", SMALL)
    assert problem(refused) == (429, "too_many_simulations")
    assert refused.headers["Retry-After"] == "10"
    world.post(f"{path_of(first)}/cancel")
    ask(world)


def test_a_key_that_is_known_needs_no_place() -> None:
    world = World(settings=Settings(max_simulations=1))
    first = ask(world, KEY)
    assert ask(world, KEY)["simulation_id"] == first["simulation_id"]


def test_one_that_ended_unnoticed_makes_room() -> None:
    """Its worker was killed between the end and the word that its place is free; or its creation was."""
    world = World(settings=Settings(max_simulations=2))
    done = ask(world)
    world.work()
    world.lab.list.enter(done["simulation_id"], 2)
    world.lab.list.enter("sm_07" + "0" * 22, 2)
    ask(world)


def test_the_oldest_that_are_over_make_room_for_newer_ones() -> None:
    world = World(settings=Settings(max_kept_simulations=2))
    first = ask(world)
    world.clock.go_on(1)
    second = ask(world)
    world.work()
    newer = ask(world)
    assert [world.get(path_of(each)).status_code for each in (first, second, newer)] == [404, 200, 200]
    world.work()
    assert look(world, newer)["status"] == "done"


def test_one_that_goes_on_is_never_removed_for_a_newer_one() -> None:
    world = World(settings=Settings(max_kept_simulations=1))
    first, second = ask(world), ask(world)
    assert [world.get(path_of(each)).status_code for each in (first, second)] == [200, 200]


def test_it_expires_and_is_not_found_then() -> None:
    world = World(settings=Settings(keep_simulation_seconds=60))
    simulation = ask(world)
    world.work()
    world.clock.go_on(59_999)
    assert look(world, simulation)["status"] == "done"
    world.clock.go_on(1)
    for answer in (
        world.get(path_of(simulation)),
        world.get(f"{path_of(simulation)}/records"),
        world.post(f"{path_of(simulation)}/cancel"),
    ):
        assert problem(answer) == (404, "not_found")


def test_one_that_expires_while_it_is_due_leaves_nothing() -> None:
    world = World(settings=Settings(keep_simulation_seconds=60))
    ask(world)
    world.clock.go_on(60_000)
    world.work()
    assert world.ports.due.claim(Lane.BULK, 20) == ()
    assert list(world.lab.list.going_on()) == []


@pytest.mark.parametrize("unknown", ["sm_07" + "0" * 22, "sm_1", "tb_07" + "0" * 22])
def test_an_unknown_one_is_not_found(world: World, unknown: str) -> None:
    assert problem(world.get(f"/v1/simulations/{unknown}")) == (404, "not_found")


class Broken:
    """Runs whose work fails `times` times; all else is as in the store behind."""

    def __init__(self, lab: Lab, times: int) -> None:
        self._runs = lab.runs
        self.times = times

    def __getattr__(self, name: str) -> Any:
        return getattr(self._runs, name)

    def save(self, change: RunChange) -> None:
        if change.run.matches and self.times:
            self.times -= 1
            raise ZeroDivisionError
        self._runs.save(change)


def work_with(world: World, lab: Lab) -> None:
    """The job, with a laboratory of the test's."""
    work(world.ports, Lane.BULK, lambda _ports, due_id, _lane, up: work_on_run(lab, due_id, up))


@pytest.mark.parametrize(
    ("times", "status"), [(FAILURES_UNTIL_FAILED - 1, "done"), (FAILURES_UNTIL_FAILED, "failed")]
)
def test_one_that_fails_is_tried_again_and_has_failed_at_last(
    times: int, status: str, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    simulation = ask(world)
    lab = replace(world.lab, runs=Broken(world.lab, times))
    with caplog.at_level(logging.ERROR):
        for _ in range(40):
            work_with(world, lab)
            world.clock.go_on(2_000)
    after = look(world, simulation)
    assert (after["status"], after["reason"]) == (
        status,
        "internal_error" if status == "failed" else None,
    )
    assert world.ports.due.failing(1) == ()
    assert len(caplog.records) == times
    assert list(world.lab.list.going_on()) == []


def test_records_that_grow_too_large_end_it() -> None:
    world = World(settings=Settings(max_simulation_record_bytes=100))
    simulation = ask(world)
    world.work()
    after = look(world, simulation)
    assert (after["status"], after["reason"]) == ("failed", "records_too_large")


class Died(BaseException):
    """The process ends in the middle of it: nothing that is written for failures comes to run."""


def test_one_that_kills_its_workers_has_failed(world: World) -> None:
    def die() -> bool:
        raise Died

    simulation = ask(world)
    for _ in range(FAILURES_UNTIL_FAILED):
        with pytest.raises(Died):
            work(
                world.ports, Lane.BULK, lambda _ports, due_id, _lane, _up: work_on_run(world.lab, due_id, die)
            )
        world.clock.go_on(60_000)
    work_with(world, world.lab)
    after = look(world, simulation)
    assert (after["status"], after["reason"]) == ("failed", "internal_error")


class Newer:
    """Runs that a newer release has written."""

    def load(self, run_id: str) -> StoredRun | None:
        raise NewerFormat


def test_one_of_a_newer_release_is_left_alone(world: World) -> None:
    simulation = ask(world)
    work_with(world, replace(world.lab, runs=Newer()))  # type: ignore[arg-type]  # nothing else is called
    assert world.ports.due.failures(simulation["simulation_id"]) == 0
    world.work()
    assert look(world, simulation)["status"] == "done"


def test_a_job_attends_to_tables_and_simulations_alike(world: World) -> None:
    table = world.make(seats={seat.name: {"kind": "cpu"} for seat in Seat}, rules={"max_deals": 1})
    for due_id in world.ports.due.claim(Lane.BULK, 20):
        attend_any(world.ports, due_id, Lane.BULK, lambda: False)
    assert body_of(world.get(table.path))["status"] == "over"


def test_two_creates_under_one_key_at_once_are_one(world: World) -> None:
    """The other one came in between the look and the save."""

    class Raced(Broken):
        def save(self, change: RunChange) -> None:
            self._runs.save(replace(change, stamp=b"the other"))
            raise StaleVersion

    lab = replace(world.lab, runs=Raced(world.lab, 0))
    offer = RunOffer("standard", STANDARD, {}, Unit.DEALS, 1)
    created = create_run(lab, offer, Request(key=KEY, body=b"1"))
    assert created.is_replay
    with pytest.raises(Refused, match="idempotency_key_reused"):
        create_run(lab, offer, Request(key=KEY, body=b"2"))


@pytest.mark.parametrize(
    ("offer", "pointer", "code", "allowed"),
    [
        pytest.param({}, "/matches", "invalid_field", "exactly one of matches, deals", id="no number"),
        pytest.param(
            {"matches": 1, "deals": 1}, "/deals", "invalid_field", "exactly one of matches, deals", id="both"
        ),
        pytest.param({"matches": 0}, "/matches", "invalid_field", "1 … 1000", id="no match"),
        pytest.param({"matches": -1}, "/matches", "invalid_field", "1 … 1000", id="fewer than none"),
        pytest.param({"matches": 10_000_000}, "/matches", "invalid_field", "1 … 1000", id="10 million"),
        pytest.param({"deals": 10_001}, "/deals", "invalid_field", "1 … 10000", id="too many deals"),
        pytest.param({"matches": True}, "/matches", "invalid_field", "a whole number from 1 on", id="true"),
        pytest.param({"matches": 2.5}, "/matches", "invalid_field", "a whole number from 1 on", id="2.5"),
        pytest.param(
            {"matches": 1, "levels": {"N": "god"}},
            "/levels/N",
            "invalid_field",
            "easy, normal, hard",
            id="no level",
        ),
        pytest.param(
            {"matches": 1, "rules": {"preset": "duel"}, "levels": {"W": "easy"}},
            "/levels/W",
            "invalid_field",
            "N, S",
            id="a seat that is not in play",
        ),
        pytest.param(
            {"matches": 1, "levels": {"X": "easy"}}, "/levels/X", "unknown_field", None, id="no seat"
        ),
        pytest.param(
            {"matches": 1, "rules": {"target": 3}}, "/rules/target", "invalid_field", "50 … 2000", id="rules"
        ),
        pytest.param({"matches": 1, "jobs": 2}, "/jobs", "unknown_field", None, id="an unknown field"),
        pytest.param(
            {"matches": 1, "duplicate": True, "rules": {"seating": "cut"}},
            "/duplicate",
            "rules_clash",
            None,
            id="pairs after a cut",
        ),
    ],
)
def test_a_wrong_one_is_refused_and_the_limit_named(
    offer: Body, pointer: str, code: str, allowed: str | None, world: World
) -> None:
    response = world.post("/v1/simulations", offer)
    assert problem(response) == (422, code)
    (error,) = body_of(response)["errors"]
    assert (error["pointer"], error["params"].get("allowed")) == (pointer, allowed)
    assert world.ports.due.claim(Lane.BULK, 20) == ()
    assert list(world.lab.list.going_on()) == []


def test_a_credential_is_not_known_here_yet(world: World) -> None:
    assert problem(world.post("/v1/simulations", SMALL, "st_x")) == (401, "unauthenticated")


def test_the_service_tells_its_limits(world: World) -> None:
    limits = body_of(world.get("/v1"))["limits"]
    assert (limits["max_simulation_matches"], limits["max_simulation_deals"]) == (1000, 10000)
    assert limits["max_simulations"] == 4


def test_levels_that_are_not_named_are_normal(world: World) -> None:
    simulation = ask(world, levels={"E": "easy"})
    assert simulation["levels"] == {"N": "normal", "E": "easy", "S": "normal", "W": "normal"}


def test_a_seed_that_is_not_given_is_drawn(world: World) -> None:
    seeds = {body_of(world.post("/v1/simulations", {"deals": 1}))["seed"] for _ in range(2)}
    assert len(seeds) == 2
