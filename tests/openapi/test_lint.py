"""The document lints clean with Spectral and Redocly: their recommended rules, and ours."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from node_tools import tool

pytestmark = pytest.mark.slow

OPENAPI = Path(__file__).parents[2] / "openapi"
FILES = ("openapi.yaml", "spectral.yaml", "redocly.yaml")
SPECTRAL = ("@stoplight/spectral-cli", "dist/index.js", "lint", "--fail-severity=hint", "-r", "spectral.yaml")
REDOCLY = ("@redocly/cli", "bin/cli.js", "lint", "--config=redocly.yaml", "--format=stylish")


def test_spectral_finds_nothing() -> None:
    done = tool(*SPECTRAL, "openapi.yaml", cwd=OPENAPI)
    assert done.returncode == 0, done.stdout


def test_redocly_finds_nothing() -> None:
    done = tool(*REDOCLY, "spades@v1", cwd=OPENAPI)
    assert done.returncode == 0, done.stdout


Operation = dict[str, Any]
FAULTS: list[tuple[str, str, Callable[[Operation], object]]] = [
    ("spades-operation-is-explained", "no description", lambda each: each.pop("description")),
    ("spades-operation-is-explained", "no summary", lambda each: each.pop("summary")),
    ("spades-operation-is-explained", "no id", lambda each: each.pop("operationId")),
    ("spades-operation-is-explained", "no tag", lambda each: each.pop("tags")),
    (
        "spades-answer-has-example",
        "no example",
        lambda each: each["responses"]["200"]["content"]["application/json"].pop("example"),
    ),
    (
        "spades-body-has-example",
        "no example of the body",
        lambda each: each["requestBody"]["content"]["application/json"].pop("example"),
    ),
    (
        "spades-refusal-is-a-problem",
        "no codes",
        lambda each: each["responses"]["409"].update(description="Conflict"),
    ),
    (
        "spades-refusal-is-a-problem",
        "no problem",
        lambda each: each["responses"]["409"].update(content={"application/json": {}}),
    ),
]


@pytest.mark.parametrize(("rule", "_name", "change"), FAULTS, ids=[name for _, name, _ in FAULTS])
def test_a_rule_of_ours_finds_its_fault(
    rule: str, _name: str, change: Callable[[Operation], object], tmp_path: Path
) -> None:
    for name in FILES:
        shutil.copyfile(OPENAPI / name, tmp_path / name)
    document = yaml.load((OPENAPI / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    play = document["paths"]["/v1/tables/{table_id}/play"]["post"]
    change(play)
    (tmp_path / "openapi.yaml").write_text(yaml.dump(document), encoding="utf-8")
    done = tool(*SPECTRAL, "openapi.yaml", cwd=tmp_path)
    assert rule in done.stdout
    assert done.returncode == 1
