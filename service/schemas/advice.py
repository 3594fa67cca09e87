"""What a CPU advises, in hints and in reviews."""

from engine.actions import ActionKind
from engine.cpu.reasons import ReasonCode
from service.schemas import shown
from service.schemas.deals import BidSchema
from service.schemas.shown import Output


class AdvisedActionSchema(Output):
    """An action by its name, with the members of its call: of a `bid` the bid, of a `play` the card."""

    action = shown.word(*(kind.value for kind in ActionKind))
    bid = shown.part(BidSchema, optional=True)
    card = shown.card(optional=True)
    cards = shown.cards("Of an `exchange`.", optional=True)
    keep = shown.flag("Of a `draw`: keep the top card.", optional=True)


class RankedCardSchema(Output):
    card = shown.card()
    points = shown.number(
        "What the card is expected to bring: the points of the seat's side less the other side's. A bag "
        "counts with its share of the penalty, and where the deal may end the match, the win counts, too."
    )


class ReasonSchema(Output):
    code = shown.word(*(code.value for code in ReasonCode), description="Why.")
    cards = shown.cards("Those that the reason speaks of.")
    params = shown.params()
    text = shown.text("The same for people.")
