"""The next match of the same players: one table, whoever asks, however often, and whatever breaks between."""

from dataclasses import replace
from typing import Any

import pytest

from api_world import PLAYERS, SEATS, Body, Made, World, body_of, made, problem
from fake_clock import FakeEntropy
from service.ports import Commit, Committed, Loaded, Ports, StoreUnavailable, TableStore

CPU = {"kind": "cpu"}


@pytest.fixture
def world() -> World:
    return World()


def finished(world: World, **offer: Any) -> Made:
    """A table of four players whose host has closed it."""
    table = world.make(**offer)
    assert world.post(f"{table.path}/close", {}, table.host).status_code == 200
    return table


@pytest.fixture
def table(world: World) -> Made:
    return finished(world, turn_seconds=30, metadata={"club": "Tuesday"})


def ask(world: World, table: Made, token: str, body: object = None, **headers: str) -> Any:
    return world.post(f"{table.path}/rematch", body, token, **headers)


def id_of(answer: Any) -> str:
    assert answer.status_code in (200, 201), answer.json
    return str(body_of(answer)["table"]["table_id"])


def path_of(answer: Any) -> str:
    return f"/v1/tables/{id_of(answer)}"


def test_the_first_who_asks_makes_it_and_the_others_find_it(world: World, table: Made) -> None:
    answers = [ask(world, table, token) for token in (table.tokens["W"], table.host, *table.tokens.values())]
    assert [answer.status_code for answer in answers] == [201, *[200] * 5]
    assert len({id_of(answer) for answer in answers}) == 1
    assert id_of(answers[0]) != table.table_id
    assert {answer.headers["Location"] for answer in answers} == {path_of(answers[0])}


def test_every_token_of_the_old_table_opens_the_new_one(world: World, table: Made) -> None:
    path = path_of(ask(world, table, table.host))
    for seat in SEATS:
        view = body_of(world.get(f"{path}/view", table.tokens[seat]))
        assert (view["you"]["seat"], view["seats"][seat]["name"]) == (seat, f"guest {seat}")
    assert world.post(f"{path}/close", {}, table.host).status_code == 200
    assert world.get(f"{table.path}/view", table.tokens["S"]).status_code == 200


def test_it_starts_at_once_on_the_same_terms_with_a_seed_of_its_own(world: World, table: Made) -> None:
    old = body_of(world.get(table.path))
    new = body_of(ask(world, table, table.tokens["S"]))
    assert new["seat"] == "S"
    assert new["view"]["status"] == "playing"
    assert new["view"]["turn"]["legal_bids"]
    for name in ("rules", "turn_seconds", "metadata", "visibility", "rated"):
        assert new["table"][name] == old[name]
    assert new["table"]["shuffle"]["commitment"] != old["shuffle"]["commitment"]
    assert new["table"]["shuffle"]["seed"] is None
    assert old["shuffle"]["seed"] is not None


def test_a_host_is_shown_no_view(world: World, table: Made) -> None:
    new = body_of(ask(world, table, table.host))
    assert (new["seat"], new["view"]) == (None, None)
    assert "you" not in new["table"]


def test_both_tables_name_each_other(world: World, table: Made) -> None:
    assert body_of(world.get(table.path))["rematch"] is None
    answer = ask(world, table, table.host)
    assert body_of(world.get(table.path))["rematch"] == id_of(answer)
    assert body_of(world.get(path_of(answer)))["rematch_of"] == table.table_id


def test_who_polls_the_old_view_learns_of_it_but_its_log_has_ended(world: World, table: Made) -> None:
    tag = world.get(table.path).headers["ETag"]
    last = body_of(world.get(f"{table.path}/events?after=1000"))["last_seq"]
    ask(world, table, table.host)
    assert world.get(table.path, If_None_Match=tag).status_code == 200
    assert body_of(world.get(f"{table.path}/events?after=1000"))["last_seq"] == last


def test_rules_and_turn_seconds_may_change(world: World, table: Made) -> None:
    new = body_of(ask(world, table, table.host, {"rules": {"target": 250}, "turn_seconds": None}))["table"]
    assert (new["rules"]["target"], new["rules"]["first_dealer"], new["turn_seconds"]) == (250, "E", None)
    found = body_of(ask(world, table, table.host, {"rules": {"target": 300}}))["table"]
    assert found["rules"]["target"] == 250


def test_wrong_rules_make_no_table(world: World, table: Made) -> None:
    assert problem(ask(world, table, table.host, {"rules": {"target": 1}})) == (422, "invalid_field")
    clash = ask(world, table, table.host, {"rules": {"bid_style": "mirror", "min_bid": 3}})
    assert problem(clash) == (422, "rules_clash")
    assert problem(ask(world, table, table.host, {"rules": {"preset": "duel"}})) == (409, "seat_taken")
    assert body_of(world.get(table.path))["rematch"] is None


