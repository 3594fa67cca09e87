"""Quotas: who asks too much is told when to come again; who plays never is."""

import re
from dataclasses import replace
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api_world import PLAYERS, SOUTH_FIRST, Made, World, body_of, legal_action, made, problem
from engine.seats import Seat
from quota_world import QUOTAS, CountedCounters, counted, new_key, world_with
from scripted_streams import StreamWorld, silence
from service.api.callers import network_of
from service.ports import StoreUnavailable
from service.settings import Settings
from service.wire.tables import body_for

LIMITED = (429, "rate_limited")
HERE, THERE = "192.0.2.1", "192.0.2.2"


def exceed(world: World, call: Any, quota: int) -> TestResponse:
    """The first answer beyond the quota; those before it are no 429."""
    for _ in range(quota):
        assert call().status_code != 429
    response: TestResponse = call()
    assert problem(response) == LIMITED
    return response


def assert_says_when(response: TestResponse, name: str, quota: int, seconds: int) -> None:
    assert response.headers["RateLimit-Policy"] == f'"{name}";q={quota};w={seconds}'
    left = re.fullmatch(rf'"{name}";r=0;t=(\d+)', response.headers["RateLimit"])
    assert left
    assert response.headers["Retry-After"] == left[1]
    assert 0 < int(left[1]) <= seconds


def test_reads_of_a_seat() -> None:
    world = world_with(reads_per_minute=3)
    table = world.make()
    south, north = table.tokens["S"], table.tokens["N"]
    response = exceed(world, lambda: world.get(f"{table.path}/view", south), 3)
    assert_says_when(response, "reads", 3, 60)
    assert world.get(f"{table.path}/view", north).status_code == 200
    world.clock.go_on(60_000)
    assert world.get(f"{table.path}/view", south).status_code == 200


READS = ("/v1", "/v1/rules", "/v1/openapi.json", "{}", "{}/events", "{}/deals", "{}/record")


@pytest.mark.parametrize("path", READS)
def test_reads_of_an_address_without_a_token(path: str) -> None:
    world = world_with(address_reads_per_minute=3)
    at = path.format(world.make().path)
    response = exceed(world, lambda: world.get(at, X_Forwarded_For=HERE), 3)
    assert_says_when(response, "address-reads", 3, 60)
    assert world.get(at, X_Forwarded_For=THERE).status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_who_looks_whether_it_is_alive_is_not_counted(path: str) -> None:
    world = world_with(address_reads_per_minute=1)
    assert 429 not in {world.get(path).status_code for _ in range(5)}


def test_a_key_has_a_quota_of_its_own() -> None:
    world = world_with(reads_per_minute=1, key_reads_per_minute=4, key_tables_per_minute=2)
    key = new_key(world)
    made(world.post("/v1/tables", {}, key))
    response = world.post("/v1/tables", {}, key)
    assert response.headers["RateLimit"].startswith('"key-tables";r=0;t=')
    assert problem(world.post("/v1/tables", {}, key)) == LIMITED
    assert made(world.post("/v1/tables", {}, new_key(world, "another")))
    exceed(world, lambda: world.get("/v1", key), 4)


def test_tables_of_an_address_by_the_minute() -> None:
    world = world_with(tables_per_minute=2)

    def make(address: str) -> TestResponse:
        return world.post("/v1/tables", {}, X_Forwarded_For=address)

    assert make(HERE).headers["RateLimit"] == '"tables";r=1;t=60'
    make(HERE)
    response = make(HERE)
    assert problem(response) == LIMITED
    assert_says_when(response, "tables", 2, 60)
    assert make(THERE).status_code == 201
    world.clock.go_on(60_000)
    assert make(HERE).status_code == 201


def test_tables_of_an_address_by_the_day() -> None:
    world = world_with(tables_per_minute=1, tables_per_day=2)
    for _ in range(2):
        assert world.post("/v1/tables", {}).status_code == 201
        world.clock.go_on(60_000)
    assert_says_when(world.post("/v1/tables", {}), "tables-a-day", 2, 86_400)


def test_a_rematch_is_a_table_like_any_other_but_to_find_it_is_none() -> None:
    world = world_with(tables_per_minute=2)
    table = world.make()
    world.post(f"{table.path}/close", {}, table.host)
    for seat in "NESW":
        assert world.post(f"{table.path}/rematch", {}, table.tokens[seat]).status_code in (200, 201)
    again = body_of(world.post(f"{table.path}/rematch", {}, table.host))["table"]["table_id"]
    world.post(f"/v1/tables/{again}/close", {}, table.host)
    assert problem(world.post(f"/v1/tables/{again}/rematch", {}, table.host)) == LIMITED


