"""Eight states, two sizes, two languages: pictures for a person to look at, and the README's."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from chromium import DESK, PHONE, Size
from fake_table import Body, refusal
from fake_visit import FakeVisit, at_fake_table
from made_views import exchange, opened, playing
from recorded_play import LANGUAGES, RecordedPlay, in_phase
from visitor import Visit

STATES = 8


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_of_eight_states(visit: Visit, shots: Path, size: Size, language: str) -> None:
    taken = 0
    look = {
        "size": size,
        "language": language,
        "device_scale_factor": 2 if size.is_phone else 1,
        "reduced_motion": "reduce",
    }
    play = RecordedPlay().until(in_phase("bidding"))
    with at_fake_table(visit, play.view("en"), japanese=play.view("ja"), **look) as table:
        for name, page in scenes(table, play):
            page.evaluate("() => document.fonts.ready")
            page.screenshot(path=shots / f"{name}-{language}-{size}.png")
            taken += 1
    assert taken == STATES


def scenes(table: FakeVisit, play: RecordedPlay) -> Iterator[tuple[str, Page]]:
    page = table.page.page
    yield "2-bidding", page
    play.until(lambda view: view["deal"]["phase"] == "playing" and len(view["deal"]["trick"]["cards"]) > 1)
    _tell(table, play)
    yield "3-playing", page
    table.page.card(table.page.bright[0]).click(position={"x": 12, "y": 12})
    page.locator("[data-lifted]").wait_for()
    yield "4-lifted", page
    play.until(in_phase("bidding", 2))
    _tell(table, play)
    sheet = page.locator("[data-area=sheet]:visible, dialog[open] [data-area=sheet]").first
    sheet.wait_for()
    yield "5-sheet", page
    page.keyboard.press("Escape")
    table.show(exchange())
    yield "6-exchange", page
    table.table.show(opened(playing()), {"type": "table_changed"})
    page.locator("main[data-phase=open]").wait_for()
    yield "7-waiting", page
    yield "1-lobby", table.visitor.open("/play")
    gone = (
        "No table has this id."
        if page.locator("html").get_attribute("lang") == "en"
        else "このIDのテーブルはありません。"
    )
    for call in ("view", "events"):
        table.table.script(call, *[refusal(404, "not_found", gone)] * 4)
    yield "8-trouble", table.visitor.open(table.table.path)


def _tell(table: FakeVisit, play: RecordedPlay) -> None:
    english: Body = play.view("en")
    table.table.deals = {language: play.deals(language) for language in LANGUAGES}
    table.table.show_recorded(english, play.view("ja"), play.news())
    table.expect(english)
