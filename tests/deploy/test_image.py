"""The image: a linter reads the Dockerfile; what it installs is installed here, without an engine."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from process_tree import alive

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
HADOLINT = Path(sys.executable).with_name("hadolint")


def instructions(stage: int) -> list[tuple[str, str]]:
    """The instructions of a stage, continued lines joined."""
    text = re.sub(r"^\s*#.*\n", "", DOCKERFILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    stages: list[list[tuple[str, str]]] = []
    for word, _, rest in (line.partition(" ") for line in lines if line):
        if word == "FROM":
            stages.append([])
        stages[-1].append((word, rest))
    return stages[stage]


@pytest.mark.skipif(not HADOLINT.exists(), reason="hadolint has no wheel for this machine")
def test_hadolint_finds_nothing() -> None:
    done = subprocess.run([HADOLINT, DOCKERFILE], check=False, text=True, capture_output=True)
    assert done.stdout + done.stderr == ""


def test_the_image_runs_as_an_ordinary_user_by_number() -> None:
    """By number: Kubernetes' runAsNonRoot can't look a name up."""
    words = dict(instructions(-1))
    assert words["USER"] == "10001:10001"
    assert words["COPY"].startswith("deploy/")  # the last one: after it nothing is copied


def test_both_stages_have_the_same_base() -> None:
    bases = [dict(instructions(stage))["FROM"].split()[0] for stage in (0, 1)]
    assert bases[0] == bases[1]


@pytest.fixture(scope="module")
def venv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the build stage makes: its COPY and RUN, with /src and /opt/spades in a folder of ours.

    Debian's packages are left out: this machine has its own, and a test is not to install any.
    """
    folder = tmp_path_factory.mktemp("image")
    source, venv = folder / "src", folder / "spades"
    source.mkdir()
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for word, rest in instructions(0):
        if word == "COPY":
            *names, _ = rest.split()
            for name in names:
                copy(ROOT / name, source / name)
        elif word == "RUN" and "apt-get" not in rest:
            command = rest.replace("/opt/spades", str(venv))
            done = subprocess.run(
                ["sh", "-c", command],
                cwd=source,
                env=environment,
                check=False,
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            assert done.returncode == 0, done.stdout[-2000:]
    return venv


def copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


@pytest.mark.slow
def test_the_image_starts_every_part(venv: Path, tmp_path: Path) -> None:
    """Without a store: the parts start, find none, and wait for it; nothing is written where they are."""
    command = dict(instructions(-1))["CMD"].replace("/etc/spades/", f"{ROOT}/deploy/")
    web = [*re.findall(r'"([^"]*)"', command), "--check-config"]
    environment = {
        "PATH": f"{venv}/bin:{os.environ['PATH']}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "SPADES_REDIS_URL": "unix:///nowhere/redis.sock",
        "SPADES_RQ_REDIS_URL": "unix:///nowhere/jobs.sock",
    }
    before = contents(venv)
    subprocess.run(web, cwd=tmp_path, env=environment, check=True, capture_output=True)
    for part in ("worker --lanes live", "ticker"):
        argv = [venv / "bin" / "spades", *shlex.split(part)]
        with subprocess.Popen(
            argv, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr
            assert "store_lost" in process.stderr.readline()
            assert alive([process.pid])
            process.terminate()
    assert list(tmp_path.iterdir()) == []
    assert contents(venv) == before


@pytest.mark.slow
def test_the_image_can_install_nothing_and_has_its_bytecode(venv: Path) -> None:
    names = {path.name for path in venv.rglob("*")}
    assert not names & {"pip", "setuptools"}
    assert any(path.suffix == ".pyc" for path in venv.rglob("service/__pycache__/*"))
    assert {"commit.lua", "create_table.json"} <= names


def contents(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))
