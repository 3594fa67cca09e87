"""Tables: made, listed, looked at, changed, started, closed, followed by a rematch."""

from functools import partial

from flask import Response

from engine.errors import Refusal
from engine.seats import Seat
from service.api import requests
from service.api.answers import (
    answer,
    changed_answer,
    created_answer,
    rematch_answer,
    table_answer,
    table_of,
    view_answer,
)
from service.api.context import context, ports
from service.api.creators import check_creator, creator
from service.api.doors import STORE, TABLE, Call, Doors, Gives, Takes
from service.api.quotas import too_many_tables
from service.auth import HOST, SPECTATOR
from service.refusals import Code, Refused
from service.schemas.actions import ChangedTableSchema, NothingSchema, ReplacePlayerSchema
from service.schemas.table_changes import ChangeTableSchema, RematchTableSchema
from service.schemas.tables import (
    CreatedTableSchema,
    CreateTableSchema,
    ListTablesSchema,
    RematchSchema,
    TablePageSchema,
    TableSchema,
    ViewSchema,
)
from service.tables import absence, configuring, lists, rematching, seating
from service.tables.changing import Request
from service.tables.configuring import TableChange, TermsChange
from service.tables.reading import seen_by, seen_by_seat
from service.tables.seating import TableOffer
from service.tables.secret_keys import has_room

doors = Doors("tables", "One table is one match.")

_OF_HOST = (
    *(*TABLE, Code.FORBIDDEN, Code.TABLE_OVER, Code.STALE_VERSION),
    Code.IDEMPOTENCY_KEY_REUSED,
)
_LIST = ListTablesSchema()
_BY_HOST = Takes(NothingSchema, seating.check_host, may_be_empty=True)


@doors.door(
    "POST",
    "/tables",
    Call(
        Gives(CreatedTableSchema, 201, has_etag=True, has_location=True),
        refuses=(
            *(Code.UNAUTHENTICATED, Refusal.RULES_CLASH, Code.SEED_NOT_ALLOWED),
            *(Code.IDEMPOTENCY_KEY_REUSED, Code.IDEMPOTENCY_KEY_WEAK, *STORE),
        ),
        takes=Takes(CreateTableSchema, check_creator, is_secret=True),
        token="optional",
    ),
)
def create_table(request: Request, asked: TableOffer) -> Response:
    """Make a table; without open seats its match starts at once.

    The answer holds the tokens and the join code. Tokens are told this once; with an `Idempotency-Key` (a
    secret, such as a UUID) the same call gives the same table and tokens again, so that a lost answer costs
    nothing. A table that is made with a secret key belongs to it.
    """
    at, owner = context(), creator()
    at.quotas.new_table(owner)
    if owner is not None and not has_room(at.ports, owner, at.settings.key_tables):
        raise too_many_tables(at.settings.key_tables)
    return created_answer(seating.create_table(at.ports, asked, request, owner))


@doors.door(
    "GET",
    "/tables",
    Call(
        Gives(TablePageSchema),
        refuses=(Code.UNAUTHENTICATED, *STORE),
        query=ListTablesSchema,
        token="optional",
    ),
)
def list_tables() -> Response:
    """Public tables, the newest first; or those of the secret key that asks.

    As spectators see them, or as their host. `next_cursor`, sent as `cursor`, gives the next page; null:
    there is none.
    """
    query = requests.read_query(_LIST)
    owner = _lister() if query.mine else None
    context().quotas.read(query.limit)
    page = lists.list_tables(ports(), query, owner)
    context().watching.attendance.ask_for([loaded.table.table_id for loaded in page.tables])
    language = requests.language()
    actor = SPECTATOR if owner is None else HOST
    tables = [table_of(loaded, actor, language) for loaded in page.tables]
    return answer({"tables": tables, "next_cursor": page.cursor and lists.format_cursor(page.cursor)})


def _lister() -> str:
    owner = requests.owner()
    if owner is None:
        raise Refused(Code.UNAUTHENTICATED)
    return owner


@doors.door(
    "GET",
    "/tables/<table:table_id>",
    Call(Gives(TableSchema, has_etag=True, waits=True), refuses=TABLE, token="optional"),
)
def get_table(table_id: str) -> Response:
    """What a spectator may see.

    The view without `you` and `turn`: no hand, of any seat. With a token of the table the same, with the join
    code while it is open. With `If-None-Match` 304 while nothing has changed.
    """
    return table_answer(partial(seen_by, token=requests.bearer()), table_id)


