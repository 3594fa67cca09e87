"""Real matches by clients of all kinds: with streams and long-polls, alone and in fours, good and bad."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

import gevent
import web_cost
from cpu_bill import Bill, Meter
from http_lines import Line, request
from journal import ACTIONS, Journal, NoAnswer
from manners import Manners, play_match
from rows import Row, milliseconds, percentile
from scripted_matches import SEATS
from seated import Seated, open_table
from servers import Server, limits, service
from store_figures import StoreFigures
from waiters import PollWaiter, StreamWaiter

from engine.deal import match_seed
from engine.levels import Level
from engine.rules import Rules
from engine.selfplay import play_match as play_by_cpus

WARM_UP_SECONDS = 2.0
TURN_SECONDS = 60
SHORT_TURN_SECONDS = 5
SAMPLE_MATCHES = 20
_BY_CPUS = r"^(?:spades_cpu_turn_seconds_count\{.*\}|spades_timer_lateness_seconds_count\{.*expiry.*\}) (\S+)"


@dataclass(frozen=True, slots=True)
class Mix:
    """`think`: seconds before an action, on average. `has_limits`: the stack's best is measured, too."""

    tables: int
    seconds: float
    think: float
    has_limits: bool

    @staticmethod
    def is_of_four(number: int) -> bool:
        """Each fifth table has four players; the others one and three CPUs."""
        return number % 5 == 0

    @staticmethod
    def is_bad(number: int) -> bool:
        """At each fifth table the one player is a bad one, and has little time."""
        return number % 5 == 1

    def players(self, number: int) -> Sequence[str]:
        return SEATS if self.is_of_four(number) else ("S",)


@dataclass(frozen=True, slots=True)
class Window:
    """What was measured between warm-up and end."""

    seconds: float
    bill: Bill
    decisions: float
    memory: float


def measure(folder: Path, mix: Mix) -> Iterator[Row]:
    journal = Journal()
    with service(folder) as server, closing(StoreFigures(server.redis_url)) as store:
        window = _played(server, store, mix, journal)
        yield from _rows(mix, journal, window)
        if not mix.has_limits:
            return
        with limits(folder, server.redis_url) as limit:
            yield from web_cost.compare(server, limit)


def _played(server: Server, store: StoreFigures, mix: Mix, journal: Journal) -> Window:
    """All tables play until the time is over."""
    before = store.memory
    tables = [gevent.spawn(_table, server, mix, number, journal) for number in range(mix.tables)]
    time.sleep(WARM_UP_SECONDS)
    journal.forget()
    meter, decisions = Meter(server.pid), _decisions(server, journal)
    time.sleep(mix.seconds)
    bill, decisions = meter.read(), _decisions(server, journal) - decisions
    window = Window(bill.seconds, bill, decisions, (store.memory - before) / mix.tables)
    kept = dict(journal.latencies)
    journal.close()
    gevent.killall(tables)
    journal.latencies = kept
    for table in tables:
        if table.exception is not None:
            journal.faults[f"the generator: {table.exception!r}"] += 1
    return window


def _table(server: Server, mix: Mix, number: int, journal: Journal) -> None:
    """One match after the other."""
    while True:
        with closing(Line(server.url)) as line:
            turn_seconds = SHORT_TURN_SECONDS if mix.is_bad(number) else TURN_SECONDS
            seats = open_table(line, journal, mix.players(number), turn_seconds)
            players = [gevent.spawn(_player, server, mix, number, seat) for seat in seats]
            try:
                gevent.joinall(players, raise_error=True)
            finally:
                gevent.killall(players)
        journal.notes["matches that were played to the end"] += 1


def _player(server: Server, mix: Mix, number: int, seat: Seated) -> None:
    manners = Manners(mix.think, mix.is_bad(number))
    with closing(Line(server.url)) as line:
        seat = replace(seat, line=line)
        has_stream = (number + SEATS.index(seat.seat)) % 2 == 0
        waiter = StreamWaiter(seat, server.url) if has_stream else PollWaiter(seat)
        with closing(waiter):
            try:
                play_match(seat, waiter, manners)
            except NoAnswer:
                return


def _decisions(server: Server, journal: Journal) -> float:
    """How many were taken so far: by CPUs in their own turns, for players whose time was up, by players."""
    with closing(Line(server.url)) as line:
        page = line.ask(request("GET", "/metrics")).body.decode()
    counts = re.findall(_BY_CPUS, page, re.MULTILINE)
    return sum(map(float, counts)) + sum(len(journal.latencies.get(name, ())) for name in ACTIONS)


def _rows(mix: Mix, journal: Journal, window: Window) -> Iterator[Row]:
    yield _clients_row(mix, journal)
    yield from journal.rows()
    yield Row(
        "answers",
        f"{journal.answers / window.seconds:,.0f} a second",
        how=f"{journal.answers:,} answers in {window.seconds:.0f} s. Decisions, those of CPUs too: "
        f"{window.decisions / window.seconds:,.0f} a second.",
    )
    yield from _cost_rows(window)
    yield Row(
        "store a table",
        f"{window.memory / 1024:.1f} KiB",
        how="used_memory at the end less that of the empty store, by the tables at play; among it is what "
        "matches that are over have left.",
    )
    yield _lateness_row(journal)


def _clients_row(mix: Mix, journal: Journal) -> Row:
    players = sum(len(mix.players(number)) for number in range(mix.tables))
    bad = sum(mix.is_bad(number) for number in range(mix.tables))
    notes = "; ".join(f"{count} × {what}" for what, count in journal.notes.items())
    return Row(
        "clients",
        f"{players} at {mix.tables} tables, {bad} of them bad",
        how=f"half with a stream, half with long-polls; they think {mix.think:g} s on average. {notes}",
    )


def _cost_rows(window: Window) -> Iterator[Row]:
    each = window.bill.service / window.decisions
    decisions = _decisions_of_a_match()
    yield Row(
        "CPU of a match",
        f"{each * decisions:.2f} CPU seconds",
        how=f"{milliseconds(each)} a decision, by the {decisions:.0f} decisions of an average standard match "
        "(players and CPUs alike). All processes of the service, with views, streams, bad clients.",
    )
    yield Row("CPU of all", f"{window.bill.a_second:.2f} CPU s/s", how=window.bill.shares)


def _decisions_of_a_match() -> float:
    seeds = [match_seed(bytes(32), number + 1) for number in range(SAMPLE_MATCHES)]
    return mean(play_by_cpus(Rules(), seed, (Level.EASY,) * 4).actions for seed in seeds)


def _lateness_row(journal: Journal) -> Row:
    late = journal.lateness
    if not late:
        return Row("a turn that runs out", "none did", how="a longer run has some")
    return Row(
        "a turn that runs out",
        f"{milliseconds(min(late))} to {milliseconds(max(late))} late",
        "never early",
        min(late) >= 0,
        f"{len(late)} turns that bad players let run out: the event's `at` against the deadline; "
        f"p50 {milliseconds(percentile(late, 50))}.",
    )
