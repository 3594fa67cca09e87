"""The words of the client, to find a button by its name in either language."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import service.web

_FOLDER = Path(service.web.__file__).parent / "static" / "i18n"


@cache
def _words(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
    return found


def word(language: str, key: str) -> str:
    text = _words(language)[key]
    assert isinstance(text, str), f"{key} is a plural"
    return text
