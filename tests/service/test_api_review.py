"""The review of a deal: who may see it and when, 202 until workers are done, lost work, the same again."""

from typing import Any

import orjson
import pytest

from api_world import PLAYERS, SOUTH_FIRST, Body, Made, World, body_of, problem
from service.jobs.study import make
from service.ports import STUDY_ASKED_MS, STUDY_KEPT_MS, Ports, Study, StudyKind
from service.table_turns import Lane
from service.texts import LANGUAGES

ONE_DEAL = SOUTH_FIRST | {"max_deals": 1}
FAR = SOUTH_FIRST | {"target": 2000, "floor": None}
SEATS = "NESW"


def light(_ports: Ports, table_id: str, part: str) -> bytes:
    """A maker that thinks of nothing: one decision, which names its part."""
    lost = {"N": 0.0, "E": 1.5, "S": 2.5, "W": None}[part[-1]]
    return orjson.dumps({language: [{"part": part, "points_lost": lost}] for language in LANGUAGES})


def broken(_ports: Ports, table_id: str, part: str) -> bytes:
    raise RuntimeError("the ace of spades")


LIGHT = {StudyKind.REVIEW: light}
BROKEN = {StudyKind.REVIEW: broken}


def play_out(world: World, table: Made, until_deal: int = 99) -> None:
    """Actions until that deal begins, or the match is over."""
    seat = next(iter(table.tokens))
    while (view := world.view(table, seat))["status"] == "playing" and view["deal"]["number"] < until_deal:
        response = world.act(table, view["to_act"][0])
        assert response.status_code == 200, response.json


def over(world: World, **offer: Any) -> Made:
    table = world.make(**{"rules": ONE_DEAL, **offer})
    play_out(world, table)
    return table


def review_path(table: Made, deal: int = 1, query: str = "") -> str:
    return f"{table.path}/deals/{deal}/review{query}"


def parts(body: Body) -> list[str]:
    return [each["part"] for each in body["decisions"]]


@pytest.fixture(scope="module")
def played() -> tuple[World, Made]:
    """A match of one deal that is over; of no seat there is a review yet."""
    world = World()
    return world, over(world)


ROLES = [
    pytest.param(None, "", SEATS, id="a spectator: every seat in play"),
    pytest.param("host", "", SEATS, id="the host: every seat in play"),
    pytest.param("S", "", "S", id="a seat: its own"),
    pytest.param("S", "?seat=E", "E", id="a seat, of another seat"),
    pytest.param(None, "?seat=N", "N", id="a spectator, of one seat"),
]


def token_of(table: Made, role: str | None) -> str | None:
    return None if role is None else {"host": table.host, **table.tokens}[role]


@pytest.mark.parametrize(("role", "query", "seats"), ROLES)
def test_whose_decisions_are_shown(
    played: tuple[World, Made], role: str | None, query: str, seats: str
) -> None:
    world, table = played
    body = body_of(world.get(review_path(table, 1, query), token_of(table, role)))
    assert "".join(body["seats"]) == seats


def test_it_is_202_until_every_seat_is_ready_and_says_which_are() -> None:
    world = World()
    table = over(world)
    first = world.get(review_path(table))
    assert (first.status_code, first.headers["Retry-After"]) == (202, "1")
    assert body_of(first) == {
        "deal": 1,
        "seats": list(SEATS),
        "waiting": list(SEATS),
        "decisions": [],
        "points_lost": {},
    }
    assert [study.part for study in world.think(LIGHT, most=2)] == ["1.N", "1.E"]
    second = world.get(review_path(table))
    assert second.status_code == 202
    assert (body_of(second)["waiting"], parts(body_of(second))) == (["S", "W"], ["1.N", "1.E"])
    assert len(world.think(LIGHT)) == 2
    third = world.get(review_path(table))
    assert (third.status_code, third.headers.get("Retry-After")) == (200, None)
    assert parts(body_of(third)) == ["1.N", "1.E", "1.S", "1.W"]
    assert body_of(third)["waiting"] == []
    assert body_of(third)["points_lost"] == {"N": 0.0, "E": 1.5, "S": 2.5, "W": 0.0}


