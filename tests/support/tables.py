"""Tables and commits for tests of the service: made, acted on, played on."""

from dataclasses import dataclass, replace
from random import Random

from engine.levels import Level
from engine.rules import Rules
from engine.seats import Seat
from service.ports import Commit, Loaded, Outcome, TableStore
from service.table import Chair, Change, Table, TableStatus, Terms, open_table
from service.table_events import SeatKind
from service.table_turns import Due, Lane, Retention, Task, act, next_due
from spades_builders import STANDARD
from spades_driver import random_action

START = 1_800_000_000_000
RETENTION = Retention(open_ms=60_000, idle_ms=600_000, finished_ms=3_600_000)
LONG = Rules(target=2000, floor=None, max_deals=200)
"""A match that doesn't end soon."""
DIGEST = b"8 bytes."


def table_id(number: int = 1, shard: int = 7) -> str:
    return f"tb_{shard:02}{number:022}"


def player(seat: Seat) -> Chair:
    return Chair(SeatKind.PLAYER, f"Player {seat.name}", token_hash=bytes([seat]) * 32)


def cpu(seat: Seat) -> Chair:
    return Chair(SeatKind.CPU, f"CPU {seat.name}", Level.NORMAL)


PLAYERS = tuple(map(player, Seat))
CPUS = tuple(map(cpu, Seat))
OPEN = (Chair(),) * 4


def new_table(
    number: int = 1,
    *,
    shard: int = 7,
    chairs: tuple[Chair, ...] = OPEN,
    rules: Rules = STANDARD,
    now: int = START,
    seed: bytes = bytes(range(32)),
) -> Change:
    """A table just made; without open seats its match has started."""
    table = Table(
        table_id=table_id(number, shard),
        terms=Terms("standard", rules, seed, turn_seconds=30, metadata=(("club", "Pik As ♠"),)),
        status=TableStatus.OPEN,
        created_at=now,
        changed_at=now,
        nonce=b"n" * 32,
        host_hash=b"h" * 32,
        join_code=f"{shard:02}C{number:04}",
        chairs=chairs,
    )
    return open_table(table, now)


def commit_of(change: Change, seen: int, commit_id: bytes, **more: object) -> Commit:
    """The commit of a change that was made for version `seen`."""
    table = change.table
    outcome = Outcome(200, table.last_seq - len(change.events) + 1, table.last_seq, DIGEST)
    due = next_due(table, RETENTION)
    return replace(Commit(table, seen, commit_id, change.events, outcome, due), **more)  # type: ignore[arg-type]


def commit_id(number: int) -> bytes:
    return number.to_bytes(16)


@dataclass(slots=True)
class Shelf:
    """A table in a store, changed step by step."""

    store: TableStore
    loaded: Loaded
    commits: int = 1

    @classmethod
    def put(cls, store: TableStore, change: Change, due: Due | None = None) -> "Shelf":
        commit = commit_of(change, 0, commit_id(1))
        commit = replace(commit, due=due) if due else commit
        store.commit(commit)
        return cls(store, Loaded(change.table, 1, commit.commit_id))

    def put_change(self, change: Change, as_id: bytes | None = None, **more: object) -> Commit:
        """`more`: other members of the commit. `as_id`: its id, else the next number."""
        self.commits += 1
        commit = commit_of(change, self.loaded.version, as_id or commit_id(self.commits), **more)
        committed = self.store.commit(commit)
        self.loaded = Loaded(change.table, committed.version, commit.commit_id)
        return commit


def next_action(table: Table, rng: Random, now: int) -> Change:
    """The change that a random legal action makes."""
    assert table.match is not None
    seat, action = random_action(table.match, rng)
    return act(table, seat, action, now)


def due_at(at: int, lane: Lane = Lane.LIVE) -> Due:
    return Due(at, Task.CPU_TURN, lane)
