"""The record of a match, `spades-record/1`."""

from marshmallow import fields

from engine.bids import BidKind
from engine.record import FORMAT, SEAT_KINDS
from engine.scoring import EndReason
from service.schemas import shown
from service.schemas.deals import ScoreSchema
from service.schemas.rules import OptionsSchema
from service.schemas.shown import Output


class OccupantSchema(Output):
    kind = shown.word(*SEAT_KINDS)
    level = shown.text("Of a CPU.", optional=True)
    name = shown.text(null=True)


class BidRecordSchema(Output):
    seat = shown.seat()
    kind = shown.word(*(kind.value for kind in BidKind))
    tricks = shown.whole()


class GiftSchema(Output):
    locals()["from"] = shown.seat()
    to = shown.seat()
    cards = shown.cards()


class TrickRecordSchema(Output):
    leader = shown.seat()
    cards = shown.cards("Clockwise from the leader.")
    winner = shown.seat()


class DrawRecordSchema(Output):
    seat = shown.seat()
    cards = shown.cards("The top card of the stock and the next one.")
    kept = shown.card()


class DealRecordSchema(Output):
    number = shown.whole()
    dealer = shown.seat()
    hands = shown.by_seat(shown.cards("As dealt, before any exchange; in a duel the cards kept."))
    draws = fields.List(
        fields.Nested(DrawRecordSchema),
        metadata={"description": "In a duel: all cards in order are the stock."},
    )
    looked = shown.seats("Seats that looked before a blind bid was out of the question.")
    bids = shown.parts(BidRecordSchema)
    exchanges = shown.parts(GiftSchema)
    tricks = shown.parts(TrickRecordSchema)
    score = shown.by_side(fields.Nested(ScoreSchema))


class MatchResultSchema(Output):
    winner = shown.side(null=True)
    end_reason = shown.word(*(reason.value for reason in EndReason))
    scores = shown.by_side(fields.Integer())


class RecordSchema(Output):
    """Finished deals while the match is playing, everything when it is over."""

    format = shown.text(examples=[FORMAT])
    table_id = shown.text(null=True)
    rules = fields.Nested(OptionsSchema, required=True)
    rules_hash = shown.text()
    seed = shown.text("In hex, only when the match is over.", optional=True)
    commitment = shown.text("SHA-256 of the seed's bytes, in hex.")
    seats = shown.by_seat(fields.Nested(OccupantSchema))
    cut = fields.Dict(
        keys=fields.String(),
        values=shown.card(),
        metadata={"description": "By seat, where the seats were cut."},
    )
    deals = shown.parts(DealRecordSchema)
    result = shown.part(MatchResultSchema, null=True)
