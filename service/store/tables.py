"""Tables in Redis: one round trip to load one, one Lua call to commit a change."""

import struct
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from redis.exceptions import RedisError

from engine.seats import Seat
from service.outage import LOST_REPLIES, is_outage, outages_told, said
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
"""Tables that a process remembers, some 15 KB each."""
BEGUN: Final = ".5"
"""The mark in a lease that its claimer has begun on the table: begin.lua sets it, claim.lua looks for it."""
_OUTCOME: Final = struct.Struct(">HII8s")
"""Status, first and last seq, body digest; commit.lua knows how long it is."""
_SEATS: Final = "".join(seat.name for seat in Seat)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A table, and the very bytes that were stored of it: as long as they are the same, so is the table."""

    stored: bytes
    loaded: Loaded


class RedisTables:
    """`reader` may send a command again by itself; `writer` must not: a commit's fate must be known."""

    def __init__(self, reader: Client, writer: Client) -> None:
        self._reader = reader
        self._writer = writer
        self._seen: OrderedDict[str, _Seen] = OrderedDict()
        self._load = Script("records", "load")
        self._commit = Script("records", "time", "commit")
        self._delete = Script("delete")

    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        if not keys.is_table_id(table_id):
            return None
        try:
            stored, *outcome = self._find(table_id, commit_id)
        except RedisError as error:
            if is_outage(error):
                raise StoreUnavailable(said(error)) from error
            raise
        if stored is None:
            return None
        loaded = self.read(table_id, stored)
        return replace(loaded, outcome=_outcome_of(outcome[0])) if any(outcome) else loaded

    def read(self, table_id: str, stored: bytes) -> Loaded:
        """What was stored of the table; bytes that were read before are not read again."""
        seen = self._seen.get(table_id)
        if seen is None or seen.stored != stored:
            seen = self._remember(stored, _loaded(stored))
        return seen.loaded

    def recall(self, table_id: str) -> Loaded | None:
        seen = self._seen.get(table_id)
        return None if seen is None else seen.loaded

    def _remember(self, stored: bytes, loaded: Loaded) -> _Seen:
        seen = self._seen[loaded.table.table_id] = _Seen(stored, loaded)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return seen

    def _find(self, table_id: str, commit_id: bytes | None) -> Any:
        """The state as it is stored and, where one is asked for and known, the outcome."""
        if commit_id is None:
            return (self._reader.execute_command("HGET", keys.table_key(table_id), "state"),)
        at = (keys.table_key(table_id), keys.outcomes_key(table_id))
        return self._load.run(self._reader, at, (commit_id,))

    def commit(self, commit: Commit) -> Committed:
        at, state = _commit_keys(commit), encode_table(commit.table)
        try:
            reply = self._commit.run(self._writer, at, _commit_arguments(commit, state))
        except LOST_REPLIES as error:
            return self._look_up(commit, error)
        except RedisError as error:
            if is_outage(error):
                raise StoreUnavailable(said(error)) from error
            raise
        committed = _committed(commit, reply)
        if not committed.is_replay:
            loaded = Loaded(commit.table, committed.version, commit.commit_id)
            self._remember(_stored(loaded, state), loaded)
        return committed

    def _look_up(self, commit: Commit, error: RedisError) -> Committed:
        """What became of a commit whose reply was lost."""
        found = self.load(commit.table.table_id, commit.commit_id)
        if found is None or found.outcome is None:
            raise StoreUnavailable(said(error)) from error
        # An earlier try under the same key may have come late: it was at another time, so the table tells.
        is_ours = found.commit_id == commit.commit_id and found.table == commit.table
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


def _stored(loaded: Loaded, state: bytes) -> bytes:
    """What commit.lua stores: one field, since redis-py reads one value much faster than three."""
    return b"%d %b%b" % (loaded.version, loaded.commit_id, state)


def _loaded(stored: bytes) -> Loaded:
    at = stored.index(b" ") + 1
    end = at + COMMIT_ID_BYTES
    return Loaded(decode_table(stored[end:]), int(stored[:at]), stored[at:end])


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


def _commit_arguments(commit: Commit, state: bytes) -> Sequence[Argument]:
    table, due = commit.table, commit.due
    return (
        commit.commit_id,
        commit.seen,
        commit.seen_id,
        commit.not_before,
        state,
        table.last_seq,
        encode_commit(table.changed_at, commit.events) if commit.events else b"",
        _pack(commit.outcome),
        int(commit.is_kept),
        f"{due.at}{BEGUN}" if commit.is_leased else due.at,
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
