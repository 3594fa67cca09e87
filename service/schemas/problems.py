"""The one error body (RFC 9457)."""

from marshmallow import fields

from engine.errors import Refusal
from service.refusals import Code
from service.schemas import shown
from service.schemas.deals import BidSchema
from service.schemas.shown import Output

_CODES = tuple(sorted(code.value for code in (*Code, *Refusal)))


class LegalSchema(Output):
    """What the seat may do instead."""

    cards = shown.cards(optional=True)
    bids = fields.List(fields.Nested(BidSchema))


class FaultSchema(Output):
    pointer = shown.text("A JSON pointer into the body; empty for the whole, and for parameters and headers.")
    code = shown.text()
    params = shown.params()
    clashes_with = fields.List(fields.String())
    detail = shown.text()


class ProblemSchema(Output):
    type = shown.text(format="uri-reference")
    title = shown.text()
    status = shown.whole()
    detail = shown.text()
    instance = shown.text("The request's id.")
    code = shown.word(*_CODES, description="The reason, for programs.")
    errors = fields.List(fields.Nested(FaultSchema))
    legal = shown.part(LegalSchema, optional=True)
    current_version = shown.whole(optional=True)
