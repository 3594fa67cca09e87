"""Decisions that fall due and are taken up; the step from one state to the next."""

from dataclasses import dataclass

from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.phases import Phase
from engine.seats import Seat, replaced
from engine.state import Deal, Match
from engine.tricks import Trick


@dataclass(frozen=True, slots=True)
class Step:
    """The match after an action, and what happened."""

    match: Match
    events: tuple[Event, ...]


def require_turn(match: Match, seat: Seat, phase: Phase) -> None:
    if match.deal.phase is not phase:
        raise IllegalAction(Refusal.WRONG_PHASE)
    if match.turns[seat] is None:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)


def with_turns(
    match: Match, deal: Deal, done: Seat | None, due: tuple[Seat, ...], trick: Trick | None = None
) -> Match:
    """The match with `deal`, after `done` took up its decision and decisions of `due` fell due.

    `trick`: the one that ended with it, if any.
    """
    turns, next_turn = list(match.turns), match.next_turn
    if done is not None:
        turns[done] = None
    for seat in due:
        turns[seat] = next_turn
        next_turn += 1
    return Match(
        match.rules,
        match.seed,
        deal,
        match.points,
        match.bags,
        tuple(turns),
        next_turn,
        trick or match.last_trick,
        match.last_sheet,
        match.result,
    )


def one_more(counts: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return replaced(counts, seat, counts[seat] + 1)
