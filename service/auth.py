"""Who is calling: tokens, what they are checked by, and who may do what at a table."""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

from engine.seats import Seat
from service.refusals import Code, Refused
from service.table import Table, Visibility

HOST_PREFIX: Final = "ht_"
SEAT_PREFIX: Final = "st_"
KEY_PREFIX: Final = "sk_"
_HOST_ROLE: Final = "host"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who a request comes from, at one table; neither host nor seat: a spectator."""

    is_host: bool = False
    seat: Seat | None = None

    @property
    def viewer(self) -> str:
        """Whose view it is, as ETags name it."""
        if self.seat is not None:
            return self.seat.name
        return "host" if self.is_host else "spectator"


SPECTATOR: Final = Actor()
HOST: Final = Actor(is_host=True)
_PLAYERS: Final = tuple(Actor(seat=seat) for seat in Seat)


def hash_token(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def host_token(nonce: bytes, key: bytes) -> str:
    """The host token of the table with `nonce` that was made under `key`."""
    return HOST_PREFIX + _derived(nonce, key, _HOST_ROLE)


def seat_token(nonce: bytes, key: bytes, seat: Seat) -> str:
    return SEAT_PREFIX + _derived(nonce, key, seat.name)


def _derived(nonce: bytes, key: bytes, role: str) -> str:
    """A token: 256 bits that only who knows the key can make again. The key is never stored."""
    secret = hmac.digest(nonce, key + b"|" + role.encode(), "sha256")
    return base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def key_id_of(hashed: bytes) -> str:
    """The id of a secret key, from the hash of its token: what may be told of it, and whose a table is."""
    return "key_" + hashlib.sha256(b"key id|" + hashed).hexdigest()[:24]


def is_secret_key(token: str) -> bool:
    """Does it look like one? Whether it is good, `tables.secret_keys` finds out."""
    return token.startswith(KEY_PREFIX)


def is_owner(table: Table, hashed: bytes) -> bool:
    """Is it the hash of the secret key that the table belongs to?"""
    return table.owner is not None and hmac.compare_digest(key_id_of(hashed), table.owner)


def identify(table: Table, token: str | None) -> Actor:
    """The actor of a bearer token at this table; a token that is none of the table's is refused.

    To a secret key, whose goodness was found out before, a table of others is not there.
    """
    if token is None:
        return SPECTATOR
    hashed = hash_token(token)
    if is_secret_key(token) and not is_owner(table, hashed):
        raise Refused(Code.NOT_FOUND)
    return identify_hash(table, hashed)


def identify_hash(table: Table, hashed: bytes) -> Actor:
    """The same from what is kept of a token. A table's secret key is a host."""
    if hmac.compare_digest(hashed, table.host_hash) or is_owner(table, hashed):
        return HOST
    for player, chair in zip(_PLAYERS, table.chairs, strict=True):
        if chair.token_hash is not None and hmac.compare_digest(hashed, chair.token_hash):
            return player
    raise Refused(Code.UNAUTHENTICATED)


def require_seat(actor: Actor) -> Seat:
    """The seat that a call is for. No credential: 401; the host, who never sees a hand: 403."""
    if actor.seat is not None:
        return actor.seat
    raise Refused(Code.FORBIDDEN if actor.is_host else Code.UNAUTHENTICATED)


def require_host(actor: Actor) -> None:
    if not actor.is_host:
        raise Refused(Code.UNAUTHENTICATED if actor is SPECTATOR else Code.FORBIDDEN)


def require_viewer(table: Table, actor: Actor) -> None:
    """Only a private table is closed to who merely knows its id."""
    if table.terms.visibility is Visibility.PRIVATE and actor is SPECTATOR:
        raise Refused(Code.UNAUTHENTICATED)
