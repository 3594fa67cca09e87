"""Each request as those who run the service see it: counted, timed, and a line of the log. A WSGI layer.

The line names what was called, not its address: that may hold a ticket. Nothing of a body, and no credential.
"""

import logging
import re
import time
from collections.abc import Callable, Iterable
from typing import Final

from service.api.edge import ANSWER, CODE, OPERATION, REQUEST_ID, App, Environ, Headers, StartResponse
from service.metrics.figures import Figures

_NOWHERE: Final = "none"
"""The operation of a request for which there is no door."""
_UNKNOWN: Final[tuple[str, Headers]] = ("204 No Content", [])
"""What the edge answers by itself: to a browser that asks what it may."""
_OF_TABLE: Final = re.compile("/v1/tables/(tb_[0-9A-Za-z]{24})")
_VERSION: Final = re.compile(r'"(\d+)-')

_log = logging.getLogger(__name__)


class Observed:
    """Around the edge, so that nothing passes by. Of a stream, the time to its beginning counts."""

    def __init__(self, app: App, figures: Figures, steady: Callable[[], float] = time.perf_counter) -> None:
        self._app = app
        self._figures = figures
        self._steady = steady

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        began = self._steady()
        body = self._app(environ, start_response)
        seconds = self._steady() - began
        status, headers = environ.get(ANSWER, _UNKNOWN)
        operation = environ.get(OPERATION, _NOWHERE)
        self._figures.answered(operation, status, seconds)
        if "HTTP_IDEMPOTENCY_KEY" in environ and ("Idempotency-Replayed", "true") in headers:
            self._figures.replays.inc()
        if _log.isEnabledFor(logging.INFO):
            _log.info("request", extra=_fields(environ, headers, operation, status, seconds))
        return body


def _fields(
    environ: Environ, headers: Headers, operation: str, status: str, seconds: float
) -> dict[str, object]:
    given = dict(headers)
    version = _VERSION.match(given.get("ETag", ""))
    fields: dict[str, object] = {
        "request_id": environ[REQUEST_ID],
        "operation": operation,
        "status": int(status[:3]),
        "ms": round(1000 * seconds, 1),
        "table": _table(environ, given),
        "version": int(version[1]) if version else None,
        "code": environ.get(CODE),
    }
    return {name: value for name, value in fields.items() if value is not None}


def _table(environ: Environ, given: dict[str, str]) -> str | None:
    """The table of the address, if it has the form of one: anything may stand there; or the new one."""
    found = _OF_TABLE.match(environ["PATH_INFO"]) or _OF_TABLE.match(given.get("Location", ""))
    return found[1] if found else None
