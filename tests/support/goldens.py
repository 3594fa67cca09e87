"""Texts that are compared with files in tests/golden/, which only a flag rewrites."""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden"


def golden(name: str, text: str, *, update: bool) -> str:
    """What the golden file holds; with `update` it is written first."""
    path = FOLDER / name
    if update:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8")
