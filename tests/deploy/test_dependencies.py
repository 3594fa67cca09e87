"""What is installed is pinned, byte for byte; and the audit of it says what it knows, and what not."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-crosscheck.lock")
GOOD = {"name": "flask", "version": "3.1.3", "vulns": []}
BAD = {"name": "rq", "version": "3.0.0", "vulns": [{"id": "PYSEC-1"}]}
UNKNOWN = {"name": "gevent", "skip_reason": "Dependency not found"}


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / "deploy" / "audit.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def requirements(lock: str) -> list[str]:
    """Each requirement with its options, on one line."""
    text = (ROOT / lock).read_text().replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_dependency_is_one_version_with_hashes(lock: str) -> None:
    lines = requirements(lock)
    assert len(lines) > 20
    unpinned = [line for line in lines if not re.match(r"[A-Za-z0-9._\[\],-]+==\S+", line)]
    assert unpinned == []
    assert [line for line in lines if "--hash=sha256:" not in line] == []


@pytest.mark.parametrize("file", ["Makefile", "deploy/Dockerfile"])
def test_nothing_of_the_locks_is_installed_without_its_hash(file: str) -> None:
    text = (ROOT / file).read_text().replace("\\\n", " ")
    installs = [line for line in text.splitlines() if " install " in line and ".lock" in line]
    assert installs
    assert [line for line in installs if "--require-hashes" not in line] == []


@pytest.mark.parametrize(
    ("found", "status", "said"),
    [
        pytest.param([GOOD], 0, "no known vulnerability in 1 of 1 packages", id="none"),
        pytest.param(
            [GOOD, UNKNOWN],
            0,
            "in 1 of 2 packages; of the others nothing is known",
            id="one that is not known",
        ),
        pytest.param([UNKNOWN], 0, "skipped", id="none is known"),
        pytest.param([GOOD, BAD], 1, "rq 3.0.0: PYSEC-1", id="a vulnerability"),
    ],
)
def test_what_the_audit_says(
    audit: ModuleType, capsys: pytest.CaptureFixture[str], found: list[dict[str, Any]], status: int, said: str
) -> None:
    assert audit.judge(ROOT / "requirements.lock", found) == status
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("script", "status", "said"),
    [
        pytest.param("echo '{\"dependencies\": []}'", 0, "skipped", id="an empty answer"),
        pytest.param("echo 'requests.exceptions.ConnectionError: …' >&2; exit 1", 0, "skipped", id="offline"),
        pytest.param("echo 'no such option' >&2; exit 2", 1, "no such option", id="a wrong call"),
    ],
)
def test_how_the_audit_may_end(
    audit: ModuleType,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    script: str,
    status: int,
    said: str,
) -> None:
    command = tmp_path / "pip-audit"
    command.write_text(f"#!/bin/sh\n{script}\n")
    command.chmod(0o755)
    assert audit.main([str(command), "requirements.lock"]) == status
    assert said in capsys.readouterr().out
