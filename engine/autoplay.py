"""A CPU's action on a match: view, choice, step. Self-play and the service both come through here."""

from engine.actions import Action, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.cards import in_hand_order, lowest
from engine.cpu.choice import choose
from engine.deal import decision_seed
from engine.levels import Level
from engine.phases import Phase
from engine.play import apply
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.state import Match
from engine.turns import Step
from engine.views import view_for


def take_turn(match: Match, seat: Seat, level: Level) -> Step:
    """The match after the CPU on `seat` took up its decision; a look that it takes first is part of it."""
    step = apply(match, seat, _chosen(match, seat, level))
    if step.match.turns[seat] != match.turns[seat]:
        return step
    bid = apply(step.match, seat, _chosen(step.match, seat, level))
    return Step(bid.match, step.events + bid.events)


def take_first_legal(match: Match, seat: Seat) -> Step:
    """The match after the first legal action: what keeps a table going when a CPU has failed."""
    return apply(match, seat, _first_legal(view_for(match, seat)))


def _chosen(match: Match, seat: Seat, level: Level) -> Action:
    deal = match.deal
    seed = decision_seed(match.seed, seat, deal.number, deal.acted[seat] + 1)
    return choose(view_for(match, seat), level, seed).action


def _first_legal(view: SeatView) -> Action:
    if view.deal.phase is Phase.BIDDING:
        return PlaceBid(view.legal_bids[0]) if view.legal_bids else Look()
    if view.deal.phase is Phase.EXCHANGE:
        count = view.turn.choose if view.turn else 0
        return GiveCards(in_hand_order(view.legal_cards)[:count])
    if view.deal.phase is Phase.DRAWING:
        return Draw(keep=True)
    return PlayCard(lowest(view.legal_cards))
