"""Making a table, starting it, closing it."""

import hashlib
import string
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from engine.deal import SEED_BYTES, parse_seed
from engine.levels import Level
from engine.seats import Seat
from service.auth import (
    HOST,
    Actor,
    hash_token,
    host_token,
    identify,
    require_host,
    seat_token,
)
from service.ports import (
    Commit,
    Loaded,
    NameTaken,
    Outcome,
    Ports,
    StoreUnavailable,
)
from service.refusals import Code, Refused
from service.table import (
    Chair,
    Change,
    Table,
    TableStatus,
    Terms,
    Visibility,
    close,
    cpu_chair,
    open_table,
    start_match,
)
from service.table_events import SeatKind
from service.table_turns import next_due
from service.tables.changing import (
    TRIES,
    Done,
    Request,
    change_table,
    commit_id_of,
    ends_code,
    replay,
    require_running,
    require_table,
)

CREATED: Final = 201
SHARDS: Final = 16
KEY_BYTES: Final = 32
_ID_ALPHABET: Final = string.digits + string.ascii_letters
_CODE_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ID_LENGTH: Final = 22
_CODE_LENGTH: Final = 6
"""2^30 codes in each shard: who may try a few of them an hour finds none."""
CREATE: Final = b"create"
"""In whose scope the keys of creates are: those of a secret key beside the others."""
_PREFIX: Final = "tb_"


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """What the creator wants on a seat. A name of None: a default one."""

    kind: SeatKind
    name: str | None = None
    level: Level = Level.EASY


@dataclass(frozen=True, slots=True)
class TableOffer:
    """A table as its creator asks for it; `seed`: a seed or a game number, None: drawn by create_table."""

    terms: Terms
    seats: Mapping[Seat, SeatOffer]
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Created:
    loaded: Loaded
    host_token: str
    seat_tokens: Mapping[Seat, str]
    is_replay: bool


def create_table(ports: Ports, offer: TableOffer, request: Request, owner: str | None = None) -> Created:
    """A new table; under a key, the same table and the same tokens again. `owner`: a secret key's id."""
    if owner is None:
        _check_seed(offer)
    key = key_of(ports, request)
    commit_id = commit_id_of(create_scope(owner), key.decode())
    for _ in range(TRIES):
        table = _new_table(ports, offer, key, commit_id, owner)
        change = open_table(table, table.created_at)
        try:
            return _commit_new(ports, change, request, key, commit_id)
        except NameTaken:
            continue  # the join code is taken: another one
    raise StoreUnavailable


def create_scope(owner: str | None) -> bytes:
    return CREATE if owner is None else CREATE + b"|" + owner.encode()


def _check_seed(offer: TableOffer) -> None:
    """A chosen seed is known to its chooser: only where nobody can be cheated by that."""
    is_open = any(_is_open(offer.seats.get(seat)) for seat in offer.terms.rules.lineup.seats)
    is_public = offer.terms.visibility is Visibility.PUBLIC
    if offer.seed is not None and (is_open or is_public or offer.terms.is_rated):
        raise Refused(Code.SEED_NOT_ALLOWED)


def _is_open(offer: SeatOffer | None) -> bool:
    """A seat that the creator does not name is open."""
    return offer is None or offer.kind is SeatKind.OPEN


def key_of(ports: Ports, request: Request) -> bytes:
    """The secret from which the tokens come; a request without a key gets one that nobody will know again."""
    return (
        request.key.encode()
        if request.key is not None
        else ports.entropy.token_bytes(KEY_BYTES).hex().encode()
    )


def _new_table(ports: Ports, offer: TableOffer, key: bytes, commit_id: bytes, owner: str | None) -> Table:
    nonce, now = ports.entropy.token_bytes(KEY_BYTES), ports.clock.now()
    seed = ports.entropy.token_bytes(SEED_BYTES) if offer.seed is None else parse_seed(offer.seed)
    table_id = table_id_of(commit_id)
    return Table(
        table_id=table_id,
        terms=replace(offer.terms, seed=seed, chosen_by_creator=offer.seed is not None),
        status=TableStatus.OPEN,
        created_at=now,
        changed_at=now,
        nonce=nonce,
        host_hash=hash_token(host_token(nonce, key)),
        join_code=new_join_code(ports, table_id),
        chairs=tuple(_chair(seat, offer.seats.get(seat), nonce, key) for seat in Seat),
        owner=owner,
    )


