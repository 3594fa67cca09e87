"""A player who goes, comes back, or is replaced: the life of a seat that a CPU keeps meanwhile."""

from dataclasses import replace
from typing import Final

from engine.errors import Refusal
from engine.seats import Seat
from engine.state import Match
from service.auth import SPECTATOR, Actor, hash_token, identify, require_host, require_seat
from service.ports import Loaded, Ports, StaleVersion
from service.refusals import Code, FieldFault, Refused
from service.table import Change, Table, TableStatus, hand_to_cpu, leave_seat, return_seat
from service.table_events import LeaveReason, SeatKind
from service.tables.changing import (
    Done,
    Request,
    change_table,
    commit_change,
    require_running,
    require_table,
)

NOT_A_PLAYERS_CALL: Final = (Code.UNAUTHENTICATED, Code.FORBIDDEN, Code.NOT_FOUND)
"""Refusals of calls that no player of the table made, so that they bring nobody back."""


def leave_table(ports: Ports, table_id: str, request: Request) -> Done:
    """The player leaves. Before the start the token ends with it, and who asks is nobody there any more."""

    def decide(loaded: Loaded, actor: Actor, now: int) -> Change:
        seat = require_seat(actor)
        require_running(loaded, request)
        return leave_seat(loaded.table, seat, now)

    done = change_table(ports, table_id, request, decide)
    return (
        done if done.actor.seat is not None and _has_token(done, request) else replace(done, actor=SPECTATOR)
    )


def _has_token(done: Done, request: Request) -> bool:
    """Does the bearer's token still open a seat?"""
    hashed = hash_token(request.token or "")
    return any(chair.token_hash == hashed for chair in done.loaded.table.chairs)


def return_to_table(ports: Ports, table_id: str, request: Request) -> Done:
    """The player takes the seat back from the CPU; nothing changes where no CPU keeps it."""

    def decide(loaded: Loaded, actor: Actor, now: int) -> Change:
        seat = require_seat(actor)
        require_running(loaded, request)
        require_match(loaded.table)
        return came_back(loaded.table, seat, now)

    return change_table(ports, table_id, request, decide)


def replace_player(ports: Ports, table_id: str, seat: Seat, request: Request) -> Done:
    """The host has a CPU keep a player's seat until that player acts or returns.

    Who is absent the host knows, not we: a player who merely thinks takes the seat back by the next call.
    """

    def decide(loaded: Loaded, actor: Actor, now: int) -> Change:
        require_host(actor)
        require_running(loaded, request)
        require_match(loaded.table)
        _require_player(loaded.table, seat)
        return hand_to_cpu(loaded.table, seat, LeaveReason.REPLACED, now)

    return change_table(ports, table_id, request, decide)


def require_match(table: Table) -> Match:
    """The match of a table that has started."""
    if table.match is None:
        raise Refused(Refusal.WRONG_PHASE)
    return table.match


def _require_player(table: Table, seat: Seat) -> None:
    players = [each.name for each in Seat if table.chairs[each].kind is SeatKind.PLAYER]
    if seat.name not in players:
        allowed = {"allowed": ", ".join(players)}
        raise Refused(Refusal.INVALID_FIELD, faults=(FieldFault("/seat", Refusal.INVALID_FIELD, allowed),))


def check_in(ports: Ports, table_id: str, token: str | None) -> None:
    """Who makes a call that is refused for its shape: a seat of the table, and back if it was away."""
    check_seat(ports, table_id, token)
    bring_back(ports, table_id, Request(token))


def check_seat(ports: Ports, table_id: str, token: str | None) -> None:
    """The same for a call that brings nobody back."""
    require_seat(identify(require_table(ports, table_id).table, token))


def came_back(table: Table, seat: Seat, now: int) -> Change:
    return return_seat(table, seat, now) if table.chairs[seat].is_away else Change(table, ())


def bring_back(ports: Ports, table_id: str, request: Request) -> None:
    """Gives an absent player's seat back, whatever became of the call. A lost race is left to the winner."""
    loaded = require_table(ports, table_id)
    actor = identify(loaded.table, request.token)
    if loaded.table.status is not TableStatus.PLAYING:
        return
    change = came_back(loaded.table, require_seat(actor), ports.clock.now())
    try:
        commit_change(ports, loaded, actor, change, request)
    except StaleVersion:
        return
