"""Answers: plain dicts as JSON, with the headers that go with them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import orjson
from flask import Response, request

from service.api import requests
from service.api.context import context, lab, request_id
from service.api.edge import CODE, Environ, StartResponse
from service.api.places import hash_of, take_place
from service.auth import HOST, Actor
from service.lab.run import Run
from service.ports import Loaded
from service.problems import CONTENT_TYPE, RETRY_AFTER_SECONDS, STATUS, problem_body, problem_headers
from service.refusals import Refused
from service.tables.attendance import PRESENT_MS
from service.tables.changing import Done, commit_tag, require_table
from service.tables.joining import Joined
from service.tables.reading import See, Seen, wait_for_change
from service.tables.rematching import Rematch
from service.tables.seating import Created
from service.wire.events import events_body
from service.wire.legal import legal_body
from service.wire.simulations import simulation_body
from service.wire.tables import body_for, table_body

Body = Mapping[str, Any]
_JSON: Final = "application/json"
_NDJSON: Final = "application/x-ndjson"
ACCEPTED: Final = 202
PRIVATE: Final = {"Cache-Control": "no-store"}


class Whole(Response):
    """Its body is there, and all its headers: nothing is to be added, corrected, encoded or closed."""

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        start_response(self.status, self.headers.to_wsgi_list())
        return () if environ["REQUEST_METHOD"] == "HEAD" else self.response  # type: ignore[return-value]  # bytes


def answer(body: Body, status: int = 200, headers: Mapping[str, str] = PRIVATE) -> Response:
    return written(orjson.dumps(body), status, headers)


def unfinished_answer(body: Body) -> Response:
    """202: the body as far as it goes; workers are at the rest, and the same call gets it later."""
    return answer(body, 202, {**PRIVATE, "Retry-After": str(RETRY_AFTER_SECONDS)})


def written(
    body: bytes, status: int, headers: Mapping[str, str] = PRIVATE, content_type: str = _JSON
) -> Response:
    return Whole(body, status, headers, content_type=content_type)


def etag(loaded: Loaded, actor: Actor, language: str) -> str:
    return f'"{loaded.version}-{commit_tag(loaded.commit_id)}.{actor.viewer}.{language}"'


def view_answer(see: See, table_id: str) -> Response:
    """The view of a seat, or 304 for who has it."""
    return _seen_answer(see, table_id, view_of)


def table_answer(see: See, table_id: str) -> Response:
    """The table as a spectator sees it, or 304 for who has it."""
    return _seen_answer(see, table_id, table_of)


def _seen_answer(see: See, table_id: str, shown: Callable[[Loaded, Actor, str], Body]) -> Response:
    """`Prefer: wait` with `If-None-Match` waits for something that is not known yet."""
    at, language, headers = context(), requests.language(), PRIVATE
    knows_something = requests.knows_something()
    wait = requests.preferred_wait() if knows_something else 0
    if wait and (seen := _waited(see, table_id, wait)):
        headers = {**PRIVATE, "Preference-Applied": f"wait={wait}"}
    else:
        seen = see(require_table(at.ports, table_id))
    at.watching.attendance.heard(table_id, seen.actor.seat)
    tag = etag(seen.loaded, seen.actor, language)
    if knows_something and requests.is_known(tag):
        return Response(status=304, headers={"ETag": tag, **headers})
    return answer(shown(seen.loaded, seen.actor, language), headers={"ETag": tag, **headers})


def _waited(see: See, table_id: str, wait: int) -> Seen | None:
    """None: too many requests wait already."""
    at, language, token = context(), requests.language(), requests.bearer()

    def is_known(seen: Seen) -> bool:
        heard(seen.loaded, seen.actor, wait)
        return requests.is_known(etag(seen.loaded, seen.actor, language))

    leave = take_place(at.waiting, hash_of(token))
    if leave is None:
        return None
    requests.note_kind("wait")
    try:
        return wait_for_change(at.watching, table_id, see, wait, is_known)
    finally:
        leave()


def heard(loaded: Loaded, actor: Actor, wait: int = 0) -> None:
    """A sign of life of the seat that calls, and may wait for its answer for so many seconds."""
    attendance = context().watching.attendance
    attendance.heard(loaded.table.table_id, actor.seat, PRESENT_MS + 1000 * wait)


def view_of(loaded: Loaded, actor: Actor, language: str) -> Body:
    at = context()
    present = at.watching.attendance.present(loaded.table)
    return body_for(loaded, actor, language, at.ports.clock.now(), at.ports.retention, present)


def table_of(loaded: Loaded, actor: Actor, language: str) -> Body:
    at = context()
    present = at.watching.attendance.present(loaded.table)
    return table_body(loaded, actor, language, at.ports.clock.now(), at.ports.retention, present)


def acted_answer(done: Done) -> Response:
    """After an action: the new view, and what the action caused."""
    heard(done.loaded, done.actor)
    language = requests.language()
    return _done_answer(done, "view", view_of(done.loaded, done.actor, language), language)


def left_answer(done: Done) -> Response:
    """After a leave: who has no seat any more sees what a spectator sees."""
    if done.actor.seat is not None:
        return acted_answer(done)
    language = requests.language()
    shown = {**table_of(done.loaded, done.actor, language), "you": None, "turn": None}
    return _done_answer(done, "view", shown, language)


def rematch_answer(found: Rematch) -> Response:
    """The rematch, made or found, as the bearer may see it."""
    loaded, actor, language = found.loaded, found.actor, requests.language()
    heard(loaded, actor)
    body = {
        "table": table_of(loaded, actor, language),
        "seat": None if actor.seat is None else actor.seat.name,
        "view": None if actor.seat is None else view_of(loaded, actor, language),
    }
    headers = {
        "Location": f"/v1/tables/{loaded.table.table_id}",
        "ETag": etag(loaded, actor, language),
        **PRIVATE,
        **replay_header(is_replay=found.is_replay),
    }
    return answer(body, found.status, headers)


def changed_answer(done: Done) -> Response:
    """After a call of the host's: the table, and what the call caused."""
    language = requests.language()
    return _done_answer(done, "table", table_of(done.loaded, done.actor, language), language)


