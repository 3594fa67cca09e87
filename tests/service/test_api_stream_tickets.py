"""Tickets: for who can't send a token. They open one viewer's streams of one table, and end by themselves."""

import logging

import pytest

from api_world import PLAYERS, Made, World, body_of, problem
from scripted_streams import StreamWorld, read, silence
from service.tables.tickets import TICKET_CLOSED_MS, TICKET_OPEN_MS, TICKET_UNUSED_MS

KEY = "an-idempotency-key"


@pytest.fixture
def world() -> StreamWorld:
    return StreamWorld()


def url_of(world: World, table: Made, token: str, **headers: str) -> str:
    response = world.post(f"{table.path}/stream-tickets", {}, token, **headers)
    assert response.status_code == 201, response.json
    body = body_of(response)
    assert body["url"] == f"{table.path}/events?ticket={body['ticket']}"
    return str(body["url"])


@pytest.mark.parametrize("viewer", ["S", "host"])
def test_a_ticket_shows_what_its_token_shows(world: StreamWorld, viewer: str) -> None:
    table = world.make()
    token = table.tokens.get(viewer, table.host)
    by_ticket = read(world.open(url_of(world, table, token) + "&after=0"))
    world.watching.is_stopping = False
    by_token = world.stream(table, "?after=0", token)
    assert by_ticket.numbered == by_token.numbered


def test_it_says_by_when_it_must_be_used(world: StreamWorld) -> None:
    table = world.make()
    body = body_of(world.post(f"{table.path}/stream-tickets", token=table.host))
    assert body["expires_at"] == "2027-01-15T08:00:30.000Z"


@pytest.mark.parametrize(("waited", "is_good"), [(TICKET_UNUSED_MS - 1, True), (TICKET_UNUSED_MS, False)])
def test_a_ticket_opens_within_30_seconds(world: StreamWorld, waited: int, is_good: bool) -> None:
    table = world.make()
    url = url_of(world, table, table.tokens["S"])
    world.clock.go_on(waited)
    assert world.open(url).status_code == (200 if is_good else 401)


@pytest.mark.parametrize(("waited", "is_good"), [(TICKET_CLOSED_MS - 1, True), (TICKET_CLOSED_MS, False)])
def test_a_stream_is_resumed_until_60_seconds_after_it_closed(
    world: StreamWorld, waited: int, is_good: bool
) -> None:
    table = world.make()
    url = url_of(world, table, table.tokens["S"])
    world.script.steps.extend([silence] * 20)  # five minutes, far longer than an unused ticket is good
    first = read(world.open(url))
    assert first.names == ["snapshot", "presence", "reconnect"]
    world.clock.go_on(waited)
    world.watching.is_stopping = False
    world.go_on(table, 1)
    again = world.open(url, Last_Event_ID=first.parser.last_id)
    assert again.status_code == (200 if is_good else 401)
    if is_good:
        assert [frame.event for frame in read(again).numbered] == ["bid_made"]


def test_a_busy_stream_keeps_its_ticket_too(world: StreamWorld) -> None:
    table = world.make()
    url = url_of(world, table, table.tokens["S"])

    def act() -> None:
        world.clock.go_on(10_000)
        world.go_on(table, 1)

    world.script.steps.extend([act] * 15)
    assert not read(world.open(url)).parser.comments
    world.watching.is_stopping = False
    assert world.open(url).status_code == 200


def test_a_process_that_dies_leaves_its_ticket_good_for_at_least_60_seconds(world: StreamWorld) -> None:
    """It renews the ticket every 15 s, so that at least this much is left."""
    assert TICKET_OPEN_MS - 15_000 >= TICKET_CLOSED_MS


def test_at_another_table_it_is_no_credential(world: StreamWorld) -> None:
    table, other = world.make(), world.make()
    url = url_of(world, table, table.tokens["S"])
    answer = world.open(url.replace(table.table_id, other.table_id))
    assert problem(answer) == (401, "unauthenticated")
    assert "Ask for a new one" in body_of(answer)["detail"]


def test_it_is_no_token(world: StreamWorld) -> None:
    table = world.make()
    ticket = url_of(world, table, table.tokens["S"]).partition("ticket=")[2]
    assert problem(world.get(f"{table.path}/view", ticket)) == (401, "unauthenticated")
    assert problem(world.open(f"{table.path}/events", ticket)) == (401, "unauthenticated")


def test_it_opens_streams_alone(world: StreamWorld) -> None:
    table = world.make()
    refused = world.get(url_of(world, table, table.tokens["S"]))
    assert problem(refused) == (422, "invalid_field")
    assert body_of(refused)["errors"][0]["params"] == {"parameter": "ticket", "allowed": "text/event-stream"}


def test_only_the_host_and_the_seats_get_one(world: StreamWorld) -> None:
    table = world.make()
    path = f"{table.path}/stream-tickets"
    assert problem(world.post(path)) == (401, "unauthenticated")
    assert problem(world.post(path, token=world.make().host)) == (401, "unauthenticated")
    assert problem(world.post(path, {"for": "me"})) == (401, "unauthenticated")
    assert problem(world.post(path, {"for": "me"}, table.host)) == (422, "unknown_field")
    assert problem(world.post("/v1/tables/tb_00" + "0" * 22 + "/stream-tickets")) == (404, "not_found")


def test_the_same_key_gives_the_same_ticket(world: StreamWorld) -> None:
    table = world.make()
    path, south = f"{table.path}/stream-tickets", table.tokens["S"]
    first, again = (world.post(path, {}, south, Idempotency_Key=KEY) for _ in range(2))
    assert body_of(first) == body_of(again)
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    others = [url_of(world, table, south), url_of(world, table, table.tokens["N"], Idempotency_Key=KEY)]
    assert len({body_of(first)["url"], *others}) == 3


def test_the_ticket_of_a_player_who_left_opens_nothing(world: StreamWorld) -> None:
    table = world.make(seats={"S": PLAYERS["S"]})
    url = url_of(world, table, table.tokens["S"])
    assert world.post(f"{table.path}/leave", {}, table.tokens["S"]).status_code == 200
    assert problem(world.open(url)) == (401, "unauthenticated")


def test_no_ticket_is_logged(world: StreamWorld, caplog: pytest.LogCaptureFixture) -> None:
    table = world.make()
    url = url_of(world, table, table.tokens["S"])
    with caplog.at_level(logging.DEBUG):
        read(world.open(url))
        world.get(url)
        world.open(url.replace("/events", "/nothing"))
    assert "tk_" not in caplog.text
