"""Simulations as a service: made, worked on, cancelled, read."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.deal import SEED_BYTES, parse_seed
from engine.errors import Refusal
from engine.levels import Level
from engine.rules import Rules
from engine.seats import Seat
from service.lab.ports import STAMP_BYTES, Lab, RunChange, StoredRun
from service.lab.run import FailureReason, Run, RunStatus, ended, work_piece
from service.lab.simulation import DEFAULT_LEVEL, Simulation, Unit
from service.ports import StaleVersion, StoreUnavailable
from service.refusals import Code, FieldFault, Refused
from service.table_turns import Lane
from service.tables.changing import TRIES, Request, commit_id_of
from service.tables.seating import KEY_BYTES, derived_id

PREFIX: Final = "sm_"
LANE: Final = Lane.BULK
FAILURES_UNTIL_FAILED: Final = 5
"""A run whose work failed so often in a row, over half a minute, has failed."""
CHUNKS_AT_A_TIME: Final = 8
_CREATE: Final = b"simulate"


@dataclass(frozen=True, slots=True)
class RunOffer:
    """A simulation as it is asked for; `seed`: a seed or any other text, None: drawn."""

    preset: str
    rules: Rules
    levels: Mapping[Seat, Level]
    unit: Unit
    count: int
    seed: str | None = None
    is_duplicate: bool = False
    keeps_records: bool = False


@dataclass(frozen=True, slots=True)
class CreatedRun:
    run: Run
    is_replay: bool


def is_run_id(text: str) -> bool:
    """Is what is due a simulation, or a table?"""
    return text.startswith(PREFIX)


def create_run(lab: Lab, offer: RunOffer, request: Request) -> CreatedRun:
    """A new simulation, which workers begin at once; under a key, the same one again."""
    _check(lab, offer)
    key = request.key or lab.entropy.token_bytes(KEY_BYTES).hex()
    run_id = derived_id(PREFIX, commit_id_of(_CREATE, key))
    known = lab.runs.load(run_id)
    if known is not None:
        return _replay(known, request)
    if not _enter(lab, run_id):
        raise Refused(Code.TOO_MANY_SIMULATIONS)
    run = _new_run(lab, offer, run_id, request.body_digest)
    try:
        _save(lab, StoredRun(run, b""), run)
    except StaleVersion:
        return _replay(require_run(lab, run_id), request)
    lab.list.keep(run_id, run.created_at, lab.limits.kept_ms)
    _make_room(lab)
    return CreatedRun(run, is_replay=False)


def _check(lab: Lab, offer: RunOffer) -> None:
    most = lab.limits.matches if offer.unit is Unit.MATCHES else lab.limits.deals
    if not 1 <= offer.count <= most:
        params = {"allowed": f"1 … {most}"}
        fault = FieldFault(f"/{offer.unit}", Refusal.INVALID_FIELD, params)
        raise Refused(Refusal.INVALID_FIELD, faults=(fault,))


def _replay(known: StoredRun, request: Request) -> CreatedRun:
    if known.run.body_digest != request.body_digest:
        raise Refused(Code.IDEMPOTENCY_KEY_REUSED)
    return CreatedRun(known.run, is_replay=True)


def _enter(lab: Lab, run_id: str) -> bool:
    """Takes a place among those that go on; where none is left, those that ended unnoticed make room."""
    if lab.list.enter(run_id, lab.limits.at_once):
        return True
    for other in lab.list.going_on():
        found = lab.runs.load(other)
        if found is None or found.run.is_over:
            lab.list.leave(other)
    return lab.list.enter(run_id, lab.limits.at_once)


def _make_room(lab: Lab) -> None:
    """The oldest that are over go before their time, where there are too many."""
    going_on = set(lab.list.going_on())
    for run_id in lab.list.beyond(lab.limits.kept):
        if run_id not in going_on:
            lab.runs.delete(run_id)
            lab.list.forget(run_id)


def _new_run(lab: Lab, offer: RunOffer, run_id: str, body_digest: bytes) -> Run:
    seed = lab.entropy.token_bytes(SEED_BYTES) if offer.seed is None else parse_seed(offer.seed)
    levels = tuple(offer.levels.get(seat, DEFAULT_LEVEL) for seat in Seat)
    simulation = Simulation(offer.rules, seed, levels, offer.count, offer.unit, offer.is_duplicate)
    now = lab.clock.now()
    return Run(run_id, offer.preset, simulation, offer.keeps_records, body_digest, now, now)


def require_run(lab: Lab, run_id: str) -> StoredRun:
    found = lab.runs.load(run_id)
    if found is None:
        raise Refused(Code.NOT_FOUND)
    return found


def cancel_run(lab: Lab, run_id: str) -> Run:
    """Ends it, with what it has; to cancel it again changes nothing."""
    for _ in range(TRIES):
        stored = require_run(lab, run_id)
        if stored.run.status is RunStatus.CANCELLED:
            return stored.run
        if stored.run.is_over:
            raise Refused(Code.SIMULATION_OVER)
        try:
            return _save(lab, stored, ended(stored.run, RunStatus.CANCELLED, lab.clock.now()))
        except StaleVersion:
            continue
    raise StoreUnavailable


def read_records(lab: Lab, run_id: str) -> Iterator[bytes]:
    """The records of all matches that are finished, as NDJSON, in parts."""
    run = require_run(lab, run_id).run
    if not run.keeps_records:
        raise Refused(Code.NOT_FOUND)
    return _parts(lab, run)


def _parts(lab: Lab, run: Run) -> Iterator[bytes]:
    for first in range(0, run.chunks, CHUNKS_AT_A_TIME):
        count = min(CHUNKS_AT_A_TIME, run.chunks - first)
        chunks = lab.runs.chunks(run.run_id, first, count)
        if len(chunks) < count:
            raise StoreUnavailable("the records expired while they were read")
        yield from map(zlib.decompress, chunks)


def work_on_run(lab: Lab, run_id: str, is_time_up: Callable[[], bool]) -> None:
    """One piece of a run that this caller has claimed.

    Who else works on it as well plays the same, and only the first to save it counts.
    """
    failures = lab.due.begin(run_id, LANE).failures
    stored = lab.runs.load(run_id)
    if stored is None or stored.run.is_over:
        lab.due.forget(run_id, LANE)
        lab.list.leave(run_id)
        return
    try:
        _work(lab, stored, is_time_up, has_failed=failures >= FAILURES_UNTIL_FAILED)
    except StaleVersion:
        return
    if failures:
        lab.due.recovered(run_id)


def _work(lab: Lab, stored: StoredRun, is_time_up: Callable[[], bool], *, has_failed: bool) -> None:
    if has_failed:
        _save(lab, stored, ended(stored.run, RunStatus.FAILED, lab.clock.now(), FailureReason.INTERNAL_ERROR))
        return
    piece = work_piece(stored.run, is_time_up, lab.clock.now, lab.limits.record_bytes)
    _save(lab, stored, piece.run, piece.chunk)


def _save(lab: Lab, stored: StoredRun, after: Run, chunk: bytes = b"") -> Run:
    change = RunChange(
        after,
        seen=stored.stamp,
        stamp=lab.entropy.token_bytes(STAMP_BYTES),
        kept_ms=lab.limits.kept_ms,
        due_at=None if after.is_over else after.changed_at,
        chunk=chunk,
    )
    lab.runs.save(change)
    if after.is_over:
        lab.list.leave(after.run_id)
    return after
