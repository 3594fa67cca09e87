"""Waiting for a table to change: one listener a process wakes all its waiters."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, Protocol

from redis.exceptions import RedisError

from service.store import keys

PING_SECONDS: Final = 5.0
_DELAYS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
"""The waits before connecting again, in seconds; the last one is repeated."""

_CHANNELS: Final = tuple(map(keys.wake_channel, keys.SHARD_NAMES))
_LAST_CHANNEL: Final = _CHANNELS[-1]

_log = logging.getLogger(__name__)


class _Waiter:
    def __init__(self) -> None:
        self._changed = threading.Event()

    def wake(self) -> None:
        self._changed.set()

    def wait(self, timeout: float) -> bool:
        changed = self._changed.wait(timeout)
        self._changed.clear()
        return changed


class WakeupHub:
    """Who waits for which table in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiters: dict[str, set[_Waiter]] = {}

    @contextmanager
    def listen(self, table_id: str) -> Iterator[_Waiter]:
        waiter = _Waiter()
        with self._lock:
            self._waiters.setdefault(table_id, set()).add(waiter)
        try:
            yield waiter
        finally:
            with self._lock:
                waiters = self._waiters[table_id]
                waiters.remove(waiter)
                if not waiters:
                    del self._waiters[table_id]

    def wake(self, table_id: str) -> None:
        with self._lock:
            waiters = tuple(self._waiters.get(table_id, ()))
        for waiter in waiters:
            waiter.wake()

    def wake_all(self) -> None:
        with self._lock:
            waiters = [waiter for waiters in self._waiters.values() for waiter in waiters]
        for waiter in waiters:
            waiter.wake()


class Subscription(Protocol):
    """What is needed of redis.client.PubSub."""

    def subscribe(self, *channels: str) -> Any: ...

    def get_message(self, ignore_subscribe_messages: bool, timeout: float) -> dict[str, Any] | None: ...

    def ping(self) -> Any: ...

    def close(self) -> None: ...


class RedisWakeups:
    """Woken by what commits publish.

    Nothing is missed: a waiter is registered before its owner reads, and whenever the listener has
    subscribed, the first time too, all waiters are woken and read again. Works on threads and, with gevent's
    patches, on greenlets. `subscription` gives a new connection of its own, with a socket time-out above
    `ping_seconds`.
    """

    def __init__(self, subscription: Callable[[], Subscription], ping_seconds: float = PING_SECONDS) -> None:
        self._subscription = subscription
        self._ping_seconds = ping_seconds
        self._hub = WakeupHub()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()

    @contextmanager
    def listen(self, table_id: str) -> Iterator[_Waiter]:
        with self._hub.listen(table_id) as waiter:
            self._start()
            yield waiter

    def wake_all(self) -> None:
        self._hub.wake_all()

    def _start(self) -> None:
        """The listener starts with the first waiter: in the process that waits, after any fork."""
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="wakeups", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Ends the listener, within `ping_seconds`."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        failures = 0
        while not self._closed.is_set():
            try:
                for _ in self._hear():
                    failures = 0
            except (RedisError, OSError) as error:
                if failures == 0:
                    _log.warning("wakeups_lost", extra={"error": str(error)})
                self._closed.wait(_DELAYS[min(failures, len(_DELAYS) - 1)])
                failures += 1

    def _hear(self) -> Iterator[None]:
        """Passes on what is heard on one connection; gives a sign of life for each message."""
        subscription = self._subscription()
        try:
            subscription.subscribe(*_CHANNELS)
            heard_at = time.monotonic()
            while not self._closed.is_set():
                message = subscription.get_message(False, self._ping_seconds)
                if message is not None:
                    self._pass_on(message)
                    heard_at = time.monotonic()
                    yield
                elif time.monotonic() - heard_at > 3 * self._ping_seconds:
                    raise TimeoutError("no answer to a ping")
                else:
                    subscription.ping()
        finally:
            with suppress(RedisError, OSError):
                subscription.close()

    def _pass_on(self, message: dict[str, Any]) -> None:
        if message["type"] == "message":
            self._hub.wake(message["data"].split(b" ", 1)[0].decode())
        elif message["type"] == "subscribe" and message["channel"] == _LAST_CHANNEL.encode():
            self._hub.wake_all()  # who was registered earlier may have missed a change
