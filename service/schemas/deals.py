"""Bids, tricks, score sheets and results in answers."""

from marshmallow import fields

from engine.bids import BidKind
from engine.scoring import EndReason
from service.schemas import shown
from service.schemas.shown import Output


class BidSchema(Output):
    kind = shown.word(*(kind.value for kind in BidKind))
    tricks = shown.whole("0 for every kind but `tricks` and `blind_tricks`.")


def bids() -> fields.Dict:
    return shown.by_seat(fields.Nested(BidSchema, allow_none=True), "By seat; null: no bid yet.")


class LaidCardSchema(Output):
    seat = shown.seat()
    card = shown.card()


class TrickSchema(Output):
    number = shown.whole()
    leader = shown.seat()
    cards = shown.parts(LaidCardSchema, "In the order in which they were played.")
    winner = shown.seat(null=True)


class LastTrickSchema(TrickSchema):
    deal = shown.whole("The number of its deal.")


class ScoreLineSchema(Output):
    """One line of the score sheet, with what it came from."""

    line = shown.word("contract", "bags", "nil", "bag_penalty", "bonus", "deal_total", "running_total")
    points = shown.whole()
    code = shown.text("What it came from.")
    params = shown.params()
    text = shown.text("The same for people.")


class ScoreSchema(Output):
    contract = shown.whole()
    bags = shown.whole()
    nil = shown.whole()
    bag_penalty = shown.whole()
    bonus = shown.whole()
    deal_total = shown.whole()
    running_total = shown.whole()
    new_bags = shown.whole("Bags of this deal.")
    bags_carried = shown.whole("Bags after the deal and its penalty.")


class SideScoreSchema(ScoreSchema):
    lines = shown.parts(ScoreLineSchema)


class ScoredDealSchema(Output):
    number = shown.whole()
    dealer = shown.seat()
    bids = bids()
    tricks_taken = shown.by_seat(fields.Integer())
    score = shown.by_side(fields.Nested(SideScoreSchema))


class ResultSchema(Output):
    winner = shown.side("Null: nobody.", null=True)
    end_reason = shown.word(*(reason.value for reason in EndReason))
    scores = shown.by_side(fields.Integer())
    outcome = shown.by_side(fields.String(allow_none=True), "`win`, `loss`, `draw`; null when abandoned.")
    rules_hash = shown.text()


class SheetsSchema(Output):
    deals = shown.parts(ScoredDealSchema)
