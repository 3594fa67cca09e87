"""The committed pages under /docs are those that the Markdown makes; all codes stand on that of problems."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from service.api.problem_types import CODES, problem_page
from service.texts import LANGUAGES

OPENAPI = Path(__file__).parents[2] / "openapi"
RENDER: dict[str, Any] = runpy.run_path(str(OPENAPI / "render.py"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_committed_page_of_problems_is_the_generated_one(language: str, update_goldens: bool) -> None:
    path = OPENAPI / f"problems.{language}.md"
    page = problem_page(language)
    if update_goldens:
        path.write_text(page, encoding="utf-8")
    assert page == path.read_text(encoding="utf-8"), "make it anew: make docs"
    assert all(f"\n## `{code}`\n" in page for code in CODES)


def test_the_committed_site_is_the_rendered_one(update_goldens: bool) -> None:
    if update_goldens:
        RENDER["main"]()
    folder: Path = RENDER["PAGES"]
    committed = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert committed == RENDER["pages"](), "make it anew: make docs"
