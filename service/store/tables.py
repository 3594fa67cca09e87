"""Tables in Redis: one round trip to load one, one Lua call to commit a change."""

import struct
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from redis.exceptions import RedisError

from engine.seats import Seat
from service.outage import LOST_REPLIES, is_outage, outages_told
from service.ports import (
    CODE_KEPT_MS,
    COMMIT_ID_BYTES,
    Commit,
    Committed,
    Loaded,
    NameTaken,
    Outcome,
    StaleVersion,
    StoreUnavailable,
    TooEarly,
)
from service.store import keys
from service.store.client import Argument, Client
from service.store.codec import decode_table, encode_table
from service.store.event_codec import encode_commit
from service.store.scripts import Script
from service.table_turns import Lane

REMEMBERED: Final = 1024
"""Tables that a process remembers, some 10 KB each."""
_OUTCOME: Final = struct.Struct(">HII8s")
"""Status, first and last seq, body digest; commit.lua knows how long it is."""
_SEATS: Final = "".join(seat.name for seat in Seat)


class RedisTables:
    """`reader` may send a command again by itself; `writer` must not: a commit's fate must be known."""

    def __init__(self, reader: Client, writer: Client) -> None:
        self._reader = reader
        self._writer = writer
        self._seen: OrderedDict[str, Loaded] = OrderedDict()
        self._load = Script("records", "load")
        self._commit = Script("records", "time", "commit")
        self._delete = Script("delete")

    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        if not keys.is_table_id(table_id):
            return None
        try:
            found = self._find(table_id, commit_id)
        except RedisError as error:
            if is_outage(error):
                raise StoreUnavailable(str(error)) from error
            raise
        return None if found[0] is None else self._remember(_loaded(*found))

    def recall(self, table_id: str) -> Loaded | None:
        return self._seen.get(table_id)

    def _remember(self, loaded: Loaded) -> Loaded:
        self._seen[loaded.table.table_id] = replace(loaded, outcome=None) if loaded.outcome else loaded
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return loaded

    def _find(self, table_id: str, commit_id: bytes | None) -> Any:
        """The state as it is stored and, where one is asked for and known, the outcome."""
        if commit_id is None:
            return (self._reader.execute_command("HGET", keys.table_key(table_id), "state"),)
        at = (keys.table_key(table_id), keys.outcomes_key(table_id))
        return self._load.run(self._reader, at, (commit_id,))

    def commit(self, commit: Commit) -> Committed:
        at, args = _commit_keys(commit), _commit_arguments(commit)
        try:
            reply = self._commit.run(self._writer, at, args)
        except LOST_REPLIES as error:
            return self._look_up(commit, error)
        except RedisError as error:
            if is_outage(error):
                raise StoreUnavailable(str(error)) from error
            raise
        committed = _committed(commit, reply)
        if not committed.is_replay:
            self._remember(Loaded(commit.table, committed.version, commit.commit_id))
        return committed

    def _look_up(self, commit: Commit, error: RedisError) -> Committed:
        """What became of a commit whose reply was lost."""
        found = self.load(commit.table.table_id, commit.commit_id)
        if found is None or found.outcome is None:
            raise StoreUnavailable(str(error)) from error
        is_ours = found.version == commit.seen + 1 and found.commit_id == commit.commit_id
        return Committed(found.version, found.outcome, is_replay=not is_ours)

    def delete(self, loaded: Loaded) -> None:
        table = loaded.table
        table_id, shard = table.table_id, keys.shard_of(table.table_id)
        at = (
            keys.table_key(table_id),
            keys.log_key(table_id),
            keys.outcomes_key(table_id),
            *(keys.due_key(shard, lane) for lane in Lane),
            keys.code_key(table.join_code),
            keys.failures_key(shard),
            keys.statuses_key(shard),
            keys.presence_key(shard),
        )
        with outages_told():
            args = (loaded.version, table_id, keys.wake_channel(shard), _SEATS)
            if not self._delete.run(self._writer, at, args):
                raise StaleVersion

    def find_code(self, join_code: str) -> str | None:
        if not keys.is_join_code(join_code):
            return None
        with outages_told():
            found: bytes | None = self._reader.execute_command("GET", keys.code_key(join_code))
        return None if found is None else found.decode()


def _loaded(state: bytes, outcome: bytes | None = None) -> Loaded:
    """From one field, since redis-py reads one value much faster than three."""
    at = state.index(b" ") + 1
    end = at + COMMIT_ID_BYTES
    known = _outcome_of(outcome) if outcome else None
    return Loaded(decode_table(state[end:]), int(state[:at]), state[at:end], known)


def _commit_keys(commit: Commit) -> tuple[str, ...]:
    table, lane = commit.table, commit.due.lane
    shard = keys.shard_of(table.table_id)
    if keys.shard_of_code(table.join_code) != shard:
        raise ValueError("a join code lies in its table's shard")
    return (
        keys.table_key(table.table_id),
        keys.log_key(table.table_id),
        keys.outcomes_key(table.table_id),
        keys.due_key(shard, lane),
        keys.due_key(shard, Lane.BULK if lane is Lane.LIVE else Lane.LIVE),
        keys.code_key(table.join_code),
        keys.statuses_key(shard),
    )


def _commit_arguments(commit: Commit) -> Sequence[Argument]:
    table, due = commit.table, commit.due
    return (
        commit.commit_id,
        commit.seen,
        commit.seen_id,
        commit.not_before,
        encode_table(table),
        table.last_seq,
        encode_commit(table.changed_at, commit.events) if commit.events else b"",
        _pack(commit.outcome),
        int(commit.is_kept),
        due.at,
        table.table_id,
        due.lane.value,
        keys.wake_channel(keys.shard_of(table.table_id)),
        keys.DUE_CHANNEL,
        CODE_KEPT_MS if commit.ends_code else 0,
        table.status.value,
    )


def _committed(commit: Commit, reply: Any) -> Committed:
    """Most replies are a number, which redis-py reads fastest."""
    if isinstance(reply, int):
        return Committed(reply, commit.outcome, is_replay=False)
    match reply[0]:
        case b"known":
            return Committed(reply[1], _outcome_of(reply[2]), is_replay=True)
        case b"early":
            raise TooEarly
        case b"taken":
            raise NameTaken
        case b"stale":
            raise StaleVersion(_loaded(reply[1]) if reply[1] else None)
    raise AssertionError(f"commit.lua does not say {reply[0]!r}")


def _pack(outcome: Outcome) -> bytes:
    return _OUTCOME.pack(outcome.status, outcome.first_seq, outcome.last_seq, outcome.body_digest)


def _outcome_of(packed: bytes) -> Outcome:
    return Outcome(*_OUTCOME.unpack(packed))
