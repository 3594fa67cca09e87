"""The list of public tables: a sorted set by the time of their making, beside the commits."""

from collections.abc import Sequence

from service.outage import outages_told
from service.store import keys
from service.store.client import Client


class RedisPublicTables:
    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, table_id: str, created_at: int) -> None:
        with outages_told():
            self._client.execute_command("ZADD", keys.PUBLIC, created_at, table_id)

    def page(self, before: str | None, limit: int) -> Sequence[str]:
        with outages_told():
            first = 0
            if before is not None:
                rank: int | None = self._client.execute_command("ZREVRANK", keys.PUBLIC, before)
                if rank is None:
                    return ()
                first = rank + 1
            found: list[bytes] = self._client.execute_command(
                "ZREVRANGE", keys.PUBLIC, first, first + limit - 1
            )
        return tuple(table_id.decode() for table_id in found)

    def remove(self, table_ids: Sequence[str]) -> None:
        if table_ids:
            with outages_told():
                self._client.execute_command("ZREM", keys.PUBLIC, *table_ids)
