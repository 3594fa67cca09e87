"""Many deadlines in the same second: when each action was taken, and when all wait for a player again."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from agenda import share
from cpu_bill import Bill, Meter
from http_lines import Line
from journal import Journal, seconds
from rows import Row, milliseconds, percentile
from seated import Seated, open_table
from servers import service

LINES = 8
TABLES_A_SECOND = 40
"""So slow a machine's tables are made in time."""
SOONEST = 20.0
AFTER_SECONDS = 8.0
OWN_BAR = 1.5
WAITING_BAR = 4.0


@dataclass(frozen=True, slots=True)
class Expiry:
    """One table. In seconds since the epoch: its deadline, when the action was taken for the player, when the
    last of the CPUs had answered."""

    deadline: float
    taken: float
    answered: float


def measure(folder: Path, tables: int) -> Iterator[Row]:
    journal = Journal()
    with service(folder) as server, ExitStack() as stack:
        lines = [stack.enter_context(closing(Line(server.url))) for _ in range(LINES)]
        target = time.time() + SOONEST + tables / TABLES_A_SECOND
        seats = _opened(lines, journal, tables, target)
        deadlines = _deadlines(lines, seats)
        _say(seats, deadlines)
        time.sleep(max(0.0, min(deadlines.values()) - 0.5 - time.time()))
        meter = Meter(server.pid)
        time.sleep(max(0.0, max(deadlines.values()) + AFTER_SECONDS - time.time()))
        bill = meter.read()
        expiries = _expiries(lines, seats, deadlines)
    yield from _rows(tables, deadlines, expiries, bill, journal)


def _opened(lines: Sequence[Line], journal: Journal, tables: int, target: float) -> list[Seated]:
    """Tables whose player must act by the target at the latest, and a second before at the soonest."""
    seats: list[Seated] = []

    def make(line: Line) -> None:
        # S has the first turn: nothing but its own time passes.
        left = int(target - time.time())
        seats.extend(open_table(line, journal, ("S",), left, rules={"first_dealer": "E"}))

    share(lines, [make] * tables)
    return seats


def _deadlines(lines: Sequence[Line], seats: Sequence[Seated]) -> dict[str, float]:
    found: dict[str, float] = {}

    def look(line: Line) -> None:
        seat = next(waiting)
        seat.line = line
        found[seat.table_id] = seconds(seat.view()["deadline"])

    waiting = iter(seats)
    share(lines, [look] * len(seats))
    return found


def _say(seats: Sequence[Seated], deadlines: dict[str, float]) -> None:
    spread = max(deadlines.values()) - min(deadlines.values())
    click.echo(f"  {len(seats)} deadlines within {spread:.2f} s", err=True)


def _expiries(
    lines: Sequence[Line], seats: Sequence[Seated], deadlines: dict[str, float]
) -> list[Expiry | None]:
    """By table; None: it does not wait for its player again."""
    found: list[Expiry | None] = []

    def look(line: Line) -> None:
        seat = next(waiting)
        seat.line = line
        found.append(_expiry(seat.events(0), deadlines[seat.table_id]))

    waiting = iter(seats)
    share(lines, [look] * len(seats))
    return found


def _expiry(page: Any, deadline: float) -> Expiry | None:
    taken = [seconds(event["at"]) for event in page["events"] if event["type"] == "deadline_passed"]
    if len(taken) != 1 or page["to_act"] != ["S"]:
        return None
    return Expiry(deadline, taken[0], seconds(page["events"][-1]["at"]))


def _rows(
    tables: int,
    deadlines: dict[str, float],
    expiries: Sequence[Expiry | None],
    bill: Bill,
    journal: Journal,
) -> Iterator[Row]:
    known = [expiry for expiry in expiries if expiry is not None]
    own = [expiry.taken - expiry.deadline for expiry in known] or [float("inf")]
    again = max((expiry.answered for expiry in known), default=float("inf")) - max(deadlines.values())
    each = [expiry.answered - expiry.deadline for expiry in known] or [float("inf")]
    spread = max(deadlines.values()) - min(deadlines.values())
    yield Row(
        "own action",
        f"{milliseconds(min(own))} to {milliseconds(max(own))} late, p50 {milliseconds(percentile(own, 50))}",
        "never early, <= 1.5 s",
        min(own) >= 0 and max(own) <= OWN_BAR and len(known) == tables,
        f"{tables:,} deadlines within {spread:.2f} s, two workers; its `at` against its own deadline.",
    )
    yield Row(
        "all wait for a player again",
        f"{max(each):.2f} s after their deadline, {again:.2f} s after the last",
        "<= 4 s",
        max(each) <= WAITING_BAR and len(known) == tables,
        f"{tables - len(known)} of {tables:,} did not; three CPUs have answered: the last event's `at`.",
    )
    yield Row("CPU of all", f"{bill.service:.1f} CPU s in {bill.seconds:.0f} s", how=bill.shares)
    yield from journal.rows()
