"""Whole matches of CPU players, without a service."""

from collections.abc import Callable
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
    """A match, and all that happened in it so far."""

    match: Match
    events: tuple[Event, ...]

    @property
    def actions(self) -> int:
        """How many draws, looks, bids, exchanges and cards it took."""
        return sum(isinstance(event, _ACTIONS) for event in self.events)


def play_match(rules: Rules, seed: bytes, levels: tuple[Level, ...]) -> Played:
    """A match of CPUs alone, to its end. The same arguments give the same match, always.

    `levels`: by Seat, as the players sat down; a cut moves them along. Seats not in play have one as well.
    """
    return play_on(begin(rules, seed), seated(rules, seed, levels), _never)


def begin(rules: Rules, seed: bytes) -> Played:
    """A match in which nobody has acted yet."""
    step = start(rules, seed)
    return Played(step.match, tuple(step.events))


def play_on(played: Played, levels: tuple[Level, ...], is_enough: Callable[[Match], bool]) -> Played:
    """The match, played on by CPUs until it is over, or `is_enough`, which is asked after each decision.

    `levels`: by the seats on which they play, after a cut. However often broken off, it is the same match.
    """
    match, events = played.match, list(played.events)
    while match.result is None:
        seat = match.to_act[0]
        step = take_turn(match, seat, levels[seat])
        match = step.match
        events += step.events
        if is_enough(match):
            break
    return Played(match, tuple(events))


def _never(_match: Match) -> bool:
    return False