def test_cpus_sit_again(world: World) -> None:
    table = finished(world, seats={"S": PLAYERS["S"], **{seat: {**CPU, "level": "normal"} for seat in "NEW"}})
    new = body_of(ask(world, table, table.tokens["S"], {"rules": {"preset": "duel"}}))["table"]
    assert {seat: chair["kind"] for seat, chair in new["seats"].items()} == {"N": "cpu", "S": "player"}
    assert new["seats"]["N"]["level"] == "normal"


def test_after_a_table_that_never_started_seats_are_open_and_there_is_a_code(world: World) -> None:
    table = finished(world, seats={"S": PLAYERS["S"]})
    new = body_of(ask(world, table, table.tokens["S"]))
    assert new["table"]["status"] == "open"
    joined = world.post("/v1/join", {"join_code": new["table"]["join_code"]})
    assert body_of(joined)["table_id"] == new["table"]["table_id"]
    assert new["table"]["join_code"] != table.join_code


def test_who_has_left_is_played_for_until_the_token_takes_the_seat_back(world: World) -> None:
    table = world.make()
    for seat in ("N", "W"):
        world.post(f"{table.path}/leave", {}, table.tokens[seat])
    world.post(f"{table.path}/close", {}, table.host)
    answer = ask(world, table, table.tokens["W"])
    seats = body_of(answer)["table"]["seats"]
    assert {seat: seats[seat]["presence"] for seat in SEATS} == {
        "N": "cpu",
        "E": "present",
        "S": "present",
        "W": "present",
    }
    left = [
        event
        for event in body_of(world.get(f"{path_of(answer)}/events"))["events"]
        if event["type"] == "seat_left"
    ]
    assert [event["seat"] for event in left] == ["N"]
    assert world.post(f"{path_of(answer)}/return", {}, table.tokens["N"]).status_code == 200


def test_who_has_left_is_called_by_name_where_the_new_cut_put_them(world: World) -> None:
    table = world.make(rules={"seating": "cut"})
    world.post(f"{table.path}/leave", {}, table.tokens["N"])
    world.post(f"{table.path}/close", {}, table.host)
    path = path_of(ask(world, table, table.host))
    view = body_of(world.get(f"{path}/view", table.tokens["N"]))
    (left,) = [
        event for event in body_of(world.get(f"{path}/events"))["events"] if event["type"] == "seat_left"
    ]
    assert left["seat"] == view["you"]["seat"]
    assert left["text"] == f"{own_name(view)} left; a CPU keeps the seat."
    assert view["seats"][left["seat"]]["presence"] == "cpu"


def test_a_rematch_has_rematches(world: World, table: Made) -> None:
    ids = [table.table_id]
    for _ in range(3):
        answer = ask(world, replace(table, table_id=ids[-1]), table.tokens["S"])
        ids.append(id_of(answer))
        world.post(f"{path_of(answer)}/close", {}, table.host)
    assert len(set(ids)) == 4
    middle = body_of(world.get(f"/v1/tables/{ids[1]}"))
    assert (middle["rematch_of"], middle["rematch"]) == (ids[0], ids[2])


def test_after_a_cut_the_tokens_go_along_and_are_cut_for_again(world: World) -> None:
    table = finished(world, rules={"seating": "cut"})
    answer = ask(world, table, table.host)
    for token in table.tokens.values():
        new = body_of(world.get(f"{path_of(answer)}/view", token))
        assert body_of(ask(world, table, token))["seat"] == new["you"]["seat"]
        assert own_name(new) == own_name(body_of(world.get(f"{table.path}/view", token)))


def own_name(view: Body) -> str:
    return str(view["seats"][view["you"]["seat"]]["name"])


def test_who_has_left_the_rematch_before_its_start_still_finds_it(world: World) -> None:
    table = finished(world, seats={"S": PLAYERS["S"]})
    path = path_of(ask(world, table, table.host))
    assert world.post(f"{path}/leave", {}, table.tokens["S"]).status_code == 200
    found = body_of(ask(world, table, table.tokens["S"]))
    assert (found["seat"], found["view"], found["table"]["join_code"]) == (None, None, None)


def test_a_public_table_has_a_public_rematch(world: World) -> None:
    table = finished(world, visibility="public")
    new = id_of(ask(world, table, table.host))
    assert new in [each["table_id"] for each in body_of(world.get("/v1/tables?status=playing"))["tables"]]


def test_not_before_the_match_is_over(world: World) -> None:
    for table in (world.make(), world.make(seats={"S": PLAYERS["S"]})):
        assert problem(ask(world, table, table.tokens["S"])) == (409, "wrong_phase")


