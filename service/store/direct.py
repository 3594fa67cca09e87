"""Single commands with little around them: what redis-py does around each costs more than the command itself.

That is a pool with its telemetry, a look whether the socket is still good, a closure for retries, a packer
for all that may come: together more than a third of the CPU time that a process spends on a GET.
"""

import math
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from redis.exceptions import ConnectionError, RedisError, ResponseError  # noqa: A004 (Redis's own)

from service.store.client import Argument, Client, Pipe

FRESH_SECONDS: Final = 0.05
"""No server restarts in less: a connection used within this time is not asked whether it still stands."""
CLOSED: Final = math.inf
"""When one that closed itself was used: to ask whether it stands would connect it, which may hang."""


class Connection(Protocol):
    """What is needed of a connection of redis-py, which connects when it is used."""

    def send_packed_command(self, command: Sequence[bytes]) -> Any: ...

    def read_response(self) -> Any:
        """The reply. After an error of the connection it has closed itself."""

    def can_read(self) -> bool: ...

    def disconnect(self) -> Any: ...


class DirectClient:
    """Commands on at most `most` connections of its own. Beyond these, and for pipelines: by `client`.

    `tries_again`: a command whose reply was lost is sent again, by `client` and as often as it does that.
    """

    def __init__(
        self,
        client: Client,
        connect: Callable[[], Connection],
        most: int,
        *,
        tries_again: bool,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._connect = connect
        self._left = most
        self._tries_again = tries_again
        self._steady = steady
        # Appending and popping need no lock, with threads and with greenlets.
        self._idle: list[tuple[Connection, float]] = []

    def execute_command(self, *args: Argument) -> Any:
        connection = self._take()
        if connection is None:
            return self._client.execute_command(*args)
        used_at = CLOSED
        try:
            connection.send_packed_command((_packed(args),))
            reply = connection.read_response()
            used_at = self._steady()
            return reply
        except ConnectionError:
            if not self._tries_again:
                raise
        except ResponseError:
            used_at = self._steady()  # a reply like any other
            raise
        except RedisError:
            raise  # none in time: who hangs is not asked again
        except BaseException:
            connection.disconnect()  # a reply may still come: nobody else may read it
            raise
        finally:
            self._idle.append((connection, used_at))
        return self._client.execute_command(*args)

    def pipeline(self, transaction: bool) -> Pipe:
        return self._client.pipeline(transaction)

    def _take(self) -> Connection | None:
        try:
            connection, used_at = self._idle.pop()
        except IndexError:
            return self._new_connection()
        if self._steady() - used_at > FRESH_SECONDS and not _stands(connection):
            connection.disconnect()
        return connection

    def _new_connection(self) -> Connection | None:
        if self._left <= 0:
            return None
        self._left -= 1
        return self._connect()


def _packed(args: Sequence[Argument]) -> bytes:
    """A command in Redis's protocol, RESP."""
    parts = [each if isinstance(each, bytes) else str(each).encode() for each in args]
    return b"*%d\r\n" % len(parts) + b"".join([b"$%d\r\n%b\r\n" % (len(part), part) for part in parts])


def _stands(connection: Connection) -> bool:
    """An idle connection that has something to read was closed by the server."""
    try:
        return not connection.can_read()
    except RedisError:
        return False
