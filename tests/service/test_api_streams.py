"""Streams: the same numbers as the pages, resumed anywhere, for every viewer, until the end of the match."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from api_world import PLAYERS, Body, Made, body_of, problem
from scripted_streams import StreamWorld, read, silence
from service.ports import Loaded, NewerFormat, Ports, StoreUnavailable
from service.settings import Settings
from service.texts import NAMES
from service.wire.streams import SPREAD_MS

ONE_DEAL = {"first_dealer": "E", "max_deals": 1}
VIEWERS = ("N", "E", "S", "W", "host", None)


@pytest.fixture
def world() -> StreamWorld:
    return StreamWorld()


def token_of(table: Made, viewer: str | None) -> str | None:
    return table.host if viewer == "host" else table.tokens.get(viewer or "")


def page_events(world: StreamWorld, table: Made, viewer: str | None, after: int = 0) -> list[Body]:
    page = body_of(world.get(f"{table.path}/events?after={after}", token_of(table, viewer)))
    events = page["events"]
    assert isinstance(events, list)
    return events


def last_seq(world: StreamWorld, table: Made) -> int:
    return int(body_of(world.get(f"{table.path}/events?after=1000000"))["last_seq"])


def bare(data: Body) -> Body:
    return {name: value for name, value in data.items() if name not in ("to_act", "deadline")}


def without_clock(view: Body) -> Body:
    return {name: value for name, value in view.items() if name not in ("server_time", "remaining_ms")}


def play_out(world: StreamWorld, table: Made) -> None:
    while body_of(world.get(table.path))["status"] == "playing":
        world.go_on(table, 1)


@pytest.fixture
def over(world: StreamWorld) -> Made:
    """A match of one deal that is over."""
    table = world.make(rules=ONE_DEAL)
    play_out(world, table)
    return table


@pytest.mark.parametrize("viewer", ["S", "host", None])
def test_a_whole_match_as_it_happens_is_what_the_pages_say(world: StreamWorld, viewer: str | None) -> None:
    table = world.make(rules=ONE_DEAL)
    steps = [lambda: world.go_on(table, 1)] * 56
    streamed = world.stream(table, "?after=0", token_of(table, viewer), steps)
    assert [bare(frame.data) for frame in streamed.numbered] == page_events(world, table, viewer)
    assert [frame.seq for frame in streamed.numbered] == [frame.data["seq"] for frame in streamed.numbered]
    assert all(frame.event == frame.data["type"] for frame in streamed.numbered)
    assert streamed.names[-1] == "end"
    assert streamed.named("end") == [
        {"last_seq": last_seq(world, table), "to_act": [], "deadline": None, "over": True}
    ]


def test_each_seat_is_shown_its_own_cards_and_nobody_elses(world: StreamWorld, over: Made) -> None:
    for viewer in VIEWERS:
        streamed = world.stream(over, "?after=0", token_of(over, viewer))
        assert [bare(frame.data) for frame in streamed.numbered] == page_events(world, over, viewer)
        shown = streamed.named("hand_shown")
        assert [event["seat"] for event in shown if "hand_shown" in event] == [viewer] * (viewer in PLAYERS)


def test_resuming_at_every_number_gives_what_a_page_gives(world: StreamWorld, over: Made) -> None:
    last = last_seq(world, over)
    for cursor in range(last):
        streamed = world.stream(over, "", over.tokens["S"], Last_Event_ID=str(cursor))
        assert [bare(frame.data) for frame in streamed.numbered] == page_events(world, over, "S", cursor)
        assert streamed.names[-1] == "end"
    assert world.open(f"{over.path}/events?after={last}").status_code == 204


def test_every_frame_says_who_is_to_act_until_when(world: StreamWorld) -> None:
    table = world.make(turn_seconds=30)
    streamed = world.stream(table, "?after=0", steps=[lambda: world.go_on(table, 1)] * 6)
    events = streamed.numbered
    assert events[-1].data["to_act"] == body_of(world.get(table.path))["to_act"]
    assert events[-1].data["deadline"] == body_of(world.get(table.path))["deadline"]
    acted = [frame.data for frame in events if frame.event in ("bid_made", "card_played")]
    assert [data["to_act"][0] for data in acted] == [PLAYERS_IN_TURN[data["seat"]] for data in acted]


PLAYERS_IN_TURN = {"N": "E", "E": "S", "S": "W", "W": "N"}


@pytest.mark.parametrize(
    "resume",
    [{}, {"Last_Event_ID": "100000"}, {"Last_Event_ID": "what?"}, {"Last_Event_ID": ""}],
    ids=["missing", "beyond the end", "not ours", "empty"],
)
def test_a_missing_or_unknown_number_begins_with_a_snapshot(
    world: StreamWorld, resume: dict[str, str]
) -> None:
    table = world.make()
    streamed = world.stream(table, steps=[lambda: world.go_on(table, 1)], **resume)
    assert streamed.names == ["snapshot", "bid_made", "reconnect"]
    assert streamed.frames[1].seq == streamed.frames[0].seq + 1
    assert streamed.frames[1].data["version"] == streamed.frames[0].data["version"] + 1


def test_the_snapshot_is_the_view_or_the_table_of_who_looks(world: StreamWorld) -> None:
    table = world.make()
    world.go_on(table, 7)
    mine = world.stream(table, "", table.tokens["N"]).frames[0].data
    assert without_clock(mine) == without_clock(world.view(table, "N"))
    for token in (None, table.host):
        shown = world.stream(table, "", token).frames[0].data
        assert without_clock(shown) == without_clock(body_of(world.get(table.path, token)))


def test_the_header_goes_before_the_address_which_a_browser_repeats(world: StreamWorld) -> None:
    table = world.make()
    last = last_seq(world, table)
    streamed = world.stream(table, "?after=0", Last_Event_ID=str(last - 1))
    assert [frame.seq for frame in streamed.numbered] == [last]


def test_a_store_that_was_restored_to_an_earlier_moment_is_told_by_a_snapshot() -> None:
    shelf: dict[str, Any] = {}

    @dataclass
    class Restored:
        ports: Ports
        old: Loaded | None = None

        def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
            return self.old or self.ports.store.load(table_id, commit_id)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.ports.store, name)

    def outer(ports: Ports) -> Ports:
        shelf["store"] = Restored(ports)
        return replace(ports, store=shelf["store"])

    world = StreamWorld(outer)
    table = world.make()
    old = world.ports.store.load(table.table_id)
    assert old is not None

    def restore() -> None:
        shelf["store"].old = old

    world.go_on(table, 3)
    streamed = world.stream(table, f"?after={old.table.last_seq}", steps=[restore])
    assert [name for name in streamed.names if name != "presence"] == [
        *["bid_made"] * 3,
        *("snapshot", "reconnect"),
    ]
    assert streamed.frames[-2].seq == old.table.last_seq


def test_of_a_match_that_is_over_a_newcomer_gets_the_snapshot_and_the_end(
    world: StreamWorld, over: Made
) -> None:
    last = last_seq(world, over)
    assert world.stream(over).names == ["snapshot", "end"]
    assert world.stream(over, f"?after={last + 5}").names == ["snapshot", "end"]
    answer = world.open(f"{over.path}/events?after=0", Last_Event_ID=str(last))
    assert (answer.status_code, answer.data) == (204, b"")


def test_a_closed_table_ends_its_streams(world: StreamWorld) -> None:
    table = world.make(seats={})
    streamed = world.stream(table, steps=[lambda: world.post(f"{table.path}/close", {}, table.host)])
    assert streamed.names == ["snapshot", "table_closed", "end"]


def test_a_table_that_is_deleted_ends_its_streams(world: StreamWorld) -> None:
    table = world.make()

    def delete() -> None:
        loaded = world.ports.store.load(table.table_id)
        assert loaded is not None
        world.ports.store.delete(loaded)

    assert world.stream(table, steps=[delete]).names == ["snapshot", "end"]
    assert problem(world.open(f"{table.path}/events")) == (404, "not_found")


def test_a_comment_comes_every_15_seconds_and_nothing_else(world: StreamWorld) -> None:
    seats = {seat: {"kind": "cpu"} for seat in "NEW"}
    table = world.make(seats={**seats, "S": PLAYERS["S"]})
    world.work()
    streamed = world.stream(table, "", table.tokens["S"], [silence] * 4)
    assert streamed.names == ["snapshot", "reconnect"]
    assert streamed.parser.comments == ["waiting"] * 4
    assert world.script.waits == [15.0] * 5


def test_being_woken_for_nothing_puts_no_comment_off(world: StreamWorld) -> None:
    table = world.make(seats={})
    ten_seconds = [lambda: world.clock.go_on(10_000)] * 4
    streamed = world.stream(table, steps=ten_seconds)
    assert streamed.parser.comments == ["waiting"] * 2
    assert world.script.waits[:3] == [15, 5, 15]


@dataclass
class Flaky:
    """A store that raises what it is told to."""

    ports: Ports
    error: Exception | None = None

    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        if self.error:
            raise self.error
        return self.ports.store.load(table_id, commit_id)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ports.store, name)


@pytest.fixture
def flaky() -> tuple[StreamWorld, Flaky]:
    stores: list[Flaky] = []

    def outer(ports: Ports) -> Ports:
        stores.append(Flaky(ports))
        return replace(ports, store=stores[0])

    return StreamWorld(outer), stores[0]


def test_a_store_that_is_away_is_waited_for_and_nothing_is_lost(flaky: tuple[StreamWorld, Flaky]) -> None:
    world, store = flaky
    table = world.make()

    def go_away() -> None:
        world.go_on(table, 2)
        store.error = StoreUnavailable("gone")

    def come_back() -> None:
        store.error = None
        world.go_on(table, 1)

    last = last_seq(world, table)
    streamed = world.stream(table, f"?after={last}", steps=[go_away, silence, silence, come_back])
    assert [frame.seq for frame in streamed.numbered] == [last + 1, last + 2, last + 3]
    assert streamed.names[-1] == "reconnect"
    assert streamed.parser.comments == ["the store is away, please hold the line"]
    assert world.script.waits == [15, 5, 5, 5, 15]


def test_who_needs_a_newer_release_is_sent_away(flaky: tuple[StreamWorld, Flaky]) -> None:
    world, store = flaky
    table = world.make()

    def upgrade() -> None:
        store.error = NewerFormat()

    assert world.stream(table, steps=[upgrade]).names == ["snapshot", "reconnect"]
    assert problem(world.open(f"{table.path}/events")) == (503, "upgrading")


def test_a_process_that_stops_sends_its_streams_away_over_five_seconds(world: StreamWorld) -> None:
    table = world.make()
    retries = []
    for _ in range(40):
        streamed = world.stream(table)
        assert streamed.named("reconnect") == [{"retry_ms": streamed.parser.retry}]
        retries.append(streamed.parser.retry or 0)
    assert 0 <= min(retries) < SPREAD_MS / 4
    assert SPREAD_MS * 3 / 4 < max(retries) < SPREAD_MS


def test_a_stream_broken_off_resumes_soon_by_itself(world: StreamWorld) -> None:
    response = world.open(f"{world.make().path}/events")
    chunks = iter(response.response)
    assert next(chunks) == b"retry: 1000\n\n"
    response.close()


def test_its_headers_keep_it_from_being_kept_or_held_back(world: StreamWorld) -> None:
    headers = world.stream(world.make()).response.headers
    assert headers["Content-Type"] == "text/event-stream"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Accel-Buffering"] == "no"
    assert "Accept" in headers["Vary"].split(", ")
    assert "Content-Length" not in headers
    assert "Content-Encoding" not in headers


@pytest.mark.parametrize(
    ("accept", "is_stream"),
    [
        ("text/event-stream", True),
        ("text/event-stream, */*;q=0.1", True),
        ("application/json, text/event-stream", True),
        ("application/json, text/event-stream;q=0.5", False),
        ("text/event-stream;q=0", False),
        ("*/*", False),
        ("text/*", False),
        ("", False),
    ],
)
def test_a_stream_is_given_to_who_names_it(world: StreamWorld, accept: str, is_stream: bool) -> None:
    response = world.http.get(f"{world.make().path}/events", headers={"Accept": accept})
    assert (response.content_type == "text/event-stream") == is_stream
    response.close()


def test_one_stream_too_many_is_refused_until_one_has_gone() -> None:
    world = StreamWorld(settings=Settings(max_streams=1))
    path = f"{world.make().path}/events"
    assert world.http.head(path, headers={"Accept": "text/event-stream"}).status_code == 200
    for _ in range(2):
        first = world.open(path)
        refused = world.open(path)
        assert problem(refused) == (503, "too_many_streams")
        assert refused.headers["Retry-After"]
        first.close()
    assert read(world.open(path)).names[-1] == "reconnect"


def test_who_may_not_look_gets_no_stream(world: StreamWorld) -> None:
    private = world.make(visibility="private")
    assert problem(world.open(f"{private.path}/events")) == (401, "unauthenticated")
    assert problem(world.open(f"{private.path}/events", world.make().host)) == (401, "unauthenticated")
    assert problem(world.open(f"{private.path}/events?after=x", private.host)) == (422, "invalid_field")
    assert world.stream(private, "", private.tokens["S"]).names[0] == "snapshot"


def test_a_token_that_has_ended_ends_its_stream(world: StreamWorld) -> None:
    """A player who left an open table must not be shown the cards of the one who sits there next."""
    table = world.make(seats={"S": PLAYERS["S"]})
    steps = [lambda: world.post(f"{table.path}/leave", {}, table.tokens["S"])]
    streamed = world.stream(table, "", table.tokens["S"], steps)
    assert streamed.names == ["snapshot", "reconnect"]
    assert problem(world.open(f"{table.path}/events", table.tokens["S"])) == (401, "unauthenticated")


def test_a_cut_names_its_players_at_their_new_seats(world: StreamWorld) -> None:
    seats = {seat: {"kind": "player", "name": f"p{seat}"} for seat in "NES"}
    table = world.make(seats=seats, rules={"preset": "standard", "seating": "cut"})
    joined = world.post(f"{table.path}/join", {"join_code": table.join_code, "name": "pW"})
    tokens = {**table.tokens, "W": body_of(joined)["token"]}
    sits = {body_of(world.get(f"{table.path}/view", tokens[old]))["you"]["seat"]: f"p{old}" for old in "NESW"}
    (event,) = [each for each in page_events(world, table, None) if each["type"] == "seats_cut"]
    assert event["seats_cut"]["seats"] == sits
    assert sits != {seat: f"p{seat}" for seat in "NESW"}
    card = NAMES["en"]["card"](event["seats_cut"]["cut"]["N"])
    assert f"{sits['N']} drew {card} and sits North;" in event["text"]


def test_after_a_cut_each_player_sees_the_cards_of_the_seat_that_it_led_to(world: StreamWorld) -> None:
    rules = {"preset": "standard", "seating": "cut"}
    seats = {seat: PLAYERS[seat] for seat in "NES"}
    table = world.make(seats=seats, rules=rules)

    def join() -> None:
        assert world.post(f"{table.path}/join", {"join_code": table.join_code}).status_code == 201

    led_to = []
    for token in table.tokens.values():
        streamed = world.stream(table, "?after=0", token, [] if led_to else [join])
        shown = [event["seat"] for event in streamed.named("hand_shown") if "hand_shown" in event]
        led_to.append(world.get(f"{table.path}/view", token).get_json()["you"]["seat"])
        assert shown == led_to[-1:]
    assert led_to[0] != "N", "the stream that was open did not see its seat move"
