"""Streams as Server-Sent Events: frames of an id (the event's number), a name and one line of JSON."""

import math
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Final, assert_never

import orjson

from service.auth import Actor
from service.ports import Loaded
from service.table import Table
from service.tables.streaming import Attended, End, News, Piece, Reconnect, Silence, Snapshot
from service.wire.deals import SEAT_NAMES, Body
from service.wire.events import events_body, waits_for

RETRY_MS: Final = 1_000
"""How soon a client should come again whose stream broke."""
SPREAD_MS: Final = 5_000
"""Clients that are sent away come back spread over this time."""

_OPENING: Final = f"retry: {RETRY_MS}\n\n".encode()
_SILENCE: Final = b": waiting\n\n"
_AWAY: Final = b": the store is away, please hold the line\n\n"

ShowTable = Callable[[Loaded, Actor, tuple[bool, ...]], Body]
"""The table as an actor may see it, with who is present."""


@dataclass(frozen=True, slots=True)
class Writer:
    """For one viewer. `chance`: gives a number from 0 up to 1."""

    language: str
    show: ShowTable
    chance: Callable[[], float]

    def frames(self, pieces: Generator[Piece, None, None]) -> Generator[bytes, None, None]:
        with closing(pieces):
            yield _OPENING
            for piece in pieces:
                yield self._written(piece)

    def _written(self, piece: Piece) -> bytes:
        match piece:
            case News():
                return _news(piece, self.language)
            case Snapshot(seen, present):
                body = self.show(seen.loaded, seen.actor, present)
                return _frame("snapshot", body, seen.loaded.table.last_seq)
            case Attended(table, presences):
                words = zip(table.rules.lineup.seats, presences, strict=True)
                by_seat = {SEAT_NAMES[seat]: word.value for seat, word in words}
                return _frame("presence", {"type": "presence", "presence": by_seat, **waits_for(table)})
            case Silence(is_away):
                return _AWAY if is_away else _SILENCE
            case Reconnect():
                return self._reconnect()
            case End(table):
                return _frame("end", _end_body(table))
            case _:
                assert_never(piece)

    def _reconnect(self) -> bytes:
        retry = math.floor(self.chance() * SPREAD_MS)
        return f"retry: {retry}\n".encode() + _frame("reconnect", {"retry_ms": retry})


def _news(news: News, language: str) -> bytes:
    """Written once for all who see the same."""
    written, key = news.batch.written, ("frames", news.actor.seat, language)
    if key not in written:
        table = news.batch.loaded.table
        more = waits_for(table)
        bodies = events_body(table, news.batch.events, news.actor, language)
        written[key] = b"".join(_frame(body["type"], {**body, **more}, body["seq"]) for body in bodies)
    return written[key]


def _end_body(table: Table | None) -> Body:
    """`over`, as the last page says it."""
    if table is None:
        return {"last_seq": None, "to_act": [], "deadline": None, "over": True}
    return {"last_seq": table.last_seq, **waits_for(table), "over": True}


def _frame(name: str, body: Body, seq: int | None = None) -> bytes:
    """One frame; JSON as orjson writes it has no line break."""
    head = f"event: {name}\n" if seq is None else f"id: {seq}\nevent: {name}\n"
    return head.encode() + b"data: " + orjson.dumps(body) + b"\n\n"
