"""A call counts once; who asks twice is told the same; who is late is told what changed."""

from dataclasses import replace
from typing import Any

import pytest

from api_world import Made, World, body_of, legal_action, problem
from service.ports import Commit, Committed, Loaded, Ports, TableStore

KEY = "11111111-2222-3333-4444-555555555555"


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Made:
    return world.make()


def bid(world: World, table: Made, tricks: int, seat: str = "S", **headers: str) -> Any:
    return world.post(f"{table.path}/bid", {"bid": {"tricks": tricks}}, table.tokens[seat], **headers)


def test_the_same_key_again_gives_the_same_outcome_and_counts_once(world: World, table: Made) -> None:
    first = bid(world, table, 3, Idempotency_Key="a")
    again = bid(world, table, 3, Idempotency_Key="a")
    assert (first.status_code, again.status_code) == (200, 200)
    assert body_of(first)["events"] == body_of(again)["events"]
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert world.view(table, "S")["version"] == 2


def test_a_replay_shows_the_view_as_it_is_now(world: World, table: Made) -> None:
    bid(world, table, 3, Idempotency_Key="a")
    world.go_on(table, 1)
    again = bid(world, table, 3, Idempotency_Key="a")
    assert body_of(again)["view"]["version"] == 3
    assert again.headers["ETag"].startswith('"3-')


def test_the_same_key_with_another_body_is_refused(world: World, table: Made) -> None:
    bid(world, table, 3, Idempotency_Key="a")
    assert problem(bid(world, table, 4, Idempotency_Key="a")) == (422, "idempotency_key_reused")


def test_a_key_belongs_to_its_bearer(world: World, table: Made) -> None:
    bid(world, table, 3, Idempotency_Key="a")
    other = bid(world, table, 4, seat="W", Idempotency_Key="a")
    assert other.status_code == 200
    assert "Idempotency-Replayed" not in other.headers


def test_a_refusal_is_not_recorded(world: World, table: Made) -> None:
    assert problem(bid(world, table, 3, seat="W", Idempotency_Key="a")) == (409, "not_your_turn")
    bid(world, table, 3)
    assert bid(world, table, 3, seat="W", Idempotency_Key="a").status_code == 200


def test_a_known_key_is_answered_though_the_table_is_over(world: World, table: Made) -> None:
    bid(world, table, 3, Idempotency_Key="a")
    world.post(f"{table.path}/close", {}, table.host)
    assert bid(world, table, 3, Idempotency_Key="a").status_code == 200
    assert problem(bid(world, table, 3, Idempotency_Key="b")) == (409, "table_over")


def test_who_lost_an_answer_finds_out(world: World, table: Made) -> None:
    path = f"{table.path}/actions/a"
    none = world.get(path, table.tokens["S"])
    assert (problem(none), body_of(none)["detail"]) == (
        (404, "not_found"),
        "No action with this key has counted.",
    )
    events = body_of(bid(world, table, 3, Idempotency_Key="a"))["events"]
    assert body_of(world.get(path, table.tokens["S"])) == {"status": 200, "events": events}
    assert problem(world.get(path, table.tokens["W"])) == (404, "not_found")
    assert problem(world.get(path)) == (401, "unauthenticated")
    assert problem(world.get(f"{table.path}/actions/a%20b", table.tokens["S"])) == (404, "not_found")


@pytest.mark.parametrize("key", ["", " ", "a b", "ü", "x" * 129, "a/b", "a,b"])
def test_a_key_out_of_shape(world: World, table: Made, key: str) -> None:
    response = bid(world, table, 3, Idempotency_Key=key)
    assert problem(response) == (422, "invalid_field")
    (fault,) = body_of(response)["errors"]
    assert (fault["pointer"], fault["params"]["parameter"]) == ("", "Idempotency-Key")


