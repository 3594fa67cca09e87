"""The examples of the OpenAPI document: what a scripted session sends and gets, operation by operation."""

from typing import Any

import orjson
from werkzeug.test import TestResponse

from api_world import PLAYERS, Body, Made, World, body_of, made

Examples = dict[str, dict[str, Any]]

_NEW_TABLE = {
    "rules": {"preset": "standard", "target": 250},
    "turn_seconds": 30,
    "seats": {
        "S": {"kind": "player", "name": "guest 1"},
        "N": {"kind": "cpu", "level": "easy"},
        "E": {"kind": "cpu"},
        "W": {"kind": "open"},
    },
}
_BLIND = {"preset": "encyclopedia", "blind_exchange": 2, "first_dealer": "E"}


class Recorder:
    """Notes what is sent and answered."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.examples: Examples = {}

    def get(self, operation: str, path: str, token: str | None = None) -> Body:
        return self._note(operation, self.world.get(path, token))

    def post(self, operation: str, path: str, body: Body, token: str | None = None, **headers: str) -> Body:
        answer = self._note(operation, self.world.post(path, body, token, **headers))
        self.examples[operation]["request"] = body
        return answer

    def patch(self, operation: str, path: str, body: Body, token: str) -> Body:
        answer = self._note(operation, self.world.patch(path, body, token))
        self.examples[operation]["request"] = body
        return answer

    def refused(self, operation: str, response: TestResponse) -> None:
        assert response.status_code >= 400, response.json
        problems = self.examples.setdefault(operation, {}).setdefault("problems", {})
        problems[str(response.status_code)] = body_of(response)

    def unfinished(self, operation: str, response: TestResponse) -> None:
        """An answer with 202, which comes before the whole one."""
        assert response.status_code == 202, response.json
        self.examples.setdefault(operation, {}).setdefault("also", {})["202"] = body_of(response)

    def _note(self, operation: str, response: TestResponse) -> Body:
        assert response.status_code < 300, response.json
        self.examples.setdefault(operation, {})["response"] = body_of(response)
        return body_of(response)


def record_examples(world: World | None = None) -> Examples:
    """Every operation once, in `world` or one in memory."""
    recorder = Recorder(world or World())
    _about_service(recorder)
    _seating(recorder)
    _coming_and_going(recorder)
    _playing(recorder)
    _simulating(recorder)
    return recorder.examples


def _about_service(recorder: Recorder) -> None:
    recorder.get("get_service", "/v1")
    recorder.get("get_health", "/healthz")
    recorder.world.note_pass()
    recorder.get("get_readiness", "/readyz")
    recorder.get("get_rules", "/v1/rules")
    recorder.post("validate_rules", "/v1/rules/validate", {"rules": {"preset": "short", "target": 300}})
    clash = {"rules": {"bid_style": "mirror", "min_bid": 3}}
    recorder.refused("validate_rules", recorder.world.post("/v1/rules/validate", clash))
    recorder.examples["get_openapi"] = {
        "response": {"openapi": "3.1.0", "info": {"title": "Spades"}, "paths": {}, "components": {}}
    }


def _simulating(recorder: Recorder) -> None:
    world = recorder.world
    offer = {
        "deals": 2,
        "duplicate": True,
        "levels": {"E": "easy", "W": "easy"},
        "seed": "1",
        "records": True,
    }
    simulation = recorder.post("create_simulation", "/v1/simulations", offer)
    recorder.refused("create_simulation", world.post("/v1/simulations", {"matches": 0}))
    path = f"/v1/simulations/{simulation['simulation_id']}"
    world.work()
    recorder.get("get_simulation", path)
    first, *_ = world.get(f"{path}/records").data.splitlines()
    recorder.examples["list_simulation_records"] = {"response": orjson.loads(first)}
    other = body_of(world.post("/v1/simulations", {"matches": 5}))
    recorder.post("cancel_simulation", f"/v1/simulations/{other['simulation_id']}/cancel", {})
    recorder.refused("cancel_simulation", world.post(f"{path}/cancel"))


def _seating(recorder: Recorder) -> None:
    world = recorder.world
    recorder.post("create_table", "/v1/tables", _NEW_TABLE)
    wrong = {"seats": {"N": {"kind": "cpu", "level": "expert"}}}
    recorder.refused("create_table", world.post("/v1/tables", wrong))
    created = recorder.examples["create_table"]["response"]
    joining = {"join_code": created["join_code"], "name": "guest 2", "seat": "W"}
    recorder.post("join_by_code", "/v1/join", joining)
    public = made(world.post("/v1/tables", {"visibility": "public", "metadata": {"club": "Tuesday"}}))
    change = {"turn_seconds": 60, "seats": {"E": {"kind": "cpu", "level": "normal"}}}
    recorder.patch("change_table", public.path, change, public.host)
    recorder.post("join_table", f"{public.path}/join", {"name": "guest 3"})
    recorder.get("list_tables", "/v1/tables?status=open&limit=1")
    recorder.post("start_table", f"{public.path}/start", {}, public.host)
    recorder.post("close_table", f"{public.path}/close", {}, public.host)


def _coming_and_going(recorder: Recorder) -> None:
    table = recorder.world.make(turn_seconds=30)
    recorder.post("leave_table", f"{table.path}/leave", {}, table.tokens["W"])
    recorder.post("return_to_table", f"{table.path}/return", {}, table.tokens["W"])
    recorder.post("replace_player", f"{table.path}/replace", {"seat": "N"}, table.host)
    recorder.world.post(f"{table.path}/close", {}, table.host)
    recorder.post("rematch_table", f"{table.path}/rematch", {"turn_seconds": 60}, table.tokens["S"])


def _playing(recorder: Recorder) -> None:
    world = recorder.world
    table = world.make(seats=PLAYERS, rules=_BLIND, turn_seconds=30)
    south = table.tokens["S"]
    recorder.refused("get_hint", world.get(f"{table.path}/hint", south))
    recorder.post("look", f"{table.path}/look", {}, south)
    bid = {"turn": 1, "bid": {"kind": "tricks", "tricks": 4}}
    recorder.post("place_bid", f"{table.path}/bid", bid, south, Idempotency_Key="bid-1")
    recorder.get("get_action", f"{table.path}/actions/bid-1", south)
    world.post(f"{table.path}/look", {}, table.tokens["W"])
    for seat, kind in (("W", {"tricks": 3}), ("N", {"kind": "blind_nil"}), ("E", {"kind": "blind_nil"})):
        assert world.post(f"{table.path}/bid", {"bid": kind}, table.tokens[seat]).status_code == 200
    _exchanging(recorder, table)
    _card(recorder, table)
    recorder.get("get_table", table.path)
    while body_of(world.get(table.path))["deal"]["number"] == 1:
        world.go_on(table, 1)
    recorder.get("list_events", f"{table.path}/events?after=75")
    recorder.get("list_deals", f"{table.path}/deals")
    recorder.get("get_deal", f"{table.path}/deals/1")
    recorder.get("get_record", f"{table.path}/record")
    _reviewing(recorder, table)
    _drawing(recorder)


def _reviewing(recorder: Recorder, table: Made) -> None:
    """An abandoned match is over, too."""
    world, path, south = recorder.world, f"{table.path}/deals/1/review", table.tokens["S"]
    recorder.refused("get_review", world.get(path))
    world.post(f"{table.path}/close", {}, table.host)
    recorder.unfinished("get_review", world.get(path, south))
    world.think()
    assert not recorder.get("get_review", path, south)["waiting"]


def _drawing(recorder: Recorder) -> None:
    seats = {seat: PLAYERS[seat] for seat in ("N", "S")}
    table = recorder.world.make(seats=seats, rules={"preset": "duel", "first_dealer": "N"})
    recorder.post("draw_card", f"{table.path}/draw", {"turn": 1, "keep": True}, table.tokens["S"])
    recorder.post("create_stream_ticket", f"{table.path}/stream-tickets", {}, table.tokens["S"])


def _exchanging(recorder: Recorder, table: Made) -> None:
    turn = recorder.world.view(table, "N")["turn"]
    gift = {"turn": turn["id"], "cards": turn["legal_cards"][:2]}
    recorder.post("give_cards", f"{table.path}/exchange", gift, table.tokens["N"])
    recorder.world.go_on(table, 3)


def _card(recorder: Recorder, table: Made) -> None:
    """A card that is refused, and one that is played."""
    world = recorder.world
    while not world.view(table, world.to_act(table))["turn"]["illegal_cards"]:
        world.go_on(table, 1)
    seat = world.to_act(table)
    view = recorder.get("get_view", f"{table.path}/view", table.tokens[seat])
    recorder.refused("get_view", world.get(f"{table.path}/view"))
    recorder.unfinished("get_hint", world.get(f"{table.path}/hint", table.tokens[seat]))
    world.think()
    recorder.get("get_hint", f"{table.path}/hint", table.tokens[seat])
    turn, play = view["turn"], f"{table.path}/play"
    wrong = {"turn": turn["id"], "card": turn["illegal_cards"][0]["card"]}
    refusal = world.post(play, wrong, table.tokens[seat])
    recorder.post("play_card", play, {"turn": turn["id"], "card": turn["legal_cards"][0]}, table.tokens[seat])
    recorder.refused("play_card", refusal)
