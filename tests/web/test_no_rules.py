"""The client knows no rule: a server that talks nonsense is obeyed to the letter."""

import re

import pytest
from playwright.sync_api import expect

from chromium import DESK
from fake_table import refusal
from fake_visit import at_fake_table
from made_views import HAND, barred, bid, bidding, exchange, made_view, playing, tricks_bids, with_turn
from visits import Visit

NONSENSE = ("5D", "AS", "QC")
SHUFFLED = ("3C", "AS", "5D", "KH", "2S", "QC", "9H", "TS", "AD", "JD", "4H", "TC", "QS")
"""No order of suits or ranks."""


def test_what_the_server_calls_legal_is_legal(visit: Visit) -> None:
    """A heart was led and the hand has hearts: three cards of other suits are bright, the rest says why."""
    view = playing(HAND, NONSENSE, laid=2)
    with at_fake_table(visit, view) as table:
        assert table.page.hand == list(HAND)
        assert table.page.bright == [card for card in HAND if card in NONSENSE]
        for card in HAND:
            if card not in NONSENSE:
                described = table.page.card(card).get_attribute("aria-describedby")
                assert described
                assert "Not on a Tuesday." in table.page.page.locator(f"#{described.split()[0]}").inner_text()


def test_the_hand_lies_as_the_server_orders_it(visit: Visit) -> None:
    with at_fake_table(visit, playing(SHUFFLED)) as table:
        assert table.page.hand == list(SHUFFLED)


def test_a_dimmed_card_says_why_and_is_not_sent(visit: Visit) -> None:
    with at_fake_table(visit, playing(HAND, NONSENSE)) as table:
        table.page.tap(table.page.card("KH"))
        expect(table.page.page.get_by_text("Not on a Tuesday.").locator("visible=true").first).to_be_visible()
        table.page.tap(table.page.card("KH"))
        table.page.play("QC")
        table.wait_for_post()
        assert [(each.call, each.body) for each in table.table.posts()] == [
            ("play", {"turn": 9, "card": "QC"})
        ]


def test_a_card_leaves_the_hand_when_the_server_says_so(visit: Visit) -> None:
    """The answer to a play takes another card, and adds two."""
    with at_fake_table(visit, playing(HAND, NONSENSE)) as table:
        then = playing(("7H", *HAND[2:], "8C"), ("7H",), turn=10)
        table.table.show(then)
        table.page.play("5D")
        table.page.expect_turn("10")
        assert table.page.hand == ["7H", *HAND[2:], "8C"]
        assert table.page.bright == ["7H"]


def test_a_refused_card_comes_back_with_its_text(visit: Visit) -> None:
    with at_fake_table(visit, playing(HAND, NONSENSE)) as table:
        told = refusal(422, "tuesday", "Aces sleep on Tuesdays.", legal={"cards": ["5D"]})
        table.table.script("play", told)
        table.page.play("AS")
        expect(
            table.page.page.get_by_text("Aces sleep on Tuesdays.").locator("visible=true").first
        ).to_be_visible()
        assert table.page.hand == list(HAND)
        assert len(table.table.posts("play")) == 1


def test_bids_are_those_of_the_server(visit: Visit) -> None:
    """Seventeen tricks, and a kind that nobody knows; what is barred says why."""
    barred_bid = {"bid": bid(2), "code": "two_is_unlucky", "params": {}, "text": "Two is unlucky."}
    view = bidding()
    view["turn"].update(legal_bids=[bid(17), bid(4), bid(2, "moon")], illegal_bids=[barred_bid])
    with at_fake_table(visit, view) as table:
        buttons = table.page.page.locator("[data-bid]")
        legal = buttons.and_(table.page.page.locator(":not([aria-disabled=true]):not([disabled])"))
        assert sorted(legal.evaluate_all("all => all.map((one) => one.dataset.bid)")) == [
            "moon-2",
            "tricks-17",
            "tricks-4",
        ]
        legal.and_(table.page.page.locator("[data-bid=tricks-17]")).tap()
        table.wait_for_post()
        assert [each.body for each in table.table.posts("bid")] == [{"turn": 3, "bid": bid(17)}]