def test_callers_that_come_while_it_is_made_queue_nothing_more() -> None:
    world = World()
    table = over(world)
    for role in (None, "host", "S", "S"):
        assert world.get(review_path(table), token_of(table, role)).status_code == 202
    assert [(lane, study.part) for lane, study in world.studies.jobs] == [
        (Lane.BULK, f"1.{seat}") for seat in SEATS
    ]


def test_a_job_that_is_lost_is_asked_for_again() -> None:
    world = World()
    table = over(world)
    assert world.get(review_path(table), table.tokens["S"]).status_code == 202
    world.studies.jobs.clear()
    assert world.get(review_path(table), table.tokens["S"]).status_code == 202
    assert not world.think(LIGHT)
    world.clock.go_on(STUDY_ASKED_MS)
    assert world.get(review_path(table), table.tokens["S"]).status_code == 202
    assert len(world.think(LIGHT)) == 1
    assert world.get(review_path(table), table.tokens["S"]).status_code == 200


def test_a_failure_is_tried_again_and_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    world = World()
    table = over(world)
    world.get(review_path(table), table.tokens["S"])
    assert len(world.think(BROKEN)) == 1
    assert [record.message for record in caplog.records] == ["study_failed"]
    assert "ace" not in caplog.text
    caplog.clear()
    world.clock.go_on(STUDY_ASKED_MS)
    assert world.get(review_path(table), table.tokens["S"]).status_code == 202
    assert len(world.think(LIGHT)) == 1
    assert world.get(review_path(table), table.tokens["S"]).status_code == 200


UNREADY = [
    pytest.param({"seats": {"S": {"kind": "player"}}}, 0, id="a table that is open"),
    pytest.param({"rules": FAR}, 0, id="a match that is playing"),
    pytest.param({"rules": FAR}, 2, id="a match that is playing: nor a deal that is scored"),
]


@pytest.mark.parametrize(("offer", "until_deal"), UNREADY)
def test_nothing_is_reviewed_before_the_match_is_over(offer: dict[str, Any], until_deal: int) -> None:
    world = World()
    table = world.make(**offer)
    if until_deal:
        play_out(world, table, until_deal)
    for role in (None, "host", *table.tokens):
        for deal in (1, 2, 9):
            refusal = world.get(review_path(table, deal), token_of(table, role))
            assert problem(refusal) == (409, "wrong_phase")
    assert not world.studies.jobs


def test_a_job_for_a_match_that_is_playing_makes_nothing() -> None:
    world = World()
    table = world.make(rules=FAR)
    play_out(world, table, 2)
    for part in ("1.S", "2.S", "9.S"):
        study = Study(table.table_id, StudyKind.REVIEW, part)
        make(world.ports, study)
        assert world.ports.studies.find(study) is None


def test_of_an_abandoned_match_the_scored_deals_are_reviewed_and_no_other() -> None:
    world = World()
    table = world.make(rules=FAR)
    play_out(world, table, 2)
    world.go_on(table, 6)
    world.post(f"{table.path}/close", {}, table.host)
    assert world.get(review_path(table, 1)).status_code == 202
    assert problem(world.get(review_path(table, 2))) == (404, "not_found")


def test_a_table_that_never_started_has_none() -> None:
    world = World()
    table = world.make(seats={"S": {"kind": "player"}})
    world.post(f"{table.path}/close", {}, table.host)
    assert problem(world.get(review_path(table))) == (404, "not_found")


REFUSED = [
    pytest.param(0, "", (404, "not_found"), id="deal 0"),
    pytest.param(2, "", (404, "not_found"), id="a deal that was not played"),
    pytest.param(10**30, "", (404, "not_found"), id="a deal beyond all numbers"),
    pytest.param(1, "?seat=X", (422, "invalid_field"), id="no seat"),
    pytest.param(1, "?seat=", (422, "invalid_field"), id="an empty seat"),
    pytest.param(1, "?seats=S", (422, "unknown_field"), id="an unknown parameter"),
]


