"""`Doors`: a blueprint whose calls are declared with all that the OpenAPI document says of them."""

import http
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from engine.errors import Refusal
from service.api import requests
from service.api.context import context, ports
from service.ports import Ports
from service.problems import STATUS
from service.refusals import AnyCode, Code, Refused
from service.schemas.events import FRAME_EXAMPLE
from service.schemas.strict import load

View = Callable[..., Response]
Check = Callable[..., object]
"""From the ports, the parts of the path and the bearer: refuses who may not make the call at all."""

PREFIX: Final = "/v1"

STORE: Final[tuple[AnyCode, ...]] = (Code.STORE_UNAVAILABLE, Code.UPGRADING)
TABLE: Final[tuple[AnyCode, ...]] = (Code.UNAUTHENTICATED, Code.NOT_FOUND, *STORE)
_BODY: Final[tuple[AnyCode, ...]] = (
    *(Code.NOT_JSON, Code.TOO_LARGE, Code.WRONG_CONTENT_TYPE, Refusal.INVALID_FIELD),
    *(Refusal.UNKNOWN_FIELD, Code.UNAUTHENTICATED),
)
"""Also where no token is needed: credentials of another kind than a bearer's are refused."""
_QUERY: Final[tuple[AnyCode, ...]] = (Refusal.INVALID_FIELD, Refusal.UNKNOWN_FIELD)

_KEY: Final = {
    "name": requests.KEY_HEADER,
    "in": "header",
    "description": "Makes the call count once, however often it is sent.",
    "schema": {"type": "string", "pattern": f"^{requests.KEY_PATTERN}$"},
}
_SECRET_KEY: Final = {
    **_KEY,
    "description": "Makes the call count once. Tokens and ids are made from it: a secret, such as a UUID.",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9._~-]{22,128}$"},
}
_IF_MATCH: Final = {
    "name": "If-Match",
    "in": "header",
    "description": "The ETag of the view that was decided on.",
    "schema": {"type": "string"},
}
_IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "in": "header",
    "description": "An ETag that is known already: 304 if it still holds.",
    "schema": {"type": "string"},
}
_ETAG: Final = {
    "description": "Of this answer, for `If-None-Match`; of a table, also for `If-Match`.",
    "schema": {"type": "string"},
}
_PREFER: Final = {
    "name": "Prefer",
    "in": "header",
    "description": "`wait=25` with `If-None-Match`: waits so many seconds, 30 at most, for something new.",
    "schema": {"type": "string"},
}
_PREFERENCE_APPLIED: Final = {
    "description": "`wait=25`: the call waited, or would have.",
    "schema": {"type": "string"},
}
_LAST_EVENT_ID: Final = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "For a stream: the `id` of the last whole frame. It goes before `after`.",
    "schema": {"type": "string"},
}
_REPLAYED: Final = {"description": "`true`: the key was known.", "schema": {"type": "string"}}
_RETRY_AFTER: Final = {"description": "In so many seconds, ask again.", "schema": {"type": "integer"}}
_LOCATION: Final = {"description": "What was made.", "schema": {"type": "string", "format": "uri-reference"}}


@dataclass(frozen=True, slots=True)
class Takes:
    """The body of a call. A call that is refused for its shape goes through `check` first.

    `is_secret`: tokens are made from its Idempotency-Key.
    """

    schema: type[Schema]
    check: Check
    may_be_empty: bool = False
    is_secret: bool = False


@dataclass(frozen=True, slots=True)
class Gives:
    """The answer of a call. `stream`: the frames of the stream that it can be instead.

    `has_etag`: `If-None-Match` is heeded; `waits`: `Prefer: wait` beside it, too. Of another `media` type the
    schema is that of one of its parts.
    """

    schema: type[Schema]
    status: int = 200
    has_etag: bool = False
    waits: bool = False
    has_location: bool = False
    stream: type[Schema] | None = None
    has_retry_after: bool = False
    media: str = "application/json"


@dataclass(frozen=True, slots=True)
class Call:
    """One operation. `token`: None: it needs none; `optional`, or whose it must be.

    `also`: answers with another status and a body that is no problem. `any_query`: parameters that it doesn't
    know are let through.
    """

    gives: Gives
    refuses: Sequence[AnyCode] = ()
    takes: Takes | None = None
    query: type[Schema] | None = None
    token: str | None = None
    also: Mapping[int, type[Schema]] = field(default_factory=dict)
    any_query: bool = False

    @property
    def has_no_query(self) -> bool:
        return self.query is None and not self.any_query


