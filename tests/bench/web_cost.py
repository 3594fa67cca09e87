"""What a view and a play cost the web processes, against the best that the stack can do."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import mean, median

from http_lines import Line, ask_all, request
from processes import cpu_seconds
from rows import Row, milliseconds
from scripted_matches import SEATS, Move, ScriptedTable, open_scripted, scripted_matches
from servers import limits, service, spread_lines

LINES = 8
DEALS = 8
VIEW_DEALS = (1, 2)  # counted from 0: a score sheet is there to be shown
PLAY_DEALS = range(3, DEALS)
TRICKS = 13
PLAYS = 52

Window = list[list[bytes]]
"""Requests: one list for each moment, with one request for each line."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two things compared: its web processes and a connection for each table or key."""

    web: tuple[int, ...]
    lines: Sequence[Line]

    def cost(self, window: Window) -> float:
        """CPU seconds of the web processes a request."""
        before = cpu_seconds(self.web)
        for requests in window:
            ask_all(self.lines, requests)
        return (cpu_seconds(self.web) - before) / (len(window) * len(self.lines))


def measure(folder: Path) -> Iterator[Row]:
    with service(folder) as server, limits(folder, server.redis_url) as limit, ExitStack() as stack:
        ours, best = (Side(each.web, spread_lines(each, LINES)) for each in (server, limit))
        for line in (*ours.lines, *best.lines):
            stack.enter_context(closing(line))
        scripts = islice(scripted_matches(DEALS), LINES)
        tables = [open_scripted(line, script) for line, script in zip(ours.lines, scripts, strict=True)]
        yield from _compared(ours, best, tables)


def _compared(ours: Side, best: Side, tables: Sequence[ScriptedTable]) -> Iterator[Row]:
    _warm_up(ours, best, tables)
    gets, views, hellos = [], [], []
    for deal in VIEW_DEALS:
        _play_bids(ours, tables, deal)
        for trick in range(TRICKS):
            get, view = _gets_and_views(ours, best, tables, deal, trick)
            gets.append(get)
            views.append(view)
            hellos.append(best.cost(_same("/hello")))
    swaps, plays = [], []
    for deal in PLAY_DEALS:
        _play_bids(ours, tables, deal)
        swaps.append(best.cost(_swaps(PLAYS * deal)))
        plays.append(ours.cost(_moves(tables, [table.script.deals[deal].plays for table in tables])))
    yield _context(hellos, gets, swaps)
    yield _view_row(gets, views)
    yield _play_row(swaps, plays)


def _warm_up(ours: Side, best: Side, tables: Sequence[ScriptedTable]) -> None:
    """Deal 1, and every kind of request of the other side."""
    for window in (_same("/hello"), _swaps(0)):
        best.cost(window)
    _play_bids(ours, tables, 0)
    for trick in range(TRICKS):
        _gets_and_views(ours, best, tables, 0, trick)


def _gets_and_views(
    ours: Side, best: Side, tables: Sequence[ScriptedTable], deal: int, trick: int
) -> tuple[float, float]:
    """CPU seconds a b, and a view: after each card of the trick, which is not measured, all seats look."""
    gets, views = [], []
    for at in range(4 * trick, 4 * trick + 4):
        ours.cost(_moves(tables, [table.script.deals[deal].plays[at : at + 1] for table in tables]))
        gets.append(best.cost(_same("/get")))
        views.append(ours.cost(_views(tables)))
    return mean(gets), mean(views)


def _play_bids(ours: Side, tables: Sequence[ScriptedTable], deal: int) -> None:
    ours.cost(_moves(tables, [table.script.deals[deal].bids for table in tables]))


def _same(path: str) -> Window:
    return [[request("GET", path)] * LINES] * len(SEATS)


def _swaps(first: int) -> Window:
    """Each key is swapped on from version `first`."""
    versions = range(first, first + PLAYS)
    return [[request("GET", f"/swap/{name}/{version}") for name in range(LINES)] for version in versions]


def _views(tables: Sequence[ScriptedTable]) -> Window:
    """Each seat of each table once; a table's seats are on different lines, as players are."""
    return [
        [tables[(line + turn) % LINES].view_request(seat) for line in range(LINES)]
        for turn, seat in enumerate(SEATS)
    ]


def _moves(tables: Sequence[ScriptedTable], moves: Sequence[Sequence[Move]]) -> Window:
    each = zip(*moves, strict=True)
    return [[table.request_of(move) for table, move in zip(tables, now, strict=True)] for now in each]


def _context(hellos: list[float], gets: list[float], swaps: list[float]) -> Row:
    a, b, c = (median(costs) for costs in (hellos, gets, swaps))
    return Row(
        "the stack at its best",
        f"a {milliseconds(a)}, b {milliseconds(b)} (a/b {a / b:.2f}), c {milliseconds(c)} (a/c {a / c:.2f})",
        how="CPU a request. a: Flask's jsonify of a hello; b: and one GET of 2 KiB; c: and one Lua "
        "compare-and-set of 4 KiB. Same gunicorn settings, 2 processes, same store.",
    )


def _view_row(gets: list[float], views: list[float]) -> Row:
    ratio = _ratio(gets, views)
    return Row(
        "GET view, over b",
        f"{ratio:.2f} ({milliseconds(median(views))} CPU a view)",
        ">= 0.75, stretch 0.85",
        ratio >= 0.75,
        f"b's CPU / view's CPU, median of {len(views)} rounds b, view of {4 * LINES * len(SEATS)} requests each on "
        f"{LINES} kept connections. Tables of four players in deals 2 and 3; after each card all four look.",
    )


def _play_row(swaps: list[float], plays: list[float]) -> Row:
    ratio = _ratio(swaps, plays)
    return Row(
        "accepted play, over c",
        f"{ratio:.2f} ({milliseconds(median(plays))} CPU a play)",
        ">= 0.45, stretch 0.55",
        ratio >= 0.45,
        f"c's CPU / play's CPU, median of {len(plays)} rounds c, play. Each play with turn and "
        f"Idempotency-Key; a round is a whole deal with its scoring at {LINES} tables of four players.",
    )


def _ratio(best: list[float], ours: list[float]) -> float:
    """The median of the rounds' ratios: what drifts from round to round cancels."""
    return median(b / o for b, o in zip(best, ours, strict=True))
