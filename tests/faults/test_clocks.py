"""Clocks that differ: all processes take the time from the store, and none of them from its own machine."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

import clocks_serve
from clocks_serve import OFF_SECONDS
from fleet import running_fleet
from matches import running_matches
from wrong_clock import build, has_compiler, with_clock_off

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not has_compiler(), reason="no C compiler to build the wrong clock with"),
]

MATCHES = 10
PLAYED_SECONDS = 20.0


def test_clocks_that_are_five_seconds_off_make_nothing_early_or_late(tmp_path: Path) -> None:
    library = build(tmp_path)
    assert clock_of(library, OFF_SECONDS) - time.time() == pytest.approx(OFF_SECONDS, abs=2)
    program = (clocks_serve.__file__, str(library), "serve")
    with (
        running_fleet(tmp_path, program=program) as fleet,
        running_matches(fleet.url, seed=1, number=MATCHES) as matches,
    ):
        time.sleep(PLAYED_SECONDS)
        found = fleet.readiness()
    matches.require_clean()
    assert found is not None
    assert found[1]["status"] == "ready"


def clock_of(library: Path, seconds: int) -> float:
    words = (*with_clock_off(library, seconds), sys.executable, "-c", "import time; print(time.time())")
    return float(subprocess.run(words, check=True, capture_output=True, timeout=20).stdout)
