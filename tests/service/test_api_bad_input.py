"""What bad input gets: a code, a pointer, and an unchanged table."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from api_world import Made, World, body_of, problem

JSON = "application/json"


@pytest.fixture(scope="module")
def world() -> World:
    return World()


@pytest.fixture(scope="module")
def bidding(world: World) -> Made:
    """South is to bid."""
    return world.make()


@pytest.fixture(scope="module")
def playing(world: World) -> Made:
    """South is to lead."""
    table = world.make()
    world.go_on(table, 4)
    return table


@pytest.fixture(scope="module")
def exchanging(world: World) -> Made:
    """South bid blind nil and is to give two cards."""
    table = world.make(rules={"first_dealer": "E", "blind_nil": True, "blind_behind": 0})
    for seat in ("S", "W", "N", "E"):
        if seat != "S":
            world.post(f"{table.path}/look", {}, table.tokens[seat])
        bid = {"kind": "blind_nil"} if seat == "S" else {"tricks": 3}
        assert world.post(f"{table.path}/bid", {"bid": bid}, table.tokens[seat]).status_code == 200
    return table


def send(world: World, table: Made, call: str, data: bytes, content_type: str = JSON) -> TestResponse:
    headers = {"Authorization": f"Bearer {table.tokens['S']}"}
    return world.http.post(f"{table.path}/{call}", data=data, content_type=content_type, headers=headers)


def refused(world: World, table: Made, response: TestResponse) -> tuple[str, list[str]]:
    """The code and the pointers of a refusal that has left the table as it was."""
    _, code = problem(response)
    return code, [each["pointer"] for each in body_of(response).get("errors", [])]


BIDS: list[Any] = [
    *(pytest.param(b'{"bid": {"tricks": %s}}' % tricks, ["/bid/tricks"], id=f"tricks {tricks.decode()}")
      for tricks in (b"3.5", b'"3"', b"true", b"null", b"-1", b"14", b"1e9", b"[]", b"3.1", b"{}")),
    pytest.param(b'{"bid": 3.5}', ["/bid"], id="a number for a bid"),
    pytest.param(b'{"bid": null}', ["/bid"], id="null for a bid"),
    pytest.param(b'{"bid": []}', ["/bid"], id="a list for a bid"),
    pytest.param(b'{"bid": {}}', ["/bid/tricks"], id="an empty bid"),
    pytest.param(b"{}", ["/bid"], id="no bid"),
    pytest.param(b'{"bid": {"kind": "nil", "tricks": 3}}', ["/bid/tricks"], id="a nil of three"),
    pytest.param(b'{"bid": {"kind": "zero", "tricks": 1}}', ["/bid/tricks"], id="a zero of one"),
    pytest.param(b'{"bid": {"kind": "tricks", "tricks": 0}}', ["/bid/tricks"], id="tricks of none"),
    pytest.param(b'{"bid": {"kind": "tricks"}}', ["/bid/tricks"], id="tricks without a number"),
    pytest.param(b'{"bid": {"kind": "blind_tricks"}}', ["/bid/tricks"], id="blind tricks without a number"),
    pytest.param(b'{"bid": {"kind": "pass"}}', ["/bid/kind"], id="an unknown kind"),
    pytest.param(b'{"bid": {"kind": 1}}', ["/bid/kind"], id="a number for a kind"),
    *(pytest.param(b'{"turn": %s, "bid": {"tricks": 3}}' % turn, ["/turn"], id=f"turn {turn.decode()}")
      for turn in (b"0", b"-1", b"1.5", b'"1"', b"true", b"null", b"1e12", b"99999999999")),
]  # fmt: skip


@pytest.mark.parametrize(("data", "pointers"), BIDS)
def test_a_bid_out_of_shape(world: World, bidding: Made, data: bytes, pointers: list[str]) -> None:
    response = send(world, bidding, "bid", data)
    assert refused(world, bidding, response) == ("invalid_field", pointers)
    assert world.view(bidding, "S")["version"] == 1


UNKNOWN = [
    pytest.param(b'{"bid": {"tricks": 3}, "suit": "S"}', ["/suit"], id="beside the bid"),
    pytest.param(b'{"bid": {"tricks": 3, "seat": "S"}}', ["/bid/seat"], id="in the bid"),
    pytest.param(b'{"bid": {"tricks": 3}, "a/b~c": 1}', ["/a~1b~0c"], id="a name that needs escapes"),
]


@pytest.mark.parametrize(("data", "pointers"), UNKNOWN)
def test_an_unknown_field(world: World, bidding: Made, data: bytes, pointers: list[str]) -> None:
    response = send(world, bidding, "bid", data)
    assert refused(world, bidding, response) == ("unknown_field", pointers)
    assert world.view(bidding, "S")["version"] == 1


NOT_JSON = [
    pytest.param(b"", id="nothing"),
    pytest.param(b"bid=3", id="a form"),
    pytest.param(b'{"bid": {"tricks": NaN}}', id="NaN"),
    pytest.param(b'{"bid": {"tricks": 3}', id="cut off"),
    pytest.param(b'{"bid": {"tricks": 3}} {}', id="two values"),
    pytest.param(b'\xff{"bid": 3}', id="not UTF-8"),
    pytest.param(b'{"bid": "\\ud800"}', id="half a character"),
    pytest.param(b'{"bid": ' + b"[" * 20_000 + b"]" * 20_000 + b"}", id="nested deeply"),
]


@pytest.mark.parametrize("data", NOT_JSON)
def test_a_body_that_is_not_json(world: World, bidding: Made, data: bytes) -> None:
    code, _ = refused(world, bidding, send(world, bidding, "bid", data))
    assert code == "not_json"
    assert world.view(bidding, "S")["version"] == 1


@pytest.mark.parametrize("data", [b"[]", b"3", b'"bid"', b"null", b"true"])
def test_json_that_is_no_object(world: World, bidding: Made, data: bytes) -> None:
    assert refused(world, bidding, send(world, bidding, "bid", data)) == ("invalid_field", [""])


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "", "json"])
def test_a_body_of_another_type(world: World, bidding: Made, content_type: str) -> None:
    response = send(world, bidding, "bid", b'{"bid": {"tricks": 3}}', content_type)
    assert problem(response) == (415, "wrong_content_type")


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "APPLICATION/JSON"])
def test_json_by_another_spelling_of_its_type_is_read(world: World, bidding: Made, content_type: str) -> None:
    response = send(world, bidding, "bid", b'{"bid": {"tricks": 14}}', content_type)
    assert problem(response) == (422, "invalid_field")


def test_a_body_of_one_megabyte(world: World, bidding: Made) -> None:
    data = b'{"bid": "' + b"x" * 1_000_000 + b'"}'
    assert problem(send(world, bidding, "bid", data)) == (413, "too_large")
    assert world.view(bidding, "S")["version"] == 1


def test_a_large_body_without_a_length(world: World, bidding: Made) -> None:
    """A chunked body, as gunicorn hands it on."""
    from io import BytesIO

    response = world.http.post(
        f"{bidding.path}/bid",
        input_stream=BytesIO(b" " * 200_000),
        content_type=JSON,
        headers={"Authorization": f"Bearer {bidding.tokens['S']}", "Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert problem(response) == (413, "too_large")


CARDS = [
    pytest.param(b'{"card": %s}' % card, id=card.decode())
    for card in (b'"ZZ"', b'"as"', b"7", b'""', b"null", b'["AS"]', b'"AS "', b'"10S"', b'"XJ"')
]


@pytest.mark.parametrize("data", [*CARDS, pytest.param(b"{}", id="no card")])
def test_a_card_that_is_none(world: World, playing: Made, data: bytes) -> None:
    version = world.view(playing, "S")["version"]
    assert refused(world, playing, send(world, playing, "play", data)) == ("invalid_field", ["/card"])
    assert world.view(playing, "S")["version"] == version


def test_another_seats_card(world: World, playing: Made) -> None:
    card = world.view(playing, "W")["you"]["hand"][0]
    response = world.post(f"{playing.path}/play", {"card": card}, playing.tokens["S"])
    assert refused(world, playing, response) == ("card_not_in_hand", ["/card"])
    assert body_of(response)["legal"] == {"cards": world.view(playing, "S")["turn"]["legal_cards"]}


def test_an_illegal_card_is_refused_with_the_code_that_the_view_gave() -> None:
    world = World()
    table = world.make()
    while not world.view(table, seat := world.to_act(table))["turn"]["illegal_cards"]:
        world.go_on(table, 1)
    view = world.view(table, seat)
    for illegal in view["turn"]["illegal_cards"]:
        response = world.post(f"{table.path}/play", {"card": illegal["card"]}, table.tokens[seat])
        assert problem(response) == (422, illegal["code"])
        assert body_of(response)["detail"] == illegal["text"]
        assert body_of(response)["legal"] == {"cards": view["turn"]["legal_cards"]}
    assert world.view(table, seat)["version"] == view["version"]


GIFTS = [
    pytest.param(lambda hand, other: [hand[0], hand[0]], "invalid_field", ["/cards/1"], id="a card twice"),
    pytest.param(lambda hand, other: [hand[0], other[0]], "card_not_in_hand", ["/cards/1"], id="another's"),
    pytest.param(lambda hand, other: hand[:1], "wrong_card_count", ["/cards"], id="one too few"),
    pytest.param(lambda hand, other: hand[:3], "wrong_card_count", ["/cards"], id="one too many"),
    pytest.param(lambda hand, other: [], "invalid_field", ["/cards"], id="none"),
    pytest.param(lambda hand, other: "AS", "invalid_field", ["/cards"], id="a text"),
    pytest.param(lambda hand, other: [hand[0], "ZZ"], "invalid_field", ["/cards/1"], id="no card"),
    pytest.param(lambda hand, other: [hand[0], None], "invalid_field", ["/cards/1"], id="null"),
    pytest.param(lambda hand, other: None, "invalid_field", ["/cards"], id="null for the list"),
]


@pytest.mark.parametrize(("choose", "code", "pointers"), GIFTS)
def test_an_exchange(world: World, exchanging: Made, choose: Any, code: str, pointers: list[str]) -> None:
    view = world.view(exchanging, "S")
    cards = choose(view["you"]["hand"], world.view(exchanging, "W")["you"]["hand"])
    response = world.post(f"{exchanging.path}/exchange", {"cards": cards}, exchanging.tokens["S"])
    assert refused(world, exchanging, response) == (code, pointers)
    assert world.view(exchanging, "S")["version"] == view["version"]


def test_a_turn_that_is_not_yours(world: World, bidding: Made) -> None:
    response = world.post(f"{bidding.path}/bid", {"bid": {"tricks": 3}}, bidding.tokens["W"])
    assert problem(response) == (409, "not_your_turn")
    assert "legal" not in body_of(response)


def test_a_phase_that_is_not_now(world: World, bidding: Made) -> None:
    card = world.view(bidding, "S")["you"]["hand"][0]
    response = world.post(f"{bidding.path}/play", {"card": card}, bidding.tokens["S"])
    assert problem(response) == (409, "wrong_phase")
    assert "legal" not in body_of(response)


def test_a_turn_that_is_over(world: World) -> None:
    table = world.make()
    world.go_on(table, 4)
    response = world.post(f"{table.path}/play", {"turn": 1, "card": "AS"}, table.tokens["S"])
    assert problem(response) == (409, "turn_expired")


def test_a_table_that_is_over(world: World) -> None:
    table = world.make()
    world.post(f"{table.path}/close", {}, table.host)
    response = world.post(f"{table.path}/bid", {"bid": {"tricks": 3}}, table.tokens["S"])
    assert problem(response) == (409, "table_over")
    assert problem(world.post(f"{table.path}/close", {}, table.host)) == (409, "table_over")
    assert problem(world.post(f"{table.path}/start", {}, table.host)) == (409, "table_over")


def test_an_action_at_a_table_that_has_not_started(world: World) -> None:
    table = world.make(seats={"S": {"kind": "player"}})
    response = world.post(f"{table.path}/bid", {"bid": {"tricks": 3}}, table.tokens["S"])
    assert problem(response) == (409, "wrong_phase")


def test_what_is_wrong_with_the_caller_comes_before_what_is_wrong_with_the_body(
    world: World, bidding: Made
) -> None:
    body = {"bid": {"tricks": 99}}
    assert problem(world.post(f"{bidding.path}/bid", body)) == (401, "unauthenticated")
    assert problem(world.post(f"{bidding.path}/bid", body, bidding.host)) == (403, "forbidden")
    nowhere = "/v1/tables/tb_00" + "0" * 22
    assert problem(world.post(f"{nowhere}/bid", body, bidding.tokens["S"])) == (404, "not_found")


def _named(name: str) -> dict[str, Any]:
    return {"seats": {"N": {"kind": "player", "name": name}}}


TABLES = [
    pytest.param({"rules": {"target": 49}}, "invalid_field", ["/rules/target"], id="an option out of range"),
    pytest.param({"rules": {"target": "500"}}, "invalid_field", ["/rules/target"], id="an option as text"),
    pytest.param({"rules": {"targets": 500}}, "unknown_field", ["/rules/targets"], id="an unknown option"),
    pytest.param({"rules": {"preset": "x"}}, "invalid_field", ["/rules/preset"], id="an unknown preset"),
    pytest.param({"rules": {"preset": []}}, "invalid_field", ["/rules/preset"], id="a list for a preset"),
    pytest.param({"rules": []}, "invalid_field", ["/rules"], id="a list for rules"),
    pytest.param(
        {"rules": {"nil": False, "suicide": "one_nil"}},
        "rules_clash",
        ["/rules/suicide"],
        id="options that clash",
    ),
    pytest.param(
        {"rules": {"preset": "duel", "seating": "cut"}},
        "rules_clash",
        ["/rules/seating"],
        id="an option that clashes with the preset",
    ),
    pytest.param({"seats": {"X": {"kind": "cpu"}}}, "unknown_field", ["/seats/X"], id="an unknown seat"),
    pytest.param({"seats": {"N": {}}}, "invalid_field", ["/seats/N/kind"], id="a seat without a kind"),
    pytest.param({"seats": {"N": "cpu"}}, "invalid_field", ["/seats/N"], id="a text for a seat"),
    pytest.param(
        {"seats": {"N": {"kind": "cpu", "level": "expert"}}},
        "invalid_field",
        ["/seats/N/level"],
        id="no level",
    ),
    pytest.param(
        {"seats": {"N": {"kind": "player", "level": "easy"}}},
        "invalid_field",
        ["/seats/N/level"],
        id="a level for a player",
    ),
    pytest.param(_named("  "), "invalid_field", ["/seats/N/name"], id="a blank name"),
    pytest.param(_named(""), "invalid_field", ["/seats/N/name"], id="no name"),
    pytest.param(
        _named("a\nb"), "invalid_field", ["/seats/N/name"], id="two lines"
    ),
    pytest.param(
        _named("x" * 41), "invalid_field", ["/seats/N/name"], id="long"
    ),
    pytest.param({"turn_seconds": 4}, "invalid_field", ["/turn_seconds"], id="4 seconds"),
    pytest.param({"turn_seconds": 30.5}, "invalid_field", ["/turn_seconds"], id="30.5 seconds"),
    pytest.param({"cpu_delay_ms": 10_001}, "invalid_field", ["/cpu_delay_ms"], id="a slow CPU"),
    pytest.param({"rated": "false"}, "invalid_field", ["/rated"], id="a text for a flag"),
    pytest.param({"rated": None}, "invalid_field", ["/rated"], id="null for a flag"),
    pytest.param({"visibility": "secret"}, "invalid_field", ["/visibility"], id="an unknown visibility"),
    pytest.param({"seed": ""}, "invalid_field", ["/seed"], id="an empty seed"),
    pytest.param({"seed": 7}, "invalid_field", ["/seed"], id="a number for a seed"),
    pytest.param({"metadata": {"a": 1}}, "invalid_field", ["/metadata"], id="a number in the metadata"),
    pytest.param({"metadata": {"a": "x" * 201}}, "invalid_field", ["/metadata"], id="long metadata"),
    pytest.param(
        {"metadata": {str(n): "" for n in range(17)}}, "invalid_field", ["/metadata"], id="much metadata"
    ),
]  # fmt: skip


@pytest.mark.parametrize(("offer", "code", "pointers"), TABLES)
def test_a_table_that_can_not_be_made(
    world: World, offer: dict[str, Any], code: str, pointers: list[str]
) -> None:
    response = world.post("/v1/tables", offer)
    assert problem(response) == (422, code)
    assert [each["pointer"] for each in body_of(response)["errors"]] == pointers


def test_all_clashes_are_named_at_once_each_with_both_options(world: World) -> None:
    rules = {"bid_style": "mirror", "min_bid": 3, "zero_bid": True}
    response = world.post("/v1/tables", {"rules": rules})
    assert problem(response) == (422, "rules_clash")
    clashes = {each["pointer"]: each["clashes_with"] for each in body_of(response)["errors"]}
    assert clashes == {"/rules/zero_bid": ["bid_style"], "/rules/min_bid": ["bid_style", "zero_bid"]}


SEEDS = [
    pytest.param({"seats": {}}, id="an open seat"),
    pytest.param({"visibility": "public"}, id="a public table"),
    pytest.param({"rated": True}, id="a rated table"),
]


@pytest.mark.parametrize("offer", SEEDS)
def test_a_seed_is_not_chosen_for(world: World, offer: dict[str, Any]) -> None:
    seats = {seat: {"kind": "cpu"} for seat in "NESW"}
    response = world.post("/v1/tables", {"seats": seats, "seed": "game 1", **offer})
    assert problem(response) == (422, "seed_not_allowed")


QUERIES = [
    pytest.param("?after=-1", "invalid_field", id="a negative number"),
    pytest.param("?after=x", "invalid_field", id="a word for a number"),
    pytest.param("?after=1.5", "invalid_field", id="half a number"),
    pytest.param("?after=99999999999999999999", "invalid_field", id="a huge number"),
    pytest.param("?wait=31", "invalid_field", id="a long wait"),
    pytest.param("?since=1", "unknown_field", id="an unknown parameter"),
]


@pytest.mark.parametrize(("query", "code"), QUERIES)
def test_a_query_out_of_shape(world: World, bidding: Made, query: str, code: str) -> None:
    response = world.get(f"{bidding.path}/events{query}")
    assert problem(response) == (422, code)
    (fault,) = body_of(response)["errors"]
    assert fault["pointer"] == ""
    assert fault["params"]["parameter"] in query


@pytest.mark.parametrize("data", [b"", b"{}"])
def test_a_call_that_needs_no_body_takes_an_empty_one(world: World, data: bytes) -> None:
    table = world.make(seats={})
    response = world.http.post(
        f"{table.path}/start",
        data=data,
        content_type=JSON if data else None,
        headers={"Authorization": f"Bearer {table.host}"},
    )
    assert response.status_code == 200


def test_a_thousand_faults_are_not_all_told(world: World, bidding: Made) -> None:
    response = world.post(f"{bidding.path}/bid", dict.fromkeys(map(str, range(1000)), 1), bidding.tokens["S"])
    assert problem(response)[0] == 422
    assert len(body_of(response)["errors"]) == 100
