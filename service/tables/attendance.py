"""Who is there: a player is present who has a stream, or was heard of in the last 30 s."""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.seats import Seat
from service.ports import Clock, Presence, StoreUnavailable
from service.table import Chair, Table
from service.table_events import SeatKind

PRESENT_MS: Final = 30_000
"""How long a player counts as there after a sign of life."""
AGAIN_MS: Final = 10_000
"""A sign of life that would add less than this to what is told already is not told to the others."""
FRESH_MS: Final = 5_000
"""How old the knowledge of the other processes' players may be."""
REMEMBERED: Final = 4096

Present = tuple[bool, ...]
"""By seat: is its player there?"""

_log = logging.getLogger(__name__)


class PresenceWord(StrEnum):
    """`cpu`: a CPU acts on the seat, be it its own or a player's who left or stayed away."""

    OPEN = "open"
    PRESENT = "present"
    AWAY = "away"
    CPU = "cpu"


def presence_of(chair: Chair, *, is_present: bool) -> PresenceWord:
    if chair.kind is SeatKind.OPEN:
        return PresenceWord.OPEN
    if not chair.is_attended:
        return PresenceWord.CPU
    return PresenceWord.PRESENT if is_present else PresenceWord.AWAY


Presences = tuple[PresenceWord, ...]
"""By seat in play."""


def presences_of(table: Table, present: Present) -> Presences:
    seats = table.rules.lineup.seats
    return tuple(presence_of(table.chairs[seat], is_present=present[seat]) for seat in seats)


@dataclass(slots=True)
class _Row:
    """What is known of one table: until when each seat counts as there, and when the others were asked."""

    until: list[int] = field(default_factory=lambda: [0] * len(Seat))
    read_at: int = 0


class Attendance:
    """Who is there, as this process knows. A store that can't be asked is no trouble: the rest goes on."""

    def __init__(self, presence: Presence, clock: Clock) -> None:
        self._presence = presence
        self._clock = clock
        self._rows: OrderedDict[str, _Row] = OrderedDict()

    def heard(self, table_id: str, seat: Seat | None, for_ms: int = PRESENT_MS) -> None:
        """A sign of life; of no seat: none that counts."""
        if seat is None:
            return
        row, now = self._row(table_id), self._clock.now()
        before, until = row.until[seat], now + for_ms
        if until - before < min(AGAIN_MS, for_ms):
            return
        row.until[seat] = until
        try:
            self._presence.note(table_id, seat, until, is_news=before <= now)
        except StoreUnavailable as error:
            _log.warning("presence_not_told", extra={"error": str(error)})

    def present(self, table: Table, *, is_fresh: bool = False) -> Present:
        """`is_fresh`: the other processes are asked now."""
        row, now = self._row(table.table_id), self._clock.now()
        if is_fresh or now - row.read_at > FRESH_MS:
            self._read((table.table_id,), now)
        # Who makes a table, and for whom, is there; a player who joins is heard of.
        is_new = table.created_at + PRESENT_MS > now
        return tuple([is_new or until > now for until in row.until])

    def ask_for(self, table_ids: Sequence[str]) -> None:
        """The same for several tables at once, before they are looked at one by one."""
        now = self._clock.now()
        old = [each for each in table_ids if now - self._row(each).read_at > FRESH_MS]
        if old:
            self._read(old, now)

    def _read(self, table_ids: Sequence[str], now: int) -> None:
        for table_id in table_ids:
            self._row(table_id).read_at = now  # first: who asks meanwhile goes by the old knowledge
        try:
            found = self._presence.until(table_ids)
        except StoreUnavailable as error:
            _log.warning("presence_not_known", extra={"error": str(error)})
            return
        for table_id, told in zip(table_ids, found, strict=True):
            row = self._row(table_id)
            row.until = [max(pair) for pair in zip(row.until, told, strict=True)]

    def _row(self, table_id: str) -> _Row:
        row = self._rows.get(table_id)
        if row is None:
            row = self._rows[table_id] = _Row()
            if len(self._rows) > REMEMBERED:
                self._rows.popitem(last=False)
        return row
