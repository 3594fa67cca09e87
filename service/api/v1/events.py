"""The numbered events of a table: a page, a long-poll, a stream."""

import random
from typing import Any, Final

from flask import Response, request

from engine.errors import Refusal
from service.api import requests
from service.api.answers import PRIVATE, answer, heard, replay_header, written
from service.api.context import context, ports
from service.api.doors import TABLE, Call, Doors, Gives, Takes
from service.api.event_stream import STREAM_HEADERS, EventStream
from service.api.places import hash_of, take_place, take_share
from service.api.quotas import too_many_streams
from service.auth import hash_token, is_secret_key
from service.refusals import Code, Refused
from service.schemas.actions import NothingSchema
from service.schemas.events import EventPageSchema, FrameSchema, ReadEventsSchema, StreamTicketSchema
from service.schemas.strict import parameter_fault, refused_fields
from service.tables.changing import Request
from service.tables.reading import EventPage, read_events, see_table, wait_for_events
from service.tables.streaming import Opened, Viewer, follow, open_stream
from service.tables.tickets import check_ticket_holder, holder_of, issue_ticket
from service.wire.events import page_json
from service.wire.streams import Writer
from service.wire.tables import body_for, time_text

doors = Doors("events", "Everything that happens at a table, in one order.")

_QUERY: Final = ReadEventsSchema()
_BY_ACCEPT: Final = {**PRIVATE, "Vary": "Accept"}


@doors.door(
    "GET",
    "/tables/<table:table_id>/events",
    Call(
        Gives(EventPageSchema, stream=FrameSchema),
        refuses=(*TABLE, Code.TOO_MANY_STREAMS),
        query=ReadEventsSchema,
        token="optional",
    ),
)
def list_events(table_id: str) -> Response:
    """The events after a number; waits for the first one where it is told to; or all of them as a stream.

    Numbered from 1 without a gap, for every viewer alike; details that a viewer may not know are left out. Go
    on with `after` = `last_seq`. `wait` makes it a long-poll; `Accept: text/event-stream` gives the same
    events as a stream. A `last_seq` below your number is told at once: the log was set back, since a store
    was restored. Get the view, and go on from `last_seq`.
    """
    is_stream = requests.wants_stream()
    try:
        query = requests.read_query(_QUERY)
        if "ticket" in query and not is_stream:
            raise refused_fields((parameter_fault("ticket", Refusal.INVALID_FIELD, requests.STREAM_TYPE),))
    except Refused:
        see_table(ports(), table_id, requests.bearer())
        raise
    if is_stream:
        return _stream(table_id, query)
    page = _read(table_id, query.get("after", 0), query["wait"])
    heard(page.seen.loaded, page.seen.actor)
    return written(page_json(page, requests.language()), 200, _BY_ACCEPT)


def _read(table_id: str, after: int, wait: int) -> EventPage:
    """Where too many requests wait already, this one is answered at once."""
    at, token = context(), requests.bearer()
    leave = take_place(at.waiting, hash_of(token)) if wait else None
    if leave is None:
        return read_events(at.ports, table_id, token, after)
    requests.note_kind("wait")
    try:
        return wait_for_events(at.watching, table_id, token, after, wait)
    finally:
        leave()


def _stream(table_id: str, query: dict[str, Any]) -> Response:
    cursor = requests.last_event_id()
    viewer = _viewer(table_id, query.get("ticket"))
    opened = open_stream(ports(), table_id, viewer, query.get("after") if cursor is None else cursor)
    if opened.has_ended:
        return Response(status=204, headers=_BY_ACCEPT)
    body = () if request.method == "HEAD" else _body(opened)
    return Response(body, 200, STREAM_HEADERS, content_type=requests.STREAM_TYPE, direct_passthrough=True)


def _viewer(table_id: str, ticket: str | None) -> Viewer:
    """An Authorization header goes before a ticket."""
    token = requests.bearer()
    if token is not None or ticket is None:
        return _of_token(table_id, token)
    return Viewer(holder_of(ports(), table_id, ticket), hash_token(ticket))


def _of_token(table_id: str, token: str | None) -> Viewer:
    if token is None:
        return Viewer()
    if is_secret_key(token):
        see_table(ports(), table_id, token)  # where a foreign one is told as everywhere
    return Viewer(hash_token(token))


def _body(opened: Opened) -> EventStream:
    """Nothing in it may ask for the request: that is gone when the stream begins."""
    at, language = context(), requests.language()
    give_back = take_share(opened.viewer.hashed)
    if give_back is None:
        raise too_many_streams(at.settings.streams_of_token)
    if not at.streams.acquire():
        give_back()
        raise Refused(Code.TOO_MANY_STREAMS)

    def leave() -> None:
        at.streams.release()
        give_back()

    requests.note_kind("stream")
    clock, retention = at.ports.clock, at.ports.retention
    writer = Writer(
        language,
        lambda loaded, actor, present: body_for(loaded, actor, language, clock.now(), retention, present),
        random.random,
    )
    frames = writer.frames(follow(at.watching, opened))
    return EventStream(frames, leave, request.environ.get("gunicorn.socket"))


@doors.door(
    "POST",
    "/tables/<table:table_id>/stream-tickets",
    Call(
        Gives(StreamTicketSchema, 201),
        refuses=(*TABLE, Code.IDEMPOTENCY_KEY_REUSED),
        takes=Takes(NothingSchema, check_ticket_holder, may_be_empty=True),
        token="seat or host",
    ),
)
def create_stream_ticket(table_id: str, request: Request, asked: None) -> Response:  # noqa: ARG001 (nothing is asked)
    """A ticket for a stream of the bearer's, for clients that can't send a token, such as EventSource.

    It opens one stream soon after, as `ticket` in the address, and may resume that stream after a short
    break.
    """
    context().quotas.read()
    made = issue_ticket(ports(), table_id, request)
    body = {
        "ticket": made.ticket,
        "url": f"/v1/tables/{table_id}/events?ticket={made.ticket}",
        "expires_at": time_text(made.expires_at),
    }
    return answer(body, 201, {**PRIVATE, **replay_header(is_replay=made.is_replay)})
