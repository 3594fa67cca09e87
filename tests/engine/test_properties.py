"""What holds in every match, whatever the rules, the shuffle and the play."""

from copy import deepcopy
from random import Random

from hypothesis import given, settings

from engine.actions import Action, ActionKind, GiveCards, Look, PlaceBid, PlayCard
from engine.autoplay import take_first_legal
from engine.bids import Bid, BidKind, refusal_of_bid
from engine.cards import ALL_CARDS, DECK, card_set, cards_in
from engine.errors import Refusal
from engine.events import CardPlayed, DealScored, DealStarted, Event, TrickWon
from engine.phases import Phase
from engine.play import apply, start
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.state import Match
from engine.tricks import refusal_of_card
from engine.turns import Step
from engine.views import public_view, redact, view_for
from spades_driver import random_steps, refusal_of
from spades_knowledge import cards_known, cards_shown, with_hidden_cards_moved
from spades_strategies import WHOLE_MATCHES, beginnings, chances, rules, seeds

VIEWERS = (*Seat, None)
EVERY_BID = (
    *(Bid(BidKind.TRICKS, tricks) for tricks in range(14)),
    *(Bid(BidKind.BLIND_TRICKS, tricks) for tricks in range(5, 14)),
    Bid(BidKind.NIL),
    Bid(BidKind.ZERO),
    Bid(BidKind.BLIND_NIL),
)


def view_of(match: Match, viewer: Seat | None) -> object:
    return public_view(match) if viewer is None else view_for(match, viewer)


@WHOLE_MATCHES
@given(beginnings(), chances())
def test_there_are_always_52_cards(first: Step, rng: Random) -> None:
    for _, _, _, step in random_steps(first.match, rng):
        deal = step.match.deal
        held = [*deal.hands, *deal.played]
        assert sum(held) == ALL_CARDS
        assert sum(map(int.bit_count, held)) == 52
        assert card_set(deal.trick) & ~sum(deal.played) == 0


@WHOLE_MATCHES
@given(beginnings(), chances())
def test_a_deal_is_13_tricks_and_each_card_is_played_once(first: Step, rng: Random) -> None:
    events = [*first.events]
    for _, _, _, step in random_steps(first.match, rng):
        events += step.events
    for deal in _split_by_deal(events):
        played = [event for event in deal if isinstance(event, CardPlayed)]
        tricks = [event for event in deal if isinstance(event, TrickWon)]
        assert sorted(event.card for event in played) == list(DECK)
        assert [event.number for event in tricks] == list(range(1, 14))
        assert [event.trick for event in played] == [number for number in range(1, 14) for _ in range(4)]
        assert tuple(card for event in tricks for card in event.cards) == tuple(
            event.card for event in played
        )
        (scored,) = (event for event in deal if isinstance(event, DealScored))
        assert sum(scored.sheet.tricks_taken) == 13


def _split_by_deal(events: list[Event]) -> list[list[Event]]:
    starts = [at for at, event in enumerate(events) if isinstance(event, DealStarted)]
    return [events[at:end] for at, end in zip(starts, [*starts[1:], len(events)], strict=True)]


@WHOLE_MATCHES
@given(beginnings(), chances())
def test_someone_may_act_until_the_end(first: Step, rng: Random) -> None:
    match = first.match
    for before, seat, action, step in random_steps(first.match, rng):
        assert before.to_act
        assert all(_has_a_legal_action(view_for(before, seat)) for seat in before.to_act)
        assert isinstance(action, Look) or seat in before.to_act
        match = step.match
    assert match.result is not None
    assert match.to_act == ()
    assert match.deal.number <= match.rules.max_deals


def _has_a_legal_action(view: SeatView) -> bool:
    assert view.turn is not None
    if ActionKind.BID in view.turn.actions:
        return bool(view.legal_bids) or ActionKind.LOOK in view.turn.actions
    return bool(view.legal_cards)


@settings(WHOLE_MATCHES, max_examples=15)
@given(beginnings(max_deals=1), chances())
def test_apply_accepts_exactly_what_the_view_calls_legal(first: Step, rng: Random) -> None:
    for match, *_ in random_steps(first.match, rng):
        for seat in Seat:
            view = view_for(match, seat)
            for action in _every_action(match, seat, rng):
                assert (refusal_of(match, seat, action) is None) is _is_legal(view, action), (seat, action)


def _every_action(match: Match, seat: Seat, rng: Random) -> list[Action]:
    """Every card, every bid, a look, and some exchanges, right and wrong."""
    hand = list(cards_in(match.deal.hands[seat]))
    some = [GiveCards(tuple(rng.sample(hand, count))) for count in range(min(5, len(hand)) + 1)]
    wrong = (
        [GiveCards(tuple(rng.sample(DECK, match.rules.blind_exchange))), GiveCards((hand[0],) * 2)]
        if hand
        else []
    )
    return [Look(), *map(PlayCard, DECK), *map(PlaceBid, EVERY_BID), *some, *wrong]


