"""Attending to a table that is due: CPU turns, expiries, the end of its retention."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from service.ports import (
    BODY_DIGEST_BYTES,
    COMMIT_ID_BYTES,
    LEASE_MS,
    Commit,
    Loaded,
    Outcome,
    Ports,
    StaleVersion,
    TooEarly,
)
from service.table import STAND_IN_LEVEL, Change, Visibility
from service.table_turns import (
    OUTAGE_MS,
    Due,
    Lane,
    Passes,
    Task,
    expire,
    is_in_outage,
    move_deadlines,
    next_due,
    take_cpu_turn,
)

SAFE_AFTER_FAILURES: Final = 2
"""A table that failed so often in a row gets the first legal action instead of a choice."""
UNNOTED_MS: Final = 500
"""How long a job leaves what ran out while no ticker passed: it was queued before, and the ticker comes."""


def attend(ports: Ports, table_id: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
    """Does all that is due at a table that this caller has claimed, and writes down when it is due next.

    A table that changes meanwhile is left to who changed it: that commit has written its due time.
    """
    failures = ports.due.begin(table_id, lane)
    loaded = ports.store.load(table_id)
    if loaded is None:
        ports.due.forget(table_id, lane)
        return
    try:
        _attend(ports, loaded, is_time_up, is_safe=failures >= SAFE_AFTER_FAILURES)
    except StaleVersion:
        return
    if failures:
        ports.due.recovered(table_id)


def _attend(ports: Ports, loaded: Loaded, is_time_up: Callable[[], bool], *, is_safe: bool) -> None:
    due = next_due(loaded.table, ports.retention)
    is_leased = True
    while due.at <= ports.clock.now() and not is_time_up():
        if due.task is Task.RETENTION:
            _remove(ports, loaded, due)
            return
        passes = ports.due.passes(loaded.table.table_id) if due.task is Task.EXPIRY else None
        if passes is not None and ports.clock.now() - passes.last > OUTAGE_MS:
            due = replace(due, at=ports.clock.now() + UNNOTED_MS)
            break
        try:
            loaded = _commit_next(ports, loaded, due, passes, is_safe=is_safe)
        except TooEarly:
            break
        if due.task is Task.EXPIRY:
            return
        due = next_due(loaded.table, ports.retention)
        is_leased = due.at <= loaded.table.changed_at
    if is_leased:
        ports.due.settle(loaded, due)


def _remove(ports: Ports, loaded: Loaded, due: Due) -> None:
    """The table, and then its places in the lists: what a crash leaves there is cleaned by who reads them."""
    table = loaded.table
    ports.store.delete(loaded)
    if table.terms.visibility is Visibility.PUBLIC:
        ports.public.remove((table.table_id,))
    if table.owner is not None:
        ports.owned.of(table.owner).remove((table.table_id,))
    ports.meter.done(due.task, ports.clock.now() - due.at)


def _commit_next(ports: Ports, loaded: Loaded, due: Due, passes: Passes | None, *, is_safe: bool) -> Loaded:
    """Commits what is due. While more is due at once, the table stays leased to this caller.

    After an expiry it does not: of many that come at the same time all are taken, and then the CPUs answer.
    """
    now = ports.clock.now()
    change = _change(ports, loaded, due, passes, now, is_safe=is_safe)
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


def _change(
    ports: Ports, loaded: Loaded, due: Due, passes: Passes | None, now: int, *, is_safe: bool
) -> Change:
    if due.task is Task.EXPIRY:
        if passes and passes.outage and is_in_outage(loaded.table, passes.outage):
            return move_deadlines(loaded.table, passes.outage, now)
        return expire(loaded.table, now, is_safe=is_safe)
    seat = loaded.table.cpu_to_act
    assert seat is not None, "a CPU turn is due only where a CPU is to act"
    with ports.meter.cpu_turn(loaded.table.chairs[seat].cpu_level or STAND_IN_LEVEL):
        return take_cpu_turn(loaded.table, now, is_safe=is_safe)
