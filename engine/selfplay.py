"""Whole matches of CPU players, without a service."""

from dataclasses import dataclass

from engine.autoplay import take_turn
from engine.deal import seated
from engine.events import BidMade, CardDrawn, CardPlayed, Event, ExchangeMade, HandLooked
from engine.levels import Level
from engine.play import start
from engine.rules import Rules
from engine.state import Match

_ACTIONS = (CardPlayed, BidMade, CardDrawn, ExchangeMade, HandLooked)


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over, and all that happened in it."""

    match: Match
    events: tuple[Event, ...]

    @property
    def actions(self) -> int:
        """How many draws, looks, bids, exchanges and cards it took."""
        return sum(isinstance(event, _ACTIONS) for event in self.events)


def play_match(rules: Rules, seed: bytes, levels: tuple[Level, ...]) -> Played:
    """A match of CPUs alone. The same arguments give the same match, always.

    `levels`: by Seat, as the players sat down; a cut moves them along. Seats not in play have one as well.
    """
    step, levels = start(rules, seed), seated(rules, seed, levels)
    match, events = step.match, list(step.events)
    while match.result is None:
        seat = match.to_act[0]
        step = take_turn(match, seat, levels[seat])
        match = step.match
        events += step.events
    return Played(match, tuple(events))
