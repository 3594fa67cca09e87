"""deploy/env.example is complete and true: every setting, its default, and a line on what it does."""

from pathlib import Path

import pytest

from service.settings import Settings, variables

EXAMPLE = Path(__file__).parents[2] / "deploy" / "env.example"


@pytest.fixture
def lines() -> list[str]:
    return EXAMPLE.read_text(encoding="utf-8").splitlines()


def assignments(lines: list[str]) -> dict[str, str]:
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def test_every_setting_is_listed_and_nothing_else(lines: list[str]) -> None:
    assert sorted(assignments(lines)) == sorted(variables().values())


def test_every_value_is_the_default(lines: list[str]) -> None:
    assert Settings.from_env(assignments(lines)) == Settings.from_env({})


def test_every_setting_is_explained_on_the_line_above(lines: list[str]) -> None:
    unexplained = [
        line
        for above, line in zip(["", *lines], lines, strict=False)
        if line and not line.startswith("#") and not above.startswith("# ")
    ]
    assert unexplained == []
