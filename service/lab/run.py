"""A simulation as the service keeps it: how far it is, and what it came to. Pure."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.selfplay import Played
from service.lab.simulation import Simulation, Tally, begin_match, outcome_of, play_match_on
from service.lab.totals import NOTHING, Totals


class RunStatus(StrEnum):
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


class FailureReason(StrEnum):
    """Why a simulation failed. The values are part of the API."""

    INTERNAL_ERROR = "internal_error"
    RECORDS_TOO_LARGE = "records_too_large"


@dataclass(frozen=True, slots=True)
class Run:
    """`matches` are finished. `totals`: of whole samples; `sample`: of the matches of one that is not whole.

    `begun`: the match that is not finished. `record_bytes`: of the records, compressed, in `chunks` parts.
    Times: ms since the epoch. `body_digest`: of the request that made it.
    """

    run_id: str
    preset: str
    simulation: Simulation
    keeps_records: bool
    body_digest: bytes
    created_at: int
    changed_at: int
    status: RunStatus = RunStatus.RUNNING
    reason: FailureReason | None = None
    matches: int = 0
    totals: Totals = NOTHING
    sample: Totals = NOTHING
    begun: Played | None = None
    record_bytes: int = 0
    chunks: int = 0

    @property
    def is_over(self) -> bool:
        return self.status is not RunStatus.RUNNING


@dataclass(frozen=True, slots=True)
class Piece:
    """A run after some work, and the records that it brought, compressed; empty: none."""

    run: Run
    chunk: bytes = b""


def work_piece(run: Run, is_time_up: Callable[[], bool], now: Callable[[], int], most_bytes: int) -> Piece:
    """Plays on from where the run is until the time is up; at least one decision. `now`: asked at the end.

    A run whose records come to more than `most_bytes` fails, with the matches that it had.
    """
    after, lines = _played_on(run, is_time_up)
    chunk = zlib.compress(lines) if lines and run.keeps_records else b""
    if run.record_bytes + len(chunk) > most_bytes:
        return Piece(ended(run, RunStatus.FAILED, now(), FailureReason.RECORDS_TOO_LARGE))
    after = replace(
        after, record_bytes=run.record_bytes + len(chunk), chunks=run.chunks + bool(chunk), changed_at=now()
    )
    if after.matches == after.simulation.matches:
        after = ended(after, RunStatus.DONE, after.changed_at)
    return Piece(after, chunk)


def _played_on(run: Run, is_time_up: Callable[[], bool]) -> tuple[Run, bytes]:
    """The run when the time is up, and the records of the matches that it finished."""
    simulation, tally = run.simulation, Tally(run.totals, run.sample)
    matches, begun, lines = run.matches, run.begun, b""
    while matches < simulation.matches:
        index = matches + 1
        begun = play_match_on(simulation, index, begun or begin_match(simulation, index), is_time_up)
        if not simulation.is_finished(begun.match):
            break
        outcome = outcome_of(simulation, index, begun)
        tally.add(outcome, ends_sample=simulation.ends_sample(index))
        matches, begun, lines = index, None, lines + outcome.line
        if is_time_up():
            break
    return replace(run, matches=matches, begun=begun, totals=tally.totals, sample=tally.unfinished), lines


def ended(run: Run, status: RunStatus, now: int, reason: FailureReason | None = None) -> Run:
    """The run, over; what it has stays."""
    return replace(run, status=status, reason=reason, begun=None, sample=NOTHING, changed_at=now)
