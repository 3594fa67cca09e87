"""Score sheets, and the record of the match."""

from flask import Response

from service.api import requests
from service.api.answers import answer
from service.api.context import ports
from service.api.doors import TABLE, Call, Doors, Gives
from service.schemas.deals import ScoredDealSchema, SheetsSchema
from service.schemas.records import RecordSchema
from service.tables.reading import read_record, read_sheet, read_sheets
from service.wire.deals import sheet_body

doors = Doors("deals", "Score sheets and records.")


@doors.door(
    "GET",
    "/tables/<table:table_id>/deals",
    Call(Gives(SheetsSchema), refuses=TABLE, token="optional"),
)
def list_deals(table_id: str) -> Response:
    """The score sheets of all scored deals.

    Line by line, as `last_deal` of the view; the newest last.
    """
    found = read_sheets(ports(), table_id, requests.bearer())
    rules, language = found.seen.loaded.table.rules, requests.language()
    return answer({"deals": [sheet_body(rules, sheet, language) for sheet in found.sheets]})


@doors.door(
    "GET",
    "/tables/<table:table_id>/deals/<int:number>",
    Call(Gives(ScoredDealSchema), refuses=TABLE, token="optional"),
)
def get_deal(table_id: str, number: int) -> Response:
    """The score sheet of one deal, each line with what it came from.

    Every line has its points, its code, what it was worked out from, and a sentence.
    """
    found = read_sheet(ports(), table_id, requests.bearer(), number)
    return answer(sheet_body(found.seen.loaded.table.rules, found.sheets[0], requests.language()))


@doors.door(
    "GET",
    "/tables/<table:table_id>/record",
    Call(Gives(RecordSchema), refuses=TABLE, token="optional"),
)
def get_record(table_id: str) -> Response:
    """The record: finished deals while the match is playing, everything when it is over.

    `spades-record/1`: rules, deals, bids, cards and scores, with the seed once the match is over. `spades
    verify` checks it.
    """
    return answer(read_record(ports(), table_id, requests.bearer()))
