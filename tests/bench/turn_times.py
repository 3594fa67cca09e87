"""How soon the CPUs answer a player, and how late a turn that runs out is taken."""

import selectors
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from http_lines import Line, accepted, request
from players import Player, open_table
from rows import Row, milliseconds, percentile
from scripted_matches import SEATS
from servers import service

ACTIONS = 300
WARM_UP = 20
TURN_SECONDS = 5
TABLES = 12
EXPIRIES = 24
EXPIRY_LIMIT = 20.0


@dataclass(frozen=True, slots=True)
class Answered:
    """Seconds from the moment that a player's action was sent: until it was accepted, and until the view
    with the CPUs' answers was there."""

    accepted: float
    seen: float


def measure_answers(folder: Path) -> Iterator[Row]:
    times: list[Answered] = []
    with service(folder) as server:
        while len(times) < ACTIONS + WARM_UP:
            times += _match(server.url, ACTIONS + WARM_UP - len(times))
    after_accepted = [each.seen - each.accepted for each in times[WARM_UP:]]
    after_sent = [each.seen for each in times[WARM_UP:]]
    half, most = percentile(after_accepted, 50), percentile(after_accepted, 99)
    yield Row(
        "CPUs' answers in the view",
        f"p50 {milliseconds(half)}, p99 {milliseconds(most)}",
        "p50 <= 15 ms, p99 <= 60 ms",
        half <= 0.015 and most <= 0.060,
        f"{len(after_accepted)} actions of one player against three CPUs `normal`: from the action's 200 "
        "until, by long-poll of the events, the player is to act again and its view has come. From "
        f"sending the action: p50 {milliseconds(percentile(after_sent, 50))}, "
        f"p99 {milliseconds(percentile(after_sent, 99))}.",
    )


def _match(url: str, most: int) -> list[Answered]:
    """One match, or the first `most` actions of it that a CPU has to answer."""
    player, times = Player(url, "normal"), list[Answered]()
    with closing(player.line):
        player.wait_for_turn(0)
        view = player.view()
        while view["turn"] and len(times) < most:
            started = time.perf_counter()
            answer = player.act(view)
            accepted_after = time.perf_counter() - started
            view = answer["view"]
            if view["turn"] is None and view["status"] == "playing":
                player.wait_for_turn(answer["events"][-1]["seq"])
                view = player.view()
                times.append(Answered(accepted_after, time.perf_counter() - started))
    return times


@dataclass(frozen=True, slots=True)
class Expiry:
    """Seconds after the deadline: when the CPU acted by the event's time, and when a client knew."""

    acted: float
    seen: float


@dataclass(slots=True)
class Watch:
    """A long-poll on one table of four players who never act."""

    line: Line
    path: str
    deadline: float
    last_seq: int = 0
    expiries: list[Expiry] = field(default_factory=list)

    def ask(self) -> None:
        self.line.send(request("GET", f"{self.path}/events?after={self.last_seq}&wait=25"))

    def hear(self) -> None:
        """Takes the answer that has come, and asks for the next one."""
        page, now = accepted(self.line.receive()).json, time.time()
        for event in page["events"]:
            if event["type"] == "deadline_passed":
                self.expiries.append(Expiry(_seconds(event["at"]) - self.deadline, now - self.deadline))
        self.last_seq, self.deadline = page["last_seq"], _seconds(page["deadline"])
        self.ask()


def measure_expiry(folder: Path) -> Iterator[Row]:
    with service(folder) as server, ExitStack() as stack:
        lines = [stack.enter_context(closing(Line(server.url))) for _ in range(TABLES)]
        watches = [_watch(line) for line in lines]
        _listen(watches)
    expiries = [expiry for watch in watches for expiry in watch.expiries]
    first = min(expiry.acted for expiry in expiries)
    acted, seen = max(expiry.acted for expiry in expiries), max(expiry.seen for expiry in expiries)
    yield Row(
        "a turn that runs out",
        f"{milliseconds(first)} to {milliseconds(acted)} late, seen {milliseconds(seen)} late at most",
        "never early, <= 250 ms late",
        first >= 0 and seen <= 0.250,
        f"{len(expiries)} expiries at {TABLES} tables at the same time, turn_seconds {TURN_SECONDS}: the "
        "event's `at` against the deadline, and when a client that long-polls had it.",
    )


def _watch(line: Line) -> Watch:
    seats = {seat: {"kind": "player"} for seat in SEATS}
    table = open_table(line, {"seats": seats, "turn_seconds": TURN_SECONDS})["table"]
    return Watch(line, f"/v1/tables/{table['table_id']}", _seconds(table["deadline"]))


def _listen(watches: list[Watch]) -> None:
    """Until there were `EXPIRIES`, or the time is over."""
    until = time.monotonic() + EXPIRY_LIMIT
    with selectors.DefaultSelector() as selector:
        for watch in watches:
            selector.register(watch.line.socket, selectors.EVENT_READ, watch)
            watch.ask()
        while sum(len(watch.expiries) for watch in watches) < EXPIRIES and time.monotonic() < until:
            for key, _ in selector.select(1.0):
                key.data.hear()


def _seconds(moment: Any) -> float:
    return datetime.fromisoformat(moment).timestamp()
