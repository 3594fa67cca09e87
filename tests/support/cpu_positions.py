"""Positions in the middle of a deal as one seat sees them, for tests of the CPU players.

The seat to act is S: its partner is N, E sits before it and W after it.
"""

from dataclasses import replace

from engine.actions import PlayCard
from engine.cards import card_set, format_card
from engine.cpu.choice import choose
from engine.levels import Level
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.views import view_for
from spades_builders import STANDARD, S, bidding, cards, in_order, playing

NO_SEED = bytes(32)


def position(
    hand: str,
    trick: str = "",
    *,
    gone: str = "",
    bids: str = "3, 3, 3, 3",
    taken: str = "",
    points: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    rules: Rules = STANDARD,
    voids: tuple[int, ...] = (0, 0, 0, 0),
) -> SeatView:
    """S to play, with spades broken. `gone`: cards of earlier tricks; `taken`: tricks of N E S W.

    Without `taken`, the tricks before are spread evenly, from N on.
    """
    before = 13 - len(hand.split())
    tricks = tuple(map(int, taken.split())) or tuple((before + 3 - seat) // 4 for seat in Seat)
    assert sum(tricks) == before, f"{before} tricks were taken, not {sum(tricks)}"
    match = playing(
        (0, 0, cards(hand), 0),
        trick=trick,
        leader=Seat((S - len(trick.split())) % 4),
        is_broken=True,
        bids_made=bids,
        tricks_taken=tricks,
        start=bidding(rules, points=points, bags=bags),
    )
    seen = cards(gone) | card_set(in_order(trick))
    deal = replace(match.deal, played=(seen, 0, 0, 0), voids=voids)
    return view_for(replace(match, deal=deal), S)


def card_of(view: SeatView, level: Level = Level.NORMAL) -> str:
    action = choose(view, level, NO_SEED).action
    assert isinstance(action, PlayCard)
    return format_card(action.card)
