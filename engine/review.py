"""Each decision of a seat in a deal that was played, against what the CPU level `hard` would have done."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from engine.actions import Action, GiveCards, PlayCard
from engine.cards import Card
from engine.cpu.choice import choose
from engine.cpu.explaining import explain
from engine.cpu.reasons import Reason, ReasonCode
from engine.cpu.search import RankedCard, rank_cards
from engine.deal import decision_seed, review_seed
from engine.decisions import Decision, decisions
from engine.events import Event
from engine.levels import Level
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.views import view_for

LEVEL: Final = Level.HARD
"""Whom a seat is measured against."""

Ranking = tuple[RankedCard, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision of `seat`, what `hard` would have done in its place, and its reasons.

    `turn`: the decision's id; None for a look that nobody waited for. `trick`: of a card, the number of its
    trick. `ranking`: of a card, every legal one with its expected points to a tenth: the recommended one,
    then the others by points; else empty. `points_lost`: how many of them the card gave away against the
    recommended one, never below 0; None for what is not searched. `agrees`: the seat did the same, or played
    a card that is worth as much or more.
    """

    seat: Seat
    turn: int | None
    trick: int | None
    made: Action
    recommended: Action
    agrees: bool
    points_lost: float | None
    ranking: Ranking
    reasons: tuple[Reason, ...]


def judge_seat(
    rules: Rules, seed: bytes, events: Iterable[Event], deal: int, seat: Seat
) -> tuple[Judged, ...]:
    """Each decision of `seat` in deal number `deal`, in order. The same arguments give the same, always.

    `events`: as for `decisions`. Each is judged by what the seat knew then, not by what came of it.
    """
    until = takewhile(lambda each: each.match.deal.number <= deal, decisions(rules, seed, events))
    return tuple(judge(each) for each in until if each.match.deal.number == deal and each.seat is seat)


def judge(decision: Decision) -> Judged:
    """The decision against what `hard` would have done there: a CPU of that level always agrees."""
    match, seat, made = decision.match, decision.seat, decision.action
    view, deal = view_for(match, seat), match.deal
    nth = (match.seed, seat, deal.number, deal.acted[seat] + 1)
    choice = choose(view, LEVEL, decision_seed(*nth))
    # In worlds of their own: in those that made `hard` prefer its card, the card looks better than it is.
    ranking = _ranking(view, review_seed(*nth), choice.action)
    return Judged(
        seat=seat,
        turn=match.turns[seat],
        trick=view.deal.trick_number if ranking else None,
        made=made,
        recommended=choice.action,
        agrees=_agrees(made, choice.action, ranking),
        points_lost=_points_lost(made, choice.action, ranking),
        ranking=ranking,
        reasons=tuple(_confirmed(reason, ranking) for reason in explain(view, choice)),
    )


def _ranking(view: SeatView, seed: bytes, recommended: Action) -> Ranking:
    if not isinstance(recommended, PlayCard):
        return ()
    ranked = [replace(each, points=round(each.points, 1)) for each in rank_cards(view, seed)]
    return tuple(sorted(ranked, key=lambda each: each.card != recommended.card))


def _confirmed(reason: Reason, ranking: Ranking) -> Reason:
    """In the worlds of the ranking the card of the choice may be no better than the usual one: it is said."""
    if reason.code is not ReasonCode.PLAYED_OUT:
        return reason
    points, (card, usual) = _points(ranking), reason.cards
    return reason if points[card] > points[usual] else replace(reason, code=ReasonCode.NOT_CONFIRMED)


def _points_lost(made: Action, recommended: Action, ranking: Ranking) -> float | None:
    if not isinstance(made, PlayCard) or not isinstance(recommended, PlayCard):
        return None
    points = _points(ranking)
    return max(0.0, round(points[recommended.card] - points[made.card], 1))


def _agrees(made: Action, recommended: Action, ranking: Ranking) -> bool:
    if isinstance(made, GiveCards) and isinstance(recommended, GiveCards):
        return set(made.cards) == set(recommended.cards)
    if isinstance(made, PlayCard) and isinstance(recommended, PlayCard):
        points = _points(ranking)
        return points[made.card] >= points[recommended.card]
    return made == recommended


def _points(ranking: Ranking) -> dict[Card, float]:
    return {ranked.card: ranked.points for ranked in ranking}
