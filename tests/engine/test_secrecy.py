"""No view, event or refusal tells a card that its viewer cannot know, whatever the rules and the play."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, ActionKind, PlaceBid
from engine.bids import BidKind
from engine.errors import Refusal
from engine.events import CardDrawn, HandShown
from engine.play import start
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.turns import Step
from engine.views import public_view, redact, view_for
from spades_driver import EVERY_BID, every_action, random_steps, refusal_of
from spades_knowledge import cards_known, cards_shown, with_hidden_cards_moved
from spades_strategies import WHOLE_MATCHES, beginnings, chances, rules, seeds

# Every option under which a hand can be hidden from its own seat.
HIDING = st.one_of(
    rules(blind_nil=True, blind_behind=0),
    rules(blind_bid_from=5),
    rules(suicide="all_blind_nil"),
    rules(bid_style="mirror", blind_bid_from=6),
    rules(bid_style="whiz", blind_bid_from=6),
    rules(both_nil="forbidden", blind_nil=True, blind_behind=0),
    rules(suicide="one_nil", blind_nil=True, blind_behind=0),
)


def viewers(match: Match) -> tuple[Seat | None, ...]:
    return (*match.rules.lineup.seats, None)


def view_of(match: Match, viewer: Seat | None) -> object:
    return public_view(match) if viewer is None else view_for(match, viewer)


@WHOLE_MATCHES
@given(beginnings(), chances())
def test_no_view_shows_a_card_that_its_viewer_cannot_know(first: Step, rng: Random) -> None:
    for match in (first.match, *(step.match for *_, step in random_steps(first.match, rng))):
        for viewer in viewers(match):
            assert cards_shown(view_of(match, viewer)) & ~cards_known(match, viewer) == 0


@WHOLE_MATCHES
@given(beginnings(), chances())
def test_no_event_shows_a_card_that_its_viewer_cannot_know(first: Step, rng: Random) -> None:
    steps = [first, *(step for *_, step in random_steps(first.match, rng))]
    for step in steps:
        for viewer in viewers(step.match):
            for event in step.events:
                assert cards_shown(redact(event, viewer)) & ~cards_known(step.match, viewer) == 0


@settings(WHOLE_MATCHES, max_examples=25)
@given(beginnings(max_deals=2), chances())
def test_no_view_depends_on_what_its_viewer_cannot_see(first: Step, rng: Random) -> None:
    """The same view, legal bids and cards included, however the cards lie that the viewer can't see."""
    for match, *_ in random_steps(first.match, rng):
        for viewer in viewers(match):
            other = with_hidden_cards_moved(match, viewer, rng)
            assert view_of(other, viewer) == view_of(match, viewer)


@settings(WHOLE_MATCHES, max_examples=8)
@given(beginnings(max_deals=1), chances())
def test_no_refusal_depends_on_what_its_seat_cannot_see(first: Step, rng: Random) -> None:
    for match, *_ in random_steps(first.match, rng):
        for seat in match.rules.lineup.seats:
            other = with_hidden_cards_moved(match, seat, rng)
            for action in every_action(match, seat, rng):
                assert told(match, seat, action) == told(other, seat, action)


def told(match: Match, seat: Seat, action: Action) -> tuple[object, ...] | None:
    refused = refusal_of(match, seat, action)
    return None if refused is None else (refused.refusal, refused.field, refused.index, refused.params)


@settings(WHOLE_MATCHES, max_examples=40)
@given(HIDING, seeds(), chances())
def test_no_bid_of_a_hidden_hand_is_judged_by_the_hand(drawn: Rules, seed: bytes, rng: Random) -> None:
    """Under mirror and whiz above all, where a shown hand decides its bid."""
    for match, *_ in random_steps(start(drawn, seed).match, rng):
        for seat in match.deal.unseen:
            other = with_hidden_cards_moved(match, seat, rng)
            for bid in EVERY_BID:
                answer = told(match, seat, PlaceBid(bid))
                assert answer == told(other, seat, PlaceBid(bid))
                assert not answer or answer[0] is not Refusal.BID_FIXED_BY_HAND


@settings(WHOLE_MATCHES, max_examples=60)
@given(HIDING, seeds(), chances())
def test_a_hidden_hand_stays_hidden_until_it_is_shown(drawn: Rules, seed: bytes, rng: Random) -> None:
    """Only blind bids and a look are legal, and there is always one of them."""
    for match, *_ in random_steps(start(drawn, seed).match, rng):
        for seat in match.deal.unseen:
            view = view_for(match, seat)
            assert view.hand is None
            assert {bid.kind for bid in view.legal_bids} <= {BidKind.BLIND_NIL, BidKind.BLIND_TRICKS}
            assert view.legal_bids, "with no blind bid left the hand is shown"
            assert (view.turn is not None and ActionKind.LOOK in view.turn.actions) is (
                drawn.suicide != "all_blind_nil"
            )
            assert match.deal.bids[seat] is None
            assert not match.deal.looked[seat]


@settings(WHOLE_MATCHES, max_examples=60)
@given(HIDING, seeds(), chances())
def test_a_hand_is_shown_once_and_to_its_own_seat_alone(drawn: Rules, seed: bytes, rng: Random) -> None:
    first = start(drawn, seed)
    steps = [first, *(step for *_, step in random_steps(first.match, rng))]
    shown = [event for step in steps for event in step.events if isinstance(event, HandShown)]
    deals = steps[-1].match.deal.number
    assert len(shown) == deals * drawn.players
    for event in shown:
        for viewer in viewers(first.match):
            assert redact(event, viewer) == (event if viewer is event.seat else HandShown(event.seat, None))


@settings(WHOLE_MATCHES, max_examples=20)
@given(beginnings(players=2, max_deals=1), chances())
def test_a_draw_shows_its_own_seat_the_card_kept_and_nobody_anything_else(first: Step, rng: Random) -> None:
    for _, seat, _, step in random_steps(first.match, rng):
        for event in step.events:
            if isinstance(event, CardDrawn):
                assert redact(event, seat) == CardDrawn(seat, None, event.kept)
                assert redact(event, None) == CardDrawn(seat, None, None)
                assert redact(event, first.match.rules.lineup.next[seat]) == CardDrawn(seat, None, None)
