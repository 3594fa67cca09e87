"""A whole match against CPUs, by touch on a phone and by keys alone at a desk; no browser complains."""

import pytest
from playwright.sync_api import expect

from chromium import DESK, PHONE, Size
from client_words import word
from recorded_play import LANGUAGES
from table_page import ByKeys, ByTouch, TablePage
from visits import Visit
from whole_service import Service, sit_down

TO_FIFTY = {"target": 50, "floor": -50, "max_deals": 4, "first_dealer": "E"}
MOST_ACTIONS = 14 * 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("size", "hands"),
    [
        pytest.param(PHONE, ByTouch, id="a whole match by touch on a phone"),
        pytest.param(DESK, ByKeys, id="a whole match by keys alone at a desk"),
    ],
)
def test_a_whole_match(
    service: Service, visit: Visit, size: Size, hands: type[ByTouch | ByKeys], language: str
) -> None:
    player = sit_down(service, rules=TO_FIFTY)
    with visit(service.url, size=size, language=language) as visitor:
        visitor.sit(player.table_id, "S", player.token)
        table = hands(visitor.open(f"/play/{player.table_id}"))
        play_to_the_end(table)

        assert player.view()["status"] == "over"
        expect(table.page.locator("html")).to_have_attribute("lang", language)
        assert visitor.trouble == []


def play_to_the_end(table: ByTouch | ByKeys) -> None:
    turn = ""
    for _ in range(MOST_ACTIONS + 1):
        turn = table.wait_for_turn(after=turn)
        if not turn:
            return
        table.act()
    raise AssertionError("the match goes on and on")


@pytest.mark.parametrize("language", LANGUAGES)
def test_play_now_deals_thirteen_cards(service: Service, visit: Visit, language: str) -> None:
    """By one tap, and the address is the table's: who opens it again is back there."""
    with visit(service.url, language=language) as visitor:
        table = TablePage(visitor.open("/play"))
        table.page.get_by_role("button", name=word(language, "lobby.play")).tap()
        table.wait_for_turn()
        assert len(table.hand) == 13

        table.page.reload()
        table.wait_for_turn()
        assert len(table.hand) == 13
        assert visitor.trouble == []
