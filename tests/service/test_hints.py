"""Hints over HTTP: what is recommended, to whom, and when there is none."""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import orjson
import pytest

from api_world import PLAYERS, SOUTH_FIRST, Body, Made, World, body_of, legal_action, problem
from engine.autoplay import take_turn
from engine.cards import cards_in, format_card, parse_card
from engine.cpu.choice import choose
from engine.cpu.explaining import explain
from engine.cpu.reasons import Reason, ReasonCode
from engine.levels import Level
from engine.play import start
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for
from fake_clock import FakeClock
from service.ports import STUDY_ASKED_MS, STUDY_KEPT_MS, Ports, StoreUnavailable, Study, StudyKind
from service.store.memory_studies import MemoryStudies
from service.table_turns import Lane
from service.tables.hints import make_points
from service.wire.advice import reasons_body

BLIND = {**SOUTH_FIRST, "blind_nil": True, "blind_behind": 0}
DUEL = {"preset": "duel", "first_dealer": "N"}
TWO = {seat: PLAYERS[seat] for seat in ("N", "S")}
BIG_JOKER, LITTLE_JOKER = parse_card("BJ"), parse_card("LJ")
CARD_MEMBERS = {"card", "cards", "bid", "keep"}


@pytest.fixture
def world() -> World:
    return World()


def hint(world: World, table: Made, seat: str, status: int = 200, language: str = "en") -> Body:
    response = world.get(f"{table.path}/hint", table.tokens[seat], Accept_Language=language)
    assert response.status_code == status, response.json
    return body_of(response)


def match_of(world: World, table: Made) -> Match:
    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    assert loaded.table.match is not None
    return loaded.table.match


def follow(world: World, table: Made, seat: str, found: Body) -> None:
    """Does what the hint says, with nothing but the hint."""
    body = {"turn": found["turn"], **{name: found[name] for name in CARD_MEMBERS & found.keys()}}
    response = world.post(f"{table.path}/{found['action']}", body, table.tokens[seat])
    assert response.status_code == 200, response.json


def no_search(ports: Ports, table_id: str, part: str) -> bytes:
    """A worker that makes no difference between the legal cards, at once."""
    loaded = ports.store.load(table_id)
    assert loaded is not None
    assert loaded.table.match is not None
    view = view_for(loaded.table.match, Seat[part[0]])
    return orjson.dumps([[card, 0.0, False] for card in cards_in(view.legal_cards)])


QUICKLY = {StudyKind.HINT: no_search}


def to_a_card(world: World, **offer: Any) -> Made:
    """A table at which South is to lead the first card."""
    table = world.make(**offer)
    for _ in range(4):
        assert world.act(table, world.to_act(table), 4).status_code == 200
    return table


# ------------------------------------------------------------------- what a hint says


def test_a_bid_is_recommended_with_reasons_and_the_nearest_bids_behind_it(world: World) -> None:
    table = world.make()
    found = hint(world, table, "S")
    legal = world.view(table, "S")["turn"]["legal_bids"]
    assert (found["action"], found["turn"]) == ("bid", 1)
    assert found["reasons"]
    ranking = [each["bid"] for each in found["ranking"]]
    assert ranking[0] == found["bid"]
    assert sorted(ranking, key=str) == sorted(legal, key=str)
    distances = [abs(bid["tricks"] - found["bid"]["tricks"]) for bid in ranking if bid["kind"] == "tricks"]
    assert distances == sorted(distances)
    assert ranking[-1]["kind"] == "nil"
    assert {each["points"] for each in found["ranking"]} == {None}


def test_a_cards_points_come_from_a_worker_and_rank_the_others(world: World) -> None:
    table = to_a_card(world)
    first = hint(world, table, "S", 202)
    assert {each["points"] for each in first["ranking"]} == {None}
    points = {code: float(place) for place, code in enumerate(world.view(table, "S")["turn"]["legal_cards"])}
    world.think({StudyKind.HINT: thinks(points)})
    found = hint(world, table, "S")
    assert {each["card"]: each["points"] for each in found["ranking"]} == points
    assert found["ranking"][0]["card"] == found["card"]
    others = [each["points"] for each in found["ranking"][1:]]
    assert others == sorted(others, reverse=True)
    assert {**found, "ranking": []} == {**first, "ranking": []}


def thinks(points: dict[str, float], better: str = "") -> Callable[[Ports, str, str], bytes]:
    """A worker that gives each card these points, and finds some clearly better than the recommended one."""
    by_code = {format_card(card): card for card in range(52)}
    result = orjson.dumps([[by_code[code], value, code in better] for code, value in points.items()])
    return lambda ports, table_id, part: result


