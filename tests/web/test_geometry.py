"""How the table lies on the screen: no scroll, nothing on top of another, room for a finger on each card."""

from collections.abc import Callable

import pytest

from chromium import SIZES, Size
from fake_table import Body
from fake_visit import FakeVisit, at_fake_table
from made_views import (
    HAND,
    bidding,
    drawing,
    exchange,
    hidden,
    last_card_of_trick,
    named,
    opened,
    over,
    playing,
    scored,
)
from visitor import Visit

ZOOMED = Size(640, 400)
"""A desk of 1280 × 800 at 200 %."""
STATES: dict[str, Callable[[], Body]] = {
    "a hidden hand": hidden,
    "bidding": bidding,
    "an exchange": exchange,
    "thirteen cards, one lifted by nobody": playing,
    "three cards lie": lambda: playing(HAND, HAND[:4], laid=3),
    "eight cards": lambda: playing(HAND[:8], laid=1),
    "seven cards": lambda: playing(HAND[:7], HAND[4:6], laid=2),
    "one card": lambda: playing(HAND[:1], laid=3),
    "a duel's draw": drawing,
}


@pytest.mark.parametrize("size", [*SIZES, ZOOMED], ids=str)
@pytest.mark.parametrize("players", ["short names", "names of 24 characters"])
def test_everything_has_its_place(visit: Visit, size: Size, players: str) -> None:
    """In every phase, with scores that take room."""
    dressed = named if players.startswith("names") else lambda view: view
    language = "ja" if players.startswith("names") else "en"
    with at_fake_table(visit, hidden(), size=size, language=language, reduced_motion="reduce") as table:
        wrong: list[str] = []
        for number, (name, state) in enumerate(STATES.items()):
            view = scored(dressed(_in_turn(state(), 100 + number)))
            table.show(view)
            wrong += [f"{name}: {each}" for each in look(table, size)]
        assert not wrong, "\n".join(wrong)


def _in_turn(view: Body, number: int) -> Body:
    return {**view, "turn": {**view["turn"], "id": number}, "to_act": ["S"]}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_finished_trick_has_its_place(visit: Visit, size: Size) -> None:
    """Four cards lie until a tap."""
    before, after, events = last_card_of_trick()
    chosen = {"pace": "tap"}
    with at_fake_table(visit, before, size=size, preferences=chosen, reduced_motion="reduce") as table:
        table.page.page.locator("[data-trick-card]").nth(2).wait_for()
        table.table.show(after, *events)
        table.page.page.locator("[data-trick-card]").nth(3).wait_for()
        wrong = look(table, size)
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("state", ["over", "opened"])
def test_before_and_after_the_match_nothing_is_covered(visit: Visit, size: Size, state: str) -> None:
    with at_fake_table(visit, playing(), size=size, reduced_motion="reduce") as table:
        view = scored(named(over(playing()) if state == "over" else opened(playing())))
        table.table.show(view, {"type": "table_changed"})
        table.page.page.locator(f"main[data-phase={'over' if state == 'over' else 'open'}]").wait_for()
        sideways = [each for each in look(table, size) if "too wide" in each or "sideways" in each]
        assert sideways == []


def look(table: FakeVisit, size: Size) -> list[str]:
    card = 44 if size.width >= 350 else 40
    found: list[str] = table.probe("geometry.js", card=card, strip=40 if size.is_upright else 24)
    return found
