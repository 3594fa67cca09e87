"""What a page may not know it doesn't hold: not in the document, on the device, or in what it asks."""

import json
import re

from playwright.sync_api import Page

from table_page import ByTouch
from visitor import Visitor
from visits import Visit
from whole_service import Player, Service, sit_down

CODE = re.compile(r"\b(?:[2-9TJQKA][SHDC]|BJ|LJ)\b")
BLIND = {"blind_nil": True, "blind_behind": 0, "first_dealer": "E"}
HELD = """() => JSON.stringify({
  page: [...document.querySelectorAll('body *')].map(
    (each) => [...each.attributes].map(({ value }) => value).join(' ')
  ),
  text: document.body.innerText,
  kept: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie,
})"""


def test_a_hidden_hand_is_nowhere(service: Service, visit: Visit) -> None:
    """Until its player looks: then it is there."""
    player = sit_down(service, rules=BLIND)
    with visit(service.url) as visitor:
        visitor.sit(player.table_id, "S", player.token)
        table = ByTouch(visitor.open(f"/play/{player.table_id}"))
        look = table.page.locator("[data-do=look]")
        look.wait_for()
        assert player.view()["you"]["hand_hidden"]
        assert codes_on(table.page) == set()
        assert codes_asked(visitor) == set()
        assert told_in_words(table.page) == []
        look.tap()
        table.page.locator("[data-area=hand] [data-card]").nth(12).wait_for()
        assert codes_on(table.page) >= set(player.view()["you"]["hand"])


def test_a_spectator_holds_played_cards_alone(service: Service, visit: Visit) -> None:
    player = sit_down(service, rules={"first_dealer": "E"})
    with visit(service.url) as visitor:
        table = ByTouch(visitor.open(f"/play/{player.table_id}"))
        table.expect_phase("bidding")
        assert codes_on(table.page) == set()
        while not (lies := laid_at_turn(player)):
            assert player.act()
        table.page.locator(f"[data-trick-card='{lies}']").wait_for()
        played = cards_played(player)
        assert codes_on(table.page) <= set(played)
        assert codes_asked(visitor) == set()
        assert visitor.trouble == []


def laid_at_turn(player: Player) -> str:
    """The newest card of the trick when S is to play; nothing where S leads or bids."""
    deal = player.wait_for_turn()["deal"]
    cards = deal["trick"]["cards"] if deal["phase"] == "playing" else []
    return str(cards[-1]["card"]) if cards else ""


def codes_on(page: Page) -> set[str]:
    """Codes of cards in the document's attributes and text, and in what is kept on the device."""
    return set(CODE.findall(page.evaluate(HELD)))


def codes_asked(visitor: Visitor) -> set[str]:
    asked = [f"{each.url} {each.post_data or ''} {json.dumps(each.headers)}" for each in visitor.requests]
    return {code for each in asked for code in CODE.findall(each.partition("/v1/")[2])}


def told_in_words(page: Page) -> list[str]:
    """Cards by their names, such as `ace of spades`."""
    text: str = page.evaluate("() => document.body.innerText + document.body.innerHTML")
    return re.findall(r"(?:ace|king|queen|jack|ten|\b\d+) of (?:spades|hearts|clubs|diamonds)", text)


def cards_played(player: Player) -> list[str]:
    page = player.service.call("GET", f"{player.path}/events?after=0", token=player.token)
    return [each["card_played"]["card"] for each in page["events"] if each["type"] == "card_played"]
