"""Score sheets, reviews, and the record of the match."""

from flask import Response

from engine.errors import Refusal
from service.api import requests
from service.api.answers import answer, unfinished_answer
from service.api.context import ports
from service.api.doors import TABLE, Call, Doors, Gives
from service.refusals import Refused
from service.schemas.deals import ScoredDealSchema, SheetsSchema
from service.schemas.records import RecordSchema
from service.schemas.reviews import ReadReviewSchema, ReviewSchema
from service.tables.reading import read_record, read_sheet, read_sheets, see_table
from service.tables.reviewing import read_review
from service.wire.deals import sheet_body
from service.wire.reviews import review_body

doors = Doors("deals", "Score sheets, reviews and records.")

_REVIEW = ReadReviewSchema()


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
    "/tables/<table:table_id>/deals/<int:number>/review",
    Call(
        Gives(ReviewSchema),
        refuses=(*TABLE, Refusal.WRONG_PHASE),
        query=ReadReviewSchema,
        token="optional",
        also={202: ReviewSchema},
    ),
)
def get_review(table_id: str, number: int) -> Response:
    """Each decision against what the level `hard` would have done; once the match is over.

    Of one seat (`seat`; else the bearer's own), or of all. Workers make it, seat by seat: 202 with what is
    ready until all is there.
    """
    try:
        query = requests.read_query(_REVIEW)
    except Refused:
        see_table(ports(), table_id, requests.bearer())
        raise
    review = read_review(ports(), table_id, requests.bearer(), number, query.get("seat"))
    body = review_body(review, requests.language())
    return answer(body) if review.is_ready else unfinished_answer(body)


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
