"""Whole matches by clients that know nothing of Spades but what their views call legal."""

import orjson
import pytest

from api_world import PLAYERS, World, body_of
from engine.record_reading import parse_record
from engine.verify import verify

TWO_DEALS = {"max_deals": 2, "target": 2000, "floor": None}
BLIND = {"blind_nil": True, "blind_behind": 0, "max_deals": 3, "target": 2000, "floor": None}


def play_to_the_end(world: World, **offer: object) -> str:
    """Each seat takes its legal actions in turn, other ones each time; the path of the table."""
    table = world.make(**offer)
    for count in range(4 * 52 * 4):
        shown = body_of(world.get(table.path))
        if shown["status"] == "over":
            return table.path
        seat = next((each for each in shown["to_act"] if each in table.tokens), None)
        if seat is None:
            world.work()
        else:
            response = world.act(table, seat, choose=7 * count)
            assert response.status_code == 200, response.json
    raise AssertionError("the match does not end")


OFFERS = [
    pytest.param({"rules": TWO_DEALS}, id="four players"),
    pytest.param({"rules": BLIND}, id="blind nils and exchanges"),
    pytest.param({"rules": {**TWO_DEALS, "first_lead": "lowest_club"}}, id="the lowest club leads"),
    pytest.param(
        {"rules": TWO_DEALS, "seats": {"S": PLAYERS["S"], **{seat: {"kind": "cpu"} for seat in "NEW"}}},
        id="one player among CPUs",
    ),
]


@pytest.mark.parametrize("offer", OFFERS)
def test_a_client_without_rules_plays_a_match_whose_record_verifies(offer: dict[str, object]) -> None:
    world = World()
    path = play_to_the_end(world, **offer)
    record = orjson.loads(world.get(f"{path}/record").data)
    assert not verify(parse_record(record))
    assert record["result"]["end_reason"] == "max_deals"
    assert record["seed"] == body_of(world.get(path))["shuffle"]["seed"]


def test_the_sheets_are_those_of_the_record() -> None:
    world = World()
    path = play_to_the_end(world, rules=TWO_DEALS)
    record, deals = body_of(world.get(f"{path}/record")), body_of(world.get(f"{path}/deals"))["deals"]
    assert [deal["number"] for deal in deals] == [1, 2]
    for deal, recorded in zip(deals, record["deals"], strict=True):
        plain = {
            side: {name: number for name, number in score.items() if name != "lines"}
            for side, score in deal["score"].items()
        }
        assert plain == recorded["score"]
    assert body_of(world.get(f"{path}/deals/2")) == deals[1]
    assert world.get(f"{path}/deals/3").status_code == 404


def test_a_match_of_cpus_alone_runs_to_its_end_by_itself() -> None:
    world = World()
    table = world.make(seats={seat: {"kind": "cpu"} for seat in "NESW"}, rules={"max_deals": 1})
    world.work()
    assert body_of(world.get(table.path))["status"] == "over"


def test_the_events_of_all_pages_are_numbered_without_a_gap() -> None:
    world = World()
    path = play_to_the_end(world, rules={"max_deals": 1})
    events, last_seq = [], 0
    while page := body_of(world.get(f"{path}/events?after={last_seq}")):
        if not page["events"]:
            break
        events += page["events"]
        last_seq = page["last_seq"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["type"] == "match_over"
    assert page["over"] is True


LONG = {"first_dealer": "E", "floor": None}
"""No first deal is the last, however it went."""


def test_an_unfinished_match_has_a_record_of_its_finished_deals_without_the_seed() -> None:
    world = World()
    table = world.make(rules=LONG)
    world.go_on(table, 57)
    record = body_of(world.get(f"{table.path}/record"))
    assert [deal["number"] for deal in record["deals"]] == [1]
    assert "seed" not in record
    assert record["result"] is None


def test_a_closed_match_is_abandoned_and_its_record_verifies() -> None:
    world = World()
    table = world.make(rules=LONG)
    world.go_on(table, 57)
    assert world.post(f"{table.path}/close", {}, table.host).status_code == 200
    record = orjson.loads(world.get(f"{table.path}/record").data)
    assert not verify(parse_record(record))
    assert record["result"]["end_reason"] == "abandoned"


def test_a_table_without_a_match_has_an_empty_record() -> None:
    world = World()
    table = world.make(seats={})
    record = body_of(world.get(f"{table.path}/record"))
    assert (record["deals"], record["result"]) == ([], None)
