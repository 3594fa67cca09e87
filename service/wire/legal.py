"""What a seat may do instead of what was refused."""

from engine.errors import Refusal
from engine.phases import Phase
from service.refusals import Refused
from service.wire.deals import Body, bid_body
from service.wire.tables import cards_body

_NOT_A_MATTER_OF_CHOICE = (Refusal.WRONG_PHASE, Refusal.NOT_YOUR_TURN)


def legal_body(refused: Refused) -> Body | None:
    """The seat's legal bids or cards where a rule of the game refused another; else None."""
    view = refused.view
    if view is None or refused.code in _NOT_A_MATTER_OF_CHOICE:
        return None
    if view.deal.phase is Phase.BIDDING:
        return {"bids": [bid_body(bid) for bid in view.legal_bids]}
    return {"cards": cards_body(view.legal_cards)}
