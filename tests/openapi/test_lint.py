"""The document lints clean with Spectral and Redocly: their recommended rules, and ours."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from node_tools import tool

pytestmark = pytest.mark.slow

OPENAPI = Path(__file__).parents[2] / "openapi"
SPECTRAL = ("@stoplight/spectral-cli", "dist/index.js", "lint", "--fail-severity=hint", "-r", "spectral.yaml")
REDOCLY = ("@redocly/cli", "bin/cli.js", "lint", "--config=redocly.yaml", "--format=stylish")


def test_spectral_finds_nothing() -> None:
    done = tool(*SPECTRAL, "openapi.yaml", cwd=OPENAPI)
    assert done.returncode == 0, done.stdout


def test_redocly_finds_nothing() -> None:
    done = tool(*REDOCLY, "spades@v1", cwd=OPENAPI)
    assert done.returncode == 0, done.stdout


Operation = dict[str, Any]


def without_example(content: Operation) -> None:
    content["content"]["application/json"].pop("example")


FAULTS: list[tuple[str, str, Callable[[Operation], object]]] = [
    ("look", "spades-operation-is-explained", lambda each: each.pop("description")),
    ("bid", "spades-operation-is-explained", lambda each: each.pop("summary")),
    ("exchange", "spades-operation-is-explained", lambda each: each.pop("operationId")),
    ("draw", "spades-operation-is-explained", lambda each: each.pop("tags")),
    ("join", "spades-answer-has-example", lambda each: without_example(each["responses"]["201"])),
    ("play", "spades-body-has-example", lambda each: without_example(each["requestBody"])),
    ("start", "spades-refusal-is-a-problem", lambda each: each["responses"]["409"].update(description="No")),
    (
        "close",
        "spades-refusal-is-a-problem",
        lambda each: each["responses"]["409"].update(content={"application/json": {}}),
    ),
]
"""One for each of our rules, or of its parts; each in another call of a table."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """The call and the rule of everything that Spectral finds in a document with all these faults."""
    folder = tmp_path_factory.mktemp("faults")
    document = yaml.load((OPENAPI / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    for call, _, change in FAULTS:
        change(document["paths"][f"/v1/tables/{{table_id}}/{call}"]["post"])
    (folder / "openapi.yaml").write_text(yaml.dump(document), encoding="utf-8")
    shutil.copyfile(OPENAPI / "spectral.yaml", folder / "spectral.yaml")
    done = tool(*SPECTRAL, "--format=json", "--output=found.json", "openapi.yaml", cwd=folder)
    assert done.returncode == 1, done.stdout
    faults = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    return {(each["path"][1].rpartition("/")[2], each["code"]) for each in faults}


@pytest.mark.parametrize(("call", "rule"), [row[:2] for row in FAULTS])
def test_a_rule_of_ours_finds_its_fault(call: str, rule: str, found: set[tuple[str, str]]) -> None:
    assert (call, rule) in found
