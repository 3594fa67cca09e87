"""A simulation as its users see it."""

from math import isfinite
from typing import Final

from engine.rules import rules_hash
from engine.seats import Side
from service.lab.intervals import Interval, share
from service.lab.run import Run
from service.lab.totals import Totals
from service.wire.deals import Body
from service.wire.tables import time_text

_DIGITS: Final = 6


def simulation_body(run: Run, kept_ms: int) -> Body:
    simulation = run.simulation
    rules = simulation.rules
    return {
        "simulation_id": run.run_id,
        "status": run.status.value,
        "reason": None if run.reason is None else run.reason.value,
        "unit": simulation.unit.value,
        "count": simulation.count,
        "duplicate": simulation.is_duplicate,
        "levels": {seat.name: simulation.levels[seat].value for seat in rules.lineup.seats},
        "rules": {"preset": run.preset, **rules.as_options()},
        "rules_hash": rules_hash(rules),
        "seed": simulation.run_seed.hex(),
        "records": run.keeps_records,
        "created_at": time_text(run.created_at),
        "changed_at": time_text(run.changed_at),
        "expires_at": time_text(run.changed_at + kept_ms),
        "progress": {"done": run.matches, "total": simulation.matches},
        "totals": _totals_body(run.totals, rules.lineup.named_sides),
    }


def _totals_body(totals: Totals, sides: tuple[tuple[Side, str], ...]) -> Body:
    return {
        "samples": totals.spread.samples,
        "matches": totals.matches,
        "draws": totals.draws,
        "deals": totals.deals,
        "actions": totals.actions,
        "difference": _interval(totals.difference),
        "sides": {name: _side_body(totals, side) for side, name in sides},
    }


def _side_body(totals: Totals, side: Side) -> Body:
    found = totals.sides[side]
    return {
        "wins": found.wins,
        "win_share": _interval(totals.won(side)),
        "points": found.points,
        "points_a_deal": _interval(totals.points_a_deal(side)),
        "contracts": found.contracts,
        "contracts_made": found.contracts_made,
        "contract_share": _interval(share(found.contracts_made, found.contracts)),
        "hands": found.hands,
        "nils": found.nils,
        "nil_bid_share": _interval(share(found.nils, found.hands)),
        "nils_made": found.nils_made,
        "nil_made_share": _interval(share(found.nils_made, found.nils)),
        "blind_nils": found.blind_nils,
        "blind_nils_made": found.blind_nils_made,
        "bags": found.bags,
        "bags_a_deal": _interval(totals.bags_a_deal(side)),
    }


def _interval(found: Interval | None) -> Body | None:
    if found is None:
        return None
    ends = (found.mean, found.low, found.high)
    mean, low, high = (round(value, _DIGITS) if isfinite(value) else None for value in ends)
    return {"mean": mean, "low": low, "high": high}
