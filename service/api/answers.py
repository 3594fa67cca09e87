"""Answers: plain dicts as JSON, with the headers that go with them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import orjson
from flask import Response

from service.api import requests
from service.api.context import lab, ports, request_id
from service.auth import HOST, Actor
from service.lab.run import Run
from service.ports import Loaded
from service.problems import CONTENT_TYPE, RETRY_AFTER_SECONDS, STATUS, problem_body, problem_headers
from service.refusals import Refused
from service.tables.changing import Done, commit_tag
from service.tables.joining import Joined
from service.tables.reading import Seen
from service.tables.seating import Created
from service.wire.events import events_body
from service.wire.legal import legal_body
from service.wire.simulations import simulation_body
from service.wire.tables import body_for, table_body

Body = Mapping[str, Any]
_JSON: Final = "application/json"
_NDJSON: Final = "application/x-ndjson"
ACCEPTED: Final = 202
_PRIVATE: Final = {"Cache-Control": "no-store"}


def answer(body: Body, status: int = 200, headers: Mapping[str, str] = _PRIVATE) -> Response:
    return written(orjson.dumps(body), status, headers)


def unfinished_answer(body: Body) -> Response:
    """202: the body as far as it goes; workers are at the rest, and the same call gets it later."""
    return answer(body, 202, {**_PRIVATE, "Retry-After": str(RETRY_AFTER_SECONDS)})


def written(
    body: bytes, status: int, headers: Mapping[str, str] = _PRIVATE, content_type: str = _JSON
) -> Response:
    """The answer with that body, named by the request's id."""
    return Response(body, status, {**headers, "X-Request-Id": request_id()}, content_type=content_type)


def _not_modified(tag: str) -> Response:
    return Response(status=304, headers={"ETag": tag, **_PRIVATE, "X-Request-Id": request_id()})


def etag(loaded: Loaded, actor: Actor, language: str) -> str:
    return f'"{loaded.version}-{commit_tag(loaded.commit_id)}.{actor.viewer}.{language}"'


def view_answer(seen: Seen) -> Response:
    """The view of a seat, or 304 for who has it."""
    language = requests.language()
    tag = etag(seen.loaded, seen.actor, language)
    if requests.is_known(tag):
        return _not_modified(tag)
    return answer(view_of(seen.loaded, seen.actor, language), headers={"ETag": tag, **_PRIVATE})


def table_answer(seen: Seen) -> Response:
    """The table as a spectator sees it, or 304 for who has it."""
    language = requests.language()
    tag = etag(seen.loaded, seen.actor, language)
    if requests.is_known(tag):
        return _not_modified(tag)
    return answer(table_of(seen.loaded, seen.actor, language), headers={"ETag": tag, **_PRIVATE})


def view_of(loaded: Loaded, actor: Actor, language: str) -> Body:
    at = ports()
    return body_for(loaded, actor, language, at.clock.now(), at.retention)


def table_of(loaded: Loaded, actor: Actor, language: str) -> Body:
    at = ports()
    return table_body(loaded, actor, language, at.clock.now(), at.retention)


def acted_answer(done: Done) -> Response:
    """After an action: the new view, and what the action caused."""
    language = requests.language()
    return _done_answer(done, "view", view_of(done.loaded, done.actor, language), language)


def changed_answer(done: Done) -> Response:
    """After a call of the host's: the table, and what the call caused."""
    language = requests.language()
    return _done_answer(done, "table", table_of(done.loaded, done.actor, language), language)


def _done_answer(done: Done, name: str, shown: Body, language: str) -> Response:
    events = events_body(done.loaded.table, done.events, done.actor, language)
    headers = {
        "ETag": etag(done.loaded, done.actor, language),
        **_PRIVATE,
        **replay_header(is_replay=done.is_replay),
    }
    return answer({name: shown, "events": events}, done.outcome.status, headers)


def replay_header(*, is_replay: bool) -> Mapping[str, str]:
    return {"Idempotency-Replayed": "true"} if is_replay else {}


def problem_answer(refused: Refused, headers: Mapping[str, str] | None = None) -> Response:
    body = problem_body(refused, requests.language(), request_id(), legal_body(refused))
    all_headers = {**_PRIVATE, **problem_headers(refused.code), **(headers or {})}
    return written(orjson.dumps(body), STATUS[refused.code], all_headers, CONTENT_TYPE)


def created_answer(created: Created) -> Response:
    """A new table, with its tokens: the only time that they are told."""
    loaded, language = created.loaded, requests.language()
    body = {
        "table": table_of(loaded, HOST, language),
        "tokens": {
            "host": created.host_token,
            "seats": {seat.name: token for seat, token in created.seat_tokens.items()},
        },
        "join_code": loaded.table.join_code,
    }
    headers = {
        "Location": f"/v1/tables/{loaded.table.table_id}",
        "ETag": etag(loaded, HOST, language),
        **_PRIVATE,
        **replay_header(is_replay=created.is_replay),
    }
    return answer(body, 201, headers)


def simulation_answer(run: Run, status: int, *, is_member: bool = False, is_replay: bool = False) -> Response:
    """A simulation; `is_member`: within an object, for who asked for it or changed it."""
    body = simulation_body(run, lab().limits.kept_ms)
    headers = {**_PRIVATE, **replay_header(is_replay=is_replay)}
    if status == ACCEPTED:
        headers["Location"] = f"/v1/simulations/{run.run_id}"
    if not run.is_over:
        headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return answer({"simulation": body} if is_member else body, status, headers)


def records_answer(parts: Iterator[bytes]) -> Response:
    """Records, one a line, sent as they are read: there may be more of them than fit into memory."""
    headers = {**_PRIVATE, "X-Request-Id": request_id()}
    return Response(parts, headers=headers, content_type=_NDJSON)


def joined_answer(joined: Joined) -> Response:
    """A seat taken, with its token."""
    loaded, actor, language = joined.loaded, Actor(seat=joined.seat), requests.language()
    body = {
        "table_id": loaded.table.table_id,
        "seat": joined.seat.name,
        "token": joined.token,
        "view": view_of(loaded, actor, language),
    }
    replayed = replay_header(is_replay=joined.is_replay)
    return answer(body, 201, {"ETag": etag(loaded, actor, language), **_PRIVATE, **replayed})
