"""The CPU time of a decision, bids included: the thread's own, so that a busy machine counts for little."""

from collections.abc import Iterator
from time import thread_time
from typing import Final

from deals import RUN_SEED, after_a_turn
from engine.cpu.choice import choose
from engine.deal import decision_seed, match_seed
from engine.levels import Level
from engine.play import start
from engine.rules import Rules
from engine.state import Match
from engine.views import view_for
from gates import Bar, Gate, milliseconds
from intervals import exactly, percentile

_BARS: Final = {
    Level.EASY: ((99, 0.001),),
    Level.NORMAL: ((99, 0.001),),
    Level.HARD: ((50, 0.060), (95, 0.100), (99, 0.150)),
}
_WARM_UP: Final = 60


def time_gates(rules: Rules, level: Level, decisions: int) -> Iterator[Gate]:
    taken = [_seconds(match, level) for match in _moments(rules, decisions + _WARM_UP)][_WARM_UP:]
    for percent, most in _BARS[level]:
        figure = exactly(percentile(taken, percent))
        name = f"CPU time of a decision, {level} p{percent}"
        yield Gate(name, figure, milliseconds, Bar(most=most), how=f"{decisions} decisions, one thread")


def _moments(rules: Rules, count: int) -> Iterator[Match]:
    """Every decision of deals that four `normal` play."""
    index = 0
    while True:
        index += 1
        match = start(rules, match_seed(RUN_SEED, index)).match
        while match.last_sheet is None:
            if not count:
                return
            count -= 1
            yield match
            match = after_a_turn(match, ("normal", "normal"))


def _seconds(match: Match, level: Level) -> float:
    seat, deal = match.to_act[0], match.deal
    view, seed = view_for(match, seat), decision_seed(match.seed, seat, deal.number, deal.acted[seat] + 1)
    started = thread_time()
    choose(view, level, seed)
    return thread_time() - started
