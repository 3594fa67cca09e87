"""What a seat and a spectator may see, and what of an event: by listing, never by hiding."""

from dataclasses import fields, replace

import pytest

from engine.actions import ActionKind, Look
from engine.events import (
    BidMade,
    CardPlayed,
    DealStarted,
    Event,
    ExchangeMade,
    HandLooked,
    HandShown,
    TrickWon,
)
from engine.phases import Phase
from engine.play import apply
from engine.rules import Rules
from engine.seat_view import ExchangePart, OwnExchange, PublicDeal, PublicMatch, SeatView, Turn
from engine.seats import Seat
from engine.state import Match
from engine.views import public_view, redact, view_for
from spades_builders import E, N, S, W, bid, bidding, cards, full_hands, hands, in_order, playing
from spades_driver import bid_in_turn, finish_deal, give, play_in_turn
from spades_knowledge import cards_shown

FREE = Rules(blind_nil=True, blind_behind=0)
HANDS = full_hands("AS KS", "AH KH", "2C 3C", "AD KD")


def exchanging() -> Match:
    match = bidding(FREE, hands=HANDS)
    return bid_in_turn(replace(match, deal=replace(match.deal, unseen=(N,))), "blind nil, 3, 4, 3")


@pytest.mark.parametrize("seat", Seat)
def test_a_seat_sees_its_own_hand_and_no_other(seat: Seat) -> None:
    assert cards_shown(view_for(bidding(hands=HANDS), seat)) == HANDS[seat]


def test_a_spectator_sees_no_hand() -> None:
    assert cards_shown(public_view(bidding(hands=HANDS))) == 0


@pytest.mark.parametrize("seat", Seat)
def test_a_hidden_hand_is_hidden_from_its_own_seat(seat: Seat) -> None:
    view = view_for(bidding(FREE, hands=HANDS), seat)
    assert (view.hand, cards_shown(view), view.legal_cards) == (None, 0, 0)
    assert view.deal.cards_held == (13, 13, 13, 13)


def test_played_cards_and_the_trick_are_everyones() -> None:
    match = play_in_turn(playing(hands("5C 2D", "6C 3D", "AC 4D", "7C 5D")), "5C 6C AC 7C 4D")
    view = public_view(match)
    assert view.deal.trick == in_order("4D")
    assert view.deal.played == tuple(map(cards, ("5C", "6C", "AC 4D", "7C")))
    assert view.last_trick is not None
    assert view.last_trick.cards == in_order("5C 6C AC 7C")
    assert (view.deal.cards_held, view.deal.trick_number) == ((1, 1, 0, 1), 2)


def test_bids_and_looks_are_everyones() -> None:
    match = bid_in_turn(apply(bidding(FREE), W, Look()).match, "blind nil")
    deal = public_view(match).deal
    assert (deal.bids, deal.looked) == ((bid("blind nil"), None, None, None), (False, False, False, True))
    assert deal.unseen == (E, S)


def test_the_exchange_in_the_eyes_of_everyone() -> None:
    parts = public_view(give(exchanging(), N, "AS KS")).deal.exchanges
    assert parts == (ExchangePart(N, S, 2, is_done=True), ExchangePart(S, N, 2, is_done=False))


@pytest.mark.parametrize(
    ("seat", "own"),
    [
        pytest.param(N, OwnExchange(S, 2, in_order("AS KS"), in_order("3C 2C")), id="the nil bidder"),
        pytest.param(S, OwnExchange(N, 2, in_order("3C 2C"), in_order("AS KS")), id="the partner"),
        pytest.param(E, None, id="the other side"),
        pytest.param(W, None, id="the other side's other seat"),
    ],
)
def test_the_exchange_in_the_eyes_of_a_seat(seat: Seat, own: OwnExchange | None) -> None:
    assert view_for(give(give(exchanging(), N, "AS KS"), S, "3C 2C"), seat).exchange == own


