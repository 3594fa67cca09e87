"""Whatever is raised, as a problem."""

import logging
import traceback
from typing import Final

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from service.api.answers import problem_answer
from service.api.context import context, request_id
from service.api.quotas import RateLimited
from service.ports import NewerFormat, StoreUnavailable
from service.problems import STATUS
from service.refusals import Code, Refused

_log = logging.getLogger(__name__)

_BY_STATUS: Final = {
    STATUS[code]: code
    for code in (Code.NOT_FOUND, Code.METHOD_NOT_ALLOWED, Code.TOO_LARGE, Code.WRONG_CONTENT_TYPE)
}


def register_errors(app: Flask) -> None:
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(StoreUnavailable, _store_unavailable)
    app.register_error_handler(NewerFormat, _upgrading)
    app.register_error_handler(Exception, _bug)


def _refused(refused: Refused) -> Response:
    """Who is refused too often is told that alone."""
    told = context().quotas.instead_of(refused.code) or refused
    return problem_answer(told, told.headers if isinstance(told, RateLimited) else None)


def http_problem(error: HTTPException) -> Response:
    """What Flask and werkzeug refuse by themselves. Their headers stay: `Allow` belongs to a 405."""
    headers = {name: value for name, value in error.get_headers() if name != "Content-Type"}
    if "Allow" in headers:
        headers["Allow"] = ", ".join(sorted(headers["Allow"].split(", ")))
    if error.code in _BY_STATUS:
        return problem_answer(Refused(_BY_STATUS[error.code]), headers)
    is_ours = error.code is None or error.code >= 500
    return problem_answer(Refused(Code.INTERNAL_ERROR if is_ours else Code.NOT_JSON))


def _store_unavailable(error: StoreUnavailable) -> Response:
    # One line an outage, not one a request: those are in the log of requests.
    context().instruments.watch.failed(error)
    return problem_answer(Refused(Code.STORE_UNAVAILABLE))


def _upgrading(_error: NewerFormat) -> Response:
    return problem_answer(Refused(Code.UPGRADING))


def _bug(error: Exception) -> Response:
    """A bug. Its text may hold a hand or a body: only its kind and its place are logged."""
    frames = traceback.extract_tb(error.__traceback__)
    trace = " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    _log.error(
        "internal_error",
        extra={"request_id": request_id(), "error": type(error).__name__, "trace": trace},
    )
    return problem_answer(Refused(Code.INTERNAL_ERROR))
