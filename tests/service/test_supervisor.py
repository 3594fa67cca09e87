"""The supervisor, a process over small children: order, restarts, stops, and nobody left behind."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from polling import eventually
from process_tree import alive, descendants
from service.supervisor import Program, next_delay, stages

SCRIPT = Path(__file__).parents[1] / "support" / "standin_supervisor.py"
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="/proc and the death signal are Linux's")


class Family:
    """One supervisor with its children, and what they have told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = str(folder / "log")
        self._processes: list[subprocess.Popen[str]] = []

    def start(self, *specs: dict[str, Any]) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, SCRIPT, self.folder, json.dumps(specs)], stdout=subprocess.PIPE, text=True
        )
        self._processes.append(process)
        return process

    def told(self) -> list[str]:
        log = Path(self.log)
        return log.read_text().splitlines() if log.exists() else []

    def starts(self, name: str) -> list[int]:
        return [int(line.split()[2]) for line in self.told() if line.startswith(f"{name} started")]

    def stops(self) -> list[str]:
        return [line.split()[0] for line in self.told() if line.endswith("stopped")]

    def close(self) -> None:
        for process in self._processes:
            process.terminate()
            process.communicate(timeout=20)


@pytest.fixture
def family(tmp_path: Path) -> Iterator[Family]:
    family = Family(tmp_path)
    yield family
    family.close()


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def plain(name: str, ready: bool = False) -> Program:
    return Program(name, (), {}, ready=(lambda: True) if ready else None)


@pytest.mark.parametrize(
    ("programs", "names"),
    [
        pytest.param([], [], id="none"),
        pytest.param([plain("a"), plain("b")], ["ab"], id="without a check all start at once"),
        pytest.param(
            [plain("a", True), plain("b"), plain("c", True)], ["a", "bc"], id="a check closes a stage"
        ),
        pytest.param([plain("a", True), plain("b")], ["a", "b"], id="the last stage may have no check"),
    ],
)
def test_stages(programs: list[Program], names: list[str]) -> None:
    assert ["".join(program.name for program in stage) for stage in stages(programs)] == names


@pytest.mark.parametrize(
    ("delay", "ran", "expected"),
    [
        pytest.param(0, 0.5, 0.1, id="the first restart comes soon"),
        pytest.param(0.1, 0.5, 0.2, id="each further one waits twice as long"),
        pytest.param(4.0, 0.5, 5.0, id="but five seconds at most"),
        pytest.param(5.0, 10.0, 0.1, id="ten stable seconds forgive everything"),
    ],
)
def test_next_delay(delay: float, ran: float, expected: float) -> None:
    assert next_delay(delay, ran) == expected


def test_a_stage_waits_until_the_one_before_is_ready(family: Family) -> None:
    supervisor = family.start({"name": "store", "ready": "store_ready"}, {"name": "web"})
    eventually(lambda: family.starts("store"))
    assert not family.starts("web")
    (family.folder / "store_ready").touch()
    assert read_line(supervisor) == "READY"
    eventually(lambda: family.starts("web"))


def test_a_killed_child_is_started_again_alone(family: Family) -> None:
    supervisor = family.start({"name": "web"}, {"name": "ticker"})
    assert read_line(supervisor) == "READY"
    eventually(lambda: family.starts("web") and family.starts("ticker"))
    os.kill(family.starts("web")[0], signal.SIGKILL)
    assert read_line(supervisor) == "web ended by signal 9; restarting"
    eventually(lambda: len(family.starts("web")) == 2)
    assert len(family.starts("ticker")) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_one_signal_stops_all_the_last_stage_first(family: Family, number: signal.Signals) -> None:
    (family.folder / "store_ready").touch()
    supervisor = family.start({"name": "store", "ready": "store_ready"}, {"name": "web"})
    assert read_line(supervisor) == "READY"
    eventually(lambda: family.starts("store") and family.starts("web"))
    supervisor.send_signal(number)
    assert supervisor.wait(20) == 0
    assert family.stops() == ["web", "store"]


def test_under_nohup_a_hang_up_stops_nothing(family: Family) -> None:
    old = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # inherited by the supervisor
    supervisor = family.start({"name": "web"})
    signal.signal(signal.SIGHUP, old)
    assert read_line(supervisor) == "READY"
    eventually(lambda: family.starts("web"))
    supervisor.send_signal(signal.SIGHUP)
    os.kill(family.starts("web")[0], signal.SIGKILL)
    assert read_line(supervisor) == "web ended by signal 9; restarting"


@linux_only
def test_a_stubborn_child_is_killed_after_its_grace(family: Family) -> None:
    supervisor = family.start({"name": "web", "manner": "stubborn", "grace_seconds": 0.2})
    eventually(lambda: family.starts("web"))
    supervisor.terminate()
    assert supervisor.wait(20) == 0
    assert not family.stops()
    assert not alive(family.starts("web"))


@linux_only
def test_what_a_child_left_in_its_group_is_killed(family: Family) -> None:
    supervisor = family.start({"name": "web", "ready": "never", "manner": "leaves an heir"})
    assert read_line(supervisor) == "web ended with status 0 while starting"
    assert supervisor.wait(20) == 1
    assert len(family.starts("heir")) == 1
    assert not alive(family.starts("heir"))


@linux_only
def test_nobody_survives_a_killed_supervisor(family: Family) -> None:
    supervisor = family.start({"name": "web", "manner": "stubborn"}, {"name": "ticker"})
    eventually(lambda: family.starts("web") and family.starts("ticker"))
    pids = descendants(supervisor.pid)
    assert pids == {*family.starts("web"), *family.starts("ticker")}
    supervisor.kill()
    eventually(lambda: not alive(pids))


def test_a_stop_signal_while_starting_ends_the_start(family: Family) -> None:
    supervisor = family.start({"name": "store", "ready": "never"}, {"name": "web"})
    eventually(lambda: family.starts("store"))
    supervisor.terminate()
    assert supervisor.wait(20) == 0
    assert family.stops() == ["store"]
    assert not family.starts("web")


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        pytest.param(
            {"argv": [sys.executable, "-c", "raise SystemExit(3)"]},
            "store ended with status 3 while starting",
            id="it ended",
        ),
        pytest.param(
            {"start_seconds": 0.1}, "store was not ready within 0.1 s", id="it was not ready in time"
        ),
        pytest.param(
            {"argv": ["/no/such/file"]},
            "store can't be run: /no/such/file: No such file or directory",
            id="it can't be run",
        ),
    ],
)
def test_a_failed_start_stops_all_and_says_why(family: Family, spec: dict[str, Any], line: str) -> None:
    supervisor = family.start({"name": "other"}, {"name": "store", "ready": "never", **spec})
    assert read_line(supervisor) == line
    assert supervisor.wait(20) == 1
