"""How every change to a table is made: load, decide, commit. A race is decided anew, a retry counts once."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from service.auth import SEAT_PREFIX, SPECTATOR, Actor, identify
from service.ports import (
    BODY_DIGEST_BYTES,
    COMMIT_ID_BYTES,
    Commit,
    Loaded,
    Outcome,
    Ports,
    StaleVersion,
    StoreUnavailable,
)
from service.refusals import Code, Refused
from service.table import Change, Table, TableStatus, Visibility
from service.table_events import LoggedEvent
from service.table_turns import next_due

TRIES: Final = 20
"""The loser of a race is decided anew by what the winner left; at one table few can lose so often."""
OK: Final = 200


@dataclass(frozen=True, slots=True)
class VersionTag:
    """What an If-Match names: a version, and the first characters of the id of the commit that made it."""

    version: int
    commit: str


@dataclass(frozen=True, slots=True)
class Request:
    """What every changing request carries beside its action.

    `token`: the bearer's. `key`: the Idempotency-Key. `body`: the bytes of the body.
    """

    token: str | None = None
    key: str | None = None
    body: bytes = b""
    if_match: VersionTag | None = None

    @property
    def body_digest(self) -> bytes:
        return hashlib.sha256(self.body).digest()[:BODY_DIGEST_BYTES]


@dataclass(frozen=True, slots=True)
class NumberedEvent:
    seq: int
    version: int
    at: int
    event: LoggedEvent


@dataclass(frozen=True, slots=True)
class Done:
    """An accepted request: the table as it is now, and the recorded outcome."""

    loaded: Loaded
    actor: Actor
    outcome: Outcome
    events: Sequence[NumberedEvent] = field(default=())
    is_replay: bool = False


Decide = Callable[[Loaded, Actor, int], Change]
"""From the table as it is, who asks and the time to the change; raises Refused."""


def commit_id_of(scope: bytes, key: str) -> bytes:
    """The id under which a keyed request is recorded; `scope` tells the bearers apart."""
    return hashlib.sha256(scope + b"|" + key.encode()).digest()[:COMMIT_ID_BYTES]


def commit_tag(commit_id: bytes) -> str:
    """The characters of a commit id that stand in an ETag: two tables of one version differ in them."""
    return commit_id[:2].hex()


def change_table(ports: Ports, table_id: str, request: Request, decide: Decide) -> Done:
    """Does what `decide` says, once. A known key gives its recorded outcome; a lost race is decided anew."""
    commit_id = None
    if request.key is not None:
        commit_id = commit_id_of((request.token or "").encode(), request.key)
    done, loaded = _try_guess(ports, table_id, request, decide, commit_id)
    if done is not None:
        return done
    for _ in range(TRIES):
        loaded = loaded or require_table(ports, table_id, commit_id)
        actor = bearer_of(loaded, request.token)
        if loaded.outcome is not None:
            return replay(ports, loaded, actor, request)
        change = decide(loaded, actor, ports.clock.now())
        try:
            return commit_change(ports, loaded, actor, change, request, commit_id=commit_id)
        except StaleVersion as stale:
            loaded = stale.current or require_table(ports, table_id, commit_id)
            if request.if_match is not None:
                raise _stale(loaded) from None
    raise StoreUnavailable


def _try_guess(
    ports: Ports, table_id: str, request: Request, decide: Decide, commit_id: bytes | None
) -> tuple[Done | None, Loaded | None]:
    """The change, made to the table as this process saw it last: most often nobody came in between.

    A guess is proved by its commit and by nothing else: what it refuses, or leaves as it is, is judged anew.
    Gives what was done, or the table as the commit found it (whose request id it did not know), or neither.
    """
    guess = ports.store.recall(table_id)
    if guess is None:
        return None, None
    try:
        actor = identify(guess.table, request.token)
        change = decide(guess, actor, ports.clock.now())
        if not change.events:
            return None, None
        done = commit_change(ports, guess, actor, change, request, commit_id=commit_id)
    except StaleVersion as stale:
        return None, stale.current
    except Refused:
        return None, None
    # The outcome of a known key proves nothing of the guess: who asks may sit elsewhere by now, or nowhere.
    return (None, None) if done.is_replay else (done, None)


def bearer_of(loaded: Loaded, token: str | None) -> Actor:
    """Who asks. Who left an open table asks with a token that has ended, and still learns what came of it:
    that something is kept under token and key proves it. (A private table is for tokens that have not ended.)
    """
    try:
        return identify(loaded.table, token)
    except Refused:
        is_private = loaded.table.terms.visibility is Visibility.PRIVATE
        if loaded.outcome is None or is_private or not (token or "").startswith(SEAT_PREFIX):
            raise
        return SPECTATOR


def require_table(ports: Ports, table_id: str, commit_id: bytes | None = None) -> Loaded:
    loaded = ports.store.load(table_id, commit_id)
    if loaded is None:
        raise Refused(Code.NOT_FOUND)
    return loaded


def require_version(loaded: Loaded, named: VersionTag | None) -> None:
    if named is not None and named != VersionTag(loaded.version, commit_tag(loaded.commit_id)):
        raise _stale(loaded)


def require_running(loaded: Loaded, request: Request) -> None:
    """What comes first of all that may be wrong at the table itself."""
    if loaded.table.status in (TableStatus.OVER, TableStatus.CLOSED):
        raise Refused(Code.TABLE_OVER)
    require_version(loaded, request.if_match)


def _stale(loaded: Loaded) -> Refused:
    return Refused(Code.STALE_VERSION, current_version=loaded.version)


def commit_change(
    ports: Ports,
    loaded: Loaded,
    actor: Actor,
    change: Change,
    request: Request,
    *,
    commit_id: bytes | None = None,
    status: int = OK,
) -> Done:
    """Commits a change that was decided for `loaded`; one without events changes nothing and is not recorded.

    `commit_id`: of a keyed request. Raises StaleVersion.
    """
    table = change.table
    outcome = Outcome(status, loaded.table.last_seq + 1, table.last_seq, request.body_digest)
    if not change.events:
        return Done(loaded, actor, outcome)
    commit = Commit(
        table=table,
        seen=loaded.version,
        seen_id=loaded.commit_id,
        commit_id=commit_id or ports.entropy.token_bytes(COMMIT_ID_BYTES),
        events=change.events,
        outcome=outcome,
        due=next_due(table, ports.retention),
        is_kept=commit_id is not None,
        ends_code=ends_code(loaded.table, table),
    )
    committed = ports.store.commit(commit)
    if committed.is_replay and commit_id is not None:
        return replay(ports, require_table(ports, table.table_id, commit_id), actor, request)
    after = Loaded(table, committed.version, commit.commit_id)
    return Done(after, actor, outcome, _numbered(commit, committed.version))


def ends_code(before: Table | None, after: Table) -> bool:
    """Has the join code done its work with this change?"""
    was_open = before is None or before.status is TableStatus.OPEN
    return was_open and after.status is not TableStatus.OPEN


def _numbered(commit: Commit, version: int) -> tuple[NumberedEvent, ...]:
    first, at = commit.outcome.first_seq, commit.table.changed_at
    return tuple(NumberedEvent(first + n, version, at, event) for n, event in enumerate(commit.events))


def replay(ports: Ports, loaded: Loaded, actor: Actor, request: Request) -> Done:
    """The recorded outcome of a key, with the table as it is now."""
    outcome = loaded.outcome
    assert outcome is not None, "only a known key is replayed"
    if outcome.body_digest != request.body_digest:
        raise Refused(Code.IDEMPOTENCY_KEY_REUSED)
    events = recorded_events(ports, loaded.table.table_id, outcome)
    return Done(loaded, actor, outcome, events, is_replay=True)


def recorded_events(ports: Ports, table_id: str, outcome: Outcome) -> tuple[NumberedEvent, ...]:
    """The events of an outcome, read back from the log."""
    count = outcome.last_seq - outcome.first_seq + 1
    if count <= 0:
        return ()
    events = events_after(ports, table_id, outcome.first_seq - 1, limit=count)
    return events[:count]


def events_after(ports: Ports, table_id: str, after: int, limit: int) -> tuple[NumberedEvent, ...]:
    """At least `limit` events after number `after`, where there are so many; whole commits."""
    return tuple(
        NumberedEvent(entry.first_seq + n, entry.version, entry.at, event)
        for entry in ports.log.read(table_id, after, limit)
        for n, event in enumerate(entry.events)
        if entry.first_seq + n > after
    )