@pytest.mark.parametrize("choose", [1, 5])
def test_an_exchange_takes_as_many_as_the_server_says(visit: Visit, choose: int) -> None:
    legal = HAND[3:10]
    with at_fake_table(visit, exchange(choose, legal)) as table:
        for card in legal[:choose]:
            table.page.tap(table.page.card(card))
        table.page.page.locator("[data-do=exchange]").tap()
        table.wait_for_post()
        [sent] = table.table.posts("exchange")
        assert sent.body["turn"] == 5
        assert sorted(sent.body["cards"]) == sorted(legal[:choose])


def test_without_a_turn_nothing_can_be_played(visit: Visit) -> None:
    """Though the table waits for the seat and its hand is full."""
    view = {**made_view(phase="playing"), "to_act": ["S"]}
    with at_fake_table(visit, view) as table:
        table.page.tap(table.page.card("AS"))
        table.page.tap(table.page.card("AS"))
        table.show(playing())
        table.page.play("KH")
        table.wait_for_post()
        assert [each.body["card"] for each in table.table.posts()] == ["KH"]


def test_with_a_turn_it_can_though_the_table_waits_for_another(visit: Visit) -> None:
    with at_fake_table(visit, {**playing(), "to_act": ["N"]}) as table:
        table.page.play("AS")
        table.wait_for_post()
        assert [each.body["card"] for each in table.table.posts("play")] == ["AS"]


def test_the_trick_goes_to_whom_the_server_names(visit: Visit) -> None:
    """And counts, scores and contracts are shown as told, whether or not they add up."""
    view = made_view(
        phase="playing", contracts={"NS": 40, "EW": 2}, tricks_taken={"N": 9, "E": 9, "S": 9, "W": 9}
    )
    view["scores"] = {"NS": {"points": 777, "bags": 88}, "EW": {"points": -666, "bags": 99}}
    view["last_trick"] = {
        "deal": 1,
        "number": 3,
        "leader": "N",
        "winner": "W",
        "cards": [{"seat": "N", "card": "2C"}],
    }
    view = with_turn(view, 9, "play", choose=1, legal_cards=["AS"], illegal_cards=barred(*HAND[1:]))
    with at_fake_table(visit, view, size=DESK) as table:
        scores = table.page.page.locator("[data-area=scores]").first
        for number in ("777", "88", "666", "99"):
            expect(scores).to_contain_text(number)
        for seat in "NEW":
            expect(table.page.page.locator(f"[data-seat={seat}]").first).to_contain_text("9")


UNKNOWN_EVENTS = (
    {"type": "comet_seen", "comet_seen": {"tail": ["long", None]}, "text": "A comet is seen."},
    {
        "type": "card_played",
        "seat": "Q",
        "card_played": {"card": "ZZ", "trick": 99},
        "text": "Q plays the Z.",
    },
    {"type": "trick_won", "seat": "S", "trick_won": {}, "text": ""},
)


def test_unknown_events_phases_bids_and_actions_do_not_stop_the_match(visit: Visit) -> None:
    with at_fake_table(visit, playing()) as table:
        strange = made_view(phase="moonrise", bids={**tricks_bids({"N": 3}), "E": bid(0, "moon"), "S": None})
        strange["you"]["hand"] = ["AS", "XQ", "LJ"]
        strange["seats"]["E"].update(kind="ghost", presence="haunting")
        strange = with_turn(
            strange, 20, "howl", "play", choose=1, legal_cards=["XQ"], illegal_cards=barred("AS")
        )
        table.show(strange, *UNKNOWN_EVENTS)
        assert table.page.hand == ["AS", "XQ", "LJ"]
        table.page.play("XQ")
        table.wait_for_post()
        assert [each.body for each in table.table.posts("play")] == [{"turn": 20, "card": "XQ"}]

        table.show(playing(turn=21), *UNKNOWN_EVENTS)
        table.page.play("AS")
        table.wait_for_post(2)
        assert [each for each in table.visitor.trouble if not re.match("console (debug|info)", each)] == []
