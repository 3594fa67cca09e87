"""Which errors of Redis mean that it can't be used now, and which are bugs of ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from redis.exceptions import (
    ClusterDownError,
    ConnectionError,  # noqa: A004 (Redis's own)
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TimeoutError,  # noqa: A004 (Redis's own)
    TryAgainError,
)

from service.ports import StoreUnavailable

OUTAGES: Final = (
    ConnectionError,  # also: loading, wrong password
    TimeoutError,
    OutOfMemoryError,
    ReadOnlyError,
    ClusterDownError,
    TryAgainError,
)
LOST_REPLIES: Final = (ConnectionError, TimeoutError)
"""Errors after which we don't know whether the command was carried out."""
# The first words of errors that redis-py has no class for: a full disk, too few replicas, a stuck script.
_CODES: Final = ("MISCONF", "NOREPLICAS", "BUSY", "LOADING", "OOM", "READONLY", "MASTERDOWN", "NOPROTO")


_IN_PIPELINE: Final = " of pipeline caused error: "
"""redis-py puts the whole command before what the server said, if it was one of several."""


def is_outage(error: RedisError) -> bool:
    if isinstance(error, OUTAGES):
        return True
    return isinstance(error, ResponseError) and said(error).startswith(_CODES)


def said(error: RedisError) -> str:
    """In the server's words alone."""
    return str(error).rpartition(_IN_PIPELINE)[2]


@contextmanager
def outages_told() -> Iterator[None]:
    """Turns an outage into StoreUnavailable; lets a bug through."""
    try:
        yield
    except RedisError as error:
        if is_outage(error):
            raise StoreUnavailable(said(error)) from error
        raise
