"""A seat's action: judged, committed once, answered the same way however often it is sent."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Action
from engine.errors import IllegalAction
from engine.rules import Rules
from engine.seats import Seat
from engine.views import view_for
from service.auth import Actor, require_seat
from service.ports import Loaded, Ports
from service.refusals import Code, Refused, refused_action
from service.table import Change
from service.table_turns import act
from service.tables.absence import NOT_A_PLAYERS_CALL, bring_back, came_back, require_match
from service.tables.changing import Done, Request, change_table, require_running


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
        if refused.code not in NOT_A_PLAYERS_CALL:
            bring_back(ports, table_id, request)
        raise


def _judged(loaded: Loaded, seat: Seat, request: Request, asked: SeatAction, now: int) -> Change:
    """The order of the refusals is part of the API."""
    table = loaded.table
    require_running(loaded, request)
    match = require_match(table)
    if asked.turn is not None and asked.turn != match.turns[seat]:
        raise Refused(Code.TURN_EXPIRED)
    back = came_back(table, seat, now)
    try:
        return back.then(act(back.table, seat, asked.under(table.rules), now))
    except IllegalAction as illegal:
        raise refused_action(illegal, view_for(match, seat)) from None
