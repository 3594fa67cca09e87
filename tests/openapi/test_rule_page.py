"""The committed pages of the rules are the generated ones, and hold what they should."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.options import OPTIONS
from engine.rules import PRESETS
from service.texts import LANGUAGES
from service.texts.rule_page import rule_page

FOLDER = Path(__file__).parents[2] / "openapi"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_committed_page_is_the_generated_one(language: str, update_goldens: bool) -> None:
    path = FOLDER / f"rules.{language}.md"
    page = rule_page(language)
    if update_goldens:
        path.write_text(page, encoding="utf-8")
    assert page == path.read_text(encoding="utf-8"), "make it anew: make docs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_option_and_preset(language: str) -> None:
    page = rule_page(language)
    assert all(f"\n### `{option.name}`\n" in page for option in OPTIONS)
    assert all(f"\n| `{name}` | " in page for name in (*PRESETS, *(option.name for option in OPTIONS)))
    assert "{" not in page


@pytest.mark.parametrize(
    "clash",
    [
        "- `min_bid` > `1` with `bid_style` = `mirror`, `whiz`",
        "- `nil` = `false` with `blind_nil` = `true`",
        "- `players` = `2` with `blind_bid_from` ≠ `null`",
        "- `nil_exchange` > `0` with `players` = `2`",
    ],
)
def test_a_clash_stands_there_with_its_values(clash: str) -> None:
    assert f"\n{clash}\n" in rule_page("en")


def test_every_row_of_a_table_has_as_many_cells_as_its_head() -> None:
    for language in LANGUAGES:
        blocks = [each for each in rule_page(language).split("\n\n") if each.startswith("|")]
        assert len(blocks) == 3
        assert all(len({row.count("|") for row in block.strip().split("\n")}) == 1 for block in blocks)


def test_the_page_is_printed_by_its_module() -> None:
    command = [sys.executable, "-m", "service.texts.rule_page"]
    printed = subprocess.run([*command, "ja"], check=True, capture_output=True, encoding="utf-8")
    assert printed.stdout == rule_page("ja")
    wrong = subprocess.run([*command, "xx"], check=False, capture_output=True, encoding="utf-8")
    assert wrong.returncode == 1
    assert wrong.stderr == "usage: python -m service.texts.rule_page en | ja\n"
