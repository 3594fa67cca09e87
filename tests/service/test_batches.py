"""What was written for one viewer is used again for those who see the same, and for nobody else."""

from dataclasses import replace

import orjson
import pytest

from api_world import PLAYERS, Made, body_of
from engine.seats import Seat
from scripted_streams import StreamWorld
from service.auth import Actor
from service.tables.changing import events_after
from service.tables.reading import EventPage, Seen
from service.tables.watching import Batch
from service.wire.events import page_json
from sse import Frame, SseParser

VIEWERS = [*(Actor(seat=seat) for seat in Seat), Actor(is_host=True), Actor()]


@pytest.fixture
def world() -> StreamWorld:
    return StreamWorld()


@pytest.fixture
def batch(world: StreamWorld) -> Batch:
    """The first events of a match, with the cards of all seats among them."""
    return batch_of(world, world.make())


def batch_of(world: StreamWorld, table: Made) -> Batch:
    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    return Batch(loaded, 0, events_after(world.ports, table.table_id, 0, 500))


def page_of(batch: Batch, actor: Actor) -> EventPage:
    return EventPage(Seen(batch.loaded, actor), batch.after, batch.events, batch)


@pytest.mark.parametrize("order", [VIEWERS, VIEWERS[::-1]], ids=["seats first", "spectators first"])
def test_a_shared_page_is_that_of_its_viewer(batch: Batch, order: list[Actor]) -> None:
    for language in ("en", "ja", "en"):
        for actor in order:
            shared, alone = page_of(batch, actor), replace(page_of(batch, actor), batch=None)
            assert page_json(shared, language) == page_json(alone, language)


def test_host_and_spectators_share_one_page(batch: Batch) -> None:
    for actor in VIEWERS * 3:
        page_json(page_of(batch, actor), "en")
    assert len(batch.written) == 5


def test_two_players_who_wait_for_the_same_see_their_own_cards(world: StreamWorld) -> None:
    """Both streams are open when the last player joins, and the cards are dealt in one commit."""
    table = world.make(seats={seat: PLAYERS[seat] for seat in "NES"})
    heard: dict[str, list[Frame]] = {"N": [], "S": []}
    north, parser = world.open(f"{table.path}/events", table.tokens["N"]), SseParser()
    chunks = iter(north.response)

    def hear_north() -> None:
        heard["N"] += parser.feed(bytes(next(chunks)))  # type: ignore[arg-type]

    def join() -> None:
        assert world.post(f"{table.path}/join", {"join_code": table.join_code}).status_code == 201

    hear_north()
    hear_north()
    nothing = world.clock.now  # a wake-up of north's
    steps = [join, hear_north, nothing]
    heard["S"] = world.stream(table, "", table.tokens["S"], steps).frames
    north.close()
    for seat, frames in heard.items():
        dealt = [frame.data for frame in frames if frame.event == "hand_shown"]
        assert [event["seat"] for event in dealt] == list("NESW")
        assert [event["seat"] for event in dealt if "hand_shown" in event] == [seat]


def test_a_page_is_the_last_one_when_it_holds_the_last_event(world: StreamWorld) -> None:
    table = world.make()
    world.post(f"{table.path}/close", {}, table.host)
    batch = batch_of(world, table)
    whole = page_of(batch, Actor())
    part = EventPage(whole.seen, batch.after, batch.events[:3])
    assert orjson.loads(page_json(whole, "en"))["over"] is True
    assert orjson.loads(page_json(part, "en"))["over"] is False
    assert body_of(world.get(f"{table.path}/events?after=1000"))["over"] is True
