"""Did a keyed request count? What was recorded for its bearer."""

from dataclasses import dataclass
from typing import Final

from engine.seats import Seat
from service.auth import Actor, host_token, seat_token
from service.ports import Loaded, Ports
from service.refusals import Code, Refused
from service.table import Table
from service.tables.changing import (
    NumberedEvent,
    bearer_of,
    commit_id_of,
    recorded_events,
    require_table,
)
from service.tables.joining import JOIN
from service.tables.seating import create_scope

NO_ACTION: Final = "no_action"
"""What is told instead of "there is nothing at this address"."""


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
    actor = bearer_of(loaded, token)
    if token is None:
        raise Refused(Code.UNAUTHENTICATED)
    if loaded.outcome is None and _is_made_from(loaded.table, token, key):
        loaded = _that_made_a_token(ports, loaded.table, key)
    if loaded.outcome is None:
        raise Refused(Code.NOT_FOUND, told=NO_ACTION)
    return Recorded(loaded, actor, loaded.outcome.status, recorded_events(ports, table_id, loaded.outcome))


def _is_made_from(table: Table, token: str, key: str) -> bool:
    """Was the token made from the key? Then a create, or a join, came with it, which had no bearer yet."""
    secret = key.encode()
    return token in (host_token(table.nonce, secret), *(seat_token(table.nonce, secret, at) for at in Seat))


def _that_made_a_token(ports: Ports, table: Table, key: str) -> Loaded:
    scopes = (JOIN, create_scope(table.owner))
    found = [require_table(ports, table.table_id, commit_id_of(scope, key)) for scope in scopes]
    return next((loaded for loaded in found if loaded.outcome is not None), found[0])
