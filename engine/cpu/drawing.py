"""A draw in a duel: is the card that was turned up better than the next one is likely to be?"""

from engine.actions import Draw
from engine.cards import card_set, deck_for
from engine.cpu.duel_strength import duel_worth
from engine.cpu.reasons import Reason, ReasonCode
from engine.levels import Level
from engine.seat_view import SeatView


def choose_draw(view: SeatView, level: Level) -> tuple[Draw, tuple[Reason, ...]]:
    """Keeps a card that is worth as much as an unknown one is on average; `easy` forgets what it put away."""
    drawn = view.turn.drawn if view.turn else None
    assert drawn is not None, "a seat that draws is shown the top card"
    jokers = view.rules.jokers
    seen = (view.hand or 0) | 1 << drawn | (0 if level is Level.EASY else view.discarded)
    unknown = card_set(deck_for(jokers)) & ~seen
    keep = duel_worth(1 << drawn, jokers) * unknown.bit_count() >= duel_worth(unknown, jokers)
    return Draw(keep), (Reason(ReasonCode.GOOD_CARD if keep else ReasonCode.POOR_CARD, (drawn,)),)
