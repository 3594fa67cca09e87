"""Secret keys in Redis: one hash, asked with each use, so that a revoked key is good nowhere any more."""

from collections.abc import Sequence
from typing import Any, Final

import orjson

from service.outage import outages_told
from service.ports import SecretKey
from service.store import keys
from service.store.client import Client
from service.store.scripts import Script

_USED: Final = "used:"


class RedisSecretKeys:
    def __init__(self, client: Client) -> None:
        self._client = client
        self._note = Script("note_key_use")

    def add(self, digest: bytes, key: SecretKey) -> None:
        known = orjson.dumps([key.key_id, key.label, key.created_at])
        with outages_told():
            self._client.execute_command("HSET", keys.SECRET_KEYS, digest.hex(), known)

    def find(self, digest: bytes) -> SecretKey | None:
        field = digest.hex()
        with outages_told():
            known, used = self._client.execute_command("HMGET", keys.SECRET_KEYS, field, _USED + field)
        return None if known is None else _key_of(known, used)

    def note_use(self, digest: bytes, at: int) -> None:
        """Of a key that was revoked meanwhile nothing is noted."""
        field = digest.hex()
        with outages_told():
            self._note.run(self._client, (keys.SECRET_KEYS,), (field, _USED + field, at))

    def all(self) -> Sequence[SecretKey]:
        found = self._fields()
        digests = [name for name in found if not name.startswith(_USED)]
        each = (_key_of(found[digest], found.get(_USED + digest)) for digest in digests)
        return sorted(each, key=lambda key: (key.created_at, key.key_id))

    def revoke(self, key_id: str) -> bool:
        found = self._fields()
        named = [digest for digest in found if not digest.startswith(_USED)]
        gone = [digest for digest in named if _key_of(found[digest], None).key_id == key_id]
        if not gone:
            return False
        with outages_told():
            fields = (*gone, *(_USED + digest for digest in gone))
            self._client.execute_command("HDEL", keys.SECRET_KEYS, *fields)
        return True

    def _fields(self) -> dict[str, bytes]:
        with outages_told():
            reply: Any = self._client.execute_command("HGETALL", keys.SECRET_KEYS)
        pairs = reply.items() if isinstance(reply, dict) else zip(reply[::2], reply[1::2], strict=True)
        return {name.decode(): value for name, value in pairs}


def _key_of(known: bytes, used: bytes | None) -> SecretKey:
    key_id, label, created_at = orjson.loads(known)
    return SecretKey(key_id, label, created_at, None if used is None else int(used))
