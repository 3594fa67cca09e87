"""The web client as its tools see it: types, lint and format; its types are those of our own document."""

import json
from pathlib import Path

import pytest

import web_types
from js_source import STATIC
from node_tools import WEB, install, node

pytestmark = pytest.mark.slow


def test_the_types_of_the_client_are_those_of_the_document(tmp_path: Path) -> None:
    assert web_types.generated(tmp_path) == web_types.KEPT.read_text("utf-8"), (
        "python tests/support/web_types.py"
    )


def test_the_client_passes_the_strict_type_check() -> None:
    done = node(install(WEB) / "typescript" / "bin" / "tsc", "-p", ".", cwd=WEB)
    assert done.returncode == 0, done.stdout


def test_the_client_passes_the_linter_and_is_formatted() -> None:
    biome = install(WEB) / "@biomejs" / "biome" / "bin" / "biome"
    done = node(biome, "check", f"--config-path={WEB}", "--max-diagnostics=200", ".", cwd=STATIC)
    assert done.returncode == 0, done.stdout


def test_what_others_wrote_is_what_the_registry_has() -> None:
    packages = install(WEB)
    vendor = STATIC / "vendor"
    for library in json.loads((vendor / "VENDORED.json").read_text("utf-8")):
        for name, file in library["files"].items():
            source = packages / library["package"] / file["from"]
            assert (vendor / name).read_bytes() == source.read_bytes(), name
