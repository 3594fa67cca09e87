"""The actions of a seat."""

from collections.abc import Callable

from flask import Response
from marshmallow import Schema

from engine.errors import Refusal
from service.api import requests
from service.api.answers import acted_answer, answer
from service.api.context import ports
from service.api.doors import TABLE, Call, Doors, Gives, Takes, View
from service.refusals import AnyCode, Code, Refused
from service.schemas.actions import (
    ActedSchema,
    DrawCardSchema,
    GiveCardsSchema,
    LookSchema,
    PlaceBidSchema,
    PlayCardSchema,
    RecordedActionSchema,
)
from service.tables.absence import check_in
from service.tables.acting import SeatAction, act_at
from service.tables.changing import Request
from service.tables.recorded import NO_ACTION, recorded_action
from service.wire.events import events_body

doors = Doors("actions", "What a seat does.")

_OF_EVERY_ACTION: tuple[AnyCode, ...] = (
    *(*TABLE, Code.FORBIDDEN, Code.TABLE_OVER, Code.STALE_VERSION, Code.IDEMPOTENCY_KEY_REUSED),
    Refusal.WRONG_PHASE,
)
_IN_TURN: tuple[AnyCode, ...] = (Code.TURN_EXPIRED, Refusal.NOT_YOUR_TURN)


def _action(name: str, schema: type[Schema], *refuses: AnyCode) -> Callable[[View], View]:
    takes = Takes(schema, check_in, may_be_empty=schema is LookSchema)
    gives = Gives(ActedSchema, has_etag=True)
    call = Call(gives, refuses=(*_OF_EVERY_ACTION, *refuses), takes=takes, token="seat")
    return doors.door("POST", f"/tables/<table:table_id>/{name}", call)


@_action("look", LookSchema, Refusal.BID_MUST_BE_NIL)
def look(table_id: str, request: Request, asked: SeatAction) -> Response:
    """Turn up a hand that is hidden.

    Where the rules offer blind bids, the hand stays hidden until its player looks or has bid. A look takes no
    turn, and ends the right to bid blind.
    """
    return acted_answer(act_at(ports(), table_id, request, asked))


@_action(
    "bid",
    PlaceBidSchema,
    *_IN_TURN,
    *(Refusal.HAND_ALREADY_SEEN, Refusal.BLIND_NOT_ALLOWED, Refusal.BID_MUST_BE_NIL, Refusal.NIL_NOT_ALLOWED),
    *(Refusal.MUST_LOOK_FIRST, Refusal.BID_FIXED_BY_HAND, Refusal.BID_BELOW_MINIMUM),
)
def place_bid(table_id: str, request: Request, asked: SeatAction) -> Response:
    """Bid.

    One of `turn.legal_bids`, as it stands there. Send `turn.id` along, so that a late request never counts
    for another turn, and an `Idempotency-Key`, so that a repeated one counts once.
    """
    return acted_answer(act_at(ports(), table_id, request, asked))


@_action("exchange", GiveCardsSchema, *_IN_TURN, Refusal.WRONG_CARD_COUNT, Refusal.CARD_NOT_IN_HAND)
def give_cards(table_id: str, request: Request, asked: SeatAction) -> Response:
    """Give the partner cards, after a nil.

    So many of `turn.legal_cards` as `turn.choose` says. The partner's cards are seen once both have given.
    """
    return acted_answer(act_at(ports(), table_id, request, asked))


@_action(
    "play",
    PlayCardSchema,
    *_IN_TURN,
    *(Refusal.CARD_NOT_IN_HAND, Refusal.MUST_LEAD_LOWEST_CLUB, Refusal.SPADES_NOT_BROKEN),
    Refusal.MUST_FOLLOW_SUIT,
)
def play_card(table_id: str, request: Request, asked: SeatAction) -> Response:
    """Play a card.

    One of `turn.legal_cards`. Send `turn.id` along, so that a late request never counts for another turn, and
    an `Idempotency-Key`, so that a repeated one counts once.
    """
    return acted_answer(act_at(ports(), table_id, request, asked))


@_action("draw", DrawCardSchema, *_IN_TURN)
def draw_card(table_id: str, request: Request, asked: SeatAction) -> Response:
    """Draw from the stock, in a duel.

    `turn.drawn` is the top card: keep it, and the next one is put away unseen; or put it away, and take the
    next one.
    """
    return acted_answer(act_at(ports(), table_id, request, asked))


@doors.door(
    "GET",
    "/tables/<table:table_id>/actions/<idempotency_key>",
    Call(Gives(RecordedActionSchema), refuses=TABLE, token="seat"),
)
def get_action(table_id: str, idempotency_key: str) -> Response:
    """Did the bearer's call with this key count? Its recorded outcome.

    For a client whose answer was lost: 200 with what was recorded, or 404 if nothing was, and then nothing
    was changed.
    """
    if not requests.is_key(idempotency_key):
        raise Refused(Code.NOT_FOUND, told=NO_ACTION)
    found = recorded_action(ports(), table_id, requests.bearer(), idempotency_key)
    events = events_body(found.loaded.table, found.events, found.actor, requests.language())
    return answer({"status": found.status, "events": events})
