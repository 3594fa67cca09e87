"""gunicorn's gevent worker, which answers with our problems what gunicorn itself can't read."""

import logging
import socket
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Any, Final

import orjson
from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from service.entropy import SystemEntropy
from service.problems import CONTENT_TYPE, STATUS, problem_body
from service.refusals import Code, Refused
from service.settings import Settings, parse_origins
from service.texts import DEFAULT_LANGUAGE

Headers = tuple[tuple[str, str], ...]

_log = logging.getLogger(__name__)

_LINGER_SECONDS: Final = 1.0
_LINGER_READS: Final = 16

_OF_THE_ANSWER: Final = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)


class ProblemWorker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    """Nothing is known of such a request, not even its language: the answer is English, the line closed."""

    def handle_error(self, req: object, client: Any, addr: object, exc: BaseException) -> None:  # noqa: ARG002 (gunicorn's signature)
        instance = "req_" + SystemEntropy().token_bytes(10).hex()
        code = code_of(exc)
        level = logging.ERROR if code is Code.INTERNAL_ERROR else logging.WARNING
        # The text of the error may quote a header: only its kind is logged.
        _log.log(level, "unreadable_request", extra={"request_id": instance, "error": type(exc).__name__})
        with suppress(OSError):  # the client may be gone
            util.write_nonblock(client, raw_problem(code, instance, _granted()))
            _let_read(client)


def _let_read(client: socket.socket) -> None:
    """A line closed with something unread is reset, and the answer lost with it: read what still comes."""
    client.shutdown(socket.SHUT_WR)
    client.settimeout(_LINGER_SECONDS)
    for _ in range(_LINGER_READS):
        if not client.recv(65_536):
            return


def code_of(error: BaseException) -> Code:
    match error:
        case errors.LimitRequestLine():
            return Code.URI_TOO_LONG
        case errors.LimitRequestHeaders():
            return Code.HEADERS_TOO_LARGE
        case errors.ParseException() if not isinstance(error, _OF_THE_ANSWER):
            return Code.BAD_REQUEST
        case _:
            return Code.INTERNAL_ERROR


@cache
def _granted() -> Headers:
    """For a browser of any origin, where the settings name one at all: which one it was could not be read,
    and the answer says nothing of anybody."""
    # Not before the worker has put gevent's parts in place: the edge brings werkzeug along.
    from service.api.edge import ANY_ORIGIN, grant  # noqa: PLC0415

    return tuple(grant(ANY_ORIGIN)) if parse_origins(Settings.from_env().cors_origins) else ()


def raw_problem(code: Code, instance: str, headers: Headers = ()) -> bytes:
    """A whole HTTP answer."""
    status = HTTPStatus(STATUS[code])
    body = orjson.dumps(problem_body(Refused(code), DEFAULT_LANGUAGE, instance))
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Connection: close",
        f"Content-Type: {CONTENT_TYPE}",
        f"Content-Length: {len(body)}",
        f"Content-Language: {DEFAULT_LANGUAGE}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        f"X-Request-Id: {instance}",
        *(f"{name}: {value}" for name, value in headers),
    )
    return "\r\n".join(head).encode("ascii") + b"\r\n\r\n" + body
