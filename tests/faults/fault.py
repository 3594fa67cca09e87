"""What a fault is: harm done to a fleet, and the time until what it harmed works again."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from fleet import Fleet
from polling import eventually

RECOVERY_SECONDS = 60.0
"""Nobody recovers later; the longest back-off of the supervisor is 5 s. How long it took is in the window."""

Harm = Callable[[Fleet, Random], Callable[[], bool]]
"""Does the harm; returns the check of whether what it harmed works again."""


@dataclass(frozen=True, slots=True)
class Fault:
    kind: str
    harm: Harm


@dataclass(frozen=True, slots=True)
class Window:
    """From the harm to the recovery, in seconds since the epoch."""

    kind: str
    began: float
    ended: float

    @property
    def seconds(self) -> float:
        return self.ended - self.began


class NotRecovered(AssertionError):
    """What was harmed does not work again; the text says which fault it was."""


def inject(fleet: Fleet, fault: Fault, rng: Random) -> Window:
    """Returns once what was harmed works again. Raises NotRecovered."""
    began = time.time()
    try:
        is_over = fault.harm(fleet, rng)
        eventually(is_over, RECOVERY_SECONDS)
    except AssertionError as error:
        raise NotRecovered(f"{fault.kind}: {error}") from error
    return Window(fault.kind, began, time.time())
