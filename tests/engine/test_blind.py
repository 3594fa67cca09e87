"""Blind bids, hidden hands and looking: rule book, section 3, "Blind bids"."""

import pytest

from engine.actions import ActionKind, Look, PlaceBid
from engine.bids import BidSituation, refusal_of_bid
from engine.errors import Refusal
from engine.events import BidMade, HandLooked, HandShown
from engine.play import apply
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for
from spades_builders import NOBODY, STANDARD, E, N, S, W, bid, bidding
from spades_driver import bid_in_turn, looked, refusal_of

BLIND = Rules(blind_nil=True)
FREE = Rules(blind_nil=True, blind_behind=0)


@pytest.mark.parametrize(
    ("match", "unseen"),
    [
        pytest.param(
            bidding(STANDARD, points=(0, 300)), (), id="blind_nil off: every seat sees its hand at once"
        ),
        pytest.param(bidding(FREE, points=(0, 0)), (N, E, S, W), id="blind_behind 0: no condition"),
        pytest.param(bidding(FREE, points=(400, 0)), (N, E, S, W), id="0: the leading side may too"),
        pytest.param(bidding(BLIND, points=(0, 0)), (), id="a level side may not bid blind"),
        pytest.param(bidding(BLIND, points=(0, 99)), (), id="99 behind is not at least 100"),
        pytest.param(bidding(BLIND, points=(0, 100)), (N, S), id="at least this far behind: exactly 100"),
        pytest.param(bidding(BLIND, points=(100, -50)), (E, W), id="points below zero count"),
        pytest.param(
            bidding(Rules(blind_nil=True, blind_behind=500), points=(499, 0)),
            (),
            id="the deficit is the option's",
        ),
        pytest.param(
            bid_in_turn(bidding(FREE), "blind nil"), (E, S, W), id="the hand is shown after the seat's bid"
        ),
        pytest.param(looked(bidding(FREE), W), (N, E, S), id="the hand is shown after a look"),
        pytest.param(
            bid_in_turn(bidding(FREE), "blind nil, blind nil, blind nil"),
            (W,),
            id="a partner's nil leaves the right",
        ),
    ],
)
def test_hidden_from(match: Match, unseen: tuple[Seat, ...]) -> None:
    assert match.deal.unseen == unseen
    assert tuple(seat for seat in Seat if view_for(match, seat).hand is None) == unseen


def test_only_blind_bids_and_look_are_legal_from_a_hidden_hand() -> None:
    view = view_for(bidding(FREE), N)
    assert view.legal_bids == (bid("blind nil"),)
    assert view.turn is not None
    assert set(view.turn.actions) == {ActionKind.LOOK, ActionKind.BID}


def test_after_a_look_every_bid_but_the_blind_ones_is_legal() -> None:
    match = looked(bidding(FREE), N)
    assert set(view_for(match, N).legal_bids) == {bid("nil"), *(bid(str(n)) for n in range(1, 14))}


def test_look_is_possible_from_the_deal_on_and_waits_for_nobody() -> None:
    match = bidding(FREE)
    for seat in (W, S, E, N):
        view = view_for(match, seat)
        assert view.turn is not None
        assert ActionKind.LOOK in view.turn.actions
        match = looked(match, seat)
    assert match.deal.unseen == ()
    assert match.deal.looked == (True,) * 4


def test_look_takes_up_no_turn() -> None:
    match = bidding(FREE)
    after = looked(match, N, S)
    assert (after.turns, after.next_turn) == (match.turns, match.next_turn)


def test_look_is_public_and_then_the_hand_is_shown() -> None:
    match = bidding(FREE)
    step = apply(match, S, Look())
    assert step.events == (HandLooked(S), HandShown(S, match.deal.hands[S]))
    assert view_for(step.match, E).deal.looked == (False, False, True, False)


@pytest.mark.parametrize(
    "match",
    [
        pytest.param(looked(bidding(FREE), N), id="looking twice is harmless"),
        pytest.param(bidding(STANDARD), id="a look at a hand that was never hidden changes nothing"),
        pytest.param(bid_in_turn(bidding(FREE), "blind nil"), id="nor a look after a blind bid"),
        pytest.param(bid_in_turn(looked(bidding(FREE), N), "4"), id="nor a look after a bid"),
    ],
)
def test_a_look_at_a_hand_that_is_shown(match: Match) -> None:
    step = apply(match, N, Look())
    assert (step.match, step.events) == (match, ())


