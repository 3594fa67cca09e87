"""Driving a match: named actions in turn, and play with random legal actions."""

from collections.abc import Iterator
from random import Random

from engine.actions import Action, ActionKind, GiveCards, Look, PlaceBid, PlayCard
from engine.cards import cards_in
from engine.errors import IllegalAction
from engine.phases import Phase
from engine.play import apply
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.state import Match
from engine.turns import Step
from engine.views import view_for
from spades_builders import before_last_trick, bid, in_order


def bid_in_turn(match: Match, text: str) -> Match:
    """The match after the bids of `text`, each made by the seat whose turn it is then."""
    for each in text.split(","):
        match = apply(match, match.to_act[0], PlaceBid(bid(each))).match
    return match


def play_in_turn(match: Match, text: str) -> Match:
    """The match after the cards of `text`, each played by the seat whose turn it is then."""
    for card in in_order(text):
        match = apply(match, match.to_act[0], PlayCard(card)).match
    return match


def give(match: Match, seat: Seat, text: str) -> Match:
    return apply(match, seat, GiveCards(in_order(text))).match


def finish_deal(start: Match, bids_made: str, tricks: tuple[int, ...]) -> Step:
    """The step of the last card of the deal of `start`, in which the seats bid and took this."""
    match = before_last_trick(start, bids_made, tricks)
    for _ in range(3):
        match = _play_only_card(match).match
    return _play_only_card(match)


def _play_only_card(match: Match) -> Step:
    seat = match.to_act[0]
    return apply(match, seat, PlayCard(next(cards_in(match.deal.hands[seat]))))


def refusal_of(match: Match, seat: Seat, action: Action) -> IllegalAction | None:
    """What `apply` says against the action; None if it accepts."""
    try:
        apply(match, seat, action)
    except IllegalAction as refused:
        return refused
    return None


def random_action(match: Match, rng: Random) -> tuple[Seat, Action]:
    """A seat that may do something now, and something that it may do, by its own view.

    Mostly a seat that the match waits for: if every seat were as likely, all would have looked before
    anyone bids blind.
    """
    seats = match.to_act if rng.random() < 0.9 else match.rules.lineup.seats
    views = [view for view in (view_for(match, seat) for seat in seats) if view.turn]
    view = rng.choice(views)
    return view.seat, _random_action_of(view, rng)


def _random_action_of(view: SeatView, rng: Random) -> Action:
    assert view.turn is not None
    kind = rng.choice(view.turn.actions)
    if kind is ActionKind.LOOK or (kind is ActionKind.BID and not view.legal_bids):
        return Look()
    if kind is ActionKind.BID:
        return PlaceBid(rng.choice(view.legal_bids))
    cards = list(cards_in(view.legal_cards))
    if kind is ActionKind.EXCHANGE:
        return GiveCards(tuple(rng.sample(cards, view.turn.choose)))
    return PlayCard(rng.choice(cards))


def random_steps(match: Match, rng: Random) -> Iterator[tuple[Match, Seat, Action, Step]]:
    """Random legal play to the end of the match: before, who, what, and the step."""
    while match.deal.phase is not Phase.OVER:
        seat, action = random_action(match, rng)
        step = apply(match, seat, action)
        yield match, seat, action, step
        match = step.match


def play_on(match: Match, rng: Random, *, until_deal: int) -> Match:
    """The match at the start of that deal, or at its end if that comes first."""
    for before, *_ in random_steps(match, rng):
        if before.deal.number == until_deal:
            return before
        match = before
    return match
