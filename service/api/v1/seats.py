"""Taking a seat."""

from flask import Response

from service.api.answers import joined_answer
from service.api.context import ports
from service.api.doors import STORE, Call, Doors, Gives, Takes, anyone
from service.refusals import Code
from service.schemas.seats import JoinedSchema, JoinSchema, JoinTableSchema
from service.tables import joining
from service.tables.changing import Request
from service.tables.joining import JoinOffer

doors = Doors("seats", "Taking a seat.")

_JOINED = Gives(JoinedSchema, 201, has_etag=True)
_REFUSES = (
    *(Code.UNAUTHENTICATED, Code.WRONG_JOIN_CODE, Code.ALREADY_STARTED, Code.TABLE_OVER, Code.SEAT_TAKEN),
    *(Code.IDEMPOTENCY_KEY_REUSED, Code.IDEMPOTENCY_KEY_WEAK, *STORE),
)


@doors.door(
    "POST",
    "/join",
    Call(_JOINED, refuses=_REFUSES, takes=Takes(JoinSchema, anyone, is_secret=True), token="optional"),
)
def join_by_code(request: Request, asked: JoinOffer) -> Response:
    """Take an open seat by join code alone."""
    return joined_answer(joining.join_by_code(ports(), asked, request))


@doors.door(
    "POST",
    "/tables/<table:table_id>/join",
    Call(
        _JOINED,
        refuses=(*_REFUSES, Code.NOT_FOUND),
        takes=Takes(JoinTableSchema, joining.check_joinable, is_secret=True),
        token="optional",
    ),
)
def join_table(table_id: str, request: Request, asked: JoinOffer) -> Response:
    """Take an open seat of a known table; a public one needs no code."""
    return joined_answer(joining.join_table(ports(), table_id, asked, request))