SHOWN = HandShown(N, HANDS[N])
EXCHANGED = ExchangeMade(N, S, 2, in_order("AS KS"))


@pytest.mark.parametrize(
    ("event", "viewers"),
    [
        pytest.param(SHOWN, {N}, id="a hand is shown to its own seat alone"),
        pytest.param(EXCHANGED, {N, S}, id="exchanged cards are shown to the two of them"),
        pytest.param(CardPlayed(N, 51, 1), {N, E, S, W, None}, id="a card that is played is everyone's"),
        pytest.param(TrickWon(N, 1, in_order("AS 2S 3S 4S")), {N, E, S, W, None}, id="a trick is everyone's"),
        pytest.param(BidMade(N, bid("nil")), {N, E, S, W, None}, id="a bid is everyone's"),
        pytest.param(HandLooked(N), {N, E, S, W, None}, id="a look is everyone's"),
        pytest.param(DealStarted(1, N), {N, E, S, W, None}, id="a deal's start has no cards"),
    ],
)
def test_redacted(event: Event, viewers: set[Seat | None]) -> None:
    for viewer in (*Seat, None):
        seen = redact(event, viewer)
        assert (seen == event) is (viewer in viewers)
        assert viewer in viewers or cards_shown(seen) == 0


@pytest.mark.parametrize("viewer", [E, W, None])
def test_the_other_side_learns_how_many_cards_went(viewer: Seat | None) -> None:
    assert redact(EXCHANGED, viewer) == ExchangeMade(N, S, 2, None)


@pytest.mark.parametrize(
    ("match", "seat", "turn"),
    [
        pytest.param(bidding(), N, Turn(1, (ActionKind.BID,), 0), id="to bid"),
        pytest.param(bidding(), E, None, id="to wait for a bid"),
        pytest.param(
            bidding(FREE), N, Turn(1, (ActionKind.LOOK, ActionKind.BID), 0), id="to look or bid blind"
        ),
        pytest.param(bidding(FREE), E, Turn(None, (ActionKind.LOOK,), 0), id="to look, out of turn"),
        pytest.param(exchanging(), N, Turn(5, (ActionKind.EXCHANGE,), 2), id="to give two cards"),
        pytest.param(exchanging(), S, None, id="to wait for the nil bidder's cards"),
        pytest.param(playing(HANDS), N, Turn(5, (ActionKind.PLAY,), 1), id="to play a card"),
        pytest.param(playing(HANDS), W, None, id="to wait for a card"),
    ],
)
def test_turn(match: Match, seat: Seat, turn: Turn | None) -> None:
    assert view_for(match, seat).turn == turn


def test_in_an_exchange_the_legal_cards_are_those_that_may_be_given() -> None:
    assert view_for(exchanging(), N).legal_cards == HANDS[N]


def test_when_the_match_is_over_nobody_has_anything_to_do() -> None:
    over = finish_deal(bidding(points=(490, 0)), "3, 3, 3, 3", (4, 3, 3, 3)).match
    assert [view_for(over, seat).turn for seat in Seat] == [None] * 4
    view = public_view(over)
    assert (view.deal.phase, view.to_act, view.result) == (Phase.OVER, (), over.result)


def test_the_last_sheet_stays_until_the_next_deal_is_complete() -> None:
    first = finish_deal(bidding(), "3, 3, 3, 3", (4, 3, 3, 3)).match
    sheet = public_view(bid_in_turn(first, "3, 3, 3, 3")).last_sheet
    assert sheet is not None
    assert sheet.number == 1
    second = public_view(finish_deal(first, "3, 3, 3, 3", (4, 3, 3, 3)).match).last_sheet
    assert second is not None
    assert second.number == 2


def test_the_seed_is_in_no_view() -> None:
    """A match has a seed, from which every card follows; a view has no place for it."""
    assert "seed" in {field.name for field in fields(Match)}
    for shown in (SeatView, PublicMatch, PublicDeal):
        assert not {"seed", "hands", "acted"} & {field.name for field in fields(shown)}
