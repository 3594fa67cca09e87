"""Driving a match: named actions in turn, and play with random legal actions."""

from collections.abc import Iterator
from random import Random

from engine.actions import Action, ActionKind, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.bids import Bid, BidKind
from engine.cards import CARD_COUNT, cards_in, deck_for
from engine.errors import IllegalAction
from engine.phases import Phase
from engine.play import apply
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.state import Match
from engine.turns import Step
from engine.views import view_for
from spades_builders import before_last_trick, bid, bids_text, in_order


def bid_in_turn(match: Match, text: str) -> Match:
    """The match after the bids of `text`, each made by the seat whose turn it is then.

    `"seen 4"`: the seat looks and bids 4; `""`: no bid.
    """
    for each in text.split(",") if text else ():
        seat, word = match.to_act[0], each.strip()
        if word.startswith("seen "):
            match = looked(match, seat)
        match = apply(match, seat, PlaceBid(bid(word.removeprefix("seen ")))).match
    return match


def looked(match: Match, *seats: Seat) -> Match:
    for seat in seats:
        match = apply(match, seat, Look()).match
    return match


def legal_bids_text(match: Match) -> str:
    """What the seat whose turn it is may bid, by its own view and by `apply`: `"nil, 1-13"`."""
    seat = match.to_act[0]
    legal = view_for(match, seat).legal_bids
    assert set(legal) == {each for each in EVERY_BID if not refusal_of(match, seat, PlaceBid(each))}
    return bids_text(legal)


def code_of_bid(match: Match, text: str, seat: Seat | None = None) -> str | None:
    """The code with which the bid of `seat`, or of the seat whose turn it is, is refused; None: it is not."""
    refused = refusal_of(match, match.to_act[0] if seat is None else seat, PlaceBid(bid(text)))
    return None if refused is None else refused.refusal.value


def play_in_turn(match: Match, text: str) -> Match:
    """The match after the cards of `text`, each played by the seat whose turn it is then."""
    for card in in_order(text):
        match = apply(match, match.to_act[0], PlayCard(card)).match
    return match


def draw_in_turn(match: Match, *keeps: bool) -> Match:
    """The match after these draws: True keeps the top card."""
    for keep in keeps:
        match = apply(match, match.to_act[0], Draw(keep)).match
    return match


def give(match: Match, seat: Seat, text: str) -> Match:
    return apply(match, seat, GiveCards(in_order(text))).match


def finish_deal(start: Match, bids_made: str, tricks: tuple[int, ...]) -> Step:
    """The step of the last card of the deal of `start`, in which the seats bid and took this."""
    match = before_last_trick(start, bids_made, tricks)
    for _ in match.rules.lineup.seats[1:]:
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


EVERY_BID = (
    *(Bid(BidKind.TRICKS, tricks) for tricks in range(15)),
    *(Bid(BidKind.BLIND_TRICKS, tricks) for tricks in range(4, 15)),
    Bid(BidKind.NIL),
    Bid(BidKind.ZERO),
    Bid(BidKind.BLIND_NIL),
    Bid(BidKind.NIL, 5),
    Bid(BidKind.ZERO, 1),
    Bid(BidKind.BLIND_NIL, 6),
)
"""Every bid, and some that are none."""


def every_action(match: Match, seat: Seat, rng: Random) -> list[Action]:
    """Every card, every bid, a look, both draws, and some exchanges, right and wrong."""
    hand, deck = list(cards_in(match.deal.hands[seat])), deck_for(match.rules.jokers)
    exchanges = [tuple(rng.sample(hand, count)) for count in range(min(5, len(hand)) + 1)]
    exchanges += [tuple(rng.sample(deck, count)) for count in range(1, 5)]
    exchanges += [(card, card) for card in hand[:1]]
    draws = (Draw(keep=True), Draw(keep=False))
    plays, bids = map(PlayCard, range(CARD_COUNT)), map(PlaceBid, EVERY_BID)
    return [Look(), *draws, *plays, *bids, *map(GiveCards, exchanges)]


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
    if kind is ActionKind.DRAW:
        return Draw(keep=rng.random() < 0.5)
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
