"""Hints."""

from service.schemas import shown
from service.schemas.advice import EXPECTED_POINTS, AdvisedActionSchema, ReasonSchema
from service.schemas.deals import BidSchema
from service.schemas.shown import Output


class RankedOptionSchema(Output):
    """One thing that the seat may do: in a bid's ranking a bid, in a card's ranking a card."""

    bid = shown.part(BidSchema, optional=True)
    card = shown.card(optional=True)
    points = shown.number(
        f"Of a card: {EXPECTED_POINTS} null: not known yet, and always of a bid.",
        null=True,
    )


class HintSchema(AdvisedActionSchema):
    """What a CPU of the level `normal` would do on the bearer's seat, and why."""

    turn = shown.whole("`turn.id` of the decision that it is for.")
    reasons = shown.parts(ReasonSchema, "Why; the weightiest first.")
    ranking = shown.parts(
        RankedOptionSchema,
        "Every legal bid or card: the recommended one first, even where a card has more points (where one is "
        "clearly ahead, the last of the `reasons` is `search_prefers`); then the nearest bids, or the cards "
        "by their points. Empty where cards are exchanged or drawn.",
    )
