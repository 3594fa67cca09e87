"""A match decision by decision, from its events: each as the seat that took it met it."""

from random import Random

from hypothesis import given, settings

from cpu_tables import BLIND, DUEL, JOKERS
from engine.actions import Action, ActionKind, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.decisions import Decision, decisions
from engine.events import Event
from engine.levels import Level
from engine.play import start
from engine.record import Header, recorded
from engine.rules import Rules
from engine.seats import Seat
from engine.selfplay import play_match
from engine.state import Match
from engine.turns import Step
from engine.verify import replay
from engine.views import view_for
from spades_driver import random_steps
from spades_strategies import WHOLE_MATCHES, beginnings, chances

KIND_OF = {
    Look: ActionKind.LOOK,
    PlaceBid: ActionKind.BID,
    GiveCards: ActionKind.EXCHANGE,
    PlayCard: ActionKind.PLAY,
    Draw: ActionKind.DRAW,
}


def played(first: Step, rng: Random) -> tuple[list[Decision], list[Event], Match]:
    """Random play to the end: what was decided, what happened, how it ended."""
    taken, events, match = list[Decision](), list(first.events), first.match
    for before, seat, action, step in random_steps(first.match, rng):
        events += step.events
        match = step.match
        if step.events:  # looking at a hand that is shown is nothing
            taken.append(Decision(before, seat, action))
    return taken, events, match


@settings(WHOLE_MATCHES)
@given(beginnings(), chances())
def test_every_decision_is_found_again_as_its_seat_met_it(first: Step, rng: Random) -> None:
    rules, seed = first.match.rules, first.match.seed
    taken, events, _ = played(first, rng)
    assert list(decisions(rules, seed, events)) == taken


@settings(WHOLE_MATCHES, max_examples=10)
@given(beginnings(), chances())
def test_the_record_of_the_same_events_leads_to_the_same_end(first: Step, rng: Random) -> None:
    rules, seed = first.match.rules, first.match.seed
    _, events, end = played(first, rng)
    record = recorded(Header(None, (None,) * 4), rules, seed, events)
    assert replay(record) == end
    actions = [each.action for each in decisions(rules, seed, events)]
    played_cards = [action.card for action in actions if isinstance(action, PlayCard)]
    assert played_cards == [card for deal in record.deals for trick in deal.tricks for card in trick.cards]


@settings(WHOLE_MATCHES, max_examples=10)
@given(beginnings(), chances())
def test_the_view_of_every_decision_names_its_action(first: Step, rng: Random) -> None:
    _, events, _ = played(first, rng)
    for each in decisions(first.match.rules, first.match.seed, events):
        turn = view_for(each.match, each.seat).turn
        assert turn is not None
        assert KIND_OF[type(each.action)] in turn.actions


def actions_of(rules: Rules, seed: bytes) -> set[type[Action]]:
    match = play_match(rules, seed, (Level.NORMAL,) * len(Seat))
    return {type(each.action) for each in decisions(rules, seed, match.events)}


def test_every_kind_of_action_is_a_decision() -> None:
    seen = set[type[Action]]()
    for number in range(8):
        for rules in (BLIND, JOKERS, DUEL):
            seen |= actions_of(rules, bytes([number]) * 32)
    assert seen == set(KIND_OF)


def test_a_match_that_is_not_over_is_followed_as_far_as_it_went() -> None:
    first = start(Rules(), bytes(32))
    taken, events, _ = played(first, Random(1))
    half = events[: len(events) // 2]
    found = list(decisions(Rules(), bytes(32), half))
    assert found == taken[: len(found)]
    assert 0 < len(found) < len(taken)