def table_id_of(commit_id: bytes) -> str:
    """The id of the table that a commit makes."""
    return derived_id(_PREFIX, commit_id)


def derived_id(prefix: str, commit_id: bytes) -> str:
    """An id that follows from a commit's id: two characters of shard, 22 that tell nothing."""
    number = int.from_bytes(hashlib.sha256(b"table|" + commit_id).digest())
    shard, characters = number % SHARDS, ""
    for _ in range(_ID_LENGTH):
        number, digit = divmod(number, len(_ID_ALPHABET))
        characters += _ID_ALPHABET[digit]
    return f"{prefix}{shard:02d}{characters}"


def new_join_code(ports: Ports, table_id: str) -> str:
    """A code for people: the table's shard, then six characters that are hard to confuse."""
    noise = ports.entropy.token_bytes(_CODE_LENGTH)
    return table_id[3:5] + "".join(_CODE_ALPHABET[byte % len(_CODE_ALPHABET)] for byte in noise)


def _chair(seat: Seat, offer: SeatOffer | None, nonce: bytes, key: bytes) -> Chair:
    if offer is None or _is_open(offer):
        return Chair()
    if offer.kind is SeatKind.CPU:
        return cpu_chair(seat, offer.level, offer.name)
    hashed = hash_token(seat_token(nonce, key, seat))
    return Chair(SeatKind.PLAYER, offer.name or f"Player {seat.name}", token_hash=hashed)


def _commit_new(ports: Ports, change: Change, request: Request, key: bytes, commit_id: bytes) -> Created:
    table = change.table
    outcome = Outcome(CREATED, 1, table.last_seq, request.body_digest)
    commit = Commit(
        table,
        seen=0,
        commit_id=commit_id,
        events=change.events,
        outcome=outcome,
        due=next_due(table, ports.retention),
        is_kept=True,
        ends_code=ends_code(None, table),
    )
    committed = ports.store.commit(commit)
    loaded = Loaded(table, committed.version, commit_id)
    if committed.is_replay:
        loaded = require_table(ports, table.table_id, commit_id)
        replay(ports, loaded, HOST, request)
    list_table(ports, loaded.table)
    return _created(loaded, key, is_replay=committed.is_replay)


def list_table(ports: Ports, table: Table) -> None:
    """In the lists that it belongs in. After a commit, and again with each retry: they may have missed it."""
    if table.terms.visibility is Visibility.PUBLIC:
        ports.public.add(table.table_id, table.created_at)
    if table.owner is not None:
        ports.owned.of(table.owner).add(table.table_id, table.created_at)


def _created(loaded: Loaded, key: bytes, *, is_replay: bool) -> Created:
    """The tokens of the seats that the creator asked for; a seat taken later has a token of its own."""
    return Created(loaded, host_token(loaded.table.nonce, key), tokens_under(loaded.table, key), is_replay)


def tokens_under(table: Table, key: bytes) -> dict[Seat, str]:
    """The seat tokens that were made under `key`, by the seats that they open now: a cut moves them."""
    holders = {chair.token_hash: Seat(seat) for seat, chair in enumerate(table.chairs) if chair.token_hash}
    tokens = (seat_token(table.nonce, key, seat) for seat in Seat)
    found = {holders.get(hash_token(token)): token for token in tokens}
    return {seat: found[seat] for seat in Seat if seat in found}


def start_table(ports: Ports, table_id: str, request: Request) -> Done:
    """The host starts: CPUs take the seats that are still open."""

    def decide(loaded: Loaded, actor: Actor, now: int) -> Change:
        require_host(actor)
        require_running(loaded, request)
        require_open(loaded.table)
        return start_match(loaded.table, now)

    return change_table(ports, table_id, request, decide)


def close_table(ports: Ports, table_id: str, request: Request) -> Done:
    """The host ends the table early."""

    def decide(loaded: Loaded, actor: Actor, now: int) -> Change:
        require_host(actor)
        require_running(loaded, request)
        return close(loaded.table, now)

    done = change_table(ports, table_id, request, decide)
    with suppress(StoreUnavailable):  # it is closed all the same
        ports.due.recovered(table_id)  # nothing is left that could fail
    return done


def require_open(table: Table) -> None:
    if table.status is TableStatus.PLAYING:
        raise Refused(Code.ALREADY_STARTED)


def check_host(ports: Ports, table_id: str, token: str | None) -> None:
    """Who makes a call that is refused for its shape: the table's host."""
    require_host(identify(require_table(ports, table_id).table, token))
