"""The levels of the CPU players."""

from enum import StrEnum


class Level(StrEnum):
    """Weakest first."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
