"""The picture of a simulation: whatever was played, it is an SVG that shows it."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from engine.levels import Level
from engine.rules import PRESETS, Rules, resolve_rules
from service.lab.picture import Course, picture
from service.lab.simulation import MatchOutcome, Simulation, Tally, Unit, simulate_match
from service.lab.svg import Scale, round_step, text
from service.lab.totals import NOTHING, SideTotals, Totals

SVG = "{http://www.w3.org/2000/svg}"
DEALS = Simulation(Rules(), bytes(32), (Level.NORMAL, Level.EASY, Level.NORMAL, Level.EASY), 4, Unit.DEALS)


def drawn(simulation: Simulation, totals: Totals, course: Course) -> ElementTree.Element:
    return ElementTree.fromstring(picture(simulation, totals, course))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def played(simulation: Simulation) -> tuple[Totals, Course]:
    tally, course = Tally(), Course(simulation.count)
    for index in range(1, simulation.matches + 1):
        outcome = simulate_match(simulation, index)
        tally.add(outcome, ends_sample=simulation.ends_sample(index))
        course.note(tally.totals)
    return tally.totals, course


def of_differences(*differences: int) -> tuple[Totals, Course]:
    """Single deals with these differences of the points."""
    tally, course = Tally(), Course(len(differences))
    for difference in differences:
        sides = (SideTotals(points=difference), SideTotals())
        tally.add(MatchOutcome(b"", Totals(1, deals=1, sides=sides)), ends_sample=True)
        course.note(tally.totals)
    return tally.totals, course


def test_the_difference_stands_beside_its_course() -> None:
    """Of 10 and 20 points: 15 ± 12.7 · 5."""
    root = drawn(replace(DEALS, count=2), *of_differences(10, 20))
    assert "+15.0 ± 63.5" in texts(root)


@pytest.mark.parametrize("differences", [(), (10,)], ids=["nothing was played", "one deal"])
def test_what_is_too_little_for_an_interval_says_so(differences: tuple[int, ...]) -> None:
    assert "Too little was played for an interval." in texts(drawn(DEALS, *of_differences(*differences)))


@pytest.mark.parametrize("differences", [(0, 0, 0), (-7, -7), (5000, -5000, 12)])
def test_whatever_the_differences_all_of_it_is_in_the_picture(differences: tuple[int, ...]) -> None:
    root = drawn(DEALS, *of_differences(*differences))
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for shape in (*root.iter(f"{SVG}polyline"), *root.iter(f"{SVG}polygon")):
        for place in shape.attrib["points"].split():
            x, y = map(float, place.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset(preset: str) -> None:
    simulation = replace(DEALS, rules=resolve_rules(preset, {}), count=2)
    root = drawn(simulation, *played(simulation))
    assert [word for word in texts(root) if "tricks taken by bid" in word]


def test_each_hand_is_in_the_row_of_its_bid() -> None:
    totals, course = played(DEALS)
    found = texts(drawn(DEALS, totals, course))
    at = found.index("nil")
    first, *_ = (found[place] for place in range(at + 1, len(found)) if found[place].isdigit())
    assert first == str(sum(totals.sides[0].tricks_by_bid[:14]))


def test_however_long_it_is_some_200_points_are_kept() -> None:
    _, course = of_differences(*(range(5_000)))
    assert 150 <= len(course.stops) <= 201


def test_a_course_that_did_not_come_to_its_end_ends_where_it_was() -> None:
    totals, course = of_differences(1, 2, 3)
    course.count = 1000
    assert "3" in texts(drawn(replace(DEALS, count=1000), totals, course))
    assert course.stops[-1][0] == 3


def test_nothing_is_drawn_of_nothing() -> None:
    assert texts(drawn(DEALS, NOTHING, Course(4))).count("nil") == 2


def test_words_are_escaped() -> None:
    assert text((0, 0), "a < b & c") == (
        '<text x="0.0" y="0.0" text-anchor="start" font-size="13" fill="#222" font-weight="400">'
        "a &lt; b &amp; c</text>"
    )


@pytest.mark.parametrize(("least", "step"), [(0.7, 1), (1, 1), (1.1, 2), (3, 5), (7, 10), (0.03, 0.05)])
def test_steps_are_round(least: float, step: float) -> None:
    assert round_step(least) == pytest.approx(step)


def test_ticks_lie_within() -> None:
    assert list(Scale(-11, 23, 0, 100).ticks(6)) == [-10, 0, 10, 20]
