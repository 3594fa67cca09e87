"""Simulations to JSON and back: arrays by position, the first element the number of the format."""

from dataclasses import astuple
from typing import Any, Final, cast

import orjson

from engine.events import Event
from engine.selfplay import Played
from service.lab.intervals import Moments
from service.lab.run import FailureReason, Run, RunStatus
from service.lab.simulation import Simulation, Unit
from service.lab.totals import SideTotals, Spread, Totals
from service.ports import NewerFormat
from service.store.codec import LEVELS, Raw, match_of, match_to_raw, rules_of, rules_to_raw
from service.store.event_codec import events_of, events_to_raw

FORMAT: Final = 1

# Each word is stored as its place here: new words go to the end.
_STATUSES: Final = (RunStatus.RUNNING, RunStatus.DONE, RunStatus.CANCELLED, RunStatus.FAILED)
_REASONS: Final = (FailureReason.INTERNAL_ERROR, FailureReason.RECORDS_TOO_LARGE)
_UNITS: Final = (Unit.MATCHES, Unit.DEALS)


def encode_run(run: Run) -> bytes:
    simulation = run.simulation
    return orjson.dumps(
        (
            FORMAT,
            run.run_id,
            run.preset,
            rules_to_raw(simulation.rules),
            simulation.run_seed.hex(),
            [LEVELS.index(level) for level in simulation.levels],
            simulation.count,
            _UNITS.index(simulation.unit),
            simulation.is_duplicate,
            run.keeps_records,
            run.body_digest.hex(),
            run.created_at,
            run.changed_at,
            _STATUSES.index(run.status),
            None if run.reason is None else _REASONS.index(run.reason),
            run.matches,
            astuple(run.totals),
            astuple(run.sample),
            None if run.begun is None else (match_to_raw(run.begun.match), events_to_raw(run.begun.events)),
            run.record_bytes,
            run.chunks,
        )
    )


def decode_run(data: bytes) -> Run:
    """The run of `encode_run`. Raises NewerFormat."""
    written, *raw = orjson.loads(data)
    if written != FORMAT:
        raise NewerFormat
    run_id, preset, rules, seed, levels, count, unit, is_duplicate, *raw = raw
    keeps_records, body_digest, created_at, changed_at, status, reason, matches, *raw = raw
    totals, sample, begun, record_bytes, chunks = raw
    by_seat = tuple(LEVELS[level] for level in levels)
    simulation = Simulation(
        rules_of(*rules), bytes.fromhex(seed), by_seat, count, _UNITS[unit], is_duplicate=is_duplicate
    )
    return Run(
        run_id,
        preset,
        simulation,
        keeps_records,
        bytes.fromhex(body_digest),
        created_at,
        changed_at,
        _STATUSES[status],
        None if reason is None else _REASONS[reason],
        matches,
        _totals_of(*totals),
        _totals_of(*sample),
        begun and _begun_of(simulation, matches + 1, *begun),
        record_bytes,
        chunks,
    )


def _begun_of(simulation: Simulation, index: int, match: Raw, events: Raw) -> Played:
    found = match_of(simulation.rules, simulation.seed_of(index), match)
    return Played(found, cast("tuple[Event, ...]", events_of(events)))


def _totals_of(*raw: Any) -> Totals:
    matches, draws, deals, actions, sides, spread = raw
    return Totals(
        matches, draws, deals, actions, tuple(_side_of(*side) for side in sides), _spread_of(*spread)
    )


def _side_of(*raw: Any) -> SideTotals:
    return SideTotals(*(*raw[:-1], tuple(raw[-1])))


def _spread_of(samples: int, deals_squared: int, points: Raw, bags: Raw, difference: Raw) -> Spread:
    return Spread(samples, deals_squared, _moments_of(points), _moments_of(bags), Moments(*difference))


def _moments_of(raw: Raw) -> tuple[Moments, ...]:
    return tuple(Moments(*each) for each in raw)
