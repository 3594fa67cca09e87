"""Hints from a real `spades serve`: the points come from a worker, and come later where it is held up."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from polling import eventually
from whole_service import Body, Player, Service, sit_down

pytestmark = pytest.mark.slow


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path / "data", "--workers", "1")
    yield service
    if service.process.poll() is None:
        service.stop()


def hint(player: Player) -> Body:
    return player.service.call("GET", f"{player.path}/hint", token=player.token)


def has_points(found: Body) -> bool:
    return all(each["points"] is not None for each in found["ranking"])


def to_a_card(service: Service) -> Player:
    player = sit_down(service, rules={"preset": "short", "target": 60})
    while player.wait_for_turn()["deal"]["phase"] != "playing":
        player.act()
    player.wait_for_turn()
    return player


def test_the_points_come_with_the_first_call_and_are_the_same_with_the_next(service: Service) -> None:
    player = to_a_card(service)
    found = hint(player)
    assert has_points(found)
    assert hint(player) == found
    body = {"turn": found["turn"], "card": found["card"]}
    player.service.call("POST", f"{player.path}/play", body, player.token)


def test_a_worker_that_is_held_up_costs_the_points_and_no_more(service: Service) -> None:
    player = to_a_card(service)
    workers = service.processes("worker")
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
    first = hint(player)
    assert first["card"]
    assert not has_points(first)
    for pid in workers:
        os.kill(pid, signal.SIGCONT)
    eventually(lambda: has_points(hint(player)))
    assert hint(player)["card"] == first["card"]


def test_a_worker_that_is_killed_is_replaced_and_the_points_come(service: Service) -> None:
    player = to_a_card(service)
    for pid in service.processes("worker"):
        os.kill(pid, signal.SIGKILL)
    eventually(lambda: has_points(hint(player)))
