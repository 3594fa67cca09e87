"""Hints for a seat that has a decision to take."""

from typing import Final

from flask import Response

from engine.errors import Refusal
from service.api import requests
from service.api.answers import answer, unfinished_answer
from service.api.context import context
from service.api.doors import TABLE, Call, Doors, Gives
from service.refusals import Code
from service.schemas.hints import HintSchema
from service.tables.hints import Hint, read_hint
from service.wire.hints import hint_body

doors = Doors("hints", "What a CPU would do, and why.")

WAIT_SECONDS: Final = 2.0
"""How long the call waits for the points of the cards."""


@doors.door(
    "GET",
    "/tables/<table:table_id>/hint",
    Call(
        Gives(HintSchema),
        refuses=(
            *(*TABLE, Code.FORBIDDEN, Code.TABLE_OVER, Code.HINT_NOT_AVAILABLE),
            Refusal.WRONG_PHASE,
        ),
        token="seat",
        also={202: HintSchema},
    ),
)
def get_hint(table_id: str) -> Response:
    """What the bearer's seat is best advised to do, and why.

    The choice and its reasons are those of the CPU level `normal`; send the members back as the body of the
    call that `action` names. Of a card the call waits up to 2 s for the expected points, which the search of
    the level `hard` finds on a worker; then the answer is 202 with the same body and `points: null`, and the
    same call later brings the rest. Reading a hint is no action: it changes nothing at the table.

    There is none (409 `hint_not_available`, with `because` among its params) on a rated table (`rated`),
    while the seat's hand is hidden (`hidden_hand`), and out of turn (`not_your_turn`).
    """
    hint = _read(table_id)
    body = hint_body(hint, requests.language())
    return answer(body) if hint.is_ready else unfinished_answer(body)


def _read(table_id: str) -> Hint:
    """Where too many requests wait already, this one is answered at once."""
    at, token = context(), requests.bearer()
    if not at.waiting.acquire():
        return read_hint(at.ports, table_id, token, 0)
    try:
        return read_hint(at.ports, table_id, token, WAIT_SECONDS)
    finally:
        at.waiting.release()