@doors.door(
    "GET",
    "/tables/<table:table_id>/view",
    Call(Gives(ViewSchema, has_etag=True, waits=True), refuses=(*TABLE, Code.FORBIDDEN), token="seat"),
)
def get_view(table_id: str) -> Response:
    """What the bearer's seat may see.

    All that a player needs: its hand, what happened, who is to act until when, and under `turn` what it may
    do, with the reason for everything that it may not. With `If-None-Match` 304 while nothing has changed.
    """
    return view_answer(partial(seen_by_seat, token=requests.bearer()), table_id)


@doors.door(
    "POST",
    "/tables/<table:table_id>/start",
    Call(
        Gives(ChangedTableSchema, has_etag=True),
        refuses=(*_OF_HOST, Code.ALREADY_STARTED),
        takes=_BY_HOST,
        token="host",
    ),
)
def start_table(table_id: str, request: Request, asked: None) -> Response:  # noqa: ARG001 (nothing is asked)
    """Start the match; CPUs take the open seats.

    For the host, once. Players who have not come yet can't join any more.
    """
    return changed_answer(seating.start_table(ports(), table_id, request))


@doors.door(
    "POST",
    "/tables/<table:table_id>/close",
    Call(Gives(ChangedTableSchema, has_etag=True), refuses=_OF_HOST, takes=_BY_HOST, token="host"),
)
def close_table(table_id: str, request: Request, asked: None) -> Response:  # noqa: ARG001 (nothing is asked)
    """End the table early; nobody wins.

    For the host, at any time. The record of what was played stays until `expires_at`.
    """
    return changed_answer(seating.close_table(ports(), table_id, request))


@doors.door(
    "PATCH",
    "/tables/<table:table_id>",
    Call(
        Gives(ChangedTableSchema, has_etag=True),
        refuses=(*_OF_HOST, Code.ALREADY_STARTED, Refusal.RULES_CLASH, Code.SEAT_TAKEN),
        takes=Takes(ChangeTableSchema, seating.check_host),
        token="host",
    ),
)
def change_table(table_id: str, request: Request, asked: TableChange) -> Response:
    """Change a table that is still open; what is left out stays as it is.

    For the host. Members that are sent replace what was there; the table's state says what came of it.
    """
    context().quotas.change()
    return changed_answer(configuring.configure_table(ports(), table_id, asked, request))


@doors.door(
    "POST",
    "/tables/<table:table_id>/replace",
    Call(
        Gives(ChangedTableSchema, has_etag=True),
        refuses=(*_OF_HOST, Refusal.WRONG_PHASE),
        takes=Takes(ReplacePlayerSchema, seating.check_host),
        token="host",
    ),
)
def replace_player(table_id: str, request: Request, asked: Seat) -> Response:
    """Let a CPU play for a player who is absent, until that player acts or returns.

    For the host. The seat's token stays good: its player takes the seat back by acting, or by `return`.
    """
    context().quotas.change()
    return changed_answer(absence.replace_player(ports(), table_id, asked, request))


@doors.door(
    "POST",
    "/tables/<table:table_id>/rematch",
    Call(
        Gives(RematchSchema, 201, has_etag=True, has_location=True),
        refuses=(
            *(*TABLE, Code.STALE_VERSION, Code.IDEMPOTENCY_KEY_REUSED),
            *(Refusal.WRONG_PHASE, Refusal.RULES_CLASH, Code.SEAT_TAKEN),
        ),
        takes=Takes(RematchTableSchema, rematching.check_member, may_be_empty=True),
        token="seat or host",
        also={200: RematchSchema},
    ),
)
def rematch_table(table_id: str, request: Request, asked: TermsChange) -> Response:
    """The next match of the same players: made by the first who asks (201), found by the others (200).

    For the host or any seat, when the match is over. The seats' tokens open the new table, too; its shuffle
    is a new one.
    """
    old = rematching.member_table(ports(), table_id, request.token)
    if old.rematch is None:
        context().quotas.new_table(old.owner)
    return rematch_answer(rematching.rematch_table(ports(), table_id, asked, request))
