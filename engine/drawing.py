"""The drawing phase of a duel: the players make their hands from the stock."""

from dataclasses import replace

from engine.dealing import start_bidding
from engine.events import CardDrawn
from engine.phases import Phase
from engine.seats import Seat, replaced
from engine.state import Match
from engine.turns import Step, one_more, require_turn, with_turns


def draw_card(match: Match, seat: Seat, *, keep: bool) -> Step:
    """Takes two cards off the stock: one into the hand, the other away. The last draw opens the bidding."""
    require_turn(match, seat, Phase.DRAWING)
    deal = match.deal
    top, following = deal.stock[:2]
    kept = top if keep else following
    seen = 0 if keep else 1 << top
    deal = replace(
        deal,
        hands=replaced(deal.hands, seat, deal.hands[seat] | 1 << kept),
        stock=deal.stock[2:],
        discarded=replaced(deal.discarded, seat, deal.discarded[seat] | seen),
        acted=one_more(deal.acted, seat),
    )
    drawn = CardDrawn(seat, (top, following), kept)
    if deal.stock:
        return Step(with_turns(match, deal, seat, (match.rules.lineup.next[seat],)), (drawn,))
    step = start_bidding(with_turns(match, deal, seat, ()))
    return Step(step.match, (drawn, *step.events))
