"""What the use cases need of the world, as protocols that adapters implement. Times: ms since the epoch."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from engine.seats import Seat
from service.observing import Census, Meter, Unmeasured
from service.table import Table
from service.table_events import LoggedEvent
from service.table_turns import Due, Lane, Passes, Retention

COMMIT_ID_BYTES = 16
BODY_DIGEST_BYTES = 8
CODE_KEPT_MS = 86_400_000
"""How long a join code is known after its table started or was closed: who comes late, or asks again after
a lost answer, is told what became of it. Then the code is free."""
LEASE_MS = 2_000
"""How long a claimed table is left to its claimer; a job works 1 s at most."""
STUDY_ASKED_MS = 5_000
"""How long a study that was asked for is taken to be under way."""
STUDY_KEPT_MS = 3_600_000
"""How long the result of a study is kept; a table that is deleted leaves it to run out."""


class StoreUnavailable(Exception):
    """The store can't be reached, or didn't answer; nothing is half-done."""


class NewerFormat(Exception):
    """The stored table was written by a newer release; this process leaves it alone."""


class StaleVersion(Exception):
    """Somebody else was first: the table is no longer at the version that the change was made for.

    `current`: the table as the commit found it; None: it is gone, or was not asked for.
    """

    def __init__(self, current: "Loaded | None" = None) -> None:
        super().__init__()
        self.current = current


class TooEarly(Exception):
    """By the store's clock the moment named by `not_before` has not come."""


class NameTaken(Exception):
    """A new table's id, or its join code, exists already."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an accepted request came to: its HTTP status and its events, and which body asked for it."""

    status: int
    first_seq: int
    last_seq: int
    body_digest: bytes


@dataclass(frozen=True, slots=True)
class Loaded:
    """A stored table. `commit_id` made `version`; `outcome` is kept under the id that was asked for."""

    table: Table = field(hash=False)  # the others tell two of them apart, and are hashed much faster
    version: int
    commit_id: bytes
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """One change to one table: all of it, or none.

    `seen`: the version that the change was made for, 0 for a new table. `seen_id`: the commit that made that
    version, since a store that lost its last moments counts them anew; empty: any. `is_kept`: the outcome is
    kept as long as the table (an Idempotency-Key was given), else among the last few. `not_before`: refuse
    while the store's clock is before it. `due`: when the table must be looked at next. `ends_code`: the join
    code has done its work, and is free in a day. `is_leased`: its claimer goes on with the table until `due`.
    """

    table: Table
    seen: int
    commit_id: bytes
    events: tuple[LoggedEvent, ...]
    outcome: Outcome
    due: Due
    is_kept: bool = False
    not_before: int = 0
    seen_id: bytes = b""
    ends_code: bool = False
    is_leased: bool = False


