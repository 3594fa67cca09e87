"""A stream: what happens at a table, piece by piece, for one viewer, until the match is over."""

from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from service.auth import SPECTATOR, Actor, identify_hash, is_owner, require_viewer
from service.ports import NewerFormat, Ports, StoreUnavailable
from service.refusals import Code, Refused
from service.table import Table
from service.tables.attendance import Presences, Present
from service.tables.changing import require_table
from service.tables.reading import Seen, is_over
from service.tables.secret_keys import is_good
from service.tables.tickets import TICKET_CLOSED_MS, TICKET_OPEN_MS
from service.tables.watching import Batch, Tail, Watch, Watching, read_batch

SILENCE_SECONDS: Final = 15.0
"""A stream says something at least this often, so that nobody on the way takes it for dead."""
AGAIN_SECONDS: Final = 5.0
"""How long a stream waits for a store that is away before it tries again by itself."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the digest of a token (None: a spectator), and that of the ticket it came with, if any."""

    hashed: bytes | None = None
    ticket: bytes | None = None

    def at(self, table: Table) -> Actor:
        """Who that is now: a cut moves players, and the token of one who left has ended. Raises Refused."""
        actor = SPECTATOR if self.hashed is None else identify_hash(table, self.hashed)
        require_viewer(table, actor)
        return actor


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole table, since the viewer's number is missing or none of ours."""

    seen: Seen
    present: Present


@dataclass(frozen=True, slots=True)
class News:
    batch: Batch
    actor: Actor


@dataclass(frozen=True, slots=True)
class Attended:
    """Who is there, by seat in play; it is no event of the match."""

    table: Table
    presences: Presences


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing happened; `is_away`: as far as is known, since the store can't be asked."""

    is_away: bool = False


@dataclass(frozen=True, slots=True)
class Reconnect:
    """This stream ends; the viewer should come again."""


@dataclass(frozen=True, slots=True)
class End:
    """Nothing will come any more: the match is over, or the table is gone (None)."""

    table: Table | None


Piece = Snapshot | News | Attended | Silence | Reconnect | End


@dataclass(frozen=True, slots=True)
class Opened:
    """A stream that may begin. `cursor`: the last number that the viewer knows; None: it knows none."""

    table_id: str
    viewer: Viewer
    cursor: int | None
    has_ended: bool


def open_stream(ports: Ports, table_id: str, viewer: Viewer, cursor: int | None) -> Opened:
    """`has_ended`: the match is over, and the viewer knows all of it. Refuses who may not look."""
    table = require_table(ports, table_id).table
    viewer.at(table)
    return Opened(table_id, viewer, cursor, is_over(table) and cursor == table.last_seq)


def follow(watching: Watching, opened: Opened) -> Generator[Piece, None, None]:
    """Every event after the viewer's number once, in order, whatever becomes of the store meanwhile."""
    clock = watching.ports.clock
    with watching.watch(opened.table_id) as watch:
        stream = _Stream(watching, watch, opened.table_id, opened.viewer, opened.cursor)
        try:
            for piece in stream.pieces():
                stream.spoke_at = clock.now()
                yield piece
        finally:
            stream.keep_ticket(TICKET_CLOSED_MS)


@dataclass(slots=True)
class _Stream:
    """One stream. `cursor`: the last number that was sent; `presences`: who was said to be there."""

    watching: Watching
    watch: Watch
    table_id: str
    viewer: Viewer
    cursor: int | None
    actor: Actor = SPECTATOR
    presences: Presences = ()
    is_away: bool = False
    spoke_at: int = 0
    kept_at: int = 0
    checked_at: int = 0

    def pieces(self) -> Iterator[Piece]:
        while not self.watch.is_stopping:
            try:
                tail = self.watch.read()
                if tail is None:
                    yield End(None)
                    return
                self.actor = self.viewer.at(tail.loaded.table)
                self._check_key(tail.loaded.table)
                self.is_away = False
                yield from self._news(tail)
                yield from self._attended(tail)
            except StoreUnavailable:
                if not self.is_away:
                    self.is_away = True
                    yield Silence(is_away=True)
            except (Refused, NewerFormat):
                break  # whoever comes again is told why
            else:
                if is_over(tail.loaded.table):
                    yield End(tail.loaded.table)
                    return
            yield from self._rest()
        yield Reconnect()

    def _check_key(self, table: Table) -> None:
        """A secret key that was revoked ends its streams, too: when they say something next."""
        now, hashed = self.watching.ports.clock.now(), self.viewer.hashed
        if hashed is None or not is_owner(table, hashed) or now - self.checked_at < 1000 * AGAIN_SECONDS:
            return
        if not is_good(self.watching.ports, hashed):
            raise Refused(Code.UNAUTHENTICATED)
        self.checked_at = now

    def _news(self, tail: Tail) -> Iterator[Piece]:
        if self.cursor is None or self.cursor > tail.last_seq:
            self.cursor = tail.last_seq
            self.presences = tail.presences
            yield Snapshot(Seen(tail.loaded, self.actor), tail.present)
        while self.cursor < tail.last_seq:
            for batch in tail.since(self.cursor) or (self._from_log(tail, self.cursor),):
                self.cursor = batch.events[-1].seq
                yield News(batch, self.actor)

    def _from_log(self, tail: Tail, after: int) -> Batch:
        batch = Batch(tail.loaded, after, read_batch(self.watching.ports, tail.loaded, after))
        if not batch.events:
            raise StoreUnavailable("the log ends before its table")
        return batch

    def _attended(self, tail: Tail) -> Iterator[Piece]:
        if tail.presences != self.presences:
            self.presences = tail.presences
            yield Attended(tail.loaded.table, tail.presences)

    def _rest(self) -> Iterator[Piece]:
        """Waits until something may have happened, or it is time to say something, or to try again."""
        now = self.watching.ports.clock.now()
        self.watching.attendance.heard(self.table_id, self.actor.seat)
        if now - self.kept_at >= 1000 * SILENCE_SECONDS:
            self.kept_at = now
            self.keep_ticket(TICKET_OPEN_MS)
        left = SILENCE_SECONDS - (now - self.spoke_at) / 1000
        if left <= 0:
            yield Silence(is_away=self.is_away)
            left = SILENCE_SECONDS
        self.watch.wait(min(left, AGAIN_SECONDS) if self.is_away else left)

    def keep_ticket(self, milliseconds: int) -> None:
        if self.viewer.ticket is not None:
            with suppress(StoreUnavailable):
                self.watching.ports.tickets.keep(self.table_id, self.viewer.ticket, milliseconds)
