"""What a view and a play cost the web processes, against the best that the stack can do."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import mean, median

from http_lines import Line, ask_all, request
from processes import cpu_seconds
from rows import Row, milliseconds
from scripted_matches import SEATS, Move, ScriptedTable, open_scripted, scripted_matches
from servers import Server, limits, service, spread_lines

LINES = 8
DEALS = range(1, 7)  # counted from 0: in all of these a score sheet is there to be shown

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


@dataclass(frozen=True, slots=True)
class Pair:
    """CPU seconds a request: what the stack can do at best, and our call right after it."""

    best: float
    ours: float


@dataclass(slots=True)
class Course:
    """The service and the limits, taking turns while the tables play their matches."""

    ours: Side
    best: Side
    tables: Sequence[ScriptedTable]
    hellos: list[float] = field(default_factory=list)
    views: list[Pair] = field(default_factory=list)
    plays: list[Pair] = field(default_factory=list)

    def play_deal(self, deal: int) -> None:
        """The tricks are measured in turn for what they cost, and for what looking on costs."""
        self._act([table.script.deals[deal].bids for table in self.tables])
        tricks = [range(first, first + 4) for first in range(0, 52, 4)]
        for cards in tricks:
            if cards.start % 8:
                self.views.append(self._look_on(deal, cards))
            else:
                self.plays.append(self._play(deal, cards))
            self.hellos.append(self.best.cost(_same("/hello")))

    def forget(self) -> None:
        """What was measured so far was for getting warm."""
        for measured in (self.hellos, self.views, self.plays):
            measured.clear()

    def _play(self, deal: int, cards: range) -> Pair:
        best = self.best.cost([_swaps(52 * deal + card) for card in cards])
        return Pair(best, self._act(self._plays(deal, cards)))

    def _look_on(self, deal: int, cards: range) -> Pair:
        """After each card of a table, all four of its players look."""
        pairs = []
        for card in cards:
            self._act(self._plays(deal, range(card, card + 1)))
            pairs.append(Pair(self.best.cost(_same("/get")), self.ours.cost(_views(self.tables))))
        return Pair(mean(pair.best for pair in pairs), mean(pair.ours for pair in pairs))

    def _plays(self, deal: int, cards: range) -> Sequence[Sequence[Move]]:
        return [table.script.deals[deal].plays[cards.start : cards.stop] for table in self.tables]

    def _act(self, moves: Sequence[Sequence[Move]]) -> float:
        """Each table's moves, all tables at the same time; the cost of one."""
        each = zip(*moves, strict=True)
        return self.ours.cost(
            [[table.request_of(move) for table, move in zip(self.tables, now, strict=True)] for now in each]
        )


def measure(folder: Path) -> Iterator[Row]:
    with service(folder) as server, limits(folder, server.redis_url) as limit:
        yield from compare(server, limit)


def compare(server: Server, limit: Server) -> Iterator[Row]:
    """The service's web processes against those of the limits, on the same store."""
    with ExitStack() as stack:
        ours, best = (Side(each.web, spread_lines(each, LINES)) for each in (server, limit))
        for line in (*ours.lines, *best.lines):
            stack.enter_context(closing(line))
        scripts = islice(scripted_matches(len(DEALS) + 1), LINES)
        tables = [open_scripted(line, script) for line, script in zip(ours.lines, scripts, strict=True)]
        course = Course(ours, best, tables)
        course.play_deal(0)
        course.forget()
        for deal in DEALS:
            course.play_deal(deal)
    yield _context(course)
    yield _view_row(course.views)
    yield _play_row(course.plays)


def _same(path: str) -> Window:
    return [[request("GET", path)] * LINES] * len(SEATS)


def _swaps(version: int) -> list[bytes]:
    """Each line's key is swapped on from that version."""
    return [request("GET", f"/swap/{name}/{version}") for name in range(LINES)]


def _views(tables: Sequence[ScriptedTable]) -> Window:
    """Each seat of each table once; a table's seats are on different lines, as players are."""
    return [
        [tables[(line + turn) % LINES].view_request(seat) for line in range(LINES)]
        for turn, seat in enumerate(SEATS)
    ]


def _context(course: Course) -> Row:
    b, c = (median(pair.best for pair in pairs) for pairs in (course.views, course.plays))
    a = median(course.hellos)
    return Row(
        "the stack at its best",
        f"a {milliseconds(a)}, b {milliseconds(b)} (a/b {a / b:.2f}), c {milliseconds(c)} (a/c {a / c:.2f})",
        how="CPU a request. a: Flask's jsonify of a hello; b: and one GET of 2 KiB; c: and one Lua "
        "compare-and-set of 4 KiB. Same gunicorn settings, 2 processes, same store.",
    )


def _view_row(pairs: Sequence[Pair]) -> Row:
    ratio = _ratio(pairs)
    return Row(
        "GET view, over b",
        f"{ratio:.3f} ({milliseconds(median(pair.ours for pair in pairs))} CPU a view)",
        ">= 0.75, stretch 0.85",
        ratio >= 0.75,
        f"b's CPU / view's CPU, median of {len(pairs)} rounds with {4 * len(SEATS) * LINES} of each, taking "
        f"turns, on {LINES} kept connections: after each card of a table its four players look.",
    )


def _play_row(pairs: Sequence[Pair]) -> Row:
    ratio = _ratio(pairs)
    return Row(
        "accepted play, over c",
        f"{ratio:.3f} ({milliseconds(median(pair.ours for pair in pairs))} CPU a play)",
        ">= 0.45, stretch 0.55",
        ratio >= 0.45,
        f"c's CPU / play's CPU, median of {len(pairs)} rounds with {4 * LINES} of each, taking turns. All "
        "seats are players; each play has turn and Idempotency-Key; whole deals with their scoring.",
    )


def _ratio(pairs: Sequence[Pair]) -> float:
    """The median of the rounds' own ratios: what drifts from round to round cancels."""
    return median(pair.best / pair.ours for pair in pairs)
