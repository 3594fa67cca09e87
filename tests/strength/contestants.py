"""Who plays, by name: the CPU players of each level, and two that play at random."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from engine.actions import Action, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.cards import cards_in
from engine.cpu.choice import choose
from engine.levels import Level
from engine.phases import Phase
from engine.seat_view import SeatView

Player = Callable[[SeatView, bytes], Action]


def cpu(level: Level) -> Player:
    return lambda view, seed: choose(view, level, seed).action


def random_player(view: SeatView, seed: bytes) -> Action:
    """Any legal bid, any legal card."""
    rng = Random(seed)
    if view.deal.phase is Phase.BIDDING:
        return PlaceBid(rng.choice(view.legal_bids)) if view.legal_bids else Look()
    if view.deal.phase is Phase.DRAWING:
        return Draw(keep=rng.random() < 0.5)
    cards = list(cards_in(view.legal_cards))
    if view.deal.phase is Phase.EXCHANGE:
        return GiveCards(tuple(rng.sample(cards, view.turn.choose if view.turn else 0)))
    return PlayCard(rng.choice(cards))


def random_cards(view: SeatView, seed: bytes) -> Action:
    """The bids of `normal`, any legal card."""
    player = random_player if view.deal.phase is Phase.PLAYING else PLAYERS[Level.NORMAL]
    return player(view, seed)


PLAYERS: Final[Mapping[str, Player]] = {
    **{level: cpu(level) for level in Level},
    "random": random_player,
    "random cards": random_cards,
}
