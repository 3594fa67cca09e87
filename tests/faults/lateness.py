"""From a log alone: when each decision that is not a player's own was due, and when it was taken."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from fault import Window

Body = dict[str, Any]

PROMISE_SECONDS = 2.0
AFTER_A_DEAL_SECONDS = 10.0
"""So much longer is the first deadline after a scored deal."""
ROUNDING_SECONDS = 0.0015
DECISIONS = ("bid_made", "card_played", "exchange_made", "card_drawn")


@dataclass(frozen=True, slots=True)
class Terms:
    """Of a table: the seats that CPUs have from the start, and its times in seconds."""

    cpu_seats: frozenset[str]
    cpu_delay: float = 0.0
    turn_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """One decision of a CPU, in its own turn or for a player whose time is up. Seconds since the epoch."""

    version: int
    seat: str
    due: float
    done: float
    is_expiry: bool

    def lateness(self, windows: Iterable[Window]) -> float:
        """Seconds after it was due, or after the end of a fault that was in the way."""
        return max(0.0, self.done - free_at(self.due, windows))

    @property
    def is_early(self) -> bool:
        return self.done < self.due - ROUNDING_SECONDS


def free_at(due: float, windows: Iterable[Window]) -> float:
    """When nothing was in the way any more of what was due then.

    A fault that begins within the promised time may have met whoever was about to do it.
    """
    at = due
    for window in sorted(windows, key=lambda each: each.began):
        if window.began <= at + PROMISE_SECONDS and window.ended > at:
            at = window.ended
    return at


def second_of(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()


@dataclass(slots=True)
class Clock:
    """Who must act by when, told by one decision after the other.

    `changed_at`: of any commit, from which the CPUs' delay runs; `fell_due`: of the last decision, from which
    the players' time runs, or from their return (`returned`). `bidders`: who has bid while the sheet of a
    scored deal is on the screen; None: it is not.
    """

    terms: Terms
    kept: set[str] = field(default_factory=set)
    changed_at: float = 0.0
    fell_due: float = 0.0
    returned: dict[str, float] = field(default_factory=dict)
    moved: dict[str, float] = field(default_factory=dict)
    bidders: set[str] | None = None

    def __post_init__(self) -> None:
        self.kept |= self.terms.cpu_seats

    def due(self, seat: str) -> float | None:
        """When somebody must have acted there, if it is its turn; None: whenever the player likes."""
        if seat in self.kept:
            return self.changed_at + self.terms.cpu_delay
        if seat in self.moved:
            return self.moved[seat]
        if self.terms.turn_seconds is None:
            return None
        extra = AFTER_A_DEAL_SECONDS if self.bidders is not None and self.bidders <= self.kept else 0.0
        return self.returned.get(seat, self.fell_due) + self.terms.turn_seconds + extra

    def take(self, events: Sequence[Body]) -> Wait | None:
        """A decision with all that goes with it; the wait that it ended, if it was not a player's own."""
        by_type = {event["type"]: event for event in events}
        at = second_of(events[0]["at"])
        if "seat_returned" in by_type:
            self._come_back(by_type["seat_returned"]["seat"], at)
        decision = next((by_type[each] for each in DECISIONS if each in by_type), None)
        wait = self._wait(decision, events[0], "deadline_passed" in by_type) if decision else None
        self.changed_at = at
        self.moved |= {
            event["seat"]: second_of(event["deadline_moved"]["deadline"])
            for event in events
            if event["type"] == "deadline_moved"
        }
        if decision or "match_started" in by_type:
            self._go_on(by_type, at)
        return wait

    def _come_back(self, seat: str, at: float) -> None:
        self.kept.discard(seat)
        self.returned[seat] = at

    def _wait(self, decision: Body, first: Body, is_expiry: bool) -> Wait | None:
        seat = decision["seat"]
        if seat not in self.kept and not is_expiry:
            return None
        due = self.due(seat)
        assert due is not None, f"a deadline passed where there is none: {decision}"
        return Wait(first["version"], seat, due, second_of(first["at"]), is_expiry)

    def _go_on(self, by_type: dict[str, Body], at: float) -> None:
        self.fell_due, self.returned, self.moved = at, {}, {}
        if "seat_left" in by_type:
            self.kept.add(by_type["seat_left"]["seat"])
        if "bid_made" in by_type and self.bidders is not None:
            self.bidders.add(by_type["bid_made"]["seat"])
        elif "deal_scored" in by_type:
            self.bidders = set()
        elif "card_played" in by_type or "exchange_made" in by_type:
            self.bidders = None


def waits(events: Iterable[Body], clock: Clock) -> Iterator[Wait]:
    """Of a whole log, in its order; the clock then stands at its end."""
    for _, of_version in groupby(events, key=lambda event: event["version"]):
        for of_decision in _by_decisions(of_version):
            wait = clock.take(of_decision)
            if wait is not None:
                yield wait


def _by_decisions(of_version: Iterable[Body]) -> Iterator[list[Body]]:
    """The turns of CPUs that follow each other at once have one version."""
    together: list[Body] = []
    has_decision = False
    for event in of_version:
        if event["type"] in DECISIONS:
            if has_decision:
                yield together
                together = []
            has_decision = True
        together.append(event)
    yield together
