"""Stream tickets: for who can't send an `Authorization` header, as a browser's EventSource."""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

from service.auth import SPECTATOR, hash_token, identify
from service.ports import Ports
from service.refusals import Code, Refused
from service.tables.changing import Request, require_table

TICKET_UNUSED_MS: Final = 30_000
"""A ticket opens its stream within this time …"""
TICKET_CLOSED_MS: Final = 60_000
"""… and opens it again until so long after it closed."""
TICKET_OPEN_MS: Final = 90_000
"""How long it is good after a sign of life of its stream: a process that dies can't say that it closed."""
PREFIX: Final = "tk_"
_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Ticket:
    """`expires_at`: by when a stream must have been opened with it."""

    ticket: str
    expires_at: int
    is_replay: bool


def issue_ticket(ports: Ports, table_id: str, request: Request) -> Ticket:
    """A ticket for the bearer's streams of this table. Under a key: the same one again."""
    table = require_table(ports, table_id).table
    actor = identify(table, request.token)
    if actor is SPECTATOR or request.token is None:
        raise Refused(Code.UNAUTHENTICATED)
    ticket = PREFIX + base64.urlsafe_b64encode(_secret(ports, table.nonce, request)).rstrip(b"=").decode()
    digest = hash_token(ticket)
    is_new = ports.tickets.add(table_id, digest, hash_token(request.token), TICKET_UNUSED_MS)
    if not is_new:
        ports.tickets.keep(table_id, digest, TICKET_UNUSED_MS)
    return Ticket(ticket, ports.clock.now() + TICKET_UNUSED_MS, is_replay=not is_new)


def _secret(ports: Ports, nonce: bytes, request: Request) -> bytes:
    if request.key is None:
        return ports.entropy.token_bytes(_BYTES)
    return hmac.digest(nonce, f"ticket|{request.token}|{request.key}".encode(), hashlib.sha256)


def holder_of(ports: Ports, table_id: str, ticket: str) -> bytes:
    """The digest of the token for which the ticket stands at this table. Refuses what is no good ticket."""
    holder = ports.tickets.holder(table_id, hash_token(ticket))
    if holder is None:
        raise Refused(Code.UNAUTHENTICATED, told="ticket_expired")
    return holder


def check_ticket_holder(ports: Ports, table_id: str, token: str | None) -> None:
    """Who makes a call that is refused for its shape: the host or a seat of the table."""
    if identify(require_table(ports, table_id).table, token) is SPECTATOR:
        raise Refused(Code.UNAUTHENTICATED)