def test_a_repeated_create_after_a_429_gives_its_table() -> None:
    world = world_with(tables_per_minute=1)
    key = "0123456789abcdefghijklmn"
    first = made(world.post("/v1/tables", {}, Idempotency_Key=key))
    assert problem(world.post("/v1/tables", {}, Idempotency_Key=key)) == LIMITED
    world.clock.go_on(60_000)
    assert made(world.post("/v1/tables", {}, Idempotency_Key=key)) == first


def test_seats_of_an_address() -> None:
    world = world_with(seats_per_minute=2)
    table = world.make(seats={}, visibility="public")
    response = exceed(world, lambda: world.post(f"{table.path}/join", {}, X_Forwarded_For=HERE), 2)
    assert_says_when(response, "seats", 2, 60)
    assert world.post(f"{table.path}/join", {}, X_Forwarded_For=THERE).status_code == 201


def test_refused_actions_of_a_seat_are_counted_and_accepted_ones_are_not() -> None:
    world = world_with(refusals_per_minute=3)
    table = world.make()
    south = table.tokens["S"]
    response = exceed(world, lambda: world.post(f"{table.path}/play", {"card": "AS"}, south), 3)
    assert_says_when(response, "refusals", 3, 60)
    assert "legal" not in body_of(response)
    assert world.post(f"{table.path}/bid", {"bid": {"tricks": 3}}, south).status_code == 200
    assert problem(world.post(f"{table.path}/bid", {"bid": {"tricks": 3}}, south)) == LIMITED
    assert problem(world.post(f"{table.path}/play", {"card": "AS"}, table.tokens["W"])) != LIMITED


def test_a_page_of_a_list_counts_for_each_table_that_was_asked_for() -> None:
    world = world_with(address_reads_per_minute=50)
    assert world.get("/v1/tables?limit=40").status_code == 200
    assert problem(world.get("/v1/tables?limit=40")) == LIMITED


def test_calls_of_host_and_players_that_are_no_actions() -> None:
    world = world_with(changes_per_minute=4)
    table = world.make()
    north, path = table.tokens["N"], table.path
    for _ in range(2):
        assert world.post(f"{path}/leave", {}, north).status_code == 200
        assert world.post(f"{path}/return", {}, north).status_code == 200
    response = world.post(f"{path}/leave", {}, north)
    assert problem(response) == LIMITED
    assert_says_when(response, "changes", 4, 60)
    assert world.post(f"{path}/leave", {}, table.tokens["E"]).status_code == 200
    offer = world.make(seats={})
    exceed(world, lambda: world.patch(offer.path, {"turn_seconds": 30}, offer.host), 4)
    exceed(world, lambda: world.post(f"{path}/replace", {"seat": "E"}, table.host), 4)


def test_a_read_that_is_refused_is_a_read_and_no_refused_change() -> None:
    world = World(settings=Settings(refusals_per_minute=1), wrap=counted)
    table = world.make()
    assert isinstance(world.ports.counters, CountedCounters)
    world.ports.counters.names.clear()
    for _ in range(3):
        assert world.get(f"{table.path}/events?after=x", table.tokens["S"]).status_code == 422
        assert world.get(f"{table.path}/view", table.host).status_code == 403
    assert world.ports.counters.names == []


def test_stream_tickets_are_reads() -> None:
    world = world_with(reads_per_minute=2)
    table = world.make()
    exceed(world, lambda: world.post(f"{table.path}/stream-tickets", {}, table.host), 2)


def test_without_any_store_what_needs_none_is_answered() -> None:
    world = World(wrap=lambda ports: replace(ports, clock=NoClock()))
    assert world.get("/v1/rules").status_code == 200
    assert problem(world.get("/v1/tables?limit=200")) == (422, "invalid_field")


class NoClock:
    """Of a store that could never be asked."""

    def now(self) -> int:
        raise StoreUnavailable


def test_wrong_credentials_and_ids_of_an_address() -> None:
    world = world_with(strangers_per_minute=4)
    table = world.make()
    nowhere = "/v1/tables/tb_03AAAAAAAAAAAAAAAAAAAAAA"
    for number in range(2):
        assert world.get(table.path, f"st_{number}", X_Forwarded_For=HERE).status_code == 401
        assert world.post(f"{nowhere}/play", {"card": "AS"}, X_Forwarded_For=HERE).status_code == 404
    for path in (table.path, nowhere):
        response = world.get(path, "st_5", X_Forwarded_For=HERE)
        assert_says_when(response, "strangers", 4, 60)
    assert world.get(table.path, "st_5", X_Forwarded_For=THERE).status_code == 401
    assert world.get(f"{table.path}/view", table.tokens["S"], X_Forwarded_For=HERE).status_code == 200


