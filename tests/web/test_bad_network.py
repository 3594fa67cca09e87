"""On a bad network the match goes on: each card counts once, what was said is said once, the focus stays."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import expect

from chromium import DESK
from cutting_proxy import CuttingProxy, between
from polling import eventually
from table_page import ByKeys, ByTouch
from visits import Visit
from whole_service import Body, Player, Service, sit_down

ONE_DEAL = {"max_deals": 1, "first_dealer": "E"}
CUTS = (1, 300, 511, 640, 900, 1300, 1733, 2600)
"""After so many bytes: in the middle of a line, of a name, of a letter of three bytes."""


def test_streams_are_cut_between_two_bytes(service: Service, visit: Visit) -> None:
    player = sit_down(service, rules=ONE_DEAL)
    with between(service.url) as (proxy, url), visit(url, language="ja") as visitor:
        visitor.sit(player.table_id, "S", player.token)
        proxy.cuts += CUTS
        table = ByTouch(visitor.open(f"/play/{player.table_id}"))
        play_out(table)
        assert len(proxy.cuts) <= len(CUTS) // 2, "hardly a stream was cut"
        assert_each_event_once(player, table, "ja")


@contextmanager
def at_the_cards(service: Service, visit: Visit) -> Iterator[tuple[Player, CuttingProxy, ByTouch, str]]:
    """Over a network that can be harmed, when the first card is to be played: at which turn."""
    player = sit_down(service, rules=ONE_DEAL)
    with between(service.url) as (proxy, url), visit(url) as visitor:
        visitor.sit(player.table_id, "S", player.token)
        table = ByTouch(visitor.open(f"/play/{player.table_id}"))
        yield player, proxy, table, to_the_cards(table)


def test_the_answer_to_a_play_is_swallowed(service: Service, visit: Visit) -> None:
    """The same action under the same key is sent again, and counts once."""
    with at_the_cards(service, visit) as (player, proxy, table, turn):
        proxy.swallow.append("/play")
        card = table.bright[0]
        table.play(card)
        assert proxy.swallowed.wait(10)
        assert_goes_on(table, player, proxy, turn, card)


def test_the_tab_is_reloaded_with_an_action_on_its_way(service: Service, visit: Visit) -> None:
    with at_the_cards(service, visit) as (player, proxy, table, turn):
        proxy.hold.append("/play")
        card = table.bright[0]
        table.play(card)
        assert proxy.swallowed.wait(10)
        table.page.reload()
        assert_goes_on(table, player, proxy, turn, card)


def test_an_action_that_never_arrived_is_sent_after_a_reload(service: Service, visit: Visit) -> None:
    with at_the_cards(service, visit) as (player, proxy, table, turn):
        card = table.bright[0]
        proxy.go_down()
        table.play(card)
        expect(table.main).to_have_attribute("data-connection", "retrying")
        proxy.come_back(service.url)
        table.page.reload()
        table.wait_for_turn(after=turn)
        assert card_count(player, card) == 1


def test_the_server_is_killed_in_mid_trick(tmp_path: Path, visit: Visit) -> None:
    """It comes back with the same data; the focus has not moved, and the rest of the deal is played."""
    service = Service(tmp_path, "--web-workers", "1", "--workers", "1")
    player = sit_down(service, rules=ONE_DEAL)
    with between(service.url) as (proxy, url), visit(url, size=DESK) as visitor:
        visitor.sit(player.table_id, "S", player.token)
        table = ByKeys(visitor.open(f"/play/{player.table_id}"))
        turn = to_the_cards(table)
        table.act()
        turn = table.wait_for_turn(after=turn)
        table.tab_to("[data-area=hand] [data-card]")
        table.page.keyboard.press("End")
        focused = table.page.evaluate("document.activeElement.dataset.card")
        proxy.go_down()
        service.stop(signal.SIGKILL)
        expect(table.main).to_have_attribute("data-connection", "retrying")

        again = Service(tmp_path, "--web-workers", "1", "--workers", "1")
        proxy.come_back(again.url)
        player.service = again
        expect(table.main).to_have_attribute("data-connection", "live", timeout=20_000)
        expect(table.card(focused)).to_be_focused()
        assert table.turn == turn
        play_out(table)
        assert_each_event_once(player, table, "en")
        again.stop()


def test_two_tabs_on_one_seat_are_both_live(service: Service, visit: Visit) -> None:
    player = sit_down(service, rules=ONE_DEAL)
    with visit(service.url) as visitor:
        visitor.sit(player.table_id, "S", player.token)
        tabs = [ByTouch(visitor.open(f"/play/{player.table_id}")) for _ in range(2)]
        turn = ""
        for number in range(6):
            turns = {tab.wait_for_turn(after=turn) for tab in tabs}
            assert len(turns) == 1
            turn = turns.pop()
            tabs[number % 2].page.bring_to_front()
            tabs[number % 2].act()
        assert visitor.trouble == []


def to_the_cards(table: ByTouch | ByKeys) -> str:
    """Bids; gives the turn that is to be played."""
    turn = table.wait_for_turn()
    if table.phase == "bidding":
        table.act()
        turn = table.wait_for_turn(after=turn)
    table.expect_phase("playing")
    return turn


def play_out(table: ByTouch | ByKeys) -> None:
    turn = ""
    while turn := table.wait_for_turn(after=turn, seconds=40):
        table.act()


def assert_goes_on(table: ByTouch, player: Player, proxy: CuttingProxy, turn: str, card: str) -> None:
    """The action was sent again, alike, and counted once; the next one goes as ever."""
    turn = table.wait_for_turn(after=turn)
    assert card_count(player, card) == 1
    assert card not in table.hand
    sent = [each for each in proxy.posts if f'"card":"{card}"'.encode() in each.replace(b" ", b"")]
    assert len(sent) > 1
    assert len({_key_and_body(each) for each in sent}) == 1
    table.act()
    table.wait_for_turn(after=turn)


def _key_and_body(request: bytes) -> tuple[bytes, bytes]:
    key = re.search(rb"idempotency-key: *(\S+)", request, re.IGNORECASE)
    assert key
    return key[1], request.partition(b"\r\n\r\n")[2]


def card_count(player: Player, card: str) -> int:
    """How often the card was played, by the server's log."""
    found = events(player)
    return sum(each["type"] == "card_played" and each["card_played"]["card"] == card for each in found)


def events(player: Player, language: str = "en") -> list[Body]:
    headers = {"Authorization": f"Bearer {player.token}", "Accept-Language": language}
    answer = httpx.get(f"{player.service.url}{player.path}/events?after=0", headers=headers)
    found: list[Body] = answer.json()["events"]
    return found


def assert_each_event_once(player: Player, table: ByTouch | ByKeys, language: str) -> None:
    """The log on the page ends as the server's does, without a gap or a repetition."""
    told = [str(each["text"]) for each in events(player, language)]
    table.open_dialog("log")
    eventually(lambda: table.logged()[:1] == told[-1:])
    shown = table.logged()
    assert len(shown) > 30
    assert shown == told[::-1][: len(shown)]