def test_a_look_counts_as_an_action_of_the_seat_once() -> None:
    match = looked(bidding(FREE), N, N, N)
    assert match.deal.acted == (1, 0, 0, 0)
    assert bid_in_turn(match, "4").deal.acted == (2, 0, 0, 0)


def test_a_blind_bid_shows_the_hand_to_its_own_seat() -> None:
    match = bidding(FREE)
    step = apply(match, N, PlaceBid(bid("blind nil")))
    assert step.events == (BidMade(N, bid("blind nil")), HandShown(N, match.deal.hands[N]))
    assert view_for(step.match, N).hand == match.deal.hands[N]


def test_a_seat_that_looked_can_still_bid_after_the_others_bid_blind() -> None:
    match = bid_in_turn(looked(bidding(FREE), S), "blind nil, blind nil, 5, blind nil")
    assert [each and each.is_blind for each in match.deal.bids] == [True, True, False, True]


def test_the_deficit_is_the_one_before_the_deal() -> None:
    match = bid_in_turn(bidding(BLIND, points=(0, 100)), "blind nil, 13, blind nil, 13")
    assert match.deal.bids[N] == match.deal.bids[S] == bid("blind nil")


def test_hands_are_hidden_anew_in_each_deal() -> None:
    match = bidding(FREE, number=2)
    assert match.deal.looked == (False,) * 4
    assert match.deal.unseen == (N, E, S, W)


@pytest.mark.parametrize(
    ("match", "text", "code"),
    [
        pytest.param(bidding(FREE), "nil", Refusal.MUST_LOOK_FIRST, id="a nil from a hidden hand"),
        pytest.param(bidding(FREE), "4", Refusal.MUST_LOOK_FIRST, id="an ordinary bid from a hidden hand"),
        pytest.param(
            looked(bidding(FREE), N), "blind nil", Refusal.HAND_ALREADY_SEEN, id="blind after a look"
        ),
        pytest.param(bidding(BLIND), "blind nil", Refusal.BLIND_NOT_ALLOWED, id="blind without the deficit"),
        pytest.param(bidding(STANDARD), "blind nil", Refusal.BLIND_NOT_ALLOWED, id="blind where it is off"),
    ],
)
def test_refused(match: Match, text: str, code: Refusal) -> None:
    refused = refusal_of(match, N, PlaceBid(bid(text)))
    assert refused is not None
    assert (refused.refusal, refused.field) == (code, "bid")


@pytest.mark.parametrize(
    ("match", "text", "code"),
    [
        pytest.param(looked(bidding(FREE), N), "blind nil", Refusal.HAND_ALREADY_SEEN, id="after a look"),
        pytest.param(bidding(FREE), "4", Refusal.MUST_LOOK_FIRST, id="before a look"),
        pytest.param(bidding(BLIND), "blind nil", Refusal.BLIND_NOT_ALLOWED, id="without the deficit"),
        pytest.param(bidding(FREE), "blind nil", None, id="allowed"),
    ],
)
def test_the_view_carries_the_code_before_the_attempt(match: Match, text: str, code: Refusal | None) -> None:
    assert refusal_of_bid(view_for(match, N).bid_situation, bid(text)) is code


def test_a_hand_that_was_shown_without_a_look_allows_no_blind_bid() -> None:
    """Not `hand_already_seen`: that code is for a seat that looked."""
    shown = BidSituation(FREE, behind=0, has_looked=False, spades=3)
    assert refusal_of_bid(shown, bid("blind nil")) is Refusal.BLIND_NOT_ALLOWED


def test_a_seat_that_may_only_look_has_a_turn_without_being_waited_for() -> None:
    view = view_for(bidding(FREE), W)
    assert view.turn is not None
    assert (view.turn.id, view.turn.actions) == (None, (ActionKind.LOOK,))
    assert view.match.to_act == (N,)
    assert bidding(FREE).turns == (1, *NOBODY[1:])