def test_every_legal_action_is_taken_though_every_quota_is_exhausted() -> None:
    world = World(settings=Settings(**dict.fromkeys(QUOTAS, 1)))
    table = world.make(rules={**SOUTH_FIRST, "max_deals": 1})
    _exhaust(world, table)
    accepted = 0
    while (seat := _to_act(world, table)) is not None:
        call, body = legal_action(_view(world, table, seat))
        response = world.post(f"{table.path}/{call}", body, table.tokens[seat.name])
        assert response.status_code == 200, response.json
        accepted += 1
    assert accepted >= 56


def test_an_accepted_action_asks_no_counter() -> None:
    world = World(wrap=counted)
    table = world.make()
    assert isinstance(world.ports.counters, CountedCounters)
    world.ports.counters.names.clear()
    world.go_on(table, 12)
    assert world.ports.counters.names == []
    world.post(f"{table.path}/play", {"card": "AS"}, table.tokens["S"])
    assert len(world.ports.counters.names) == 1


def _exhaust(world: World, table: Made) -> None:
    """Every quota that the callers of a match have."""
    for token in (None, table.host, *table.tokens.values()):
        for _ in range(2):
            world.get(f"{table.path}/events", token)
            world.post(f"{table.path}/play", {"card": "ZZ"}, token)
            world.get(table.path, "st_x")
            world.post("/v1/tables", {})
            world.post("/v1/join", {"join_code": "00XXXX"})
        assert problem(world.get(f"{table.path}/events", token)) == LIMITED
        assert problem(world.post(f"{table.path}/play", {"card": "ZZ"}, token)) == LIMITED


def _to_act(world: World, table: Made) -> Seat | None:
    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    assert loaded.table.match is not None
    return next(iter(loaded.table.match.to_act), None)


def _view(world: World, table: Made, seat: Seat) -> dict[str, Any]:
    """As the API would show it, if it let one read."""
    from service.auth import Actor

    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    assert loaded.table.match is not None
    at, actor = world.clock.now(), Actor(seat=seat)
    return dict(body_for(loaded, actor, "en", at, world.ports.retention, (True,) * 4))


# ------------------------------------------------------------------------------------------ join codes


def guess(world: World, path: str, code: str, address: str = HERE) -> TestResponse:
    return world.post(path, {"join_code": code}, X_Forwarded_For=address)


@pytest.mark.parametrize("end", ["/v1/join", "{}/join"])
def test_after_some_wrong_codes_a_right_one_is_refused_like_a_wrong_one(end: str) -> None:
    world = world_with(wrong_codes_per_hour=3)
    table = world.make(seats={})
    path = end.format(table.path)
    wrong = table.join_code[:2] + "222222"
    response = exceed(world, lambda: guess(world, path, wrong), 3)
    assert_says_when(response, "codes", 3, 3600)
    alike = [{**body_of(guess(world, path, code)), "instance": ""} for code in (wrong, table.join_code)]
    assert alike[0] == alike[1]
    assert guess(world, path, table.join_code, THERE).status_code == 201
    world.clock.go_on(3_600_000)
    assert guess(world, path, table.join_code).status_code == 201


@pytest.mark.parametrize("end", ["/v1/join", "{}/join"])
def test_many_addresses_together_have_a_quota_too(end: str) -> None:
    world = world_with(wrong_codes_per_hour_of_one=3)
    table = world.make(seats={})
    path = end.format(table.path)
    for number in range(3):
        response = guess(world, path, table.join_code[:2] + "222222", f"192.0.2.{number}")
        assert problem(response) == (403, "wrong_join_code")
    response = guess(world, path, table.join_code, "192.0.2.9")
    assert_says_when(response, "codes-of-one", 3, 3600)


def test_right_codes_do_not_count() -> None:
    world = world_with(wrong_codes_per_hour=1, wrong_codes_per_hour_of_one=1)
    table = world.make(seats={})
    for _ in range(4):
        assert guess(world, "/v1/join", table.join_code).status_code == 201
    assert problem(guess(world, "/v1/join", table.join_code)) == (409, "already_started")
    assert problem(guess(world, "/v1/join", table.join_code)) == (409, "already_started")


