"""What a ticker's pass, a commit and a view cost a service: by the store's own count, and by CPU."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from agenda import share
from cpu_bill import cpu_of
from http_lines import Line
from scripted_matches import Move, ScriptedMatch, ScriptedTable, open_scripted
from servers import Server
from store_figures import Cost, StoreFigures

LINES = 8
ACTIVE = 10
"""Tables that act, of the same match everywhere, while all others stand."""
PASSES_SECONDS = 2.0
COUNTS_A_PASS = 32
"""ZCOUNTs of a pass: one a shard and lane."""


class Costs(NamedTuple):
    """Microseconds. `…_store`: in the store, by its own count; `…_cpu`: of ticker, or web and store."""

    pass_store: float
    pass_cpu: float
    commit_store: float
    commit_cpu: float
    view_cpu: float


@dataclass(frozen=True, eq=False)
class Bench:
    """A service under measurement, connections to it, its store, and the match that active tables play."""

    server: Server
    lines: Sequence[Line]
    store: StoreFigures
    script: ScriptedMatch

    def cpu(self, *parts: str) -> float:
        return cpu_of(self.server.pid, *parts)


def open_active(bench: Bench) -> list[ScriptedTable]:
    return [open_scripted(bench.lines[number % LINES], bench.script) for number in range(ACTIVE)]


def measured(bench: Bench, tables: Sequence[ScriptedTable], deal: int) -> Costs:
    """One round: passes in which nothing is due, that deal of the tables, and views of all seats."""
    return Costs(*_of_pass(bench), *_of_commit(bench, tables, deal), _of_view(bench, tables))


def _of_pass(bench: Bench) -> tuple[float, float]:
    before = bench.cpu("ticker")
    with bench.store.commands() as spent:
        time.sleep(PASSES_SECONDS)
    passes = spent["zcount"].calls / COUNTS_A_PASS
    noted = spent.get("evalsha", Cost(0, 0.0))
    in_store = (spent["zcount"].us + noted.us) / passes
    return in_store, 1e6 * (bench.cpu("ticker") - before) / passes


def _of_commit(bench: Bench, tables: Sequence[ScriptedTable], deal: int) -> tuple[float, float]:
    moves = [*bench.script.deals[deal].bids, *bench.script.deals[deal].plays]
    before = bench.cpu("web", "store")
    with bench.store.commands() as spent:
        share(bench.lines, [partial(_play, table=table, moves=moves) for table in tables])
    used = bench.cpu("web", "store") - before
    # All scripts but the few that note passes are commits.
    return spent["evalsha"].a_call, 1e6 * used / (len(moves) * len(tables))


def _play(line: Line, table: ScriptedTable, moves: Sequence[Move]) -> None:
    for move in moves:
        line.ask(table.request_of(move))


def _of_view(bench: Bench, tables: Sequence[ScriptedTable]) -> float:
    asked = [table.view_request(seat) for table in tables for seat in table.tokens] * 5
    before = bench.cpu("web", "store")
    share(bench.lines, [partial(Line.ask, content=content) for content in asked])
    return 1e6 * (bench.cpu("web", "store") - before) / len(asked)