def test_of_a_deal_that_is_none_it_is_said_so(played: tuple[World, Made]) -> None:
    world, table = played
    for path in (review_path(table, 2), f"{table.path}/deals/2"):
        assert body_of(world.get(path))["detail"] == "No deal of this number is scored at this table."


@pytest.mark.parametrize(("deal", "query", "expected"), REFUSED)
def test_bad_calls(played: tuple[World, Made], deal: int, query: str, expected: tuple[int, str]) -> None:
    world, table = played
    assert problem(world.get(review_path(table, deal, query))) == expected


def test_a_seat_that_is_not_in_play_is_refused_with_those_that_are() -> None:
    world = World()
    seats = {seat: PLAYERS[seat] for seat in "NS"}
    table = over(world, seats=seats, rules={"preset": "duel", "max_deals": 1})
    refusal = world.get(review_path(table, 1, "?seat=E"))
    assert problem(refusal) == (422, "invalid_field")
    assert body_of(refusal)["errors"][0]["params"] == {"parameter": "seat", "allowed": "N, S"}
    assert body_of(world.get(review_path(table)))["seats"] == ["N", "S"]


def test_it_is_for_those_who_may_watch_the_table() -> None:
    world = World()
    table = over(world, visibility="private")
    other = world.make()
    for token in (None, other.host, other.tokens["S"], "st_nonsense"):
        assert problem(world.get(review_path(table), token)) == (401, "unauthenticated")
        assert problem(world.get(review_path(table, 1, "?seat=X"), token)) == (401, "unauthenticated")
    assert not world.studies.jobs
    for role in ("host", *SEATS):
        assert world.get(review_path(table), token_of(table, role)).status_code == 202
    missing = f"/v1/tables/{table.table_id[:-1]}!/deals/1/review"
    assert problem(world.get(missing)) == (404, "not_found")


def recomputed(world: World, table: Made) -> bytes:
    """The review of South, made anew by the real maker."""
    path = review_path(table, 1, "?seat=S")
    assert world.get(path).status_code == 202
    assert len(world.think()) == 1
    answer = world.get(path)
    assert answer.status_code == 200
    return answer.data


def test_what_is_kept_runs_out_and_is_the_same_when_it_is_made_again(played: tuple[World, Made]) -> None:
    """By the real maker, and so in both languages, against the log."""
    world, table = played
    world.clock.go_on(STUDY_ASKED_MS)  # others may have asked for it, too
    world.studies.jobs.clear()
    first = recomputed(world, table)
    world.clock.go_on(STUDY_KEPT_MS)
    assert recomputed(world, table) == first
    english = orjson.loads(first)
    japanese = body_of(world.get(review_path(table, 1, "?seat=S"), Accept_Language="ja"))
    assert [each["made"] for each in english["decisions"]] == what_south_did(world, table)
    assert without_texts(english) == without_texts(japanese)
    assert texts(english)
    assert all(en != ja for en, ja in zip(texts(english), texts(japanese), strict=True))


def what_south_did(world: World, table: Made) -> list[Body]:
    page = body_of(world.get(f"{table.path}/events"))
    of_south = [each for each in page["events"] if each.get("seat") == "S"]
    bids = [{"action": "bid", **each["bid_made"]} for each in of_south if "bid_made" in each]
    cards = [
        {"action": "play", "card": each["card_played"]["card"]} for each in of_south if "card_played" in each
    ]
    return bids + cards


def without_texts(body: Body) -> Body:
    decisions = [
        {**each, "reasons": [{**reason, "text": ""} for reason in each["reasons"]]}
        for each in body["decisions"]
    ]
    return {**body, "decisions": decisions}


def texts(body: Body) -> list[str]:
    return [reason["text"] for each in body["decisions"] for reason in each["reasons"]]