def test_only_for_those_of_the_table(world: World, table: Made) -> None:
    for body in ({}, {"x": 1}):
        assert problem(world.post(f"{table.path}/rematch", body)) == (401, "unauthenticated")
        other = world.make()
        assert problem(ask(world, table, other.host, body)) == (401, "unauthenticated")


def test_its_id_does_not_follow_from_what_everyone_knows() -> None:
    """Two worlds with the same table, of which only the secrets are others."""
    ids, rematches = set(), set()
    for seed in (1, 2):
        world = World(entropy=FakeEntropy(seed))
        table = made(world.post("/v1/tables", {"seats": PLAYERS}, Idempotency_Key="x" * 22))
        world.post(f"{table.path}/close", {}, table.host)
        ids.add(table.table_id)
        rematches.add(id_of(ask(world, table, table.host)))
    assert (len(ids), len(rematches)) == (1, 2)


def test_a_lost_answer_is_given_again(world: World, table: Made) -> None:
    asked: Body = {"turn_seconds": 60}
    first = ask(world, table, table.tokens["S"], asked, Idempotency_Key="a")
    world.act(replace(table, table_id=id_of(first)), "S")
    again = ask(world, table, table.tokens["S"], asked, Idempotency_Key="a")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert id_of(again) == id_of(first)
    assert body_of(again)["view"]["version"] == 2
    other = ask(world, table, table.tokens["S"], {"turn_seconds": 5}, Idempotency_Key="a")
    assert problem(other) == (422, "idempotency_key_reused")
    recorded = body_of(world.get(f"{table.path}/actions/a", table.tokens["S"]))
    assert recorded == {"status": 201, "events": []}


def test_a_version_that_is_gone_is_refused(world: World, table: Made) -> None:
    tag = world.get(table.path).headers["ETag"]
    assert ask(world, table, table.host, If_Match=tag).status_code == 201
    assert problem(ask(world, table, table.host, If_Match=tag)) == (412, "stale_version")


# ---- What breaks between


class Breaking:
    """A store that fails, or lets something else happen, before the commits that are to come."""

    def __init__(self, store: TableStore) -> None:
        self.store = store
        self.before: list[Any] = []

    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        return self.store.load(table_id, commit_id)

    def recall(self, table_id: str) -> Loaded | None:
        return self.store.recall(table_id)

    def commit(self, commit: Commit) -> Committed:
        if self.before:
            self.before.pop(0)()
        return self.store.commit(commit)

    def delete(self, loaded: Loaded) -> None:
        self.store.delete(loaded)

    def find_code(self, join_code: str) -> str | None:
        return self.store.find_code(join_code)


@pytest.fixture
def breaking() -> tuple[World, Breaking]:
    stores: list[Breaking] = []

    def wrap(ports: Ports) -> Ports:
        stores.append(Breaking(ports.store))
        return replace(ports, store=stores[0])

    world = World(wrap=wrap)
    return world, stores[0]


def nothing() -> None:
    return


def gone() -> None:
    raise StoreUnavailable("gone")


def test_a_crash_between_the_two_commits_is_healed_by_who_asks_next(breaking: tuple[World, Breaking]) -> None:
    world, store = breaking
    table = finished(world)
    store.before = [nothing, gone]
    assert problem(ask(world, table, table.tokens["S"], {"turn_seconds": 60})) == (503, "store_unavailable")
    assert body_of(world.get(table.path))["rematch"] is None
    answer = ask(world, table, table.tokens["W"])
    assert body_of(answer)["table"]["turn_seconds"] == 60
    assert body_of(world.get(table.path))["rematch"] == id_of(answer)


@pytest.mark.parametrize("before", [0, 1])
def test_two_who_ask_at_once_get_one_table(breaking: tuple[World, Breaking], before: int) -> None:
    world, store = breaking
    table = finished(world)
    answers: list[Any] = []
    store.before = [*[nothing] * before, lambda: answers.append(ask(world, table, table.tokens["N"]))]
    answers.append(ask(world, table, table.tokens["S"]))
    assert sorted(answer.status_code for answer in answers) == [200, 201]
    assert len({id_of(answer) for answer in answers}) == 1


def test_a_rematch_that_has_expired_is_made_anew(world: World) -> None:
    table = finished(world, seats={"S": PLAYERS["S"]})
    first = ask(world, table, table.host, Idempotency_Key="a")
    loaded = world.ports.store.load(id_of(first))
    assert loaded is not None
    world.ports.store.delete(loaded)
    again = ask(world, table, table.host, Idempotency_Key="a")
    assert id_of(again) == id_of(first)
    assert world.get(path_of(again)).status_code == 200