def test_the_hosts_calls_count_once_too(world: World) -> None:
    table = world.make(seats={})
    first = world.post(f"{table.path}/start", {}, table.host, Idempotency_Key="a")
    again = world.post(f"{table.path}/start", {}, table.host, Idempotency_Key="a")
    assert body_of(first)["events"] == body_of(again)["events"]
    assert problem(world.post(f"{table.path}/start", {}, table.host)) == (409, "already_started")


# ---- ETags


def test_a_view_that_is_known_is_not_sent_again(world: World, table: Made) -> None:
    tag = world.get(f"{table.path}/view", table.tokens["S"]).headers["ETag"]
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        response = world.get(f"{table.path}/view", table.tokens["S"], If_None_Match=known)
        assert (response.status_code, response.data) == (304, b"")
        assert response.headers["ETag"] == tag


def test_a_view_that_changed_is_sent(world: World, table: Made) -> None:
    tag = world.get(f"{table.path}/view", table.tokens["S"]).headers["ETag"]
    world.go_on(table, 1)
    response = world.get(f"{table.path}/view", table.tokens["S"], If_None_Match=tag)
    assert response.status_code == 200
    assert response.headers["ETag"] != tag


def test_every_viewer_has_a_tag_of_its_own(world: World, table: Made) -> None:
    tags = [world.get(f"{table.path}/view", token).headers["ETag"] for token in table.tokens.values()]
    tags += [world.get(table.path, table.host).headers["ETag"], world.get(table.path).headers["ETag"]]
    viewers = [tag.split(".")[1] for tag in tags]
    assert viewers == ["N", "E", "S", "W", "host", "spectator"]
    assert {tag.split(".")[0] for tag in tags} == {tags[0].split(".")[0]}
    assert problem(world.get(f"{table.path}/view", If_None_Match=tags[0])) == (401, "unauthenticated")


def test_an_action_on_the_version_that_is_there_is_taken(world: World, table: Made) -> None:
    tag = world.get(table.path).headers["ETag"]
    response = bid(world, table, 3, If_Match=tag)
    assert response.status_code == 200
    assert response.headers["ETag"].startswith('"2-')


@pytest.mark.parametrize("form", ["{}", "W/{}", '"x", {}'])
def test_an_action_on_a_version_that_is_gone_is_refused(world: World, table: Made, form: str) -> None:
    tag = world.get(table.path).headers["ETag"]
    bid(world, table, 3)
    response = bid(world, table, 4, seat="W", If_Match=form.format(tag))
    assert problem(response) == (412, "stale_version")
    assert body_of(response)["current_version"] == 2


@pytest.mark.parametrize("tag", ['"1"', "1", '"1-zzzz.S.en"', '"99-0000.S.en"', '""', "x"])
def test_a_tag_that_is_none_of_ours_never_matches(world: World, table: Made, tag: str) -> None:
    assert problem(bid(world, table, 3, If_Match=tag)) == (412, "stale_version")


def test_any_version_will_do_for_a_star(world: World, table: Made) -> None:
    assert bid(world, table, 3, If_Match="*").status_code == 200


def test_a_stale_version_comes_before_an_expired_turn(world: World, table: Made) -> None:
    tag = world.get(table.path).headers["ETag"]
    world.go_on(table, 1)
    path, body = f"{table.path}/bid", {"turn": 1, "bid": {"tricks": 3}}
    assert problem(world.post(path, body, table.tokens["S"], If_Match=tag)) == (412, "stale_version")
    assert problem(world.post(path, body, table.tokens["S"])) == (409, "turn_expired")


# ---- Races: before the commit of one request another one is done from beginning to end


class Meanwhile:
    """A store in front of whose next commit something else happens."""

    def __init__(self, store: TableStore) -> None:
        self.store = store
        self.happens: Any = None

    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        return self.store.load(table_id, commit_id)

    def recall(self, table_id: str) -> Loaded | None:
        return self.store.recall(table_id)

    def commit(self, commit: Commit) -> Committed:
        happens, self.happens = self.happens, None
        if happens is not None:
            happens()
        return self.store.commit(commit)

    def delete(self, loaded: Loaded) -> None:
        self.store.delete(loaded)

    def find_code(self, join_code: str) -> str | None:
        return self.store.find_code(join_code)


