"""The levels of the CPU players."""

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


BUILT_LEVELS: Final = (Level.EASY, Level.NORMAL)
"""The levels that can be asked for."""
