"""Secret keys: made, listed, revoked, and found out to be good. What is made with one belongs to it."""

import base64
from dataclasses import dataclass
from typing import Final

from service.auth import KEY_PREFIX, hash_token, is_secret_key, key_id_of
from service.ports import Clock, Entropy, Ports, SecretKey, SecretKeys
from service.refusals import Code, Refused

KEY_BYTES: Final = 32
USE_NOTED_MS: Final = 3_600_000
"""A use is noted at most so often: it tells whether anybody still needs the key, no more."""
SWEPT: Final = 100
"""How many places of a key's list are looked at when it is full: tables that are gone leave it."""


@dataclass(frozen=True, slots=True)
class NewKey:
    """`token`: told this once."""

    key: SecretKey
    token: str


def create_key(keys: SecretKeys, clock: Clock, entropy: Entropy, label: str) -> NewKey:
    secret = base64.urlsafe_b64encode(entropy.token_bytes(KEY_BYTES)).rstrip(b"=").decode()
    token = KEY_PREFIX + secret
    hashed = hash_token(token)
    key = SecretKey(key_id_of(hashed), label, clock.now())
    keys.add(hashed, key)
    return NewKey(key, token)


def require_key(ports: Ports, token: str) -> str:
    """The id of a good secret key. Asked of the store each time: a revoked one is good nowhere any more."""
    hashed = hash_token(token)
    key = ports.secret_keys.find(hashed) if is_secret_key(token) else None
    if key is None:
        raise Refused(Code.UNAUTHENTICATED)
    now = ports.clock.now()
    if key.used_at is None or now - key.used_at >= USE_NOTED_MS:
        ports.secret_keys.note_use(hashed, now)
    return key.key_id


def is_good(ports: Ports, hashed: bytes) -> bool:
    """The same of the hash of a key."""
    return ports.secret_keys.find(hashed) is not None


def has_room(ports: Ports, owner: str, most: int) -> bool:
    """May the key have one more table? Where the list says no, those that are gone leave it first."""
    tables = ports.owned.of(owner)
    if tables.size() < most:
        return True
    oldest = tables.oldest(SWEPT)
    tables.remove([each for each in oldest if ports.store.load(each) is None])
    return tables.size() < most