class Doors(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """The doors of one resource; the names of their functions are the operations' ids."""

    def __init__(self, name: str, description: str, prefix: str = PREFIX) -> None:
        super().__init__(name, __name__, url_prefix=prefix, description=description)
        self._is_counted = prefix == PREFIX

    def door(self, method: str, rule: str, call: Call) -> Callable[[View], View]:
        """Registers a view function. With a body it is given `request` and what the schema made of it."""

        def decorate(view: View) -> View:
            is_read = self._is_counted and method == "GET"
            takes = call.takes
            opened = _with_body(view, takes) if takes else _without_body(view, call, is_read=is_read)
            opened._apidoc = _document(view.__name__, call, is_counted=self._is_counted)  # type: ignore[attr-defined]  # a note on it
            self.add_url_rule(rule, view.__name__, opened, methods=[method])
            return view

        return decorate


def _with_body(view: View, takes: Takes) -> View:
    schema = takes.schema()

    @wraps(view)
    def read(**path: Any) -> Response:
        try:
            body = requests.read_body(may_be_empty=takes.may_be_empty)
            data = requests.parse_body(body)
            asked = load(schema, data)
            request = requests.read_request(data, is_secret=takes.is_secret)
            requests.refuse_query()
        except Refused:
            takes.check(ports(), *path.values(), requests.bearer())
            raise
        return view(**path, request=request, asked=asked)

    return read


def _without_body(view: View, call: Call, *, is_read: bool) -> View:
    """Reads have a quota. What a call reads is read before its parameters are refused: who may not make it is
    told that, and no more."""
    has_no_query = call.has_no_query

    @wraps(view)
    def read(**path: Any) -> Response:
        if is_read:
            context().quotas.read()
        answer = view(**path)
        if has_no_query:
            requests.refuse_query()
        return answer

    return read


def anyone(_ports: Ports, _token: str | None) -> None:
    """No check: whoever calls may learn what is wrong with the body."""


def _document(operation_id: str, call: Call, *, is_counted: bool) -> dict[str, Any]:
    """What flask-smorest keeps of a view function."""
    document: dict[str, Any] = {
        "manual_doc": {"operationId": operation_id, "security": _security(call.token)},
        "response": {
            "responses": {call.gives.status: [_response(call)], **_others(call, is_counted=is_counted)}
        },
    }
    if call.gives.stream is not None:
        document["manual_doc"]["responses"] = _streamed(call.gives.stream)
    parameters = _parameters(call)
    if parameters:
        document["arguments"] = {"parameters": parameters}
    return document


def _streamed(frame: type[Schema]) -> dict[int, Any]:
    """What a call may answer beside its page: a stream, or nothing more, to who knows all of it."""
    return {
        200: {"content": {requests.STREAM_TYPE: {"schema": frame(), "example": FRAME_EXAMPLE}}},
        204: {"description": "For a stream: the match is over, and the client knows all of it."},
    }


def _security(token: str | None) -> list[dict[str, list[str]]]:
    if token is None:
        return []
    return [{"bearer": []}, {}] if token == "optional" else [{"bearer": []}]


def _response(call: Call) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if call.gives.has_etag:
        headers["ETag"] = _ETAG
    if call.gives.waits:
        headers["Preference-Applied"] = _PREFERENCE_APPLIED
    if call.gives.has_location:
        headers["Location"] = _LOCATION
    if call.gives.has_retry_after:
        headers["Retry-After"] = _RETRY_AFTER
    if call.takes is not None and Code.IDEMPOTENCY_KEY_REUSED in _codes(call):
        headers["Idempotency-Replayed"] = _REPLAYED
    return {
        "schema": call.gives.schema(),
        **_plain_response(call.gives.status),
        "content_type": call.gives.media,
        **({"headers": headers} if headers else {}),
    }


def _parameters(call: Call) -> list[dict[str, Any]]:
    parameters: list[dict[str, Any]] = []
    if call.query is not None:
        parameters.append({"in": "query", "schema": call.query()})
    if call.takes is None:
        parameters += [_IF_NONE_MATCH] if call.gives.has_etag else []
        parameters += [_PREFER] if call.gives.waits else []
        return parameters + ([_LAST_EVENT_ID] if call.gives.stream else [])
    if Code.IDEMPOTENCY_KEY_REUSED in call.refuses:
        parameters.append(_SECRET_KEY if call.takes.is_secret else _KEY)
    if Code.STALE_VERSION in call.refuses:
        parameters.append(_IF_MATCH)
    body = {"in": "json", "required": not call.takes.may_be_empty, "schema": call.takes.schema()}
    return [*parameters, body]


def _codes(call: Call, *, is_counted: bool = False) -> tuple[AnyCode, ...]:
    shape = () if call.takes is None else _BODY
    query = (Refusal.UNKNOWN_FIELD,) if call.has_no_query else _QUERY if call.query else ()
    always = (Code.BAD_REQUEST, Code.INTERNAL_ERROR)
    quota = (Code.RATE_LIMITED,) if is_counted else ()
    return (*dict.fromkeys((*call.refuses, *shape, *query, *quota, *always)),)


def _others(call: Call, *, is_counted: bool) -> dict[int, list[dict[str, Any]]]:
    """One response for each other status; of a problem with the codes that it can have."""
    by_status: dict[int, list[str]] = {}
    for code in _codes(call, is_counted=is_counted):
        by_status.setdefault(STATUS[code], []).append(code.value)
    answers: dict[int, list[dict[str, Any]]] = {
        status: [_problem_response(codes)] for status, codes in sorted(by_status.items())
    }
    if call.gives.has_etag and call.takes is None:
        answers[304] = [_plain_response(304)]
    for status, schema in call.also.items():
        headers = {"headers": {"Retry-After": _RETRY_AFTER}} if status == http.HTTPStatus.ACCEPTED else {}
        answers[status] = [{**_plain_response(status), "schema": schema(), **headers}]
    return answers


def _plain_response(status: int) -> dict[str, Any]:
    return {"description": http.HTTPStatus(status).phrase, "content_type": "application/json"}


def _problem_response(codes: Sequence[str]) -> dict[str, Any]:
    return {
        "description": "Problem: " + ", ".join(f"`{code}`" for code in codes) + ".",
        "schema": {"$ref": "#/components/schemas/Problem"},
        "content_type": "application/problem+json",
    }
