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
from visits import Visit

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
def test_everything_has_its_place(visit: Visit, size: Size) -> None:
    """In every phase, with the longest names and scores that take room."""
    before, after, events = last_card_of_trick()
    look_at = {"size": size, "language": "ja", "reduced_motion": "reduce", "preferences": {"pace": "tap"}}
    with at_fake_table(visit, dressed(before), **look_at) as table:
        wrong: list[str] = []

        def look(state: str) -> None:
            wrong.extend(f"{state}: {each}" for each in wrong_places(table, size))

        table.page.page.locator("[data-trick-card]").nth(2).wait_for()
        table.table.show(dressed(after), *events)
        table.page.page.locator("[data-trick-card]").nth(3).wait_for()
        look("four cards lie until a tap")
        for number, (name, state) in enumerate(STATES.items()):
            table.show(in_turn(dressed(state()), 100 + number))
            look(name)
        for phase, view in (("over", over(playing())), ("open", opened(playing()))):
            table.table.show(dressed(view), {"type": "table_changed"})
            table.page.page.locator(f"main[data-phase={phase}]").wait_for()
            # These two may be longer than the screen, but not wider.
            wrong += [
                f"{phase}: {each}"
                for each in wrong_places(table, size)
                if "wide" in each or "sideways" in each
            ]
        assert not wrong, "\n".join(wrong)


def test_short_names_have_their_place_too(visit: Visit) -> None:
    with at_fake_table(visit, playing(), size=SIZES[0], reduced_motion="reduce") as table:
        assert wrong_places(table, SIZES[0]) == []


def dressed(view: Body) -> Body:
    return scored(named(view))


def in_turn(view: Body, number: int) -> Body:
    return {**view, "turn": {**view["turn"], "id": number}, "to_act": ["S"]}


def wrong_places(table: FakeVisit, size: Size) -> list[str]:
    card = 44 if size.width >= 350 else 40
    found: list[str] = table.probe("geometry.js", card=card, strip=40 if size.is_upright else 24)
    return found
