"""Studies in memory: the test double, for one process. No time passes while somebody waits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service.ports import STUDY_ASKED_MS, STUDY_KEPT_MS, Clock, Study, Waiter
from service.table_turns import Lane


class _NoWaiter:
    def wait(self, timeout: float) -> bool:  # noqa: ARG002 (the port's signature)
        """What was not made at once is not made while somebody waits."""
        return False


class MemoryStudies:
    """`jobs`: those that are queued. `make_at_once`: makes a study instead of queueing it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked_at: dict[Study, int] = {}
        self._kept: dict[Study, tuple[int, bytes]] = {}
        self.jobs: list[tuple[Lane, Study]] = []
        self.make_at_once: Callable[[Study], None] | None = None

    def find(self, study: Study) -> bytes | None:
        kept_at, result = self._kept.get(study, (0, b""))
        return result if self._clock.now() < kept_at + STUDY_KEPT_MS else None

    def ask(self, study: Study, lane: Lane) -> None:
        now = self._clock.now()
        if now < self._asked_at.get(study, 0) + STUDY_ASKED_MS:
            return
        self._asked_at[study] = now
        if self.make_at_once:
            self.make_at_once(study)
        else:
            self.jobs.append((lane, study))

    def keep(self, study: Study, result: bytes) -> None:
        self._kept[study] = (self._clock.now(), result)

    @contextmanager
    def listen(self, study: Study) -> Iterator[Waiter]:  # noqa: ARG002 (the port's signature)
        yield _NoWaiter()
