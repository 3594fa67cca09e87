"""Single commands on connections of our own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from redis.exceptions import ConnectionError, ResponseError, TimeoutError  # noqa: A004 (Redis's own)

from service.store.direct import DirectClient

LOST = ConnectionError("lost")


class Line:
    """A connection that says what it is told to say."""

    def __init__(self) -> None:
        self.reply: Any = b"by line"
        self.is_closed_by_server = False
        self.times_closed = 0
        self.times_asked = 0
        self.during: Any = None

    def send_packed_command(self, _command: Any) -> None:
        if self.during:
            self.during()

    def read_response(self) -> Any:
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply

    def can_read(self) -> bool:
        self.times_asked += 1
        return self.is_closed_by_server

    def disconnect(self) -> None:
        self.times_closed += 1


class Pooled:
    """The client behind."""

    def execute_command(self, *args: Any) -> Any:
        return b"by client"

    def pipeline(self, transaction: bool) -> Any:
        return self


class World:
    def __init__(self, *, tries_again: bool) -> None:
        self.lines: list[Line] = []
        self.now = 0.0
        self.client = DirectClient(
            Pooled(), self._connect, 1, tries_again=tries_again, steady=lambda: self.now
        )

    def _connect(self) -> Line:
        self.lines.append(Line())
        return self.lines[-1]


@pytest.fixture
def reader() -> World:
    return World(tries_again=True)


@pytest.fixture
def writer() -> World:
    return World(tries_again=False)


def test_one_connection_serves_one_command_after_another(reader: World) -> None:
    assert [reader.client.execute_command("GET", "key") for _ in range(3)] == [b"by line"] * 3
    assert len(reader.lines) == 1


def test_commands_at_the_same_time_beyond_its_connections_go_by_the_client(reader: World) -> None:
    reader.client.execute_command("GET", "key")
    meanwhile: list[Any] = []
    reader.lines[0].during = lambda: meanwhile.append(reader.client.execute_command("GET", "key"))
    assert reader.client.execute_command("GET", "key") == b"by line"
    assert meanwhile == [b"by client"]


def test_a_reader_whose_reply_was_lost_asks_again_by_the_client(reader: World) -> None:
    with lost_reply(reader):
        assert reader.client.execute_command("GET", "key") == b"by client"
    assert reader.client.execute_command("GET", "key") == b"by line"


def test_a_reader_that_got_no_reply_in_time_does_not_wait_once_more(reader: World) -> None:
    with lost_reply(reader, TimeoutError("hangs")), pytest.raises(TimeoutError):
        reader.client.execute_command("GET", "key")
    assert reader.client.execute_command("GET", "key") == b"by line"


def test_a_writer_whose_reply_was_lost_sends_nothing_again(writer: World) -> None:
    with lost_reply(writer), pytest.raises(ConnectionError):
        writer.client.execute_command("INCR", "key")
    assert writer.client.execute_command("INCR", "key") == b"by line"


@contextmanager
def lost_reply(world: World, error: Exception = LOST) -> Iterator[None]:
    world.client.execute_command("GET", "key")
    world.lines[0].reply = error
    yield
    world.lines[0].reply = b"by line"


def test_a_refused_command_leaves_its_connection_in_use(writer: World) -> None:
    writer.client.execute_command("GET", "key")
    writer.lines[0].reply = ResponseError("wrong type")
    with pytest.raises(ResponseError):
        writer.client.execute_command("INCR", "key")
    writer.lines[0].reply = b"by line"
    assert writer.client.execute_command("GET", "key") == b"by line"
    assert writer.lines[0].times_closed == 0


def test_a_connection_that_the_server_closed_meanwhile_is_opened_again_first(writer: World) -> None:
    writer.client.execute_command("GET", "key")
    writer.lines[0].is_closed_by_server = True
    writer.now = 1.0
    assert writer.client.execute_command("GET", "key") == b"by line"
    assert writer.lines[0].times_closed == 1


@pytest.mark.parametrize("error", [LOST, TimeoutError("hangs")])
def test_a_connection_that_closed_itself_is_not_asked_whether_it_stands(
    writer: World, error: Exception
) -> None:
    """It would connect for that: a server that hangs would be waited for twice."""
    with lost_reply(writer, error), pytest.raises(type(error)):
        writer.client.execute_command("GET", "key")
    writer.now = 1.0
    assert writer.client.execute_command("GET", "key") == b"by line"
    assert writer.lines[0].times_asked == 0


def test_on_a_real_server_it_outlives_the_loss_of_its_connection(client: redis.Redis) -> None:
    now = iter((0.0, 1.0, 1.0))
    connect = client.connection_pool.make_connection
    writer = DirectClient(client, connect, 1, tries_again=False, steady=lambda: next(now))
    writer.execute_command("SET", "key", "value")
    client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    assert writer.execute_command("GET", "key") == b"value"


def test_a_real_server_gets_each_argument_as_it_is(client: redis.Redis) -> None:
    direct = DirectClient(client, client.connection_pool.make_connection, 1, tries_again=False)
    for value in (b"\r\n$3\r\n\x00\xff", "♠ und Ä", 17, -1, "", b"x" * 100_000):
        direct.execute_command("SET", "a key", value)
        stored = value if isinstance(value, bytes) else str(value).encode()
        assert direct.execute_command("GET", "a key") == stored
