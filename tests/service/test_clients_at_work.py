"""The clients that we give away, as processes, against a running service."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from whole_service import Service

GUIDE = Path(__file__).parents[2] / "openapi" / "guide"
LONGEST_GUIDE = 100

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


def test_the_first_client_plays_a_whole_match(service: Service) -> None:
    program = GUIDE / "first_client.py"
    assert len(program.read_text().splitlines()) < LONGEST_GUIDE
    told = subprocess.run(
        [sys.executable, str(program), service.url], capture_output=True, text=True, timeout=100, check=True
    ).stdout
    lines = told.splitlines()
    assert lines[0] == "The table is open."
    assert lines[-2].startswith("The match is over")
    assert "refused" not in told


def test_a_match_in_the_terminal_can_be_left_and_resumed(service: Service, tmp_path: Path) -> None:
    environ = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}

    def spades_play(typed: str, *words: str) -> "subprocess.CompletedProcess[str]":
        argv = [sys.executable, "-m", "service.cli", "play", *words]
        return subprocess.run(
            argv, input=typed, env=environ, capture_output=True, text=True, timeout=60, check=False
        )

    left = spades_play("4\nq\n", "--url", service.url, "--rules", '{"target": 50}')
    assert (left.returncode, left.stderr) == (0, "")
    assert "Player bids four." in left.stdout
    (kept,) = tmp_path.rglob("match.json")
    assert kept.stat().st_mode & 0o777 == 0o600
    resumed = spades_play("s\nq\n", "--resume")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert "S 0/4" in resumed.stdout
    assert "No deal is scored yet." in resumed.stdout
