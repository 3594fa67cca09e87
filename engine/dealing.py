"""The start of a deal: the shuffle, whose turn it is, and which hands are hidden."""

from dataclasses import replace

from engine.bids import has_open_blind_bid
from engine.cards import card_set
from engine.deal import dealt_hands, deck_of_deal
from engine.events import DealStarted, Event, HandShown
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Deal, Match, bid_situation
from engine.turns import Step, with_turns

_NOBODY: tuple[None, ...] = (None,) * len(Seat)
_NONE: tuple[int, ...] = (0,) * len(Seat)


def start_deal(
    rules: Rules,
    seed: bytes,
    number: int,
    dealer: Seat,
    *,
    points: tuple[int, ...],
    bags: tuple[int, ...],
    next_turn: int,
) -> Step:
    hands = tuple(card_set(cards) for cards in dealt_hands(seed, number, dealer, rules))
    deal = Deal(
        number=number,
        dealer=dealer,
        phase=Phase.BIDDING,
        hands=hands,
        looked=(False,) * len(Seat),
        unseen=rules.lineup.seats,
        bids=_NOBODY,
        exchanges=(),
        leader=rules.lineup.next[dealer],
        trick=(),
        tricks_taken=_NONE,
        is_broken=False,
        played=_NONE,
        voids=_NONE,
        acted=_NONE,
    )
    match = Match(rules, seed, deal, points, bags, _NOBODY, next_turn)
    step = _start_drawing(match) if rules.players == 2 else start_bidding(match)
    return Step(step.match, (DealStarted(number, dealer), *step.events))


def _start_drawing(match: Match) -> Step:
    """The whole deck is the stock; the dealer's opponent draws first."""
    deal = match.deal
    stock = deck_of_deal(match.seed, deal.number, match.rules)
    deal = replace(deal, phase=Phase.DRAWING, hands=_NONE, unseen=(), stock=stock)
    return Step(with_turns(match, deal, None, (deal.leader,)), ())


def start_bidding(match: Match) -> Step:
    """The hands are complete: the dealer's left bids first."""
    lineup = match.rules.lineup
    deal, shown = show_hands(match, replace(match.deal, phase=Phase.BIDDING, unseen=lineup.seats))
    return Step(with_turns(match, deal, None, (lineup.next[deal.dealer],)), shown)


def show_hands(match: Match, deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
    """The deal with every hidden hand turned up whose seat has no blind bid left in it."""
    if not deal.unseen:
        return deal, ()
    still = tuple(seat for seat in deal.unseen if _may_bid_blind(match, deal, seat))
    shown = tuple(HandShown(seat, deal.hands[seat]) for seat in deal.unseen if seat not in still)
    return (replace(deal, unseen=still) if shown else deal), shown


def _may_bid_blind(match: Match, deal: Deal, seat: Seat) -> bool:
    if deal.looked[seat] or deal.bids[seat] is not None:
        return False
    return has_open_blind_bid(bid_situation(match.rules, match.points, deal, seat))
