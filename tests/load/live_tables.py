"""Ten thousand live tables, each with a player who acts once a minute: is it held, and what does it take?"""

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import click
from agenda import Agenda, share
from cpu_bill import Bill, Meter, settle
from http_lines import Line
from journal import ACTIONS, Journal
from rows import Row, milliseconds, percentile
from seated import Seated, open_table
from servers import Server, service
from store_figures import StoreFigures

HANDS = 48
MAKERS = 8
PERIOD = 60.0
TURN_SECONDS = 600
LOOKS_AGAIN = 4
ACTION_BAR = 0.250
CPU_BAR = 1.5
MEMORY_BAR = 32 * 1024


def measure(folder: Path, tables: int, minutes: float) -> Iterator[Row]:
    with service(folder) as server, closing(StoreFigures(server.redis_url)) as store, ExitStack() as stack:
        lines = [stack.enter_context(closing(Line(server.url))) for _ in range(HANDS)]
        journal, before = Journal(), store.memory
        players = open_tables(lines[:MAKERS], journal, tables)
        bills = list(_minutes(server, lines, journal, players, minutes))
        memory = (store.memory - before) / tables
    yield from _rows(tables, journal, bills, memory)


def open_tables(lines: Sequence[Line], journal: Journal, tables: int) -> list[Seated]:
    """Tables of a player and three CPUs; S plays."""
    players: list[Seated] = []

    def make(line: Line) -> None:
        players.extend(open_table(line, journal, ("S",), TURN_SECONDS))

    share(lines, [make] * tables)
    random.shuffle(players)
    return players


def step(player: Seated) -> None:
    """Looks, and acts; who is not to act soon sits at a table that stands still."""
    view, tries = player.view(), LOOKS_AGAIN
    while view["turn"] is None and tries:
        player.journal.notes["not yet to act"] += 1
        time.sleep(1.0)
        view, tries = player.view(), tries - 1
    if view["turn"] is None:
        player.journal.faults["a table stands still"] += 1
    else:
        player.act(view)


def _minutes(
    server: Server, lines: Sequence[Line], journal: Journal, players: Sequence[Seated], minutes: float
) -> Iterator[Bill]:
    """All players act once a minute; the bill of each minute."""
    click.echo(f"  {len(players):,} tables are made", err=True)
    settle(server.pid)
    agenda = Agenda(players, PERIOD)
    journal.forget()
    meter = Meter(server.pid)
    for seconds in _cut(60 * minutes):
        agenda.run(lines, step, seconds)
        bill = meter.read()
        click.echo(f"  {bill.seconds:.0f} s: {bill.a_second:.2f} CPU s/s ({bill.shares})", err=True)
        yield bill
    journal.latencies["(the generator itself late)"] = agenda.delays


def _cut(seconds: float) -> Iterator[float]:
    while seconds > 0:
        yield min(60.0, seconds)
        seconds -= 60.0


def _rows(tables: int, journal: Journal, bills: Sequence[Bill], memory: float) -> Iterator[Row]:
    actions = [taken for name in ACTIONS for taken in journal.latencies.get(name, ())]
    slow, total = percentile(actions, 99), sum(bill.seconds for bill in bills)
    used = sum(bill.a_second * bill.seconds for bill in bills) / total
    yield from journal.rows()
    yield Row(
        "an action",
        f"p50 {milliseconds(percentile(actions, 50))}, p99 {milliseconds(slow)}",
        "p99 <= 250 ms",
        slow <= ACTION_BAR,
        f"{len(actions):,} actions in {total:.0f} s at {tables:,} tables of a player and three CPUs; each "
        "player looks, and acts, once a minute.",
    )
    yield Row(
        "CPU of all",
        f"{used:.2f} CPU s/s; most of a minute {max(bill.a_second for bill in bills):.2f}",
        "<= 1.5",
        used <= CPU_BAR,
        f"service, stores and generator, by /proc. The last minute: {bills[-1].shares}.",
    )
    yield Row(
        "store a table",
        f"{memory / 1024:.1f} KiB",
        "<= 32 KiB",
        memory <= MEMORY_BAR,
        "used_memory at the end less that of the empty store, by the tables.",
    )
