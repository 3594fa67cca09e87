"""Time and chance that a test sets."""

from dataclasses import dataclass
from random import Random


@dataclass(slots=True)
class FakeClock:
    """Stands still until it is told to go on; in ms."""

    at: int = 1_800_000_000_000

    def now(self) -> int:
        return self.at

    def go_on(self, milliseconds: int) -> None:
        self.at += milliseconds


@dataclass(slots=True)
class FakeSteady:
    """A steady clock, in seconds, that goes on by `step` each time that it is read."""

    at: float = 100.0
    step: float = 0.0

    def __call__(self) -> float:
        self.at += self.step
        return self.at


class FakeEntropy:
    def __init__(self, seed: int = 1) -> None:
        self._random = Random(seed)

    def token_bytes(self, count: int) -> bytes:
        return self._random.randbytes(count)
