"""Taking a seat, leaving it, and taking it back."""

from contextlib import AbstractContextManager, nullcontext

from flask import Response

from engine.errors import Refusal
from service.api.answers import acted_answer, joined_answer, left_answer
from service.api.context import context, ports
from service.api.doors import STORE, TABLE, Call, Doors, Gives, Takes, anyone
from service.refusals import Code
from service.schemas.actions import ActedSchema, LeftSchema, NothingSchema
from service.schemas.seats import JoinedSchema, JoinSchema, JoinTableSchema
from service.tables import absence, joining
from service.tables.changing import Request
from service.tables.joining import JoinOffer, shard_of

doors = Doors("seats", "Taking a seat, leaving it, and taking it back.")

_JOINED = Gives(JoinedSchema, 201, has_etag=True)
_REFUSES = (
    *(Code.UNAUTHENTICATED, Code.WRONG_JOIN_CODE, Code.ALREADY_STARTED, Code.TABLE_OVER, Code.SEAT_TAKEN),
    *(Code.IDEMPOTENCY_KEY_REUSED, Code.IDEMPOTENCY_KEY_WEAK, *STORE),
)


def _one_more(place: str | None) -> AbstractContextManager[None]:
    """A seat is asked for; `place`: where a join code is tried."""
    quotas = context().quotas
    quotas.new_seat()
    return nullcontext() if place is None else quotas.code_tried(place)


@doors.door(
    "POST",
    "/join",
    Call(_JOINED, refuses=_REFUSES, takes=Takes(JoinSchema, anyone, is_secret=True), token="optional"),
)
def join_by_code(request: Request, asked: JoinOffer) -> Response:
    """Take an open seat by join code alone.

    For who was told a code and nothing else. The answer holds the seat's token: it is told this once, and
    again to the same `Idempotency-Key`. The last open seat starts the match.
    """
    with _one_more(f"shard {shard_of(asked.join_code)}"):
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
    """Take an open seat of a known table; a public one needs no code.

    Of a table that is not public, with its join code. The answer holds the seat's token: it is told this
    once, and again to the same `Idempotency-Key`. The last open seat starts the match.
    """
    with _one_more(None if asked.join_code is None else table_id):
        return joined_answer(joining.join_table(ports(), table_id, asked, request))


_OF_SEAT = (
    *(*TABLE, Code.FORBIDDEN, Code.TABLE_OVER, Code.STALE_VERSION),
    Code.IDEMPOTENCY_KEY_REUSED,
)


@doors.door(
    "POST",
    "/tables/<table:table_id>/leave",
    Call(
        Gives(LeftSchema, has_etag=True),
        refuses=_OF_SEAT,
        takes=Takes(NothingSchema, absence.check_seat, may_be_empty=True),
        token="seat",
    ),
)
def leave_table(table_id: str, request: Request, asked: None) -> Response:  # noqa: ARG001 (nothing is asked)
    """Leave: before the start the seat is open again and its token ends; later a CPU plays on for it.

    For the seat's player, at any time; nobody has to wait for it.
    """
    context().quotas.change()
    return left_answer(absence.leave_table(ports(), table_id, request))


@doors.door(
    "POST",
    "/tables/<table:table_id>/return",
    Call(
        Gives(ActedSchema, has_etag=True),
        refuses=(*_OF_SEAT, Refusal.WRONG_PHASE),
        takes=Takes(NothingSchema, absence.check_in, may_be_empty=True),
        token="seat",
    ),
)
def return_to_table(table_id: str, request: Request, asked: None) -> Response:  # noqa: ARG001 (nothing is asked)
    """Take the seat back from the CPU that keeps it.

    Any action does the same; this call takes the seat back without one.
    """
    context().quotas.change()
    return acted_answer(absence.return_to_table(ports(), table_id, request))
