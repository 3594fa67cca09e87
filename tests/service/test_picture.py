"""The picture of a simulation: whatever was played, it is an SVG that shows it."""

from dataclasses import replace
from typing import Any
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
    tally, course = Tally(), Course()
    for index in range(1, simulation.matches + 1):
        outcome = simulate_match(simulation, index)
        tally.add(outcome, ends_sample=simulation.ends_sample(index))
        course.note(tally.totals)
    return tally.totals, course


def of_differences(*differences: int) -> tuple[Totals, Course]:
    """Single deals with these differences of the points."""
    tally, course = Tally(), Course()
    for difference in differences:
        sides = (SideTotals(points=difference), SideTotals())
        tally.add(MatchOutcome(b"", Totals(1, deals=1, sides=sides)), ends_sample=True)
        course.note(tally.totals)
    return tally.totals, course


def test_the_difference_stands_beside_its_course() -> None:
    """Of 10 and 20 points: 15 ± 12.7 · 5."""
    root = drawn(replace(DEALS, count=2), *of_differences(10, 20))
    assert "+15.0 ± 63.5" in texts(root)


@pytest.mark.parametrize(
    ("changes", "what", "so_much"),
    [
        pytest.param({"unit": Unit.DEALS}, "1 deal", "1 deal", id="one deal"),
        pytest.param({"unit": Unit.MATCHES}, "1 match; 1 deal", "1 match", id="one match"),
        pytest.param(
            {"is_duplicate": True}, "1 pair of deals, sides swapped; 1 deal", "1 pair of deals", id="one pair"
        ),
    ],
)
def test_of_one_sample_the_mean_is_there_and_no_interval(
    changes: dict[str, Any], what: str, so_much: str
) -> None:
    root = drawn(replace(DEALS, count=1, **changes), *of_differences(10))
    assert {"+10.0", f"{what}; seed 000000000000…", f"{so_much} played: too little for an interval"} <= set(
        texts(root)
    )
    assert not [words for words in texts(root) if "±" in words]
    assert len(root.findall(f"{SVG}circle")) == 1


def test_of_many_samples_it_says_how_many() -> None:
    found = texts(drawn(replace(DEALS, count=1200), *of_differences(*range(1200))))
    assert "1,200 deals; seed 000000000000…" in found
    assert "deals played; the band is the 95 % interval" in found


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


@pytest.mark.parametrize(("samples", "step"), [(300, 1), (500, 2), (5_000, 16)])
def test_however_long_it_is_some_hundred_points_are_kept_evenly(samples: int, step: int) -> None:
    _, course = of_differences(*(range(samples)))
    assert [at for at, _ in course.stops] == list(range(max(2, step), samples + 1, step))


def test_a_course_that_was_broken_off_is_that_of_as_many_samples() -> None:
    """Whatever was asked for."""
    played_out = drawn(replace(DEALS, count=600), *of_differences(*range(600)))
    broken_off = drawn(replace(DEALS, count=100_000), *of_differences(*range(600)))
    assert ElementTree.tostring(broken_off) == ElementTree.tostring(played_out)
    (curve, *_) = (each for each in played_out.iter(f"{SVG}polyline") if each.get("stroke-width") == "2")
    assert len(curve.attrib["points"].split()) > 200


def test_nothing_is_drawn_of_nothing() -> None:
    found = texts(drawn(DEALS, NOTHING, Course()))
    assert found.count("nil") == 2
    assert "Nothing was played." in found


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
