"""Attending to a table that is due: CPU turns, expiries, the end of its retention."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.levels import Level
from service.ports import (
    BODY_DIGEST_BYTES,
    COMMIT_ID_BYTES,
    LEASE_MS,
    Begun,
    Commit,
    Loaded,
    Outcome,
    Ports,
    StaleVersion,
    TooEarly,
)
from service.table import STAND_IN_LEVEL, Change, Table, Visibility
from service.table_turns import (
    OUTAGE_MS,
    Due,
    Lane,
    Task,
    expire,
    is_in_outage,
    move_deadlines,
    next_due,
    take_cpu_turn,
)

SAFE_AFTER_FAILURES: Final = 2
"""A table that failed so often in a row gets the first legal action instead of a choice."""
TOGETHER_MS: Final = 20
"""CPU turns that follow each other at once are one commit, as long as they take no longer than that."""
UNNOTED_MS: Final = 500
"""How long a job leaves what ran out while no ticker passed: it was queued before, and the ticker comes."""


def attend(ports: Ports, table_id: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
    """Does all that is due at a table that this caller has claimed, and writes down when it is due next.

    A table that changes meanwhile is left to who changed it: that commit has written its due time.
    """
    begun = ports.due.begin(table_id, lane)
    if begun.loaded is None:
        ports.due.forget(table_id, lane)
        return
    try:
        _attend(ports, begun.loaded, begun, is_time_up)
    except StaleVersion:
        return
    if begun.failures:
        ports.due.recovered(table_id)


def _attend(ports: Ports, loaded: Loaded, begun: Begun, is_time_up: Callable[[], bool]) -> None:
    due = next_due(loaded.table, ports.retention)
    is_leased = True
    while due.at <= ports.clock.now() and not is_time_up():
        if due.task is Task.RETENTION:
            _remove(ports, loaded, due)
            return
        if due.task is Task.EXPIRY and _is_unnoted(ports, begun):
            due = replace(due, at=ports.clock.now() + UNNOTED_MS)
            break
        try:
            loaded = _commit_next(ports, loaded, due, begun, is_time_up)
        except TooEarly:
            break
        if due.task is Task.EXPIRY:
            return
        due = next_due(loaded.table, ports.retention)
        is_leased = due.at <= loaded.table.changed_at
    if is_leased:
        ports.due.settle(loaded, due)


def _is_unnoted(ports: Ports, begun: Begun) -> bool:
    return begun.passes is not None and ports.clock.now() - begun.passes.last > OUTAGE_MS


def _remove(ports: Ports, loaded: Loaded, due: Due) -> None:
    """The table, and then its places in the lists: what a crash leaves there is cleaned by who reads them."""
    table = loaded.table
    ports.store.delete(loaded)
    if table.terms.visibility is Visibility.PUBLIC:
        ports.public.remove((table.table_id,))
    if table.owner is not None:
        ports.owned.of(table.owner).remove((table.table_id,))
    ports.meter.done(due.task, ports.clock.now() - due.at)


def _commit_next(
    ports: Ports, loaded: Loaded, due: Due, begun: Begun, is_time_up: Callable[[], bool]
) -> Loaded:
    """Commits what is due, with the CPU turns that follow. While more is due, the table stays leased to us.

    After an expiry it does not: of many that come at the same time all are taken before a CPU thinks.
    """
    now = ports.clock.now()
    if due.task is Task.EXPIRY:
        change = _expiry(loaded.table, begun, now)
    else:
        change = _cpu_turn(ports, loaded.table, begun, now)
    change = _with_cpu_turns(ports, change, due, begun, now, is_time_up)
    following = next_due(change.table, ports.retention)
    goes_on = following.at <= now and due.task is not Task.EXPIRY
    outcome = Outcome(0, loaded.table.last_seq + 1, change.table.last_seq, bytes(BODY_DIGEST_BYTES))
    commit = Commit(
        table=change.table,
        seen=loaded.version,
        seen_id=loaded.commit_id,
        commit_id=ports.entropy.token_bytes(COMMIT_ID_BYTES),
        events=change.events,
        outcome=outcome,
        due=replace(following, at=now + LEASE_MS) if goes_on else following,
        is_leased=goes_on,
        not_before=due.at if due.task is Task.EXPIRY else 0,
    )
    committed = ports.store.commit(commit)
    ports.meter.done(due.task, now - due.at)
    return Loaded(change.table, committed.version, commit.commit_id)


def _expiry(table: Table, begun: Begun, now: int) -> Change:
    passes = begun.passes
    if passes and passes.outage and is_in_outage(table, passes.outage):
        return move_deadlines(table, passes.outage, now)
    return expire(table, now, is_safe=begun.failures >= SAFE_AFTER_FAILURES)


def _with_cpu_turns(
    ports: Ports, change: Change, due: Due, begun: Begun, now: int, is_time_up: Callable[[], bool]
) -> Change:
    """The change, and the CPU turns that follow it at once.

    A table that failed takes them one by one: what can be done is done, whichever turn it is that fails.
    """
    end = now if begun.failures else now + TOGETHER_MS
    while ports.clock.now() < end and not is_time_up() and _follows(ports, change.table, due.task, now):
        change = change.then(_cpu_turn(ports, change.table, begun, now))
    return change


def _follows(ports: Ports, table: Table, task: Task, now: int) -> bool:
    """Is a CPU's turn due at once, and one that may go along with what was done?"""
    following, seat = next_due(table, ports.retention), table.cpu_to_act
    if seat is None or following.task is not Task.CPU_TURN or following.at > now:
        return False
    return task is not Task.EXPIRY or table.chairs[seat].cpu_level is not Level.HARD


def _cpu_turn(ports: Ports, table: Table, begun: Begun, now: int) -> Change:
    seat = table.cpu_to_act
    assert seat is not None, "a CPU turn is due only where a CPU is to act"
    with ports.meter.cpu_turn(table.chairs[seat].cpu_level or STAND_IN_LEVEL):
        return take_cpu_turn(table, now, is_safe=begun.failures >= SAFE_AFTER_FAILURES)
