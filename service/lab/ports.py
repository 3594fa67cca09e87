"""What the laboratory needs of the world. Times: ms since the epoch."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from service.lab.run import Run
from service.ports import Clock, DueTables, Entropy

STAMP_BYTES = 16


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run as it is stored; `stamp` tells this state of it from every other, also after a store's loss."""

    run: Run
    stamp: bytes


@dataclass(frozen=True, slots=True)
class RunChange:
    """One change to one run: all of it, or none. `seen`: the stamp that it was made for; empty: a new run.

    `chunk`: records to be added. `kept_ms`: so long all of the run is kept from now on. A run that goes on is
    due at `due_at`; one that is over, None, is not due any more.
    """

    run: Run
    seen: bytes
    stamp: bytes
    kept_ms: int
    due_at: int | None = None
    chunk: bytes = b""


class Runs(Protocol):
    def load(self, run_id: str) -> StoredRun | None:
        """Raises NewerFormat."""

    def save(self, change: RunChange) -> None:
        """Raises StaleVersion: the run is not what it was, or a new one is there already."""

    def chunks(self, run_id: str, first: int, count: int) -> Sequence[bytes]:
        """The records from chunk `first` (from 0) on, compressed; fewer where there are no more."""

    def delete(self, run_id: str) -> None: ...


class RunList(Protocol):
    """Which runs there are and which go on: hints, which the reader checks and cleans."""

    def enter(self, run_id: str, most: int) -> bool:
        """Notes that the run goes on, unless `most` others do."""

    def leave(self, run_id: str) -> None:
        """It doesn't go on any more."""

    def going_on(self) -> Sequence[str]: ...

    def keep(self, run_id: str, created_at: int, kept_ms: int) -> None:
        """`kept_ms`: so long after the last one is kept the list itself goes."""

    def beyond(self, most: int) -> Sequence[str]:
        """The oldest that are kept, beyond the newest `most`."""

    def forget(self, run_id: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Limits:
    """`matches`, `deals`: of one simulation, as asked for; `record_bytes`: of its records, compressed.

    `at_once`: how many may go on. `kept`: how many there may be in all, each for `kept_ms`.
    """

    matches: int
    deals: int
    at_once: int
    kept: int
    kept_ms: int
    record_bytes: int


@dataclass(frozen=True, slots=True)
class Lab:
    """What a use case of the laboratory is given."""

    runs: Runs
    list: RunList
    due: DueTables
    clock: Clock
    entropy: Entropy
    limits: Limits