@pytest.mark.parametrize(
    ("ahead", "is_clear", "said"),
    [
        pytest.param(8.0, True, True, id="clearly ahead"),
        pytest.param(8.0, False, False, id="ahead, but perhaps by chance"),
        pytest.param(1.0, True, True, id="by a point"),
        pytest.param(0.9, True, False, id="by too little to be worth it"),
    ],
)
def test_a_card_that_the_search_clearly_prefers_is_named(
    world: World, ahead: float, is_clear: bool, said: bool
) -> None:
    table = to_a_card(world)
    first = hint(world, table, "S", 202)
    best = first["ranking"][-1]["card"]
    points = dict.fromkeys(world.view(table, "S")["turn"]["legal_cards"], 0.0) | {best: ahead}
    world.think({StudyKind.HINT: thinks(points, best if is_clear else "")})
    found = hint(world, table, "S")
    assert found["reasons"][: len(first["reasons"])] == first["reasons"]
    added = [(each["code"], each["cards"]) for each in found["reasons"][len(first["reasons"]) :]]
    assert added == ([("search_prefers", [best, found["card"]])] if said else [])


def test_a_worker_says_which_cards_are_clearly_ahead(world: World) -> None:
    """Neither the recommended one nor one with fewer points, and now and then there is one."""
    table = to_a_card(world)
    found = []
    for _ in range(8):
        seat = world.to_act(table)
        recommended = hint(world, table, seat, 202)["card"]
        (study,) = world.think()
        rows = orjson.loads(world.studies.find(study) or b"")
        points = {format_card(card): value for card, value, _ in rows}
        ahead = [format_card(card) for card, _, is_ahead in rows if is_ahead]
        assert all(points[card] >= points[recommended] for card in ahead)
        assert recommended not in ahead
        found += ahead
        world.go_on(table, 1)
    assert found


def test_a_hint_that_is_not_ready_says_when_to_come_again(world: World) -> None:
    table = to_a_card(world)
    response = world.get(f"{table.path}/hint", table.tokens["S"])
    assert (response.status_code, response.headers["Retry-After"]) == (202, "1")
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("rules", "seats", "actions"),
    [
        pytest.param(SOUTH_FIRST, PLAYERS, {"bid", "play"}, id="standard"),
        pytest.param({**SOUTH_FIRST, "nil_exchange": 2}, PLAYERS, {"bid", "exchange", "play"}, id="exchange"),
        pytest.param({**SOUTH_FIRST, "jokers": "two_and_deuces"}, PLAYERS, {"bid", "play"}, id="jokers"),
        pytest.param(DUEL, TWO, {"draw", "bid", "play"}, id="duel"),
    ],
)
def test_a_whole_deal_can_be_played_by_hints_alone(
    world: World, rules: Body, seats: Body, actions: set[str]
) -> None:
    table = world.make(rules={**rules, "max_deals": 1}, seats=seats)
    seen: set[str] = set()
    while body_of(world.get(table.path))["status"] == "playing":
        seat = world.to_act(table)
        world.get(f"{table.path}/hint", table.tokens[seat])
        world.think(QUICKLY)
        found = hint(world, table, seat)
        seen.add(found["action"])
        assert found["reasons"]
        follow(world, table, seat, found)
    assert seen == actions


def test_the_hint_is_what_a_cpu_of_the_level_normal_would_do(world: World) -> None:
    table = world.make()
    for _ in range(56):
        seat = world.to_act(table)
        before = match_of(world, table)
        expected = take_turn(before, Seat[seat], Level.NORMAL).match
        found = body_of(world.get(f"{table.path}/hint", table.tokens[seat]))
        follow(world, table, seat, found)
        assert match_of(world, table) == expected


def test_there_is_a_hint_with_one_card_left(world: World) -> None:
    table = to_a_card(world)
    while len(world.view(table, world.to_act(table))["you"]["hand"]) > 1:
        world.go_on(table, 1)
    seat = world.to_act(table)
    hint(world, table, seat, 202)
    world.think()
    found = hint(world, table, seat)
    assert [reason["code"] for reason in found["reasons"]] == ["only_card"]
    assert [each["card"] for each in found["ranking"]] == [found["card"]]
    assert found["ranking"][0]["points"] is not None


