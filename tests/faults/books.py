"""What the players were told, compared with the log, the kept outcomes and the record."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from caller import Caller
from engine.record_reading import parse_record
from engine.verify import verify
from findings import Broken, Finding
from lateness import DECISIONS
from player import TOO_LATE, Player, Told
from record_auditor import audit

Body = dict[str, Any]

NOT_FOUND = 404
ASKED_AGAIN = 5
"""Of so many accepted actions one is asked for once more by its key."""
_MEMBERS = {"bid": "bid_made", "play": "card_played", "exchange": "exchange_made", "draw": "card_drawn"}


def events_of(caller: Caller, path: str) -> list[Body]:
    """The whole log as this caller may see it, page by page."""
    events: list[Body] = []
    while page := caller.get(f"{path}/events?after={len(events)}").body["events"]:
        events += page
    return events


def log_findings(where: str, events: Sequence[Body]) -> Iterator[Finding]:
    if [event["seq"] for event in events] != list(range(1, len(events) + 1)):
        yield Finding(Broken.RECORD, where, "the log's numbers are not dense")


def player_findings(where: str, player: Player, events: Sequence[Body]) -> Iterator[Finding]:
    """`events`: the whole log as the player may see it."""
    yield from _lost(where, player.accepted, events)
    yield from _miscounted(where, player, events)
    yield from _refused(where, player.refused)
    yield from _streamed(where, player, events)


def _lost(where: str, accepted: Iterable[Told], events: Sequence[Body]) -> Iterator[Finding]:
    """What an answer said that happened is in the log, word by word."""
    for told in accepted:
        missing = [event for event in told.answer["events"] if _at(events, event["seq"]) != event]
        if missing:
            yield Finding(Broken.LOST, where, f"{told.call} {told.body} under {told.key}: {missing}")


def _at(events: Sequence[Body], seq: int) -> Body | None:
    return events[seq - 1] if seq <= len(events) else None


def _miscounted(where: str, player: Player, events: Sequence[Body]) -> Iterator[Finding]:
    """As many decisions of its own in the log as were acknowledged, of each kind."""
    counted = Counter(own_decisions(events, player.seat))
    acknowledged = Counter(_MEMBERS[told.call] for told in player.accepted if told.call in _MEMBERS)
    for kind in counted | acknowledged:
        if counted[kind] > acknowledged[kind]:
            yield Finding(Broken.DOUBLED, where, f"{kind}: {counted[kind]}, not {acknowledged[kind]}")
        if counted[kind] < acknowledged[kind]:
            yield Finding(Broken.LOST, where, f"{kind}: {counted[kind]}, not {acknowledged[kind]}")
    turns = Counter(told.body["turn"] for told in player.accepted if told.body.get("turn"))
    for turn, count in turns.items():
        if count > 1:
            yield Finding(Broken.DOUBLED, where, f"turn {turn} was accepted {count} times")


def own_decisions(events: Iterable[Body], seat: str) -> Iterator[str]:
    """The kinds of the decisions that the seat's player took, and no CPU in the player's place."""
    is_kept = False
    for _, of_version in groupby(events, key=lambda event: event["version"]):
        of_seat = {event["type"] for event in of_version if event.get("seat") == seat}
        is_kept = is_kept and "seat_returned" not in of_seat
        if not is_kept and "deadline_passed" not in of_seat:
            yield from (kind for kind in DECISIONS if kind in of_seat)
        is_kept = is_kept or "seat_left" in of_seat


def _refused(where: str, refused: Iterable[Told]) -> Iterator[Finding]:
    """A legal action is refused only because its turn was over when it came."""
    for told in refused:
        if told.status >= 500:
            yield Finding(Broken.ERROR, where, f"{told.call}: {told.status} {told.answer.get('code')}")
        elif told.answer.get("code") not in TOO_LATE:
            yield Finding(Broken.REFUSED, where, f"{told.call} {told.body}: {told.answer.get('code')}")


def _streamed(where: str, player: Player, events: Sequence[Body]) -> Iterator[Finding]:
    """Every event once and in order, over all the player's streams."""
    if player.habit.is_streaming and player.seen != list(range(1, len(events) + 1)):
        odd = [at for at, seq in enumerate(player.seen, 1) if at != seq][:3]
        yield Finding(Broken.STREAM, where, f"{len(player.seen)} of {len(events)} events, wrong from {odd}")


def outcome_findings(where: str, player: Player) -> Iterator[Finding]:
    """What the service says later of the same keys."""
    for told in player.accepted[::ASKED_AGAIN]:
        again = player.caller.get(f"{player.path}/actions/{told.key}")
        if again.body.get("events") != told.answer["events"]:
            yield Finding(Broken.LOST, where, f"{told.key} is now {again.status} {again.body}")
    for told in player.refused:
        if player.caller.get(f"{player.path}/actions/{told.key}").status != NOT_FOUND:
            yield Finding(Broken.DOUBLED, where, f"{told.key} was refused, and counts")


def record_findings(where: str, record: Body) -> Iterator[Finding]:
    """Of a match that is over, by an auditor that shares nothing with the engine, and by the engine."""
    faults = audit(record)
    if record.get("result") is None:
        faults.append("no result")
    if not faults:
        faults = [str(fault) for fault in verify(parse_record(record))]
    for fault in faults:
        yield Finding(Broken.RECORD, where, fault)