def _done_answer(done: Done, name: str, shown: Body, language: str) -> Response:
    events = events_body(done.loaded.table, done.events, done.actor, language)
    headers = {
        "ETag": etag(done.loaded, done.actor, language),
        **PRIVATE,
        **replay_header(is_replay=done.is_replay),
    }
    return answer({name: shown, "events": events}, done.outcome.status, headers)


def replay_header(*, is_replay: bool) -> Mapping[str, str]:
    return {"Idempotency-Replayed": "true"} if is_replay else {}


def problem_answer(refused: Refused, headers: Mapping[str, str] | None = None) -> Response:
    body = problem_body(refused, requests.language(), request_id(), legal_body(refused))
    request.environ[CODE] = refused.code.value
    all_headers = {**PRIVATE, **problem_headers(refused.code), **(headers or {})}
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
        **PRIVATE,
        **replay_header(is_replay=created.is_replay),
    }
    return answer(body, 201, headers)


def simulation_answer(run: Run, status: int, *, is_replay: bool = False) -> Response:
    headers = {**PRIVATE, **replay_header(is_replay=is_replay)}
    if status == ACCEPTED:
        headers["Location"] = f"/v1/simulations/{run.run_id}"
    if not run.is_over:
        headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return answer(simulation_body(run, lab().limits.kept_ms), status, headers)


def records_answer(parts: Iterator[bytes]) -> Response:
    """Records, one a line, sent as they are read: there may be more of them than fit into memory."""
    headers = {**PRIVATE, "X-Request-Id": request_id()}
    return Response(parts, headers=headers, content_type=_NDJSON)


def joined_answer(joined: Joined) -> Response:
    """A seat taken, with its token."""
    loaded, actor, language = joined.loaded, Actor(seat=joined.seat), requests.language()
    heard(loaded, actor)
    body = {
        "table_id": loaded.table.table_id,
        "seat": joined.seat.name,
        "token": joined.token,
        "view": view_of(loaded, actor, language),
    }
    replayed = replay_header(is_replay=joined.is_replay)
    return answer(body, 201, {"ETag": etag(loaded, actor, language), **PRIVATE, **replayed})
