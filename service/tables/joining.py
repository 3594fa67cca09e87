"""Taking a seat at an open table."""

import hmac
import re
from dataclasses import dataclass
from typing import Final

from engine.errors import Refusal
from engine.seats import Seat
from service.auth import SPECTATOR, Actor, hash_token, identify, require_seat, seat_token
from service.ports import Loaded, Ports, StaleVersion, StoreUnavailable
from service.refusals import Code, FieldFault, Refused
from service.table import Table, TableStatus, Visibility, sit
from service.tables.changing import TRIES, Request, commit_change, commit_id_of, replay, require_table
from service.tables.seating import CREATED, key_of, tokens_under

_CODE: Final = re.compile("0[0-9]|1[0-5]")
JOIN: Final = b"join"
"""In whose scope the keys of joins are: they need no bearer."""


@dataclass(frozen=True, slots=True)
class Joined:
    loaded: Loaded
    seat: Seat
    token: str
    is_replay: bool


@dataclass(frozen=True, slots=True)
class JoinOffer:
    """Who wants to sit. `seat` None: the first open one. `join_code` None: a public table needs none."""

    name: str | None = None
    seat: Seat | None = None
    join_code: str | None = None


def shard_of(join_code: str | None) -> str:
    """Where a code is looked for; what is none of ours has no shard."""
    return (join_code or "")[:2] if _CODE.match(join_code or "") else "none"


def join_by_code(ports: Ports, offer: JoinOffer, request: Request) -> Joined:
    """Takes an open seat of the table with that join code."""
    table_id = ports.store.find_code(offer.join_code or "")
    if table_id is None:
        raise Refused(Code.WRONG_JOIN_CODE)
    return join_table(ports, table_id, offer, request)


def join_table(ports: Ports, table_id: str, offer: JoinOffer, request: Request) -> Joined:
    """Takes an open seat of a known table. The same player again (same key, or its token): the same seat."""
    key = key_of(ports, request)
    commit_id = commit_id_of(JOIN, key.decode())
    for _ in range(TRIES):
        loaded = require_table(ports, table_id, commit_id)
        again = _joined_before(ports, loaded, request, key)
        if again is not None:
            return again
        try:
            return _join(ports, loaded, offer, request, key, commit_id)
        except StaleVersion:
            continue
    raise StoreUnavailable


def _joined_before(ports: Ports, loaded: Loaded, request: Request, key: bytes) -> Joined | None:
    table = loaded.table
    if request.token is not None:
        seat = identify(table, request.token).seat
        if seat is not None:
            return Joined(loaded, seat, request.token, is_replay=True)
    if loaded.outcome is None:
        return None
    replay(ports, loaded, SPECTATOR, request)
    mine = tokens_under(table, key)
    if not mine:
        # That player has left since, and sits down anew with a new key.
        raise Refused(Code.IDEMPOTENCY_KEY_REUSED)
    return next(Joined(loaded, seat, token, is_replay=True) for seat, token in mine.items())


def _join(
    ports: Ports, loaded: Loaded, offer: JoinOffer, request: Request, key: bytes, commit_id: bytes
) -> Joined:
    table = loaded.table
    _require_admission(table, offer)
    seat = _seat_for(table, offer)
    token = seat_token(table.nonce, key, seat)
    name = offer.name or f"Player {seat.name}"
    change = sit(table, seat, name, hash_token(token), ports.clock.now())
    done = commit_change(
        ports, loaded, Actor(seat=seat), change, request, commit_id=commit_id, status=CREATED
    )
    # The last to sit down starts the match, and a cut may lead to another seat.
    seat = require_seat(identify(done.loaded.table, token))
    return Joined(done.loaded, seat, token, is_replay=done.is_replay)


def _require_admission(table: Table, offer: JoinOffer) -> None:
    is_public = table.terms.visibility is Visibility.PUBLIC
    is_right = hmac.compare_digest((offer.join_code or "").encode(), table.join_code.encode())
    if not is_right and not (is_public and offer.join_code is None):
        raise Refused(Code.WRONG_JOIN_CODE)
    if table.status is not TableStatus.OPEN:
        closed = table.status is TableStatus.CLOSED
        raise Refused(Code.TABLE_OVER if closed else Code.ALREADY_STARTED)


def _seat_for(table: Table, offer: JoinOffer) -> Seat:
    open_seats, in_play = table.open_seats, table.rules.lineup.seats
    if offer.seat is None:
        return open_seats[0]
    if offer.seat not in in_play:
        allowed = {"allowed": ", ".join(seat.name for seat in in_play)}
        raise Refused(Refusal.INVALID_FIELD, faults=(FieldFault("/seat", Refusal.INVALID_FIELD, allowed),))
    if offer.seat not in open_seats:
        raise Refused(Code.SEAT_TAKEN)
    return offer.seat


def check_joinable(ports: Ports, table_id: str, token: str | None) -> None:
    """Who makes a call that is refused for its shape: nobody is kept from joining but by a bad credential."""
    identify(require_table(ports, table_id).table, token)
