"""Random kills under running matches, fewer than in `make faults`: nothing lost, doubled, late or stuck."""

from pathlib import Path

import pytest

import kills
from evidence import keep
from fault import Fault
from fleet import running_fleet
from matches import running_matches
from rounds import Plan, play_rounds

pytestmark = pytest.mark.heavy

ROUNDS = 5
MATCHES = 12
"""So few that a machine with two cores has time to spare: what is late is late by a fault."""
SEED = 20261130


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param((kills.WEB_WORKER, kills.WEB_MASTER, kills.WEB_ALL), id="web"),
        pytest.param((kills.WORKER, kills.WORKERS_ALL, kills.TICKER), id="workers and ticker"),
        pytest.param((kills.SUPERVISOR, kills.STORE, kills.JOB_QUEUE), id="supervisor and stores"),
    ],
)
def test_tables_go_on_whatever_is_killed(faults: tuple[Fault, ...], tmp_path: Path) -> None:
    said: list[str] = []
    with (
        running_fleet(tmp_path) as fleet,
        running_matches(fleet.url, SEED, MATCHES) as matches,
    ):
        play_rounds(Plan(faults, ROUNDS, SEED), fleet, matches, said.append)
    keep(matches, tmp_path)
    assert not matches.findings, "\n".join([*said, *map(str, matches.findings)])
    assert len(matches.windows) == ROUNDS
    assert len(matches.finished) >= MATCHES
