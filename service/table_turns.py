"""Who acts at a table, and when: players, CPUs, deadlines that pass, and what is due next."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from engine.actions import Action
from engine.autoplay import take_first_legal, take_turn
from engine.play import apply
from engine.seats import Seat, replaced
from engine.turns import Step
from service.table import STAND_IN_LEVEL, Change, Table, TableStatus, changed, with_match
from service.table_events import DeadlineMoved, DeadlinePassed, LeaveReason, LoggedEvent, SeatLeft

MISSES_UNTIL_AWAY: Final = 2
OUTAGE_MS: Final = 5_000
"""So long without a ticker's pass is an outage."""
RECOVERY_MS: Final = 10_000
"""How long after an outage players have whose deadline fell into it."""


class Lane(StrEnum):
    """The two kinds of work: tables with a player, and all the rest."""

    LIVE = "live"
    BULK = "bulk"


class Task(StrEnum):
    """What is to be done when a table is due."""

    CPU_TURN = "cpu_turn"
    EXPIRY = "expiry"
    RETENTION = "retention"


@dataclass(frozen=True, slots=True)
class Due:
    """When somebody must look at a table, why, and whose work it is."""

    at: int
    task: Task
    lane: Lane


@dataclass(frozen=True, slots=True)
class Retention:
    """How long a table is kept after its last change, in milliseconds, by what it is."""

    open_ms: int
    idle_ms: int
    finished_ms: int

    def expires_at(self, table: Table) -> int:
        match table.status:
            case TableStatus.OPEN:
                return table.changed_at + self.open_ms
            case TableStatus.PLAYING:
                return table.changed_at + self.idle_ms
            case TableStatus.OVER | TableStatus.CLOSED:
                return table.changed_at + self.finished_ms


@dataclass(frozen=True, slots=True)
class Outage:
    """A time without a ticker's pass: from the last one before it to the first one after it."""

    began: int
    ended: int


@dataclass(frozen=True, slots=True)
class Passes:
    """What is known of the ticker's passes over a shard: the last one, and the last outage."""

    last: int
    outage: Outage | None = None


def next_due(table: Table, retention: Retention) -> Due:
    """The one moment at which the table must be looked at next."""
    lane = Lane.LIVE if table.has_players else Lane.BULK
    if table.status is TableStatus.PLAYING:
        if table.cpu_to_act is not None:
            return Due(table.changed_at + table.terms.cpu_delay_ms, Task.CPU_TURN, lane)
        deadlines = [deadline for deadline in table.deadlines if deadline is not None]
        if deadlines:
            return Due(min(deadlines), Task.EXPIRY, lane)
    return Due(retention.expires_at(table), Task.RETENTION, lane)


def act(table: Table, seat: Seat, action: Action, now: int) -> Change:
    """The player's own action, which clears the count of misses. Raises IllegalAction."""
    assert table.match is not None, "only a table that plays is acted on"
    step = apply(table.match, seat, action)
    chair = table.chairs[seat]
    if chair.misses:
        table = replace(table, chairs=replaced(table.chairs, seat, replace(chair, misses=0)))
    return _stepped(table, step, (), now)


def take_cpu_turn(table: Table, now: int, *, is_safe: bool = False) -> Change:
    """The next CPU takes the decision that is due; `is_safe`: by the first legal action."""
    assert table.match is not None, "only a table that plays has a CPU to act"
    seat = table.cpu_to_act
    assert seat is not None, "a CPU turn is due only where a CPU is to act"
    return _stepped(table, _cpu_step(table, seat, is_safe=is_safe), (), now)


def expire(table: Table, now: int, *, is_safe: bool = False) -> Change:
    """The earliest deadline passed: the CPU acts once for the seat; after two misses in a row it keeps it."""
    assert table.match is not None, "only a table that plays has deadlines"
    seat = min((deadline, seat) for seat, deadline in enumerate(table.deadlines) if deadline is not None)[1]
    step = _cpu_step(table, Seat(seat), is_safe=is_safe)
    chair = table.chairs[seat]
    misses = chair.misses + 1
    is_away = misses >= MISSES_UNTIL_AWAY
    events: tuple[LoggedEvent, ...] = (DeadlinePassed(Seat(seat), misses),)
    if is_away:
        events += (SeatLeft(Seat(seat), LeaveReason.MISSES),)
    chair = replace(chair, misses=misses, is_away=is_away)
    return _stepped(replace(table, chairs=replaced(table.chairs, seat, chair)), step, events, now)


def is_in_outage(table: Table, outage: Outage) -> bool:
    """Did a deadline of the table fall into it?"""
    return any(_is_within(deadline, outage) for deadline in table.deadlines)


def move_deadlines(table: Table, outage: Outage, now: int) -> Change:
    """The deadlines that fell into the outage, moved to 10 s after it; never earlier, nor into the past."""
    moved_to = (outage.ended if now < outage.ended + RECOVERY_MS else now) + RECOVERY_MS
    deadlines = tuple(moved_to if _is_within(each, outage) else each for each in table.deadlines)
    events = (DeadlineMoved(seat, moved_to) for seat in Seat if deadlines[seat] != table.deadlines[seat])
    return changed(replace(table, deadlines=deadlines), events, now)


def _is_within(deadline: int | None, outage: Outage) -> bool:
    return deadline is not None and outage.began <= deadline <= outage.ended


def _cpu_step(table: Table, seat: Seat, *, is_safe: bool) -> Step:
    assert table.match is not None, "only a table that plays is acted on"
    if is_safe:
        return take_first_legal(table.match, seat)
    return take_turn(table.match, seat, table.chairs[seat].cpu_level or STAND_IN_LEVEL)


def _stepped(table: Table, step: Step, before: tuple[LoggedEvent, ...], now: int) -> Change:
    return changed(with_match(table, step.match, now), before + step.events, now)
