"""Tables whose work goes wrong: it raises, hangs, returns nonsense, or takes its worker with it."""

import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

import troubled_serve
from caller import Caller
from fault import Fault, inject
from fleet import Fleet, running_fleet
from matches import Matches, running_matches
from metrics_page import value
from polling import eventually

pytestmark = pytest.mark.heavy

MATCHES = 10
GOES_ON_SECONDS = 40.0
"""Two waits, of 2 and 4 s, and what a worker needs to start again, on a busy machine."""
CPU = {"kind": "cpu", "level": "normal"}
SEATS = {"S": {"kind": "player", "name": "me"}, "N": CPU, "E": CPU, "W": CPU}
PROGRAM = (troubled_serve.__file__, "serve")


@dataclass(frozen=True, slots=True)
class BadTable:
    """South is a player, and West, a CPU, is to act first: that is where it goes wrong."""

    fleet: Fleet
    path: str
    host: str

    def goes_on(self) -> bool:
        """All three CPUs have bid, and it waits for the player."""
        with closing(Caller(self.fleet.url)) as caller:
            return bool(caller.get(self.path).body["to_act"] == ["S"])

    def close(self) -> None:
        with closing(Caller(self.fleet.url, self.host)) as caller:
            assert caller.post(f"{self.path}/close", {}, "close").is_accepted


def bad_table(fleet: Fleet, trouble: str, **more: str) -> BadTable:
    offer = {"seats": SEATS, "rules": {"first_dealer": "S"}, "metadata": {"trouble": trouble, **more}}
    with closing(Caller(fleet.url)) as caller:
        made = caller.post("/v1/tables", offer, f"bad-table-{time.time_ns():024}").body
    return BadTable(fleet, f"/v1/tables/{made['table']['table_id']}", made["tokens"]["host"])


@contextmanager
def troubled(tmp_path: Path) -> Iterator[tuple[Fleet, Matches]]:
    with (
        running_fleet(tmp_path, program=PROGRAM) as fleet,
        running_matches(fleet.url, seed=1, number=MATCHES) as matches,
    ):
        yield fleet, matches


@pytest.mark.parametrize(
    "troubles", [("raises", "chooses nonsense"), ("hangs",), ("sleeps",)], ids=" and ".join
)
def test_a_table_that_goes_wrong_goes_on_and_keeps_no_other_waiting(
    troubles: tuple[str, ...], tmp_path: Path
) -> None:
    """No fault window is named: none of the others may be late, ever."""
    with troubled(tmp_path) as (fleet, matches):
        for table in [bad_table(fleet, trouble) for trouble in troubles]:
            eventually(table.goes_on, GOES_ON_SECONDS)
    matches.require_clean()
    assert "Traceback" not in fleet.log.read_text()


def kill_workers(fleet: Fleet, _rng: Random) -> Callable[[], bool]:
    tables = [bad_table(fleet, trouble) for trouble in ("is killed", "crashes", "exits")]
    hopeless = bad_table(fleet, "is killed", always="yes")
    for table in tables:
        eventually(table.goes_on, GOES_ON_SECONDS)
    eventually(lambda: failing(fleet) == [hopeless.path.rpartition("/")[2]], GOES_ON_SECONDS)
    assert figure(fleet, "spades_failing_tables") == 1
    hopeless.close()
    assert failing(fleet) == []
    return fleet.is_ready


def test_a_table_that_kills_its_worker_has_failed_and_the_fifth_time_it_is_named(tmp_path: Path) -> None:
    with troubled(tmp_path) as (fleet, matches):
        matches.require_going_on(inject(fleet, Fault("workers killed by tables", kill_workers), Random(1)))
        lost = fleet.log.read_text().count('"event":"attend_lost"')
        assert figure(fleet, "spades_table_failures_total") == lost
    matches.require_clean()
    assert lost >= 2 + 2 + 2 + 5


def failing(fleet: Fleet) -> list[str] | None:
    found = fleet.readiness()
    return found[1]["details"]["failing_tables"]["tables"] if found else None


def figure(fleet: Fleet, name: str) -> float:
    with urllib.request.urlopen(f"{fleet.url}/metrics", timeout=20) as answer:
        return value(answer.read().decode(), name)
