"""A seat's action: judged, committed once, answered the same way however often it is sent."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Action
from engine.errors import IllegalAction, Refusal
from engine.rules import Rules
from engine.seats import Seat
from engine.views import view_for
from service.auth import Actor, identify, require_seat
from service.ports import Loaded, Ports, StaleVersion
from service.refusals import Code, Refused, refused_action
from service.table import Change, Table, TableStatus, return_seat
from service.table_turns import act
from service.tables.changing import (
    Done,
    NumberedEvent,
    Request,
    change_table,
    commit_change,
    commit_id_of,
    recorded_events,
    require_table,
    require_version,
)

_NOT_A_PLAYERS_CALL = (Code.UNAUTHENTICATED, Code.FORBIDDEN, Code.NOT_FOUND)


@dataclass(frozen=True, slots=True)
class SeatAction:
    """An action, and the id of the turn that it is meant for (None: whichever is due).

    `under`: what the request means under the table's rules: a deuce may be a trump, a bid of 0 no nil.
    """

    under: Callable[[Rules], Action]
    turn: int | None = None


def act_at(ports: Ports, table_id: str, request: Request, asked: SeatAction) -> Done:
    """The bearer's seat acts. Any such call, a refused one too, brings a player back whom a CPU replaces."""

    def decide(loaded: Loaded, actor: Actor, now: int) -> Change:
        return _judged(loaded, require_seat(actor), request, asked, now)

    try:
        return change_table(ports, table_id, request, decide)
    except Refused as refused:
        if refused.code not in _NOT_A_PLAYERS_CALL:
            _bring_back(ports, table_id, request)
        raise


def check_in(ports: Ports, table_id: str, token: str | None) -> None:
    """Who makes a call that is refused for its shape: a seat of the table, and back if it was away."""
    loaded = require_table(ports, table_id)
    require_seat(identify(loaded.table, token))
    _bring_back(ports, table_id, Request(token))


def _judged(loaded: Loaded, seat: Seat, request: Request, asked: SeatAction, now: int) -> Change:
    """The order of the refusals is part of the API."""
    table = loaded.table
    if table.status in (TableStatus.OVER, TableStatus.CLOSED):
        raise Refused(Code.TABLE_OVER)
    require_version(loaded, request.if_match)
    if table.match is None:
        raise Refused(Refusal.WRONG_PHASE)
    if asked.turn is not None and asked.turn != table.match.turns[seat]:
        raise Refused(Code.TURN_EXPIRED)
    back = _came_back(table, seat, now)
    try:
        return back.then(act(back.table, seat, asked.under(table.rules), now))
    except IllegalAction as illegal:
        raise refused_action(illegal, view_for(table.match, seat)) from None


def _came_back(table: Table, seat: Seat, now: int) -> Change:
    return return_seat(table, seat, now) if table.chairs[seat].is_away else Change(table, ())


def _bring_back(ports: Ports, table_id: str, request: Request) -> None:
    """Gives an absent player's seat back, whatever became of the call. A lost race is left to the winner."""
    loaded = require_table(ports, table_id)
    actor = identify(loaded.table, request.token)
    if loaded.table.status is not TableStatus.PLAYING:
        return
    change = _came_back(loaded.table, require_seat(actor), ports.clock.now())
    try:
        commit_change(ports, loaded, actor, change, request)
    except StaleVersion:
        return


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a keyed request."""

    loaded: Loaded
    actor: Actor
    status: int
    events: tuple[NumberedEvent, ...]


def recorded_action(ports: Ports, table_id: str, token: str | None, key: str) -> Recorded:
    """Did the bearer's request with this key count? Not found: it did not."""
    loaded = require_table(ports, table_id, commit_id_of((token or "").encode(), key))
    actor = identify(loaded.table, token)
    if token is None:
        raise Refused(Code.UNAUTHENTICATED)
    if loaded.outcome is None:
        raise Refused(Code.NOT_FOUND)
    return Recorded(loaded, actor, loaded.outcome.status, recorded_events(ports, table_id, loaded.outcome))
