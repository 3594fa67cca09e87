"""Decisions of the CPU players as readable lines. As a script: prints some of them, of every level."""

import sys
from collections.abc import Iterator
from random import Random

from cpu_tables import BLIND, DUEL, FAST_LEVELS, decisions
from engine.actions import Action, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.cards import in_hand_order
from engine.cpu.choice import Choice, choose
from engine.levels import Level
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.views import view_for
from spades_builders import codes


def transcript(
    seed: int, count: int, rules: Rules = BLIND, levels: tuple[Level, ...] = FAST_LEVELS
) -> Iterator[str]:
    """One line for each of `count` decisions at random moments; the same `seed`, the same lines."""
    rng = Random(seed)
    for match, seat, level in decisions(rng, count, rules, levels):
        view = view_for(match, seat)
        yield f"{_situation(view, level)} -> {_answer(choose(view, level, rng.randbytes(32)))}"


def _situation(view: SeatView, level: Level) -> str:
    deal = view.deal
    hand = "hidden" if view.hand is None else codes(in_hand_order(view.hand))
    bids = " ".join(f"{bid.kind}:{bid.tricks}" if bid else "-" for bid in deal.bids)
    taken = "".join(f"{tricks:x}" for tricks in deal.tricks_taken)
    return f"{level:6} {view.seat.name} [{bids}] {taken} ({hand}) {codes(deal.trick) or deal.phase}"


def _answer(choice: Choice) -> str:
    reasons = ", ".join(f"{reason.code} {codes(reason.cards)}".strip() for reason in choice.reasons)
    return f"{_action(choice.action)}  because {reasons or 'nothing else is legal'}"


def _action(action: Action) -> str:
    match action:
        case Look():
            return "look"
        case PlaceBid():
            return f"{action.bid.kind}:{action.bid.tricks}"
        case GiveCards():
            return f"gives {codes(action.cards)}"
        case PlayCard():
            return codes((action.card,))
        case Draw():
            return "keeps it" if action.keep else "puts it away"


def of_every_level() -> Iterator[str]:
    """Some hundred lines; few of `hard`, which thinks longer."""
    yield from transcript(7, 400)
    for rules in (BLIND, DUEL):
        yield from transcript(8, 15, rules, (Level.HARD,))


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in of_every_level())
