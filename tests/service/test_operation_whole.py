"""The whole service, watched: one page shows all its processes, and what they log tells no secret."""

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from metrics_page import samples, value
from polling import eventually
from whole_service import Service, sit_down

pytestmark = pytest.mark.slow

TURNS_OF_CPUS = 3 * (1 + 13)
"""In one deal: the bids and the cards of three."""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def service(tmp_path: Path, log: Path) -> Iterator[Service]:
    service = Service(tmp_path / "data", log=log, SPADES_LOG_LEVEL="debug")
    try:
        yield service
    finally:
        service.stop()


def page(service: Service) -> str:
    """From whichever process answers: on a line of its own."""
    with httpx.Client() as http:
        return http.get(f"{service.url}/metrics").text


def is_everything_counted(service: Service, actions: int) -> bool:
    """By web, workers and ticker alike."""
    found = page(service)
    turns = sum(count for _, count in samples(found, "spades_cpu_turn_seconds_count"))
    by_cpus = value(found, "spades_timer_lateness_seconds_count", task="cpu_turn")
    plays = value(found, "spades_request_seconds_count", operation="play_card", status="200")
    bids = value(found, "spades_request_seconds_count", operation="place_bid", status="200")
    return (
        turns == TURNS_OF_CPUS
        and bids + plays == actions
        # Turns of CPUs that follow each other at once are one commit; so is the making of the table.
        and 0 < by_cpus <= turns
        and value(found, "spades_commits_total") == by_cpus + actions + 1
    )


def test_a_match_is_counted_by_all_its_processes_and_told_without_a_secret(
    service: Service, log: Path
) -> None:
    player = sit_down(service, rules={"max_deals": 1})
    while player.act():
        pass
    eventually(lambda: is_everything_counted(service, player.actions))
    found = page(service)
    assert value(found, "spades_tables", status="over") == 1
    assert value(found, "spades_ticker_pass_seconds_count") > 10
    assert value(found, "spades_workers", lane="live") == 2

    before = value(found, "spades_commits_total")
    for pid in service.processes("worker"):
        os.kill(pid, signal.SIGKILL)
    eventually(lambda: value(page(service), "spades_workers", lane="bulk") >= 1)
    assert value(page(service), "spades_commits_total") == before

    seed = player.record()["seed"]
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    assert sum(line["event"] == "request" and line.get("table") == player.table_id for line in lines) > 17
    for text in (log.read_text(), found):
        assert player.token not in text
        assert seed not in text
        assert not re.search(r"\b(st|ht|sk)_[0-9A-Za-z]", text)
        assert not re.search(r"(?<![0-9A-Za-z])[2-9TJQKA][CDHS](?![0-9A-Za-z])", text)
