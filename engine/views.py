"""From the state to what a viewer may know: seat views, the spectator's view, redacted events."""

from dataclasses import replace
from functools import lru_cache

from engine.actions import ActionKind
from engine.events import CardDrawn, Event, ExchangeMade, HandShown
from engine.phases import Phase
from engine.seat_view import ExchangePart, OwnExchange, PublicDeal, PublicMatch, SeatView, Turn
from engine.seats import Seat
from engine.state import Deal, Match, exchange_due


def view_for(match: Match, seat: Seat, public: PublicMatch | None = None) -> SeatView:
    """What `seat` may know of the match now. `public`: what anyone may, where it is at hand."""
    deal = match.deal
    return SeatView(
        public or public_view(match),
        seat,
        None if seat in deal.unseen else deal.hands[seat],
        _own_exchange(deal, seat) if deal.exchanges else None,
        _turn(match, seat),
        deal.discarded[seat],
    )


def public_view(match: Match) -> PublicMatch:
    """What anyone may know of the match now."""
    return PublicMatch(
        match.rules,
        _public_deal(match.deal),
        match.points,
        match.bags,
        match.to_act,
        match.last_trick,
        match.last_sheet,
        match.result,
    )


def redact(event: Event, viewer: Seat | None) -> Event:
    """The event without what `viewer` (None: a spectator) may not see."""
    match event:
        case HandShown(seat=seat) if seat is not viewer:
            return replace(event, hand=None)
        case CardDrawn(seat=seat):
            return replace(event, cards=None, kept=event.kept if seat is viewer else None)
        case ExchangeMade(seat=seat, to=to) if viewer not in (seat, to):
            return replace(event, cards=None)
        case _:
            return event


def _public_deal(deal: Deal) -> PublicDeal:
    return PublicDeal(
        deal.number,
        deal.dealer,
        deal.phase,
        deal.looked,
        deal.unseen,
        deal.bids,
        _exchange_parts(deal) if deal.exchanges else (),
        deal.leader,
        deal.trick,
        deal.tricks_taken,
        deal.is_broken,
        tuple(map(int.bit_count, deal.hands)),
        deal.played,
        deal.voids,
        len(deal.stock),
    )


def _exchange_parts(deal: Deal) -> tuple[ExchangePart, ...]:
    return tuple(
        ExchangePart(part.giver, part.receiver, part.count, part.cards is not None) for part in deal.exchanges
    )


def _own_exchange(deal: Deal, seat: Seat) -> OwnExchange | None:
    given = next((part for part in deal.exchanges if part.giver is seat), None)
    received = next((part for part in deal.exchanges if part.receiver is seat), None)
    if given is None or received is None:
        return None
    return OwnExchange(given.receiver, given.count, given.cards, received.cards)


def _turn(match: Match, seat: Seat) -> Turn | None:
    deal, turn = match.deal, match.turns[seat]
    if deal.phase is Phase.BIDDING:
        return _bidding_turn(match, seat, turn)
    if turn is None:
        return None
    if deal.phase is Phase.EXCHANGE:
        part = exchange_due(deal, seat)
        return Turn(turn, (ActionKind.EXCHANGE,), part.count if part else 0)
    if deal.phase is Phase.DRAWING:
        return Turn(turn, (ActionKind.DRAW,), 0, deal.stock[0])
    return _playing_turn(turn)


@lru_cache(maxsize=4096)
def _playing_turn(turn: int) -> Turn:
    """Kept, as the ids of every match count from 1."""
    return Turn(turn, (ActionKind.PLAY,), 1)


def _bidding_turn(match: Match, seat: Seat, turn: int | None) -> Turn | None:
    has_look = seat in match.deal.unseen and match.rules.suicide != "all_blind_nil"
    look = (ActionKind.LOOK,) if has_look else ()
    bid = (ActionKind.BID,) if turn is not None else ()
    return Turn(turn, look + bid, 0) if look or bid else None
