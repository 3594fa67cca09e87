"""The next match of the same players: one more table, that the old one's tokens open.

The new table's id, and the id of the commit that makes it, follow from the old table's secret nonce. So
whoever asks first, or at once, or again after a crash between the two commits, makes or finds the same table,
and no commit need span the shards of both.
"""

import hmac
from dataclasses import dataclass, replace
from typing import Final

from engine.deal import SEED_BYTES
from engine.errors import Refusal
from engine.seats import Seat
from service.auth import SPECTATOR, Actor, identify, require_viewer
from service.ports import (
    BODY_DIGEST_BYTES,
    COMMIT_ID_BYTES,
    Commit,
    Loaded,
    NameTaken,
    Outcome,
    Ports,
    StaleVersion,
    StoreUnavailable,
)
from service.refusals import Code, Refused
from service.table import Chair, Table, TableStatus, open_table
from service.table_turns import next_due
from service.tables.changing import (
    TRIES,
    Request,
    commit_id_of,
    ends_code,
    replay,
    require_table,
    require_version,
)
from service.tables.configuring import TermsChange, kept_chairs, require_no_player_off
from service.tables.seating import CREATED, KEY_BYTES, list_table, new_join_code, table_id_of

_LABEL: Final = b"rematch"
FOUND: Final = 200


@dataclass(frozen=True, slots=True)
class Rematch:
    """The new table, and who the bearer is there. `status`: of the answer."""

    loaded: Loaded
    actor: Actor
    status: int
    is_replay: bool


def rematch_table(ports: Ports, table_id: str, asked: TermsChange, request: Request) -> Rematch:
    """The rematch of a table that is over: made by the first who asks, found by the others."""
    token = request.token
    commit_id = None if request.key is None else commit_id_of((token or "").encode(), request.key)
    for _ in range(TRIES):
        old = require_table(ports, table_id, commit_id)
        actor = identify(old.table, token)
        is_replay = old.outcome is not None
        if is_replay:
            replay(ports, old, actor, request)
        else:
            _require_finished(old, actor, request)
        new = _find_or_make(ports, old.table, actor, asked)
        status = CREATED if is_replay or old.table.rematch is None else FOUND
        try:
            _link(ports, old, new.table.table_id, request, commit_id)
        except StaleVersion:
            continue
        list_table(ports, new.table)
        return Rematch(new, _who_there(new.table, token), status, is_replay)
    raise StoreUnavailable


def _who_there(table: Table, token: str | None) -> Actor:
    """Who the bearer is at the new table: a spectator, if they have left it again before its start."""
    try:
        return identify(table, token)
    except Refused:
        require_viewer(table, SPECTATOR)
        return SPECTATOR


def check_member(ports: Ports, table_id: str, token: str | None) -> None:
    """Who makes a call that is refused for its shape: host or seat."""
    member_table(ports, table_id, token)


def member_table(ports: Ports, table_id: str, token: str | None) -> Table:
    """The table, for its host and its seats alone."""
    table = require_table(ports, table_id).table
    _require_member(identify(table, token))
    return table


def _require_member(actor: Actor) -> None:
    if not actor.is_host and actor.seat is None:
        raise Refused(Code.UNAUTHENTICATED)


def _require_finished(old: Loaded, actor: Actor, request: Request) -> None:
    _require_member(actor)
    require_version(old, request.if_match)
    if old.table.status not in (TableStatus.OVER, TableStatus.CLOSED):
        raise Refused(Refusal.WRONG_PHASE)


def _find_or_make(ports: Ports, old: Table, actor: Actor, asked: TermsChange) -> Loaded:
    commit_id = hmac.digest(old.nonce, _LABEL, "sha256")[:COMMIT_ID_BYTES]
    for _ in range(TRIES):
        found = ports.store.load(table_id_of(commit_id))
        if found is not None:
            return found
        change = open_table(_new_table(ports, old, actor, asked, commit_id), ports.clock.now())
        table = change.table
        outcome = Outcome(CREATED, 1, table.last_seq, bytes(BODY_DIGEST_BYTES))
        due, ends = next_due(table, ports.retention), ends_code(None, table)
        commit = Commit(table, 0, commit_id, change.events, outcome, due, is_kept=True, ends_code=ends)
        try:
            committed = ports.store.commit(commit)
        except NameTaken:
            continue  # the join code is taken: another one
        if not committed.is_replay:
            return Loaded(table, committed.version, commit_id)
    raise StoreUnavailable


def _new_table(ports: Ports, old: Table, actor: Actor, asked: TermsChange, commit_id: bytes) -> Table:
    """A seed and a nonce of its own; the hashes of the tokens, and who sits where, are the old table's."""
    terms, now, table_id = asked.of(old.terms), ports.clock.now(), table_id_of(commit_id)
    require_no_player_off(old, terms.rules)
    return Table(
        table_id=table_id,
        terms=replace(terms, seed=ports.entropy.token_bytes(SEED_BYTES), chosen_by_creator=False),
        status=TableStatus.OPEN,
        created_at=now,
        changed_at=now,
        nonce=ports.entropy.token_bytes(KEY_BYTES),
        host_hash=old.host_hash,
        join_code=new_join_code(ports, table_id),
        chairs=tuple(
            _sits_again(chair, is_here=actor.seat == seat)
            for seat, chair in zip(Seat, kept_chairs(old, terms.rules), strict=True)
        ),
        rematch_of=old.table_id,
        owner=old.owner,
    )


def _sits_again(chair: Chair, *, is_here: bool) -> Chair:
    """Who is away stays away, with a CPU on the seat, until the token takes it back; who asks is here."""
    return replace(chair, misses=0, is_away=chair.is_away and not is_here)


def _link(ports: Ports, old: Loaded, rematch: str, request: Request, commit_id: bytes | None) -> None:
    """Writes the way from the old table to the new one, once. No event: at the old table all is over."""
    table = old.table
    if table.rematch == rematch:
        return
    linked = replace(table, rematch=rematch, changed_at=ports.clock.now())
    outcome = Outcome(CREATED, table.last_seq + 1, table.last_seq, request.body_digest)
    commit = Commit(
        table=linked,
        seen=old.version,
        seen_id=old.commit_id,
        commit_id=commit_id or ports.entropy.token_bytes(COMMIT_ID_BYTES),
        events=(),
        outcome=outcome,
        due=next_due(linked, ports.retention),
        is_kept=commit_id is not None,
    )
    ports.store.commit(commit)
