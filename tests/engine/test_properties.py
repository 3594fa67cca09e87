"""What holds in every match, whatever the rules, the shuffle and the play."""

from copy import deepcopy
from itertools import groupby
from random import Random

from hypothesis import given, settings

from engine.actions import Action, ActionKind, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.bids import refusal_of_bid
from engine.cards import CARD_COUNT, CardSet, card_set, cards_in, deck_for
from engine.errors import Refusal
from engine.events import CardDrawn, CardPlayed, DealScored, DealStarted, Event, TrickWon
from engine.phases import Phase
from engine.play import apply
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.state import Match
from engine.tricks import refusal_of_card
from engine.turns import Step
from engine.views import view_for
from spades_driver import EVERY_BID, every_action, random_steps, refusal_of
from spades_strategies import WHOLE_MATCHES, beginnings, chances

ALL_56 = range(CARD_COUNT)


def events_of(first: Step, rng: Random) -> list[Event]:
    return [*first.events, *(event for *_, step in random_steps(first.match, rng) for event in step.events)]


def split_by_deal(events: list[Event]) -> list[list[Event]]:
    starts = [at for at, event in enumerate(events) if isinstance(event, DealStarted)]
    return [events[at:end] for at, end in zip(starts, [*starts[1:], len(events)], strict=True)]


def deck(rules: Rules) -> CardSet:
    return card_set(deck_for(rules.jokers))


@WHOLE_MATCHES
@given(beginnings(players=4), chances())
def test_there_are_always_52_cards(first: Step, rng: Random) -> None:
    for _, _, _, step in random_steps(first.match, rng):
        deal = step.match.deal
        held = [*deal.hands, *deal.played]
        assert sum(held) == deck(first.match.rules)
        assert sum(map(int.bit_count, held)) == 52
        assert card_set(deal.trick) & ~sum(deal.played) == 0


@settings(WHOLE_MATCHES, max_examples=20)
@given(beginnings(players=2), chances())
def test_in_a_duel_no_card_is_in_two_places_and_26_are_kept(first: Step, rng: Random) -> None:
    for _, _, _, step in random_steps(first.match, rng):
        deal = step.match.deal
        places = [*deal.hands, *deal.played, *deal.discarded, card_set(deal.stock)]
        assert sum(map(int.bit_count, places)) == sum(places).bit_count()
        assert sum(places) & ~deck(first.match.rules) == 0
        kept = sum(map(int.bit_count, (*deal.hands, *deal.played)))
        assert kept == (52 - len(deal.stock)) // 2
        assert len(deal.stock) == 0 or deal.phase is Phase.DRAWING


@WHOLE_MATCHES
@given(beginnings(), chances())
def test_a_deal_is_13_tricks_and_each_card_is_played_once(first: Step, rng: Random) -> None:
    rules = first.match.rules
    for deal in split_by_deal(events_of(first, rng)):
        played = [event for event in deal if isinstance(event, CardPlayed)]
        tricks = [event for event in deal if isinstance(event, TrickWon)]
        assert sorted(event.card for event in played) == sorted(cards_in(_cards_in_play(rules, deal)))
        assert [event.number for event in tricks] == list(range(1, 14))
        numbers = [(number, len(list(same))) for number, same in groupby(played, lambda event: event.trick)]
        assert numbers == [(number, rules.players) for number in range(1, 14)]
        assert [card for event in tricks for card in event.cards] == [event.card for event in played]
        (scored,) = (event for event in deal if isinstance(event, DealScored))
        assert sum(scored.sheet.tricks_taken) == 13


def _cards_in_play(rules: Rules, deal: list[Event]) -> CardSet:
    """The whole deck; in a duel, the cards that were kept of it, after draws that used it up."""
    if rules.players == 4:
        return deck(rules)
    draws = [event for event in deal if isinstance(event, CardDrawn)]
    assert len(draws) == 26
    assert card_set(card for event in draws for card in event.cards or ()) == deck(rules)
    return card_set(event.kept for event in draws if event.kept is not None)


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
    """Something to do: a look counts, but only where it is not refused."""
    assert view.turn is not None
    if ActionKind.BID in view.turn.actions:
        return bool(view.legal_bids) or ActionKind.LOOK in view.turn.actions
    return view.deal.phase is Phase.DRAWING or bool(view.legal_cards)


@settings(WHOLE_MATCHES, max_examples=14)
@given(beginnings(max_deals=1), chances())
def test_apply_accepts_exactly_what_the_view_calls_legal(first: Step, rng: Random) -> None:
    for match, *_ in random_steps(first.match, rng):
        for seat in match.rules.lineup.seats:
            view = view_for(match, seat)
            for action in every_action(match, seat, rng):
                assert (refusal_of(match, seat, action) is None) is _is_legal(view, action), (seat, action)


def _is_legal(view: SeatView, action: Action) -> bool:
    kinds = view.turn.actions if view.turn else ()
    match action:
        case Look():
            # Looking at a hand that is shown is no action of the view's, but harmless.
            is_shown = view.deal.phase is Phase.BIDDING and view.hand is not None
            return is_shown or ActionKind.LOOK in kinds
        case PlaceBid():
            return ActionKind.BID in kinds and action.bid in view.legal_bids
        case PlayCard():
            return ActionKind.PLAY in kinds and bool(view.legal_cards >> action.card & 1)
        case Draw():
            return ActionKind.DRAW in kinds
        case GiveCards():
            return _is_legal_exchange(view, action.cards)


def _is_legal_exchange(view: SeatView, cards: tuple[int, ...]) -> bool:
    if view.turn is None or ActionKind.EXCHANGE not in view.turn.actions:
        return False
    is_count_right = len(set(cards)) == len(cards) == view.turn.choose
    return is_count_right and not card_set(cards) & ~view.legal_cards


@settings(WHOLE_MATCHES, max_examples=25)
@given(beginnings(max_deals=1), chances())
def test_on_its_turn_a_seats_own_view_has_the_code_of_every_refusal(first: Step, rng: Random) -> None:
    for match, *_ in random_steps(first.match, rng):
        seat = match.to_act[0]
        view = view_for(match, seat)
        if match.deal.phase is Phase.BIDDING:
            for bid in EVERY_BID:
                assert refusal_of_bid(view.bid_situation, bid) == _code(match, seat, PlaceBid(bid))
        if match.deal.phase is Phase.PLAYING:
            for card in ALL_56:
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
        for other in match.rules.lineup.seats:
            refusal_of(match, other, rng.choice(every_action(match, other, rng)))
        assert match == copy


@settings(WHOLE_MATCHES, max_examples=8)
@given(beginnings(target=500, floor=-200, tie="extra_deal", max_deals=200), chances())
def test_every_match_ends(first: Step, rng: Random) -> None:
    last = first.match
    for _, _, _, step in random_steps(first.match, rng):
        last = step.match
    assert last.result is not None
    assert last.deal.number <= 200
