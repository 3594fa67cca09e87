"""The picture of a simulation: how the difference settled, and how many tricks each bid took. Our own SVG.

A plotting library would be ten times as large as all the rest that is installed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.seats import Side
from service.lab import svg
from service.lab.intervals import Interval
from service.lab.report import counted, difference_title, side_titles
from service.lab.simulation import Simulation, Unit
from service.lab.svg import Scale
from service.lab.totals import BIDS, Totals

_WIDTH: Final = 960
_HEIGHT: Final = 800
_LEFT: Final = 76
_RIGHT: Final = 884
_COLOURS: Final = ("#1f5fa8", "#b8500f")
_DARK: Final = "#222222"
_GREY: Final = "#767676"
_PALE: Final = "#e3e3e3"
_STOPS: Final = 400
"""When so many points of the course are kept, every second one goes."""
_FEWEST_BIDS: Final = 8


@dataclass(slots=True)
class Course:
    """The difference and its interval at some hundred numbers of samples, as far apart as the course is long.

    How long it will be is not asked: it may be broken off at any time.
    """

    stops: list[tuple[int, Interval]] = field(default_factory=list)
    _last: int = 1
    _step: int = 1

    def note(self, totals: Totals) -> None:
        samples = totals.spread.samples
        if samples <= self._last or samples % self._step or totals.difference is None:
            return
        self._last = samples
        self.stops.append((samples, totals.difference))
        if len(self.stops) == _STOPS:
            self._step *= 2
            self.stops = [stop for stop in self.stops if stop[0] % self._step == 0]


def picture(simulation: Simulation, totals: Totals, course: Course) -> str:
    """The picture as SVG; of nothing, where nothing was played."""
    first, second = side_titles(simulation)
    title = f"{first} against {second}"
    return svg.document(_WIDTH, _HEIGHT, title, _parts(simulation, totals, course, title))


def _parts(simulation: Simulation, totals: Totals, course: Course, title: str) -> Iterable[str]:
    yield svg.text((_LEFT, 42), title, size=20, weight=600)
    yield svg.text((_LEFT, 64), _what(simulation, totals), fill=_GREY)
    yield from _course_parts(simulation, totals, course)
    bids = max(_FEWEST_BIDS, *(_highest(side.tricks_by_bid) + 1 for side in totals.sides))
    for side, name in enumerate(side_titles(simulation)):
        yield from _HeatMap(totals.sides[side].tricks_by_bid, name, side, bids).parts()
    words = "dots: the mean; dashes: as many as bid; shade: what part of the hands with that bid took so many"
    yield svg.text((_LEFT, _MAP_BOTTOM + 62), words, size=12, fill=_GREY)


def _what(simulation: Simulation, totals: Totals) -> str:
    swapped = ", sides swapped" if simulation.is_duplicate else ""
    deals = () if simulation.unit is Unit.DEALS and not swapped else (counted(totals.deals, Unit.DEALS),)
    seed = f"seed {simulation.run_seed.hex()[:12]}…"
    return "; ".join((f"{_samples(simulation, totals.spread.samples)}{swapped}", *deals, seed))


def _samples(simulation: Simulation, count: int) -> str:
    """`1,000 matches`, `1 pair of deals`."""
    if not simulation.is_duplicate:
        return counted(count, simulation.unit)
    return f"{count:,} {'pair' if count == 1 else 'pairs'} of {simulation.unit}"


# ---- the course of the difference

_TOP, _BOTTOM = 118, 356


def _course_parts(simulation: Simulation, totals: Totals, course: Course) -> Iterable[str]:
    yield svg.text((_LEFT, 100), difference_title(simulation), weight=600)
    stops = _whole_course(totals, course)
    if not stops:
        yield svg.text((_LEFT, 140), "Nothing was played.", fill=_GREY)
        return
    across, up = _scales(stops)
    yield from _axes(across, up)
    yield _legend(simulation, *stops[-1])
    lows = [(across(samples), _held(up, _ends(found)[0])) for samples, found in stops]
    highs = [(across(samples), _held(up, _ends(found)[1])) for samples, found in stops]
    means = [(across(samples), _held(up, found.mean)) for samples, found in stops]
    yield svg.area([*lows, *reversed(highs)], _COLOURS[0], 0.18)
    yield svg.line(means, _COLOURS[0], 2)
    yield svg.dot(means[-1], 4, _COLOURS[0])
    yield from _end_label(stops[-1][1])


def _whole_course(totals: Totals, course: Course) -> list[tuple[int, Interval]]:
    """With the end, where no stop fell on it, and without the first few, which tell nothing yet."""
    samples, found = totals.spread.samples, totals.difference
    if found is None:
        return []
    before = [stop for stop in course.stops if samples <= 20 * stop[0] and stop[0] < samples]
    return [*before, (samples, found)]


def _scales(stops: Sequence[tuple[int, Interval]]) -> tuple[Scale, Scale]:
    """Upright the later four fifths fit, and zero; the first few intervals are too wide to tell anything."""
    telling = [found for samples, found in stops if samples * 5 >= stops[-1][0]]
    lows, highs = zip(*map(_ends, telling), strict=True)
    low, high = min(0.0, *lows), max(0.0, *highs)
    margin = max(0.06 * (high - low), 0.5)
    first = 0 if len(stops) > 1 else stops[0][0] - 1
    return Scale(first, stops[-1][0], _LEFT, _RIGHT), Scale(low - margin, high + margin, _BOTTOM, _TOP)


def _ends(found: Interval) -> tuple[float, float]:
    """Of the band; where no interval is known it is as thin as the line."""
    return (found.mean, found.mean) if found.reach is None else (found.low, found.high)


def _held(up: Scale, value: float) -> float:
    return up(min(max(value, up.low), up.high))


def _axes(across: Scale, up: Scale) -> Iterable[str]:
    for value in up.ticks(6):
        yield svg.line([(_LEFT, up(value)), (_RIGHT, up(value))], _PALE)
        yield svg.text((_LEFT - 8, up(value) + 4), _number(value), anchor="end", fill=_GREY)
    yield svg.line([(_LEFT, up(0)), (_RIGHT, up(0))], _GREY, 1, "5 4")
    for value in across.ticks(8):
        if value == int(value):
            yield svg.text((across(value), _BOTTOM + 19), f"{value:,.0f}", anchor="middle", fill=_GREY)


def _legend(simulation: Simulation, samples: int, found: Interval) -> str:
    if found.reach is None:
        words = f"{_samples(simulation, samples)} played: too little for an interval"
    else:
        what = f"pairs of {simulation.unit}" if simulation.is_duplicate else simulation.unit.value
        words = f"{what} played; the band is the 95 % interval"
    return svg.text((_RIGHT, _BOTTOM + 38), words, anchor="end")


def _number(value: float) -> str:
    """`+10`, `0`, `−2.5`."""
    if not value:
        return "0"
    return f"{value:+,.4g}".replace("-", "−")


def _end_label(found: Interval) -> Iterable[str]:
    mean = f"{found.mean:+.1f}".replace("-", "−")
    words = mean if found.reach is None else f"{mean} ± {found.reach:.1f}"
    yield svg.text((_RIGHT, 100), words, anchor="end", size=16, weight=600, fill=_COLOURS[0])


# ---- bids against tricks

_MAP_TOP, _MAP_BOTTOM = 472, 722
_MAP_WIDTH: Final = 372


@dataclass(frozen=True, slots=True)
class _HeatMap:
    """Of one side: of the hands with each bid, what part took how many tricks, and their mean.

    `bids`: so many bids and tricks are shown, from 0 on.
    """

    counts: tuple[int, ...]
    name: str
    side: int
    bids: int

    def parts(self) -> Iterable[str]:
        yield svg.text((self.left, _MAP_TOP - 30), f"{self.name}: tricks taken by bid", weight=600)
        yield svg.upright_text((self.left - 34, (_MAP_TOP + _MAP_BOTTOM) / 2), "tricks")
        yield from self._cells()
        yield from self._labels()
        ends = [(self.across(0), self.up(0)), (self.across(self.bids - 1), self.up(self.bids - 1))]
        yield svg.line(ends, _GREY, 1, "5 4")
        for bid in range(self.bids):
            if self.hands(bid):
                yield svg.dot((self.across(bid), self.up(self.mean(bid))), 4.5, _DARK)

    @property
    def left(self) -> float:
        return _LEFT if self.side == Side.NS else _RIGHT - _MAP_WIDTH

    def hands(self, bid: int) -> int:
        return sum(self.counts[bid * BIDS : (bid + 1) * BIDS])

    def mean(self, bid: int) -> float:
        return sum(tricks * self.counts[bid * BIDS + tricks] for tricks in range(BIDS)) / self.hands(bid)

    def across(self, bid: float) -> float:
        """The middle of a column."""
        return self.left + (bid + 0.5) * _MAP_WIDTH / self.bids

    def up(self, tricks: float) -> float:
        return _MAP_BOTTOM - (tricks + 0.5) * (_MAP_BOTTOM - _MAP_TOP) / self.bids

    def _cells(self) -> Iterable[str]:
        width, height = _MAP_WIDTH / self.bids, (_MAP_BOTTOM - _MAP_TOP) / self.bids
        yield svg.rectangle((self.left, _MAP_TOP), _MAP_WIDTH, _MAP_BOTTOM - _MAP_TOP, "#f6f6f6")
        for bid in range(self.bids):
            for tricks in range(self.bids):
                count = self.counts[bid * BIDS + tricks]
                if count:
                    at = (self.across(bid) - width / 2, self.up(tricks) - height / 2)
                    shade = 0.08 + 0.92 * count / self.hands(bid)
                    yield svg.rectangle(at, width - 1, height - 1, _COLOURS[self.side], shade)

    def _labels(self) -> Iterable[str]:
        for number in range(self.bids):
            bid = "nil" if number == 0 else f"{number}"
            yield svg.text((self.across(number), _MAP_BOTTOM + 18), bid, anchor="middle")
            hands = _short(self.hands(number))
            yield svg.text(
                (self.across(number), _MAP_BOTTOM + 35), hands, anchor="middle", size=11, fill=_GREY
            )
            yield svg.text((self.left - 8, self.up(number) + 4), f"{number}", anchor="end", fill=_GREY)
        yield svg.text((self.left - 8, _MAP_BOTTOM + 18), "bid", anchor="end")
        yield svg.text((self.left - 8, _MAP_BOTTOM + 35), "hands", anchor="end", size=11, fill=_GREY)


def _highest(counts: Sequence[int]) -> int:
    """The highest bid or number of tricks that occurs."""
    return max((max(divmod(place, BIDS)) for place, count in enumerate(counts) if count), default=0)


def _short(count: int) -> str:
    """`0`, `987`, `1.2k`, `12k`, `3.4M`."""
    for size, sign in ((1_000_000, "M"), (1_000, "k")):
        if count >= size:
            return f"{count / size:.{1 if count < 10 * size else 0}f}{sign}"
    return f"{count}"
