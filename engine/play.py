"""The engine's one door: `start` a match, `apply` an action. Both are functions; nothing is changed."""

from typing import assert_never

from engine.actions import Action, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.bidding import look, place_bid
from engine.card_play import play_card
from engine.deal import cut_for_seats, first_dealer
from engine.dealing import start_deal
from engine.drawing import draw_card
from engine.events import MatchStarted, SeatsCut
from engine.exchanging import give_cards
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.turns import Step


def start(rules: Rules, seed: bytes, dealer: Seat | None = None) -> Step:
    """Deal 1 of a new match. `seed`: 32 bytes, from which every deal follows; so does `dealer` if None."""
    dealer = first_dealer(seed, rules) if dealer is None else dealer
    step = start_deal(rules, seed, 1, dealer, points=(0, 0), bags=(0, 0), next_turn=1)
    cut = (SeatsCut(cut_for_seats(seed).cards),) if rules.seating == "cut" else ()
    return Step(step.match, (*cut, MatchStarted(), *step.events))


def apply(match: Match, seat: Seat, action: Action) -> Step:
    """The match after `seat` did `action`. Raises IllegalAction with the first reason that fits."""
    match action:
        case PlayCard():
            return play_card(match, seat, action.card)
        case PlaceBid():
            return place_bid(match, seat, action.bid)
        case GiveCards():
            return give_cards(match, seat, action.cards)
        case Draw():
            return draw_card(match, seat, keep=action.keep)
        case Look():
            return look(match, seat)
        case _:
            assert_never(action)
