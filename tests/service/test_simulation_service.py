"""Simulations end to end over real processes: they go on whatever dies, to the bytes of the command."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import orjson
import pytest

from polling import eventually
from service.cli import main
from whole_service import Body, Service

RULES = {"preset": "short"}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path / "data")
    yield service
    if service.process.poll() is None:
        service.stop()


def simulate(path: Path, *words: str) -> bytes:
    """The records that the command makes."""
    rules = orjson.dumps(RULES).decode()
    assert main(["simulate", "--rules", rules, "--jobs", "1", "--records", str(path), *words]) == 0
    return path.read_bytes()


def ask(service: Service, **offer: object) -> str:
    made = service.call("POST", "/v1/simulations", {"rules": RULES, "seed": "7", "records": True, **offer})
    return f"/v1/simulations/{made['simulation_id']}"


def wait_until_over(service: Service, path: str, seconds: float = 60) -> Body:
    eventually(lambda: service.call("GET", path)["status"] != "running", seconds)
    return service.call("GET", path)


def test_workers_play_it_to_the_bytes_of_the_command(service: Service, tmp_path: Path) -> None:
    path = ask(service, deals=20, duplicate=True, levels={"E": "easy", "W": "easy"})
    done = wait_until_over(service, path)
    assert (done["status"], done["progress"]["done"]) == ("done", 40)
    words = ("--deals", "20", "--duplicate", "--levels", "E=easy,W=easy", "--seed", "7")
    assert service.text(f"{path}/records") == simulate(tmp_path / "records", *words)


@pytest.mark.slow
def test_it_survives_every_death_of_its_worker(service: Service, tmp_path: Path) -> None:
    path = ask(service, matches=150)
    deaths = 0
    while (found := service.call("GET", path))["status"] == "running":
        if found["progress"]["done"] >= 40 * deaths:
            deaths += 1
            for pid in service.processes("worker"):
                with suppress(ProcessLookupError):  # it has ended by itself
                    os.kill(pid, signal.SIGKILL)
    assert found["status"] == "done"
    assert deaths >= 3
    records = service.text(f"{path}/records")
    assert records == simulate(tmp_path / "records", "--matches", "150", "--seed", "7")


@pytest.mark.slow
def test_it_survives_a_stop_of_the_whole_service_and_a_new_start(tmp_path: Path) -> None:
    service = Service(tmp_path / "data")
    path = ask(service, matches=60)
    eventually(lambda: service.call("GET", path)["progress"]["done"] > 0)
    service.stop(signal.SIGKILL)
    service = Service(tmp_path / "data")
    assert wait_until_over(service, path)["status"] == "done"
    assert service.text(f"{path}/records") == simulate(tmp_path / "records", "--matches", "60", "--seed", "7")
    service.stop()


@pytest.mark.slow
def test_a_table_with_a_player_does_not_wait_for_simulations(service: Service) -> None:
    """They are as many as may go on, and the player's match still comes to its end, and they to theirs."""
    paths = [ask(service, matches=40, seed=f"{number}") for number in range(4)]
    cpu = {"kind": "cpu", "level": "normal"}
    seats = {"S": {"kind": "player"}, "N": cpu, "E": cpu, "W": cpu}
    made = service.call("POST", "/v1/tables", {"seats": seats, "rules": {"first_dealer": "S"}})
    table, token = f"/v1/tables/{made['table']['table_id']}", made["tokens"]["seats"]["S"]
    eventually(lambda: service.call("GET", f"{table}/view", token=token)["to_act"] == ["S"], 5)
    assert "running" in [service.call("GET", path)["status"] for path in paths]
    cpus = service.call(
        "POST", "/v1/tables", {"seats": dict.fromkeys("NESW", cpu), "rules": {"max_deals": 1}}
    )
    watched = f"/v1/tables/{cpus['table']['table_id']}"
    eventually(lambda: service.call("GET", watched)["status"] == "over")
    for path in paths:
        assert wait_until_over(service, path)["status"] == "done"
