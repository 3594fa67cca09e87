"""What a CPU advises, in hints and in reviews."""

from typing import Final

from engine.actions import ActionKind
from engine.cpu.reasons import ReasonCode
from service.schemas import shown
from service.schemas.deals import BidSchema
from service.schemas.shown import Output

EXPECTED_POINTS: Final = (
    "what it is expected to bring, the average over many deals that are possible for the seat: the points of "
    "its side less the other side's, as they are after this deal, against those before it. They are not the "
    "points of the score sheet: a bag counts at once, with its share of the penalty; a lead counts for less "
    "the greater it is and the nearer the match is to its end; where the deal ends the match, winning counts "
    "as a lead of 200, losing as one of -200."
)


class AdvisedActionSchema(Output):
    """An action by its name, with the members of its call: of a `bid` the bid, of a `play` the card."""

    action = shown.word(*(kind.value for kind in ActionKind))
    bid = shown.part(BidSchema, optional=True)
    card = shown.card(optional=True)
    cards = shown.cards("Of an `exchange`.", optional=True)
    keep = shown.flag("Of a `draw`: keep the top card.", optional=True)


class RankedCardSchema(Output):
    card = shown.card()
    points = shown.number(f"Of the card: {EXPECTED_POINTS}")


class ReasonSchema(Output):
    code = shown.word(*(code.value for code in ReasonCode), description="Why.")
    cards = shown.cards("Those that the reason speaks of.")
    params = shown.params()
    text = shown.text("The same for people.")
