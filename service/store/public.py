"""Lists of tables, the public ones and those of each secret key: sorted sets by the time of their making,
beside the commits.
"""

from collections.abc import Sequence

from service.outage import outages_told
from service.ports import Listed
from service.store import keys
from service.store.client import Client


class RedisPublicTables:
    def __init__(self, client: Client, key: str = keys.PUBLIC) -> None:
        self._client = client
        self._key = key

    def add(self, table_id: str, created_at: int) -> None:
        with outages_told():
            self._client.execute_command("ZADD", self._key, created_at, table_id)

    def page(self, before: Listed | None, limit: int) -> Sequence[Listed]:
        """Those of one millisecond stand in the order of their ids: of these few all are read."""
        if before is None:
            return self._range("+inf", limit)
        same = self._range(str(before.created_at), None, str(before.created_at))
        rest = tuple(each for each in same if each < before)
        return (*rest, *self._range(f"({before.created_at}", limit))[:limit]

    def _range(self, newest: str, limit: int | None, oldest: str = "-inf") -> tuple[Listed, ...]:
        count = () if limit is None else ("LIMIT", 0, limit)
        with outages_told():
            found: list[tuple[bytes, float]] = self._client.execute_command(
                "ZREVRANGEBYSCORE", self._key, newest, oldest, "WITHSCORES", *count
            )
        return tuple(Listed(int(score), table_id.decode()) for table_id, score in found)

    def remove(self, table_ids: Sequence[str]) -> None:
        if table_ids:
            with outages_told():
                self._client.execute_command("ZREM", self._key, *table_ids)

    def size(self) -> int:
        with outages_told():
            return int(self._client.execute_command("ZCARD", self._key))

    def oldest(self, count: int) -> Sequence[str]:
        with outages_told():
            found = self._client.execute_command("ZRANGE", self._key, 0, count - 1)
        return [table_id.decode() for table_id in found]


class RedisOwnedTables:
    def __init__(self, client: Client) -> None:
        self._client = client

    def of(self, owner: str) -> RedisPublicTables:
        return RedisPublicTables(self._client, keys.owned_key(owner))