def test_texts_follow_the_language(world: World) -> None:
    table = world.make()
    english, japanese = (hint(world, table, "S", language=each)["reasons"] for each in ("en", "ja"))
    assert [reason["code"] for reason in english] == [reason["code"] for reason in japanese]
    assert all(a["text"] != b["text"] for a, b in zip(english, japanese, strict=True))


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        pytest.param(
            Reason(ReasonCode.DUCKS, (LITTLE_JOKER, BIG_JOKER)),
            "The little joker loses to the big joker.",
            id="a card that comes first",
        ),
        pytest.param(
            Reason(ReasonCode.ATTACKS_NIL, params=(("seat", "N"),)),
            "North bid nil and has taken no trick yet: try to make North win one.",
            id="a seat that comes first",
        ),
    ],
)
def test_a_sentence_begins_with_a_capital(reason: Reason, text: str) -> None:
    (body,) = reasons_body((reason,), "en")
    assert body["text"] == text


def test_in_a_duel_there_is_one_opponent_and_no_partner() -> None:
    texts = set()
    for number in range(4):
        match = start(Rules(players=2), bytes([number] * 32)).match
        for _ in range(2 * (13 + 1 + 13)):
            seat = match.to_act[0]
            view = view_for(match, seat)
            reasons = explain(view, choose(view, Level.NORMAL, bytes(32)))
            texts |= {each["text"] for each in reasons_body(reasons, "en")}
            match = take_turn(match, seat, Level.NORMAL).match
    assert len(texts) > 100
    assert [text for text in texts if re.search("opponents|other hands|partner", text)] == []


# ------------------------------------------------------------------- when there is none


def because(world: World, table: Made, seat: str) -> str:
    response = world.get(f"{table.path}/hint", table.tokens[seat])
    assert problem(response) == (409, "hint_not_available")
    return str(body_of(response)["errors"][0]["params"]["because"])


def test_there_is_none_on_a_rated_table(world: World) -> None:
    assert because(world, world.make(rated=True), "S") == "rated"


def test_there_is_none_out_of_turn(world: World) -> None:
    table = world.make()
    assert [because(world, table, seat) for seat in "NEW"] == ["not_your_turn"] * 3


def test_there_is_none_while_the_hand_is_hidden_and_looking_brings_it(world: World) -> None:
    table = world.make(rules=BLIND)
    assert because(world, table, "S") == "hidden_hand"
    world.post(f"{table.path}/look", {}, table.tokens["S"])
    assert hint(world, table, "S")["action"] == "bid"


def test_the_refusal_for_a_hidden_hand_is_the_same_whatever_the_cards_are() -> None:
    bodies = []
    for number in range(3):
        world = World()
        world.entropy.token_bytes(number)
        table = world.make(rules=BLIND)
        body = body_of(world.get(f"{table.path}/hint", table.tokens["S"]))
        bodies.append({**body, "instance": ""})
    assert bodies == bodies[:1] * 3


def test_there_is_none_before_the_start_and_after_the_end(world: World) -> None:
    table = world.make(seats={"S": PLAYERS["S"]})
    path, south = f"{table.path}/hint", table.tokens["S"]
    assert problem(world.get(path, south)) == (409, "wrong_phase")
    world.post(f"{table.path}/close", {}, table.host)
    assert problem(world.get(path, south)) == (409, "table_over")


@pytest.mark.parametrize("rules", [{"max_deals": 1}, {"max_deals": 1, "blind_nil": True, "blind_behind": 0}])
def test_there_is_none_when_the_match_is_over(world: World, rules: Body) -> None:
    table = world.make(rules={**SOUTH_FIRST, **rules}, rated=True)
    while body_of(world.get(table.path))["status"] == "playing":
        seat = world.to_act(table)
        call, body = legal_action(world.view(table, seat))
        world.post(f"{table.path}/{call}", body, table.tokens[seat])
    assert problem(world.get(f"{table.path}/hint", table.tokens["S"])) == (409, "table_over")


def test_it_is_for_the_bearer_of_a_seat_alone(world: World) -> None:
    table, other = world.make(), world.make()
    path = f"{table.path}/hint"
    assert problem(world.get(path)) == (401, "unauthenticated")
    assert problem(world.get(path, other.tokens["S"])) == (401, "unauthenticated")
    assert problem(world.get(path, table.host)) == (403, "forbidden")
    missing = path.replace(table.table_id, "tb_07" + "x" * 22)
    assert problem(world.get(missing, table.tokens["S"])) == (404, "not_found")


# ------------------------------------------------------------------- the points, and what may go wrong


def test_calls_that_come_together_make_one_job(world: World) -> None:
    table = to_a_card(world)
    bodies = [hint(world, table, "S", 202) for _ in range(3)]
    assert bodies == bodies[:1] * 3
    assert len(world.think()) == 1
    assert hint(world, table, "S") == hint(world, table, "S")
    assert world.studies.jobs == []


