"""Who is there: a sorted set a shard, of seats by until when their players count as there."""

from collections.abc import Sequence
from typing import Final

from engine.seats import Seat
from service.outage import outages_told
from service.ports import Clock
from service.store import keys
from service.store.client import Client

FORGOTTEN_MS: Final = 60_000
"""A seat that was last there so long ago is taken out."""
_SIGN: Final = "presence"
"""What a wake-up says instead of the last seq."""


class RedisPresence:
    """A seat's moment only ever grows: of two connections the longer one counts, in whatever process."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock

    def note(self, table_id: str, seat: Seat, until: int, *, is_news: bool) -> None:
        shard = keys.shard_of(table_id)
        key, member = keys.presence_key(shard), f"{table_id}{seat.name}"
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            pipe.execute_command("ZADD", key, "GT", until, member)
            # Where nobody comes any more, nobody is taken out, either: then all of it ends.
            pipe.execute_command("PEXPIRE", key, 2 * FORGOTTEN_MS)
            if is_news:
                pipe.execute_command("ZREMRANGEBYSCORE", key, "-inf", self._clock.now() - FORGOTTEN_MS)
                pipe.execute_command("PUBLISH", keys.wake_channel(shard), f"{table_id} {_SIGN}")
            pipe.execute()

    def until(self, table_ids: Sequence[str]) -> Sequence[tuple[int, ...]]:
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            for table_id in table_ids:
                members = (f"{table_id}{seat.name}" for seat in Seat)
                pipe.execute_command("ZMSCORE", keys.presence_key(keys.shard_of(table_id)), *members)
            found: list[list[float | None]] = pipe.execute()
        return [tuple(int(score or 0) for score in scores) for scores in found]
