"""The review of a deal."""

from engine.actions import ActionKind
from service.schemas import shown
from service.schemas.advice import AdvisedActionSchema, RankedCardSchema, ReasonSchema
from service.schemas.shown import Output
from service.schemas.strict import Input, SeatName


class ReadReviewSchema(Input):
    """The query of a review."""

    seat = SeatName(
        metadata={
            "description": "Whose decisions; without it those of the bearer's seat, or else of every seat."
        }
    )


class ReviewedDecisionSchema(Output):
    """One decision, against what the level `hard` would have done with the same view."""

    turn = shown.whole("`turn.id` of the decision; null: a look that nobody waited for.", null=True)
    trick = shown.whole("Of a card, the number of its trick.", null=True)
    seat = shown.seat()
    action = shown.word(*(kind.value for kind in ActionKind), description="As in `made`.")
    made = shown.part(AdvisedActionSchema)
    recommended = shown.part(AdvisedActionSchema)
    agrees = shown.flag("The seat did the same, or played a card that is worth as much or more.")
    points_lost = shown.number(
        "Expected points, in the sense of `ranking`, that the card gave away against the recommended one. "
        "null: not a card.",
        null=True,
    )
    ranking = shown.parts(
        RankedCardSchema, "Of a card, every legal one: the recommended one, then by their points; else empty."
    )
    reasons = shown.parts(ReasonSchema, "Why the recommended one; the weightiest first.")


class ReviewSchema(Output):
    deal = shown.whole()
    seats = shown.seats("Whose decisions were asked for.")
    waiting = shown.seats("Of them, those that are still being reviewed; not empty: 202, ask again.")
    decisions = shown.parts(ReviewedDecisionSchema, "Seat by seat, each in the order of its decisions.")
    points_lost = shown.by_seat(
        shown.number(), "By seat that is reviewed: the `points_lost` of its cards together."
    )