def test_a_public_table_needs_no_code_and_costs_none() -> None:
    world = world_with(wrong_codes_per_hour=1)
    table = world.make(seats={}, visibility="public")
    guess(world, "/v1/join", "00222222")
    assert world.post(f"{table.path}/join", {}, X_Forwarded_For=HERE).status_code == 201


# ------------------------------------------------------------------------------------------ streams


def assert_no_stream(response: TestResponse) -> None:
    """The status first: a stream that was opened is never read to its end."""
    assert response.status_code == 429
    assert problem(response) == LIMITED


def test_streams_of_one_token() -> None:
    world = world_with(streams_of_token=2)
    table = world.make()
    south = table.tokens["S"]

    def stream(token: str | None) -> TestResponse:
        return world.get(f"{table.path}/events", token, Accept="text/event-stream")

    opened = [stream(south) for _ in range(2)]
    refused = stream(south)
    assert_no_stream(refused)
    assert refused.headers["RateLimit-Policy"] == '"streams";q=2'
    ticket = body_of(world.post(f"{table.path}/stream-tickets", {}, south))["url"]
    assert_no_stream(world.get(ticket, Accept="text/event-stream"))
    assert stream(table.tokens["N"]).status_code == 200
    opened[0].close()
    assert stream(south).status_code == 200


@pytest.mark.parametrize("end", ["events?wait=25&after=", "view"])
def test_a_long_poll_beyond_the_share_is_answered_at_once(end: str) -> None:
    world = StreamWorld(settings=Settings(streams_of_token=1))
    table = world.make()
    last = body_of(world.get(f"{table.path}/events", table.tokens["S"]))["last_seq"]
    path = f"{table.path}/{end}{last if end.endswith('=') else ''}"

    def poll(seat: str) -> TestResponse:
        return world.get(path, table.tokens[seat], Prefer="wait=25", If_None_Match=tag)

    tag = world.get(f"{table.path}/view", table.tokens["S"]).headers["ETag"]
    stream = world.get(f"{table.path}/events", table.tokens["S"], Accept="text/event-stream")
    assert poll("S").status_code in (200, 304)
    assert world.script.waits == []
    stream.close()
    world.script.steps.append(silence)
    assert poll("S").status_code in (200, 304)
    assert world.script.waits != []


def test_streams_of_one_address() -> None:
    world = world_with(streams_of_address=2)
    path = world.make().path

    def stream(address: str) -> TestResponse:
        return world.get(f"{path}/events", Accept="text/event-stream", X_Forwarded_For=address)

    opened = [stream(HERE) for _ in range(2)]
    assert_no_stream(stream(HERE))
    assert stream(THERE).status_code == 200
    for each in opened:
        each.close()
    assert stream(HERE).status_code == 200


def test_a_refused_stream_takes_no_place() -> None:
    world = world_with(streams_of_token=1, streams_of_address=2)
    table = world.make()

    def stream(seat: str) -> TestResponse:
        return world.get(f"{table.path}/events", table.tokens[seat], Accept="text/event-stream")

    assert [stream(seat).status_code for seat in "SSSN"] == [200, 429, 429, 200]


# ------------------------------------------------------------------------------------------ addresses


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        ("", "unknown"),
        ("nonsense", "unknown"),
    ],
)
def test_what_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("proxies", "forwarded", "is_limited"),
    [
        pytest.param(0, (HERE, THERE), True, id="nobody's word is taken without a proxy"),
        pytest.param(1, (HERE, THERE), False, id="our proxy's word is taken"),
        pytest.param(1, (f"{HERE}, 192.0.2.9", f"{THERE}, 192.0.2.9"), True, id="a client's word is not"),
        pytest.param(2, (f"{HERE}, 192.0.2.9", f"{THERE}, 192.0.2.9"), False, id="two proxies"),
    ],
)
def test_whose_word_counts_for_the_address(
    proxies: int, forwarded: tuple[str, str], is_limited: bool
) -> None:
    world = World(settings=Settings(trusted_proxies=proxies, tables_per_minute=1))
    first, second = (world.post("/v1/tables", {"seats": PLAYERS}, X_Forwarded_For=each) for each in forwarded)
    assert first.status_code == 201
    assert (second.status_code == 429) is is_limited


def test_the_quotas_are_told_where_the_service_tells_of_itself() -> None:
    quotas = body_of(world_with(tables_per_day=17).get("/v1"))["limits"]["quotas"]
    assert {"name": "tables-a-day", "of": "address", "most": 17, "seconds": 86_400} in quotas
    assert {"name": "streams", "of": "token", "most": 32, "seconds": None} in quotas
    assert len({(each["name"], each["of"]) for each in quotas}) == len(quotas) == 15
