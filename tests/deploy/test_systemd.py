"""The systemd unit, by systemd's own tools."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.commands.serve import WEB_GRACE_SECONDS
from service.commands.serve import command as serve

UNIT = Path(__file__).parents[2] / "deploy" / "systemd" / "spades.service"
TEXT = UNIT.read_text(encoding="utf-8")
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed here")


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    assert ANALYZE
    return subprocess.run(
        [ANALYZE, *words],
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
    )


@needs_systemd
def test_systemd_takes_every_line(tmp_path: Path) -> None:
    """With a program that is here in the place of ours, which systemd looks for."""
    unit = tmp_path / UNIT.name
    unit.write_text(re.sub(r"(?<=ExecStart=)\S+", sys.executable, TEXT), encoding="utf-8")
    done = analyze("verify", "--man=no", unit)
    ours = [line for line in done.stdout.splitlines() if UNIT.name in line]
    assert (done.returncode, ours) == (0, [])


@needs_systemd
def test_systemd_finds_it_little_exposed() -> None:
    done = analyze("security", "--offline=true", "--threshold=20", UNIT)
    if "Unknown option" in done.stdout or "unrecognized option" in done.stdout:
        pytest.skip("this systemd can't judge a unit that is not installed")
    assert done.returncode == 0, done.stdout[-300:]


def setting(name: str) -> str:
    return re.findall(rf"^{name}=(.*)$", TEXT, flags=re.MULTILINE)[0]


def test_it_runs_a_command_that_exists_with_options_that_exist() -> None:
    _, command, *options = setting("ExecStart").split()
    assert command == "serve"
    shown = CliRunner().invoke(serve, ["--help"]).output
    assert [option for option in options if option.startswith("--") and option not in shown] == []


def test_it_gives_the_service_time_to_stop() -> None:
    assert int(setting("TimeoutStopSec")) > 2 * WEB_GRACE_SECONDS
    assert setting("KillMode") == "mixed"  # the supervisor stops the parts in their order
