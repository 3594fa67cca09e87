"""Clients that are generated from the document play whole matches, and know no rule."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.record_reading import parse_record
from engine.verify import verify
from node_tools import CONTRACT, install, node, tool
from record_auditor import audit
from whole_service import Service

pytestmark = pytest.mark.slow

# What has a default may be left out of a request, too.
TYPES = ("--default-non-nullable=false",)
LONGEST_GUIDE = 100
DOCUMENT = Path(__file__).parents[2] / "openapi" / "openapi.yaml"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("data"))
    yield service
    service.stop()


def require_clean(printed: str) -> None:
    record: dict[str, Any] = json.loads(printed)
    assert record["result"] is not None
    assert audit(record) == []
    assert verify(parse_record(record)) == ()


def run(*command: str | Path, folder: Path) -> str:
    env = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, *command], env=env, check=False, capture_output=True, encoding="utf-8", timeout=170
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_client_in_python_plays_a_match(service: Service, tmp_path: Path) -> None:
    run(
        *("-m", "openapi_python_client", "generate", "--meta=none", "--fail-on-warning"),
        *("--path", DOCUMENT, "--output-path", tmp_path / "spades_client"),
        *("--config", CONTRACT / "python-client.yaml"),
        folder=tmp_path,
    )
    require_clean(run(CONTRACT / "play_match.py", service.url, folder=tmp_path))


def test_a_client_in_typescript_plays_a_match(service: Service, tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(install())
    for name in ("play_match.ts", "tsconfig.json", "package.json"):
        shutil.copyfile(CONTRACT / name, tmp_path / name)
    made = tool("openapi-typescript", "bin/cli.js", DOCUMENT, "--output=api.d.ts", *TYPES, cwd=tmp_path)
    assert made.returncode == 0, made.stdout
    checked = tool("typescript", "bin/tsc", "--project", "tsconfig.json", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    played = node("play_match.ts", service.url, cwd=tmp_path)
    assert played.returncode == 0, played.stdout
    require_clean(played.stdout)


def test_the_first_client_in_typescript_is_well_typed_and_plays_a_match(
    service: Service, tmp_path: Path
) -> None:
    program = DOCUMENT.parent / "guide" / "first_client.ts"
    assert len(program.read_text().splitlines()) < LONGEST_GUIDE
    (tmp_path / "node_modules").symlink_to(install())
    shutil.copyfile(CONTRACT / "package.json", tmp_path / "package.json")
    settings = json.loads((CONTRACT / "tsconfig.json").read_text())
    (tmp_path / "tsconfig.json").write_text(json.dumps({**settings, "files": [program.name]}))
    shutil.copyfile(program, tmp_path / program.name)
    checked = tool("typescript", "bin/tsc", "--project", "tsconfig.json", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    played = node(program, service.url, cwd=tmp_path)
    assert played.returncode == 0, played.stdout
    lines = played.stdout.splitlines()
    assert lines[-2].startswith("The match is over")
    assert json.loads(lines[-1])["winner"] in ("NS", "EW", None)
    assert "refused" not in played.stdout