def test_a_lost_job_is_asked_for_again_by_the_next_call(world: World) -> None:
    table = to_a_card(world)
    hint(world, table, "S", 202)
    world.studies.jobs.clear()
    world.clock.go_on(STUDY_ASKED_MS - 1)
    hint(world, table, "S", 202)
    assert world.studies.jobs == []
    world.clock.go_on(1)
    hint(world, table, "S", 202)
    world.think()
    hint(world, table, "S", 200)


class _NoQueue(MemoryStudies):
    def ask(self, study: Study, lane: Lane) -> None:
        raise StoreUnavailable("refused")


def test_a_queue_that_is_away_costs_the_points_alone() -> None:
    world = World(wrap=lambda ports: replace(ports, studies=_NoQueue(ports.clock)))
    table = to_a_card(world)
    assert hint(world, table, "S", 202)["card"]


class _Meanwhile(MemoryStudies):
    """While somebody waits, `happens` does."""

    happens: Callable[[], object] | None = None

    @contextmanager
    def listen(self, study: Study) -> Iterator["_Meanwhile"]:
        yield self

    def wait(self, timeout: float) -> bool:
        happens, self.happens = self.happens, None
        return bool(happens and happens())


def test_a_card_that_is_played_while_a_hint_waits_leaves_none_for_it() -> None:
    studies = _Meanwhile(FakeClock())
    world = World(wrap=lambda ports: replace(ports, studies=studies))
    table = to_a_card(world)
    studies.happens = lambda: world.act(table, "S")
    assert because(world, table, "S") == "not_your_turn"


def test_points_that_come_while_a_hint_waits_are_in_it() -> None:
    studies = _Meanwhile(FakeClock())
    world = World(wrap=lambda ports: replace(ports, studies=studies))
    table = to_a_card(world)
    studies.happens = lambda: world.think(QUICKLY)
    assert hint(world, table, "S")["ranking"][0]["points"] == 0.0


def test_points_that_have_run_out_are_made_again_and_are_the_same(world: World) -> None:
    table = to_a_card(world)
    hint(world, table, "S", 202)
    world.think()
    first = hint(world, table, "S")
    world.clock.go_on(STUDY_KEPT_MS)
    hint(world, table, "S", 202)
    world.think()
    assert hint(world, table, "S") == first


def test_a_job_that_comes_too_late_thinks_of_nothing(world: World) -> None:
    table = to_a_card(world)
    hint(world, table, "S", 202)
    world.go_on(table, 1)
    (study,) = world.think()
    assert world.studies.find(study) is None


def test_a_late_job_makes_nothing_of_the_same_seats_next_decision(world: World) -> None:
    table = to_a_card(world)
    hint(world, table, "S", 202)
    world.go_on(table, 1)
    while world.to_act(table) != "S":
        world.go_on(table, 1)
    (study,) = world.think({StudyKind.HINT: make_points})
    assert world.studies.find(study) is None
    hint(world, table, "S", 202)


def test_points_are_never_those_of_another_decision(world: World) -> None:
    table = to_a_card(world)
    asked = []
    for _ in range(8):
        seat = world.to_act(table)
        hint(world, table, seat, 202)
        asked += world.think(QUICKLY)
        hint(world, table, seat, 200)
        world.go_on(table, 1)
    assert len(set(asked)) == 8


def test_a_job_that_fails_leaves_nothing_and_logs_no_cards(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(ports: Ports, table_id: str, part: str) -> bytes:
        raise ValueError("the ace of spades, AS")

    table = to_a_card(world)
    hint(world, table, "S", 202)
    with caplog.at_level(logging.ERROR):
        (study,) = world.think({StudyKind.HINT: fails})
    assert world.studies.find(study) is None
    (record,) = caplog.records
    assert (record.message, record.__dict__["table"]) == ("study_failed", table.table_id)
    assert "ace" not in str(record.__dict__)
    assert study.part not in str(record.__dict__)
    world.clock.go_on(STUDY_ASKED_MS)
    hint(world, table, "S", 202)
    world.think()
    hint(world, table, "S", 200)


def test_reading_a_hint_brings_no_absent_player_back(world: World) -> None:
    table = world.make(turn_seconds=5)
    while body_of(world.get(table.path))["seats"]["S"]["presence"] != "cpu":
        if world.to_act(table) == "S":
            world.clock.go_on(20_000)
            world.work()
        else:
            world.go_on(table, 1)
    while world.to_act(table) != "S":
        world.go_on(table, 1)
    before = world.ports.store.load(table.table_id)
    hint(world, table, "S", 202)
    assert world.ports.store.load(table.table_id) == before
