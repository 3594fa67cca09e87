"""What workers think out, in Redis: results that are kept for a while, and marks of what was asked for."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from service.outage import outages_told
from service.ports import STUDY_ASKED_MS, STUDY_KEPT_MS, Study, Waiter, Wakeups
from service.store import keys
from service.store.client import Client
from service.table_turns import Lane

_NO_SEQ: Final = "0"
"""Where a commit says its last seq."""


class RedisStudies:
    """`enqueue` puts a job on the lane's queue. Results wake through the channel of the table's shard."""

    def __init__(self, client: Client, wakeups: Wakeups, enqueue: Callable[[Lane, Study], None]) -> None:
        self._client = client
        self._wakeups = wakeups
        self._enqueue = enqueue

    def find(self, study: Study) -> bytes | None:
        with outages_told():
            found: bytes | None = self._client.execute_command("GET", keys.study_key(study))
        return found

    def ask(self, study: Study, lane: Lane) -> None:
        mark = (keys.asked_key(study), 1, "NX", "PX", STUDY_ASKED_MS)
        with outages_told():
            is_first = self._client.execute_command("SET", *mark)
        if is_first:
            self._enqueue(lane, study)

    def keep(self, study: Study, result: bytes) -> None:
        channel = keys.wake_channel(keys.shard_of(study.table_id))
        with outages_told(), self._client.pipeline(transaction=False) as pipe:
            pipe.execute_command("SET", keys.study_key(study), result, "PX", STUDY_KEPT_MS)
            pipe.execute_command("PUBLISH", channel, f"{keys.study_name(study)} {_NO_SEQ}")
            pipe.execute()

    def listen(self, study: Study) -> AbstractContextManager[Waiter]:
        return self._wakeups.listen(keys.study_name(study))