def _is_legal(view: SeatView, action: Action) -> bool:
    kinds = view.turn.actions if view.turn else ()
    match action:
        case Look():
            # Looking at a hand that is shown is no action of the view's, but harmless.
            return view.deal.phase is Phase.BIDDING
        case PlaceBid():
            return ActionKind.BID in kinds and action.bid in view.legal_bids
        case PlayCard():
            return ActionKind.PLAY in kinds and bool(view.legal_cards >> action.card & 1)
        case GiveCards():
            if view.turn is None or ActionKind.EXCHANGE not in kinds or view.turn.choose != len(action.cards):
                return False
            return (
                len(set(action.cards)) == len(action.cards) and not card_set(action.cards) & ~view.legal_cards
            )


@settings(WHOLE_MATCHES, max_examples=15)
@given(beginnings(max_deals=1), chances())
def test_on_its_turn_a_seats_own_view_has_the_code_of_every_refusal(first: Step, rng: Random) -> None:
    for match, *_ in random_steps(first.match, rng):
        seat = match.to_act[0]
        view = view_for(match, seat)
        if match.deal.phase is Phase.BIDDING:
            for bid in EVERY_BID:
                assert refusal_of_bid(view.bid_situation, bid) == _code(match, seat, PlaceBid(bid))
        if match.deal.phase is Phase.PLAYING:
            for card in DECK:
                assert refusal_of_card(view.card_situation, card) == _code(match, seat, PlayCard(card))


def _code(match: Match, seat: Seat, action: Action) -> Refusal | None:
    refused = refusal_of(match, seat, action)
    return refused.refusal if refused else None


@settings(WHOLE_MATCHES, max_examples=20)
@given(beginnings(max_deals=1), chances())
def test_the_input_never_changes(first: Step, rng: Random) -> None:
    for match, seat, action, step in random_steps(first.match, rng):
        copy = deepcopy(match)
        assert apply(match, seat, action) == step
        for other in Seat:
            refusal_of(match, other, rng.choice(_every_action(match, other, rng)))
        assert match == copy


@WHOLE_MATCHES
@given(beginnings(), chances())
def test_no_view_shows_a_card_that_its_viewer_cannot_know(first: Step, rng: Random) -> None:
    for _, _, _, step in random_steps(first.match, rng):
        for viewer in VIEWERS:
            assert cards_shown(view_of(step.match, viewer)) & ~cards_known(step.match, viewer) == 0


@WHOLE_MATCHES
@given(beginnings(), chances())
def test_no_event_shows_a_card_that_its_viewer_cannot_know(first: Step, rng: Random) -> None:
    steps = [first, *(step for *_, step in random_steps(first.match, rng))]
    for step in steps:
        for viewer in VIEWERS:
            for event in step.events:
                assert cards_shown(redact(event, viewer)) & ~cards_known(step.match, viewer) == 0


@settings(WHOLE_MATCHES, max_examples=25)
@given(beginnings(), chances())
def test_no_view_depends_on_what_its_viewer_cannot_see(first: Step, rng: Random) -> None:
    """The same view, legal bids and cards included, however the cards lie that the viewer can't see."""
    for match, *_ in random_steps(first.match, rng):
        for viewer in VIEWERS:
            other = with_hidden_cards_moved(match, viewer, rng)
            assert view_of(other, viewer) == view_of(match, viewer)


@settings(WHOLE_MATCHES, max_examples=8)
@given(beginnings(max_deals=1), chances())
def test_no_refusal_depends_on_what_its_seat_cannot_see(first: Step, rng: Random) -> None:
    for match, *_ in random_steps(first.match, rng):
        for seat in Seat:
            other = with_hidden_cards_moved(match, seat, rng)
            for action in _every_action(match, seat, rng):
                assert _told(match, seat, action) == _told(other, seat, action)


def _told(match: Match, seat: Seat, action: Action) -> object:
    refused = refusal_of(match, seat, action)
    return refused and (refused.refusal, refused.field, refused.index, refused.params)


@settings(WHOLE_MATCHES, max_examples=30)
@given(rules(blind_nil=True, blind_behind=0), seeds(), chances())
def test_a_hidden_hand_stays_hidden_until_it_is_shown(drawn: Rules, seed: bytes, rng: Random) -> None:
    for match, *_ in random_steps(start(drawn, seed).match, rng):
        for seat in match.deal.unseen:
            view = view_for(match, seat)
            assert view.hand is None
            assert {bid.kind for bid in view.legal_bids} == {BidKind.BLIND_NIL}
            assert match.deal.bids[seat] is None
            assert not match.deal.looked[seat]


@settings(WHOLE_MATCHES, max_examples=6)
@given(rules(floor=None, max_deals=12), seeds())
def test_the_first_legal_action_keeps_every_match_going_to_its_end(drawn: Rules, seed: bytes) -> None:
    match = start(drawn, seed).match
    while match.result is None:
        match = take_first_legal(match, match.to_act[0]).match
    assert match.deal.phase is Phase.OVER


@settings(WHOLE_MATCHES, max_examples=8)
@given(beginnings(target=500, floor=-200, tie="extra_deal", max_deals=200), chances())
def test_every_match_ends(first: Step, rng: Random) -> None:
    last = first.match
    for _, _, _, step in random_steps(first.match, rng):
        last = step.match
    assert last.result is not None
