"""Bidding: looks and bids."""

from dataclasses import replace

from engine.bids import Bid, refusal_of_bid
from engine.card_play import start_play
from engine.dealing import show_hands
from engine.errors import IllegalAction, Refusal
from engine.events import BidMade, HandLooked
from engine.exchanging import open_exchange
from engine.phases import Phase
from engine.seats import Seat, replaced
from engine.state import Deal, Match, bid_situation
from engine.turns import Step, one_more, require_turn, with_turns


def look(match: Match, seat: Seat) -> Step:
    """Looking waits for nobody; looking at a hand that is shown changes nothing."""
    deal = match.deal
    if deal.phase is not Phase.BIDDING:
        raise IllegalAction(Refusal.WRONG_PHASE)
    if seat not in deal.unseen:
        return Step(match, ())
    if bid_situation(match.rules, match.points, deal, seat).must_be_blind:
        raise IllegalAction(Refusal.BID_MUST_BE_NIL)
    deal = replace(deal, looked=replaced(deal.looked, seat, True), acted=one_more(deal.acted, seat))
    deal, shown = show_hands(match, deal)
    return Step(replace(match, deal=deal), (HandLooked(seat), *shown))


def place_bid(match: Match, seat: Seat, bid: Bid) -> Step:
    require_turn(match, seat, Phase.BIDDING)
    refusal = refusal_of_bid(bid_situation(match.rules, match.points, match.deal, seat), bid)
    if refusal:
        raise IllegalAction(refusal, field="bid")
    deal = match.deal
    deal = replace(deal, bids=replaced(deal.bids, seat, bid), acted=one_more(deal.acted, seat))
    deal, shown = show_hands(match, deal)
    return Step(_after_bid(match, deal, seat), (BidMade(seat, bid), *shown))


def _after_bid(match: Match, deal: Deal, seat: Seat) -> Match:
    following = match.rules.lineup.next[seat]
    if deal.bids[following] is None:
        return with_turns(match, deal, seat, (following,))
    return open_exchange(match, deal, seat) or start_play(match, deal, seat)
