"""End to end over real processes: matches go on whatever dies, and are the same after a restart."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest

from engine.record_reading import parse_record
from engine.verify import verify
from polling import eventually
from record_auditor import audit
from whole_service import Body, Player, Service, sit_down

SHORT = {"preset": "short", "target": 60}
ONE_DEAL = {"preset": "short", "max_deals": 1}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def service(data: Path) -> Iterator[Service]:
    service = Service(data)
    yield service
    if service.process.poll() is None:
        service.stop()


def require_clean(record: Body) -> None:
    assert record["result"] is not None
    assert audit(record) == []
    assert verify(parse_record(record)) == ()


def play_to_the_end(player: Player) -> None:
    while player.act():
        pass


def test_a_whole_match_of_a_player_who_knows_no_rules(service: Service) -> None:
    player = sit_down(service, rules=SHORT)
    play_to_the_end(player)
    view, record = player.view(), player.record()
    require_clean(record)
    assert view["result"]["scores"] == record["result"]["scores"]
    assert view["shuffle"]["seed"] == record["seed"]


def test_a_table_of_cpus_alone_runs_to_its_end_by_itself(service: Service) -> None:
    cpu = {"kind": "cpu", "level": "normal"}
    made = service.call("POST", "/v1/tables", {"rules": SHORT, "seats": dict.fromkeys("NESW", cpu)})
    path = f"/v1/tables/{made['table']['table_id']}"
    eventually(lambda: service.call("GET", path)["status"] == "over")
    require_clean(service.call("GET", f"{path}/record"))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["worker", "ticker", "gunicorn"])
def test_a_match_goes_on_when_its_processes_are_killed(service: Service, part: str) -> None:
    player = sit_down(service, rules=SHORT)
    while player.act():
        if player.actions % 4 == 1:
            for pid in service.processes(part):
                with suppress(ProcessLookupError):  # gone with its master
                    os.kill(pid, signal.SIGKILL)
    require_clean(player.record())


@pytest.mark.slow
def test_a_match_goes_on_when_the_store_is_killed(service: Service) -> None:
    player = sit_down(service, rules=SHORT)
    while player.act():
        if player.actions % 10 == 1:
            os.kill(service.processes("valkey-server")[0], signal.SIGKILL)
    require_clean(player.record())


@pytest.mark.slow
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_match_survives_a_stop_and_a_new_start(data: Path, by: signal.Signals) -> None:
    first = Service(data)
    player = sit_down(first, rules=SHORT)
    for _ in range(5):
        player.act()
    before = player.wait_for_turn()
    status = first.stop(by)
    assert status == (0 if by is not signal.SIGKILL else -signal.SIGKILL)
    player.service = Service(data)
    after = player.view()
    for moving in ("server_time", "remaining_ms"):
        before.pop(moving), after.pop(moving)
    assert after == before
    play_to_the_end(player)
    require_clean(player.record())
    player.service.stop()


@pytest.mark.slow
def test_a_turn_that_runs_out_is_the_cpus_never_early(service: Service) -> None:
    player = sit_down(service, rules=ONE_DEAL, turn_seconds=5)
    deadline = datetime.fromisoformat(player.wait_for_turn()["deadline"])
    page: Body = {"events": [], "last_seq": 0}
    while not (passed := [event for event in page["events"] if event["type"] == "deadline_passed"]):
        wait = f"{player.path}/events?wait=20&after={page['last_seq']}"
        page = service.call("GET", wait, token=player.token)
    assert passed[0]["seat"] == "S"
    assert passed[0]["deadline_passed"] == {"misses": 1}
    assert datetime.fromisoformat(passed[0]["at"]) >= deadline


@pytest.mark.slow
@pytest.mark.parametrize("part", ["ticker", "valkey-server"])
def test_a_deadline_that_falls_into_an_outage_is_moved_and_nothing_was_missed(
    service: Service, part: str
) -> None:
    player = sit_down(service, rules=ONE_DEAL, turn_seconds=5)
    deadline = datetime.fromisoformat(player.wait_for_turn()["deadline"])
    stopped = service.processes(part)
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    Event().wait(7)  # as long as the outage is to last, whatever the service does
    for pid in stopped:
        os.kill(pid, signal.SIGCONT)
    eventually(lambda: events_of(player, "deadline_moved"))
    (moved,) = events_of(player, "deadline_moved")
    assert moved["seat"] == "S"
    assert events_of(player, "deadline_passed") == []
    moved_to = datetime.fromisoformat(moved["deadline_moved"]["deadline"])
    assert (moved_to - datetime.fromisoformat(moved["at"])).total_seconds() == pytest.approx(10, abs=2)
    assert moved_to > deadline
    assert player.view()["deadline"] == moved["deadline_moved"]["deadline"]
    assert player.act()


def events_of(player: Player, kind: str) -> list[Body]:
    page = player.service.call("GET", f"{player.path}/events", token=player.token)
    return [event for event in page["events"] if event["type"] == kind]


def test_a_review_comes_although_the_workers_that_make_it_are_killed(service: Service) -> None:
    player = sit_down(service, rules=ONE_DEAL)
    play_to_the_end(player)
    path = f"{player.path}/deals/1/review"
    assert service.call("GET", path)["waiting"] == ["N", "E", "S", "W"]
    for pid in service.processes("worker"):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    eventually(lambda: not service.call("GET", path)["waiting"], seconds=60)
    review, deal = service.call("GET", path), player.record()["deals"][0]
    cards = [each["made"]["card"] for each in review["decisions"] if each["action"] == "play"]
    assert sorted(cards) == sorted(card for trick in deal["tricks"] for card in trick["cards"])
    assert set(review["points_lost"]) == {"N", "E", "S", "W"}
    assert service.call("GET", path, token=player.token)["seats"] == ["S"]
