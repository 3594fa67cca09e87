"""The numbered events of a table."""

from flask import Response

from service.api import requests
from service.api.answers import answer
from service.api.context import context, ports
from service.api.doors import TABLE, Call, Doors, Gives
from service.refusals import Refused
from service.schemas.events import EventPageSchema, ReadEventsSchema
from service.tables.reading import EventPage, read_events, see_table
from service.wire.events import page_body

doors = Doors("events", "Everything that happens at a table, in one order.")

_QUERY = ReadEventsSchema()


@doors.door(
    "GET",
    "/tables/<table:table_id>/events",
    Call(Gives(EventPageSchema), refuses=TABLE, query=ReadEventsSchema, token="optional"),
)
def list_events(table_id: str) -> Response:
    """The events after a number; waits for the first one where it is told to."""
    try:
        query = requests.read_query(_QUERY)
    except Refused:
        see_table(ports(), table_id, requests.bearer())
        raise
    page = _read(table_id, query["after"], query["wait"])
    return answer(page_body(page, requests.language()))


def _read(table_id: str, after: int, wait: int) -> EventPage:
    """Where too many requests wait already, this one is answered at once."""
    at, token = context(), requests.bearer()
    if not wait or not at.waiting.acquire(blocking=False):
        return read_events(at.ports, table_id, token, after, 0)
    try:
        return read_events(at.ports, table_id, token, after, wait)
    finally:
        at.waiting.release()
