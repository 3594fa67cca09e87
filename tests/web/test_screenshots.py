"""Eight states, two sizes, two languages: pictures for a person to look at, and the README's."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page

from chromium import DESK, PHONE, Size
from fake_table import Body, refusal
from fake_visit import FakeVisit, at_fake_table
from made_views import exchange, opened, playing
from recorded_play import LANGUAGES, RecordedPlay, in_phase
from visits import Visit

STATES = 8


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_of_eight_states(visit: Visit, shots: Path, size: Size, language: str) -> None:
    scale = 2 if size.is_phone else 1
    look = {"size": size, "language": language, "device_scale_factor": scale, "reduced_motion": "reduce"}
    taken = 0
    for name, page in scenes(partial(at_fake_table, visit, **look), size):
        page.evaluate("() => document.fonts.ready")
        page.screenshot(path=shots / f"{name}-{language}-{size}.png")
        taken += 1
    assert taken == STATES


def scenes(
    table_with: Callable[..., AbstractContextManager[FakeVisit]], size: Size
) -> Iterator[tuple[str, Page]]:
    play = RecordedPlay({"max_deals": 2}).until(in_phase("bidding"))
    with table_with(play) as table:
        page = table.page.page
        page.locator("[data-recommended]").wait_for()
        yield "2-bidding", page
        play.until(in_trick(cards=2))
        table.catch_up(play)
        table.page.card(table.page.bright[0]).click(position={"x": 12, "y": 12})
        page.locator("[data-lifted]").wait_for()
        yield "3-playing", page
        play.until(in_phase("bidding", 2))
        table.catch_up(play)
        page.locator("[data-area=sheet]:visible").first.wait_for()
        yield "4-sheet", page
        play.until(lambda view: view["status"] == "over")
        table.table.copy(play)
        page.locator("main[data-phase=over]").wait_for()
        if size.is_phone:  # the last sheet comes first there
            page.locator("dialog[open] button[data-kind=first]").click()
        page.locator(".outcome").wait_for()
        yield "5-over", page
        yield "1-lobby", table.visitor.open("/play")
    with table_with(exchange()) as table:
        yield "6-exchange", table.page.page
    with table_with(opened(playing())) as table:
        table.page.expect_phase("open")
        yield "7-waiting", table.page.page
        table.table.script("view", *[refusal(404, "not_found", "There is no such table.")] * 4)
        yield "8-trouble", table.visitor.open(table.table.path)


def in_trick(cards: int) -> Callable[[Body], bool]:
    def is_it(view: Body) -> bool:
        deal = view["deal"]
        return deal["phase"] == "playing" and len(deal["trick"]["cards"]) >= cards

    return is_it
