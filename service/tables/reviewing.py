"""Reviews: each decision of a seat in a scored deal against the level `hard`, thought out by workers.

One study is one seat of one deal, so that no job works long. A review is for those who may watch the table,
and only when its match is over: before that, nobody is told what a seat knew.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import Refusal
from engine.events import Event
from engine.review import Judged, judge_seat
from engine.seats import Seat
from service.auth import Actor
from service.ports import Ports, Study, StudyKind
from service.refusals import Code, FieldFault, Refused
from service.table import Table
from service.table_turns import Lane
from service.tables.changing import events_after
from service.tables.reading import NO_DEAL, Seen, is_over, see_table


@dataclass(frozen=True, slots=True)
class Review:
    """The seats of a deal that were asked for: those that are reviewed with the result of their study."""

    seen: Seen
    deal: int
    found: Mapping[Seat, bytes | None]

    @property
    def is_ready(self) -> bool:
        return all(result is not None for result in self.found.values())


def read_review(ports: Ports, table_id: str, token: str | None, deal: int, seat: Seat | None) -> Review:
    """The review of one seat, or of the bearer's; without either, of all. What is not ready is asked for."""
    seen = see_table(ports, table_id, token)
    table = seen.loaded.table
    if not is_over(table):
        raise Refused(Refusal.WRONG_PHASE)
    if not _is_scored(table, deal):
        raise Refused(Code.NOT_FOUND, told=NO_DEAL)
    found = {each: _find(ports, table, deal, each) for each in _seats(table, seen.actor, seat)}
    return Review(seen, deal, found)


def judge_part(ports: Ports, table_id: str, part: str) -> tuple[Judged, ...] | None:
    """What the worker thinks out; None: there is no such deal, or not yet."""
    loaded = ports.store.load(table_id)
    deal, seat = _parse_part(part)
    if loaded is None or not is_over(loaded.table) or not _is_scored(loaded.table, deal):
        return None
    table = loaded.table
    events = events_after(ports, table_id, 0, limit=table.last_seq)
    of_match = (each.event for each in events if isinstance(each.event, Event))
    return judge_seat(table.rules, table.terms.seed, of_match, deal, seat)


def _is_scored(table: Table, deal: int) -> bool:
    """An abandoned match leaves a deal that never was."""
    sheet = table.match.last_sheet if table.match else None
    return sheet is not None and 1 <= deal <= sheet.number


def _seats(table: Table, actor: Actor, asked: Seat | None) -> tuple[Seat, ...]:
    in_play = table.rules.lineup.seats
    if asked is None:
        return in_play if actor.seat is None else (actor.seat,)
    if asked not in in_play:
        params = {"parameter": "seat", "allowed": ", ".join(seat.name for seat in in_play)}
        raise Refused(Refusal.INVALID_FIELD, faults=(FieldFault("", Refusal.INVALID_FIELD, params),))
    return (asked,)


def _find(ports: Ports, table: Table, deal: int, seat: Seat) -> bytes | None:
    study = Study(table.table_id, StudyKind.REVIEW, _format_part(deal, seat))
    result = ports.studies.find(study)
    if result is None:
        ports.studies.ask(study, Lane.BULK)
    return result


def _format_part(deal: int, seat: Seat) -> str:
    return f"{deal}.{seat.name}"


def _parse_part(part: str) -> tuple[int, Seat]:
    deal, seat = part.split(".")
    return int(deal), Seat[seat]
