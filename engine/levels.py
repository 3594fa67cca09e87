"""The levels of the CPU players."""

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


BUILT_LEVELS: Final[tuple[Level, ...]] = (Level.EASY, Level.NORMAL, Level.HARD)
"""The levels that can be asked for, weakest first."""
