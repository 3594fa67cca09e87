"""Who is there, and stream tickets: on the test double and on a real server."""

import pytest
import redis

from engine.seats import Seat
from fake_clock import FakeClock, FakeEntropy
from polling import eventually
from real_store import EVERY_STORE, real_store
from service.ports import Ports
from service.store.keys import presence_key, ticket_key
from service.store.memory import memory_ports
from service.store.presence import FORGOTTEN_MS
from tables import RETENTION, table_id

TICKET, HOLDER = b"t" * 32, b"h" * 32


@pytest.fixture(params=EVERY_STORE)
def ports(request: pytest.FixtureRequest) -> Ports:
    if request.param == "memory":
        return memory_ports(FakeClock(), FakeEntropy(), RETENTION)
    ports, _ = real_store(request.param, request)
    return ports


def test_a_seat_is_there_until_the_latest_moment_that_was_told(ports: Ports) -> None:
    presence = ports.presence
    assert presence.until([table_id()]) == [(0, 0, 0, 0)]
    presence.note(table_id(), Seat.E, 2_000_000_000_500, is_news=True)
    presence.note(table_id(), Seat.E, 2_000_000_000_000, is_news=False)
    presence.note(table_id(2), Seat.W, 2_000_000_000_900, is_news=False)
    assert list(presence.until([table_id(), table_id(2), table_id(3, shard=4)])) == [
        (0, 2_000_000_000_500, 0, 0),
        (0, 0, 0, 2_000_000_000_900),
        (0, 0, 0, 0),
    ]


def test_news_wake_who_waits_at_the_table(ports: Ports) -> None:
    with ports.wakeups.listen(table_id()) as waiter:
        while waiter.wait(0.1):
            pass  # a listener that connects wakes everybody
        ports.presence.note(table_id(), Seat.E, 2_000_000_000_000, is_news=True)
        assert waiter.wait(20)
        ports.presence.note(table_id(), Seat.E, 2_000_000_010_000, is_news=False)
        ports.presence.note(table_id(2), Seat.E, 2_000_000_010_000, is_news=True)
        assert not waiter.wait(0.05)


def test_all_who_wait_can_be_woken(ports: Ports) -> None:
    with ports.wakeups.listen(table_id()) as one, ports.wakeups.listen(table_id(2)) as other:
        for waiter in (one, other):
            while waiter.wait(0.1):
                pass
        ports.wakeups.wake_all()
        assert one.wait(20)
        assert other.wait(20)


def test_a_ticket_stands_for_its_holder_at_its_table(ports: Ports) -> None:
    tickets = ports.tickets
    assert tickets.holder(table_id(), TICKET) is None
    assert tickets.add(table_id(), TICKET, HOLDER, 60_000)
    assert not tickets.add(table_id(), TICKET, b"x" * 32, 60_000)
    assert tickets.holder(table_id(), TICKET) == HOLDER
    assert tickets.holder(table_id(2), TICKET) is None
    assert tickets.holder(table_id(), HOLDER) is None


def test_a_ticket_that_has_ended_is_not_brought_back(ports: Ports) -> None:
    ports.tickets.keep(table_id(), TICKET, 60_000)
    assert ports.tickets.holder(table_id(), TICKET) is None


def test_the_server_ends_tickets_by_itself(redis_ports: Ports, client: redis.Redis) -> None:
    key = ticket_key(table_id(), TICKET.hex())
    redis_ports.tickets.add(table_id(), TICKET, HOLDER, 30_000)
    assert 0 < client.pttl(key) <= 30_000
    redis_ports.tickets.keep(table_id(), TICKET, 90_000)
    assert 30_000 < client.pttl(key) <= 90_000
    redis_ports.tickets.keep(table_id(), TICKET, 1)
    eventually(lambda: redis_ports.tickets.holder(table_id(), TICKET) is None)


def test_seats_of_long_ago_are_taken_out(redis_ports: Ports, client: redis.Redis) -> None:
    now = redis_ports.clock.now()
    redis_ports.presence.note(table_id(), Seat.N, now - FORGOTTEN_MS - 1_000, is_news=False)
    redis_ports.presence.note(table_id(), Seat.E, now - FORGOTTEN_MS + 50_000, is_news=False)
    redis_ports.presence.note(table_id(2), Seat.S, now + 1_000, is_news=True)
    assert client.zcard(presence_key("07")) == 2
