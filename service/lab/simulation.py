"""What a simulation plays, match by match: the same bytes in however many pieces and wherever."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

import orjson

from engine.deal import match_seed, seated
from engine.levels import Level
from engine.record import Header, Occupant, recorded
from engine.record_writing import format_record
from engine.rules import Rules
from engine.seats import Lineup, Seat, replaced
from engine.selfplay import Played, begin, play_on
from engine.state import Match
from service.lab.totals import NOTHING, Totals, totals_of

DEFAULT_LEVEL: Final = Level.NORMAL
"""Of a seat for which none is asked."""
T = TypeVar("T")


class Unit(StrEnum):
    """What is played: whole matches; or of each the first deal, from 0 : 0, after which it is closed."""

    MATCHES = "matches"
    DEALS = "deals"


@dataclass(frozen=True, slots=True)
class Simulation:
    """What to play: `count` samples, each with a seed of its own from the run's seed.

    A sample is one match, or with `is_duplicate` two of the same seed: for the second everyone moves to the
    next seat, so that the sides swap their cards. `levels` by Seat, as the players sit down; a cut, which
    doesn't go with `is_duplicate`, moves them along.
    """

    rules: Rules
    run_seed: bytes
    levels: tuple[Level, ...]
    count: int
    unit: Unit = Unit.MATCHES
    is_duplicate: bool = False

    @property
    def matches_a_sample(self) -> int:
        return 2 if self.is_duplicate else 1

    @property
    def matches(self) -> int:
        """How many are played in all; each has a number from 1."""
        return self.count * self.matches_a_sample

    def seed_of(self, index: int) -> bytes:
        return match_seed(self.run_seed, (index - 1) // self.matches_a_sample + 1)

    def is_turned(self, index: int) -> bool:
        """Do the players of match `index` sit one seat on?"""
        return self.is_duplicate and index % 2 == 0

    def ends_sample(self, index: int) -> bool:
        return index % self.matches_a_sample == 0

    def is_finished(self, match: Match) -> bool:
        is_deal_over = self.unit is Unit.DEALS and match.last_sheet is not None
        return is_deal_over or match.result is not None


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """What one match added; `line` is its record as JSON with a line end. `totals` are no sample yet."""

    line: bytes
    totals: Totals


@dataclass(slots=True)
class Tally:
    """Adds up matches in their order: `totals` of whole samples, and of the one that is not whole yet."""

    totals: Totals = NOTHING
    unfinished: Totals = NOTHING

    def add(self, outcome: MatchOutcome, *, ends_sample: bool) -> None:
        self.unfinished += outcome.totals
        if ends_sample:
            self.totals += self.unfinished.as_sample()
            self.unfinished = NOTHING


def begin_match(simulation: Simulation, index: int) -> Played:
    return begin(simulation.rules, simulation.seed_of(index))


def play_match_on(
    simulation: Simulation, index: int, played: Played, is_enough: Callable[[], bool] = lambda: False
) -> Played:
    """Match `index`, played on until it is finished or `is_enough`; at least one decision."""
    seated_levels = _seated(simulation, index, simulation.levels)

    def is_done(match: Match) -> bool:
        return simulation.is_finished(match) or is_enough()

    return play_on(played, seated_levels, is_done)


def outcome_of(simulation: Simulation, index: int, played: Played) -> MatchOutcome:
    """What match `index`, which is finished, adds."""
    rules, seed = simulation.rules, simulation.seed_of(index)
    players = tuple(Occupant("cpu", simulation.levels[seat].value, f"CPU {seat.name}") for seat in Seat)
    header = Header(None, _seated(simulation, index, players))
    record = recorded(header, rules, seed, played.events, abandoned=True)
    totals = totals_of(record, is_turned=simulation.is_turned(index))
    return MatchOutcome(orjson.dumps(format_record(record)) + b"\n", totals)


def simulate_match(simulation: Simulation, index: int) -> MatchOutcome:
    """Match `index` (from 1) of the simulation, from its start to its end."""
    played = play_match_on(simulation, index, begin_match(simulation, index))
    return outcome_of(simulation, index, played)


def _seated(simulation: Simulation, index: int, sat_down: tuple[T, ...]) -> tuple[T, ...]:
    """What belongs to the players, by the seats on which they play match `index`."""
    if simulation.is_turned(index):
        sat_down = turned(sat_down, simulation.rules.lineup)
    return seated(simulation.rules, simulation.seed_of(index), sat_down)


def turned(values: tuple[T, ...], lineup: Lineup) -> tuple[T, ...]:
    """Everyone moves to the next seat in play."""
    moved = values
    for seat in lineup.seats:
        moved = replaced(moved, lineup.next[seat], values[seat])
    return moved
