"""Tables: made, listed, looked at, started, closed."""

from flask import Response

from engine.errors import Refusal
from service.api import requests
from service.api.answers import (
    answer,
    changed_answer,
    created_answer,
    table_answer,
    table_of,
    view_answer,
)
from service.api.context import ports
from service.api.doors import STORE, TABLE, Call, Doors, Gives, Takes, without_token
from service.auth import SPECTATOR
from service.refusals import Code
from service.schemas.actions import ChangedTableSchema, NothingSchema
from service.schemas.tables import (
    CreatedTableSchema,
    CreateTableSchema,
    ListTablesSchema,
    TablePageSchema,
    TableSchema,
    ViewSchema,
)
from service.tables import lists, seating
from service.tables.changing import Request
from service.tables.reading import see_table, see_view
from service.tables.seating import TableOffer

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
            *(Code.UNAUTHENTICATED, Refusal.RULES_CLASH, Refusal.NOT_SUPPORTED, Code.SEED_NOT_ALLOWED),
            *(Code.IDEMPOTENCY_KEY_REUSED, Code.IDEMPOTENCY_KEY_WEAK, *STORE),
        ),
        takes=Takes(CreateTableSchema, without_token, is_secret=True),
    ),
)
def create_table(request: Request, asked: TableOffer) -> Response:
    """Make a table; without open seats its match starts at once."""
    without_token(ports(), request.token)
    return created_answer(seating.create_table(ports(), asked, request))


@doors.door("GET", "/tables", Call(Gives(TablePageSchema), refuses=STORE, query=ListTablesSchema))
def list_tables() -> Response:
    """Public tables, the newest first."""
    page = lists.list_tables(ports(), requests.read_query(_LIST))
    language = requests.language()
    tables = [table_of(loaded, SPECTATOR, language) for loaded in page.tables]
    return answer({"tables": tables, "next_cursor": page.cursor})


@doors.door(
    "GET",
    "/tables/<table:table_id>",
    Call(Gives(TableSchema, has_etag=True), refuses=TABLE, token="optional"),
)
def get_table(table_id: str) -> Response:
    """What a spectator may see."""
    return table_answer(see_table(ports(), table_id, requests.bearer()))


@doors.door(
    "GET",
    "/tables/<table:table_id>/view",
    Call(Gives(ViewSchema, has_etag=True), refuses=(*TABLE, Code.FORBIDDEN), token="seat"),
)
def get_view(table_id: str) -> Response:
    """What the bearer's seat may see."""
    return view_answer(see_view(ports(), table_id, requests.bearer()))


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
    """Start the match; CPUs take the open seats."""
    return changed_answer(seating.start_table(ports(), table_id, request))


@doors.door(
    "POST",
    "/tables/<table:table_id>/close",
    Call(Gives(ChangedTableSchema, has_etag=True), refuses=_OF_HOST, takes=_BY_HOST, token="host"),
)
def close_table(table_id: str, request: Request, asked: None) -> Response:  # noqa: ARG001 (nothing is asked)
    """End the table early; nobody wins."""
    return changed_answer(seating.close_table(ports(), table_id, request))
