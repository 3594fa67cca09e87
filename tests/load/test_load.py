"""A small load: every answer is one that the call may have. How fast it came is not looked at."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parent / "run.py"
SMALL = ("--tables", "20", "--seconds", "10", "--think", "0.3", "--no-limits")


def cells(said: str, what: str) -> list[str]:
    """The row of the table that begins so, its wrapped lines joined."""
    row = re.search(rf"^{what}.*?(?=^-+\+)", said, re.MULTILINE | re.DOTALL)
    assert row, said
    lines = [[cell.strip() for cell in line.split("|")] for line in row[0].splitlines()]
    return [" ".join(filter(None, cell)) for cell in zip(*lines, strict=False)]


@pytest.mark.heavy
@pytest.mark.skipif(sys.platform != "linux", reason="the load generator reads /proc")
def test_a_small_load_is_answered_as_it_should() -> None:
    """No legal action is refused, nothing fails, nothing is early, everything is answered."""
    ran = subprocess.run(
        (sys.executable, str(RUN), *SMALL), capture_output=True, text=True, timeout=150, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert cells(ran.stdout, "faults")[1] == "none"
    for operation in ("view", "bid", "play", r"events\.wait", "bad: "):
        assert cells(ran.stdout, operation)