@pytest.fixture
def racing() -> tuple[World, Meanwhile]:
    stores: list[Meanwhile] = []

    def wrap(ports: Ports) -> Ports:
        stores.append(Meanwhile(ports.store))
        return replace(ports, store=stores[0])

    world = World(wrap=wrap)
    return world, stores[0]


def test_of_two_cards_at_once_one_wins_and_the_other_learns_why(racing: tuple[World, Meanwhile]) -> None:
    world, store = racing
    table = world.make()
    world.go_on(table, 4)
    view = world.view(table, "S")
    _, first = legal_action(view)
    _, second = legal_action(view, 1)
    answers: list[Any] = []
    play = f"{table.path}/play"
    store.happens = lambda: answers.append(world.post(play, first, table.tokens["S"]))
    loser = world.post(play, second, table.tokens["S"])
    assert answers[0].status_code == 200
    assert problem(loser) == (409, "turn_expired")
    assert len(body_of(world.get(table.path))["deal"]["trick"]["cards"]) == 1


def test_who_names_a_version_and_loses_is_told_so(racing: tuple[World, Meanwhile]) -> None:
    world, store = racing
    table = world.make()
    tag = world.get(table.path).headers["ETag"]
    store.happens = lambda: bid(world, table, 3)
    assert problem(bid(world, table, 4, If_Match=tag)) == (412, "stale_version")


def test_the_same_call_twice_at_once_has_one_effect_and_two_equal_answers(
    racing: tuple[World, Meanwhile],
) -> None:
    world, store = racing
    table = world.make()
    answers: list[Any] = []
    store.happens = lambda: answers.append(bid(world, table, 3, Idempotency_Key="a"))
    answers.append(bid(world, table, 3, Idempotency_Key="a"))
    assert [each.status_code for each in answers] == [200, 200]
    assert body_of(answers[0]) == body_of(answers[1])
    assert world.view(table, "S")["version"] == 2


def test_of_two_who_want_the_last_seat_one_gets_it(racing: tuple[World, Meanwhile]) -> None:
    world, store = racing
    seats = {seat: {"kind": "cpu"} for seat in "NES"}
    table = world.make(seats=seats)
    answers: list[Any] = []
    joining = {"join_code": table.join_code}
    store.happens = lambda: answers.append(world.post("/v1/join", joining))
    loser = world.post("/v1/join", joining)
    assert answers[0].status_code == 201
    assert problem(loser) == (409, "already_started")


def test_of_two_who_want_one_seat_one_gets_it(racing: tuple[World, Meanwhile]) -> None:
    world, store = racing
    table = world.make(seats={})
    answers: list[Any] = []
    joining = {"join_code": table.join_code, "seat": "W"}
    store.happens = lambda: answers.append(world.post("/v1/join", joining))
    assert problem(world.post("/v1/join", joining)) == (409, "seat_taken")
    assert answers[0].status_code == 201


def test_two_who_want_any_seat_both_get_one(racing: tuple[World, Meanwhile]) -> None:
    world, store = racing
    table = world.make(seats={})
    answers: list[Any] = []
    joining = {"join_code": table.join_code}
    store.happens = lambda: answers.append(world.post("/v1/join", joining))
    answers.append(world.post("/v1/join", joining))
    assert {body_of(each)["seat"] for each in answers} == {"N", "E"}


def test_the_same_player_twice_at_once_gets_one_seat(racing: tuple[World, Meanwhile]) -> None:
    world, store = racing
    table = world.make(seats={})
    answers: list[Any] = []
    joining = {"join_code": table.join_code}
    store.happens = lambda: answers.append(world.post("/v1/join", joining, Idempotency_Key=KEY))
    answers.append(world.post("/v1/join", joining, Idempotency_Key=KEY))
    assert [each.status_code for each in answers] == [201, 201]
    assert len({body_of(each)["token"] for each in answers}) == 1
