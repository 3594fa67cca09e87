"""The listener of a process: it connects again, and whoever may have missed something is woken."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from redis.exceptions import ConnectionError  # noqa: A004 (Redis's own)

from service.store.keys import SHARD_NAMES, wake_channel
from service.store.wakeups import RedisWakeups, WakeupHub
from tables import table_id

PING_SECONDS = 0.01
CHANNELS = tuple(map(wake_channel, SHARD_NAMES))


@dataclass(slots=True)
class FakeServer:
    """Speaks to whoever subscribed last. `mute`: so many connections, the first ones, are never answered."""

    said: SimpleQueue[Any] = field(default_factory=SimpleQueue)
    opened: int = 0
    closed: int = 0
    mute: int = 0

    @property
    def is_mute(self) -> bool:
        return self.opened <= self.mute

    def connect(self) -> "FakeServer":
        self.opened += 1
        return self

    def subscribe(self, *channels: str) -> None:
        for channel in channels if not self.is_mute else ():
            self.said.put({"type": "subscribe", "channel": channel.encode(), "data": 1})

    def get_message(self, _ignore: bool, timeout: float) -> dict[str, Any] | None:
        try:
            said = self.said.get(timeout=timeout)
        except Empty:
            return None
        if isinstance(said, Exception):
            raise said
        assert isinstance(said, dict)
        return said

    def ping(self) -> None:
        if not self.is_mute:
            self.said.put({"type": "pong", "channel": None, "data": b""})

    def close(self) -> None:
        self.closed += 1

    def tell(self, channel: str, text: str) -> None:
        self.said.put({"type": "message", "channel": channel.encode(), "data": text.encode()})


@contextmanager
def listening(server: FakeServer) -> Iterator[RedisWakeups]:
    wakeups = RedisWakeups(server.connect, PING_SECONDS)
    try:
        yield wakeups
    finally:
        wakeups.close()
    assert server.opened == server.closed


def test_who_waits_is_woken_once_when_the_listener_has_subscribed() -> None:
    server = FakeServer()
    with listening(server) as wakeups, wakeups.listen(table_id()) as waiter:
        assert waiter.wait(20)
        assert not waiter.wait(0.05)


def test_only_who_waits_for_the_table_is_woken() -> None:
    server = FakeServer()
    with listening(server) as wakeups, wakeups.listen(table_id(1)) as one:
        assert one.wait(20)
        with wakeups.listen(table_id(2)) as other:
            server.tell(CHANNELS[7], f"{table_id(2)} 17")
            assert other.wait(20)
        assert not one.wait(0)


def test_all_are_woken_after_a_connection_was_lost() -> None:
    server = FakeServer()
    with listening(server) as wakeups, wakeups.listen(table_id()) as waiter:
        assert waiter.wait(20)
        server.said.put(ConnectionError("gone"))
        assert waiter.wait(20)
        assert server.opened == 2


def test_a_connection_on_which_no_ping_is_answered_is_left() -> None:
    server = FakeServer(mute=2)
    with listening(server) as wakeups, wakeups.listen(table_id()) as waiter:
        assert waiter.wait(20)
        assert server.opened == 3


def test_without_waiters_there_is_no_connection() -> None:
    server = FakeServer()
    with listening(server):
        pass
    assert server.opened == 0


def woken(hub: WakeupHub, wake: Callable[[], None]) -> bool:
    with hub.listen(table_id()) as waiter:
        wake()
        return waiter.wait(0)


def test_a_waiter_that_has_gone_is_forgotten() -> None:
    hub = WakeupHub()
    for _ in range(3):
        assert woken(hub, lambda: hub.wake(table_id()))
        assert not woken(hub, lambda: hub.wake(table_id(2)))
        assert woken(hub, hub.wake_all)
    hub.wake(table_id())
    assert not woken(hub, lambda: None)