@dataclass(frozen=True, slots=True)
class Committed:
    """`is_replay`: the commit id was known, nothing was changed, and `outcome` is the recorded one."""

    version: int
    outcome: Outcome
    is_replay: bool


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One commit in a table's log; its events have the numbers `first_seq`, `first_seq + 1`, …"""

    version: int
    at: int
    first_seq: int
    events: tuple[LoggedEvent, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """What is known of a due table as its claimer begins on it.

    `failures` in a row; `passes` of the ticker over the table's shard, None: there was none yet; `loaded`:
    the table itself, None: there is none.
    """

    failures: int
    passes: Passes | None
    loaded: Loaded | None


class TableStore(Protocol):
    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        """The table, and what is kept under `commit_id`, in one round trip."""

    def recall(self, table_id: str) -> Loaded | None:
        """The table as this process saw it last, if it remembers: a guess, which a commit proves."""

    def commit(self, commit: Commit) -> Committed:
        """Raises StaleVersion, TooEarly, NameTaken, StoreUnavailable. Safe to send twice."""

    def delete(self, loaded: Loaded) -> None:
        """Removes everything about the table, if it is still at that version; else StaleVersion."""

    def find_code(self, join_code: str) -> str | None:
        """The id of the table with that join code."""


class Log(Protocol):
    def read(self, table_id: str, after: int = 0, limit: int | None = None) -> Sequence[LogEntry]:
        """The entries that hold events after number `after`, oldest first, at most `limit`."""


class DueTables(Protocol):
    """When each table is due; a table is due in one lane at a time."""

    def claim(self, lane: Lane, limit: int) -> Sequence[str]:
        """Up to `limit` tables that are due by the store's clock; each is leased to the caller.

        A table that an earlier claimer began on, and whose work never ended, has failed once more.
        """

    def begin(self, table_id: str, lane: Lane) -> Begun:
        """The claimer begins on the table, and has its lease from now on. One round trip.

        The work ends by any other call of this port about the table, by its deletion, or by a commit that
        leaves nothing leased. One that takes the whole process with it never does.
        """

    def settle(self, loaded: Loaded, due: Due) -> None:
        """Write when the table is due next, unless it changed since it was loaded."""

    def hand_back(self, table_id: str, lane: Lane) -> None:
        """A claimed table that was not attended to is due at once again, before those that were."""

    def forget(self, table_id: str, lane: Lane) -> None:
        """The table is gone."""

    def failed(self, table_id: str, lane: Lane) -> int:
        """The table's work failed: it is due again after 2, 4, 8 … 60 s. Returns the failures in a row."""

    def failures(self, table_id: str) -> int: ...

    def recovered(self, table_id: str) -> None:
        """Its failures are forgotten."""

    def failing(self, at_least: int) -> Sequence[str]:
        """The tables with that many failures in a row."""


class Waiter(Protocol):
    def wait(self, timeout: float) -> bool:
        """True once the table changed since the waiter was registered; False after `timeout` seconds."""


class Wakeups(Protocol):
    def listen(self, table_id: str) -> AbstractContextManager[Waiter]:
        """Registers a waiter. Register, then read, then wait: so no change is missed."""

    def wake_all(self) -> None:
        """Wakes all who wait in this process."""


class Presence(Protocol):
    """Until when each seat's player counts as there, told by all processes; one that dies is forgotten."""

    def note(self, table_id: str, seat: Seat, until: int, *, is_news: bool) -> None:
        """There until that moment at least. `is_news`: those who wait at the table are woken."""

    def until(self, table_ids: Sequence[str]) -> Sequence[tuple[int, ...]]:
        """For each table by seat; 0: not heard of lately."""


class StreamTickets(Protocol):
    """Tickets that open streams, by their digests; each ends by itself."""

    def add(self, table_id: str, ticket: bytes, holder: bytes, milliseconds: int) -> bool:
        """False: it is there already, and stays as it is."""

    def holder(self, table_id: str, ticket: bytes) -> bytes | None:
        """The digest of the token that it stands for."""

    def keep(self, table_id: str, ticket: bytes, milliseconds: int) -> None:
        """It ends so long from now, if it is still there."""


@dataclass(frozen=True, slots=True, order=True)
class Listed:
    """A place in the list of public tables, whether or not the table is still there."""

    created_at: int
    table_id: str


class StudyKind(StrEnum):
    """What a worker thinks about: the points of the cards of one decision; the decisions of a deal."""

    HINT = "hint"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Study:
    """A piece of thinking about a table. `part` names the piece: a word of ASCII without spaces."""

    table_id: str
    kind: StudyKind
    part: str


class Studies(Protocol):
    """What workers think out for web processes. Nothing here is needed for a match to go on."""

    def find(self, study: Study) -> bytes | None:
        """The result, once it is made and while it is kept."""

    def ask(self, study: Study, lane: Lane) -> None:
        """Queues its making, unless it was asked for within the last STUDY_ASKED_MS.

        A job may be lost, doubled or late: who still wants the result asks again with the next call.
        """

    def keep(self, study: Study, result: bytes) -> None:
        """Keeps the result for STUDY_KEPT_MS and wakes who waits for it."""

    def listen(self, study: Study) -> AbstractContextManager[Waiter]:
        """Registers a waiter. Register, then find, then ask and wait: so no result is missed."""


class PublicTables(Protocol):
    """The public tables, newest first: hints, which the reader checks and cleans."""

    def add(self, table_id: str, created_at: int) -> None:
        """Does no harm when the table is there already."""

    def page(self, before: Listed | None, limit: int) -> Sequence[Listed]:
        """The first ones, or those that come after `before`."""

    def remove(self, table_ids: Sequence[str]) -> None: ...

    def size(self) -> int:
        """How many places there are, those of tables that are gone among them."""

    def oldest(self, count: int) -> Sequence[str]:
        """The tables that were made first."""


class OwnedTables(Protocol):
    """The tables of each secret key: lists of hints, as that of the public ones."""

    def of(self, owner: str) -> PublicTables: ...


@dataclass(frozen=True, slots=True)
class SecretKey:
    """What is kept of a secret key. `used_at`: roughly when it was used last; None: never."""

    key_id: str
    label: str
    created_at: int
    used_at: int | None = None


class SecretKeys(Protocol):
    """The secret keys that are good, by the digests of their tokens. Nothing of them is kept in a process."""

    def add(self, digest: bytes, key: SecretKey) -> None: ...

    def find(self, digest: bytes) -> SecretKey | None: ...

    def note_use(self, digest: bytes, at: int) -> None: ...

    def all(self) -> Sequence[SecretKey]:
        """The oldest first."""

    def revoke(self, key_id: str) -> bool:
        """False: there is none."""


class Counters(Protocol):
    """Counts of what was asked for, by name; each begins anew a fixed time after its first."""

    def add(self, name: str, amount: int, seconds: int) -> int:
        """The count after `amount` more."""

    def value(self, name: str) -> int: ...

    def ends_at(self, name: str) -> int:
        """When the count begins anew; of none: now."""

    def clear(self, name: str) -> None: ...


class JobQueue(Protocol):
    def queued(self, lane: Lane) -> int: ...

    def workers(self, lane: Lane) -> int: ...

    def enqueue(self, lane: Lane, count: int) -> None:
        """Queue `count` jobs, each a leave to claim."""

    def enqueue_study(self, lane: Lane, study: Study) -> None:
        """Queue the making of one study."""


class Clock(Protocol):
    def now(self) -> int: ...


class Entropy(Protocol):
    def token_bytes(self, count: int) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Ports:
    """What a use case is given."""

    store: TableStore
    log: Log
    due: DueTables
    wakeups: Wakeups
    studies: Studies
    public: PublicTables
    owned: OwnedTables
    secret_keys: SecretKeys
    counters: Counters
    presence: Presence
    tickets: StreamTickets
    clock: Clock
    entropy: Entropy
    retention: Retention
    census: Census
    meter: Meter = field(default_factory=Unmeasured)
