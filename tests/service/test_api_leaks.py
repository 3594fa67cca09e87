"""Nobody learns a card that they may not know: every view, event and error of every seat and a spectator."""

import re
from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from api_world import Made, World, legal_action
from engine.cards import cards_in, format_card
from engine.seats import Seat
from engine.state import Deal

CARD = re.compile(r'"([2-9TJQKA][CDHS])"')
BLIND = {"first_dealer": "E", "blind_nil": True, "blind_behind": 0, "target": 2000, "floor": None}
PLAIN = {"first_dealer": "E", "target": 2000, "floor": None}


def deal_of(world: World, table: Made) -> Deal:
    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    assert loaded.table.match is not None
    return loaded.table.match.deal


def codes(cards: int) -> set[str]:
    return {format_card(card) for card in cards_in(cards)}


def hidden_from(world: World, table: Made, viewer: str | None) -> set[str]:
    """The cards in hand that the viewer may not know: not its own, and none that it gave to its partner."""
    deal = deal_of(world, table)
    hidden = {
        code
        for seat in Seat
        for code in codes(deal.hands[seat])
        if seat.name != viewer or seat in deal.unseen
    }
    given = {
        format_card(card)
        for part in deal.exchanges
        for card in part.cards or ()
        if viewer in (part.giver.name, part.receiver.name)
    }
    return hidden - given


def cards_named(response: TestResponse) -> set[str]:
    return set(CARD.findall(response.get_data(as_text=True)))


def reads(world: World, table: Made, viewer: str | None) -> Iterator[TestResponse]:
    token = None if viewer is None else table.tokens[viewer]
    yield world.get(table.path, token)
    yield world.get(f"{table.path}/events?after={max(0, _last_seq(world, table) - 12)}", token)
    yield world.get(f"{table.path}/record", token)
    yield world.get(f"{table.path}/deals", token)
    yield world.get(f"{table.path}/deals/1/review", token)
    if token is not None:
        yield world.get(f"{table.path}/view", token)
        yield world.get(f"{table.path}/hint", token)


def _last_seq(world: World, table: Made) -> int:
    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    return loaded.table.last_seq


def attempts(world: World, table: Made, viewer: str) -> Iterator[TestResponse]:
    """Calls that are refused, each without a card of its own in the body."""
    token = table.tokens[viewer]
    if viewer != world.to_act(table):
        yield world.post(f"{table.path}/bid", {"bid": {"tricks": 3}}, token)
    yield world.post(f"{table.path}/bid", {"bid": {"kind": "blind_tricks", "tricks": 6}}, token)
    yield world.post(f"{table.path}/play", {"turn": 999, "card": "2C"}, token)
    yield world.post(f"{table.path}/exchange", {"cards": ["ZZ"]}, token)
    yield world.post(f"{table.path}/bid", {"bid": {"kind": "zero"}}, token)


@pytest.mark.parametrize("rules", [pytest.param(PLAIN, id="standard"), pytest.param(BLIND, id="blind bids")])
def test_no_view_event_or_error_names_a_card_that_its_reader_may_not_know(rules: dict[str, object]) -> None:
    world = World()
    table = world.make(rules=rules)
    count = 0
    while deal_of(world, table).number == 1:
        viewer = (*table.tokens, None)[count % 5]
        hidden = hidden_from(world, table, viewer)
        named: set[str] = set()
        for response in reads(world, table, viewer):
            named |= cards_named(response)
            assert not cards_named(response) & hidden, response.request.path
        if viewer is not None:
            assert named >= codes(deal_of(world, table).hands[Seat[viewer]]) - hidden
            for response in attempts(world, table, viewer):
                assert response.status_code >= 400
                assert not cards_named(response) & hidden, response.json
        _act_somehow(world, table, count)
        count += 1


def _act_somehow(world: World, table: Made, count: int) -> None:
    """The next action; a hand that is hidden is looked at every other time."""
    seat = world.to_act(table)
    view = world.view(table, seat)
    if "look" in view["turn"]["actions"] and count % 2:
        call, body = "look", {}
    else:
        call, body = legal_action(view, count)
    assert world.post(f"{table.path}/{call}", body, table.tokens[seat]).status_code == 200


def test_of_a_hidden_hand_nothing_in_the_view_depends_on_the_cards() -> None:
    """Two deals that differ in nothing but their cards look the same to who has not looked."""
    views = []
    for seed in ("game 1", "game 2"):
        world = World()
        table = world.make(rules=BLIND, seed=seed)
        view = world.view(table, "S")
        assert (view["you"]["hand"], view["you"]["hand_hidden"]) == (None, True)
        views.append({**view, "table_id": "", "shuffle": ""})
    assert views[0] == views[1]


def test_of_a_hidden_hand_no_refusal_depends_on_the_cards() -> None:
    answers = []
    for seed in ("game 1", "game 2"):
        world = World()
        table = world.make(rules=BLIND, seed=seed)
        refusals = [
            world.post(f"{table.path}/bid", {"bid": {"tricks": tricks}}, table.tokens["S"]).json
            for tricks in range(14)
        ]
        refusals.append(world.post(f"{table.path}/play", {"card": "AS"}, table.tokens["S"]).json)
        assert all(refusal is not None for refusal in refusals)
        answers.append([{**refusal, "instance": ""} for refusal in refusals if refusal])
    assert answers[0] == answers[1]
    assert answers[0][3]["code"] == "must_look_first"
    assert answers[0][3]["legal"] == {"bids": [{"kind": "blind_nil", "tricks": 0}]}


def test_the_seed_is_told_only_when_the_match_is_over() -> None:
    world = World()
    table = world.make()
    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    seed = loaded.table.terms.seed.hex()
    for token in (None, table.host, *table.tokens.values()):
        for end in ("", "/record", "/events"):
            assert seed not in world.get(f"{table.path}{end}", token).get_data(as_text=True)
    world.post(f"{table.path}/close", {}, table.host)
    assert seed in world.get(table.path).get_data(as_text=True)


def test_no_token_is_told_twice() -> None:
    world = World()
    table = world.make()
    for token in (None, table.host, *table.tokens.values()):
        for end in ("", "/record", "/events", "/deals"):
            text = world.get(f"{table.path}{end}", token).get_data(as_text=True)
            assert not re.search(r"\b(st|ht)_", text)
