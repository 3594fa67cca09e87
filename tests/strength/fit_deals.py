"""Deals of self-play with what each bidder held and had heard: the data that the numbers are fitted to."""

from dataclasses import dataclass
from typing import Final

from contestants import PLAYERS
from deals import RUN_SEED
from engine.actions import Action, PlaceBid
from engine.bids import Bid, BidKind
from engine.cards import CardSet
from engine.cpu.nil_risk import nil_risk
from engine.deal import decision_seed, match_seed
from engine.phases import Phase
from engine.play import apply, start
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for
from hand_counts import BidsBefore

_ACE_OF_SPADES: Final = 1 << 51
_BOLDEST: Final = 150
"""The greatest risk of a bold nil, in hundredths of log-odds: it is set in four of five deals."""
_FIT_DEALS_FROM: Final = 1_000_000
"""The deals that gates are measured on are no part of what is fitted to."""


@dataclass(frozen=True, slots=True)
class BidHand:
    """A hand, the bids before its own, its bid, and the tricks that it took."""

    hand: CardSet
    before: BidsBefore
    bid: Bid
    tricks: int


def bid_hands(rules: Rules, index: int) -> tuple[BidHand, ...]:
    """The hands of a deal that four `normal` play; two in a duel."""
    return tuple(_played(rules, index, bold=None).values())


def bold_nil(rules: Rules, index: int) -> BidHand | None:
    """The nil of a seat that bids it on any hand that is not hopeless; None if it could not."""
    bold = Seat(index % 4)
    found = _played(rules, index, bold)[bold]
    return found if found.bid.is_nil else None


def _played(rules: Rules, index: int, bold: Seat | None) -> dict[Seat, BidHand]:
    match = start(rules, match_seed(RUN_SEED, _FIT_DEALS_FROM + index)).match
    heard: dict[Seat, tuple[CardSet, BidsBefore, Bid]] = {}
    while match.last_sheet is None:
        seat = match.to_act[0]
        view = view_for(match, seat)
        action = _action(match, view, bold)
        if isinstance(action, PlaceBid):
            heard[seat] = (view.hand or 0, _before(view), action.bid)
        match = apply(match, seat, action).match
    taken = match.last_sheet.tricks_taken
    return {seat: BidHand(*each, taken[seat]) for seat, each in heard.items()}


def _action(match: Match, view: SeatView, bold: Seat | None) -> Action:
    seat, deal = view.seat, match.deal
    if seat is bold and deal.phase is Phase.BIDDING and _is_bold_nil(view):
        return PlaceBid(Bid(BidKind.NIL))
    seed = decision_seed(match.seed, seat, deal.number, deal.acted[seat] + 1)
    return PLAYERS["normal"](view, seed)


def _is_bold_nil(view: SeatView) -> bool:
    hand, partner = view.hand or 0, _before(view).partner
    is_open = partner is None or not partner.is_nil
    return is_open and not hand & _ACE_OF_SPADES and nil_risk(hand) <= _BOLDEST


def _before(view: SeatView) -> BidsBefore:
    lineup, bids = view.rules.lineup, view.deal.bids
    partner = lineup.partner[view.seat]
    theirs = lineup.seats_of(lineup.side[view.seat].other)
    return BidsBefore(None if partner is None else bids[partner], tuple(bids[seat] for seat in theirs))
