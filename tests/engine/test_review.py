"""A review measures a seat against `hard` by what the seat knew: fair, complete, the same every time."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from cpu_tables import BLIND, DUEL, JOKERS, SUICIDE, WHIZ, redealt
from engine.actions import GiveCards, Look, PlaceBid, PlayCard
from engine.autoplay import take_turn
from engine.bids import Bid, BidKind
from engine.cards import cards_in, lowest
from engine.cpu.choice import choose
from engine.cpu.explaining import explain
from engine.cpu.reasons import ReasonCode
from engine.cpu.search import rank_cards
from engine.deal import decision_seed, review_seed
from engine.decisions import Decision
from engine.events import Event
from engine.levels import Level
from engine.phases import Phase
from engine.play import apply, start
from engine.review import judge, judge_seat
from engine.rules import Rules
from engine.seats import Seat
from engine.views import view_for
from spades_builders import S, W, bidding, cards, codes, full_hands, hands, in_order, one, playing
from spades_driver import bid_in_turn, random_action, random_steps

SEED = bytes(range(32))
TWO_DEALS = Rules(max_deals=2, target=2000, floor=None)
TABLES = [
    pytest.param(BLIND, id="blind nil"),
    pytest.param(JOKERS, id="jokers, high deuces, nil exchange"),
    pytest.param(DUEL, id="duel with jokers"),
    pytest.param(SUICIDE, id="suicide, blind tricks"),
    pytest.param(WHIZ, id="whiz, lowest club"),
]
SOME = 10
"""Decisions of a table: each card is searched, which takes its time."""


def needed_trick(card: str) -> Decision:
    """South plays a card to the last trick but one: its contract needs one more, and only its ace wins it."""
    held = hands("3C", "JD", "AH 4H", "QD")
    match = playing(
        held, trick="9H 3H TH", leader=W, is_broken=True, bids_made="3, 3, 3, 3", tricks_taken=(2, 3, 3, 3)
    )
    gone = tuple(cards_in(cards("9H 3H TH") ^ _everything() ^ sum(held)))
    played = tuple(sum(1 << each for each in gone[seat::4]) for seat in Seat)
    laid = {seat: one(code) for seat, code in zip((Seat.W, Seat.N, Seat.E), ("9H", "3H", "TH"), strict=True)}
    played = tuple(cards | 1 << laid[seat] if seat in laid else cards for seat, cards in enumerate(played))
    return Decision(replace(match, deal=replace(match.deal, played=played)), S, PlayCard(one(card)))


def _everything() -> int:
    return (1 << 52) - 1


def test_a_card_that_throws_a_sure_contract_away_costs_points() -> None:
    judged = judge(needed_trick("4H"))
    assert judged.recommended == PlayCard(one("AH"))
    assert judged.points_lost is not None
    assert judged.points_lost > 20
    assert not judged.agrees
    assert (judged.trick, judged.turn) == (12, 5)


def test_the_right_card_costs_nothing() -> None:
    judged = judge(needed_trick("AH"))
    assert (judged.agrees, judged.points_lost) == (True, 0)
    assert [codes((ranked.card,)) for ranked in judged.ranking] == ["AH", "4H"]
    assert judged.reasons


def second_deal(level: Level | None) -> list[Event]:
    """Two deals; in the second South plays at that level, or at random, and the others as `normal` does."""
    rng, step = Random(5), start(TWO_DEALS, SEED)
    match, events = step.match, list(step.events)
    while match.to_act:
        seat = match.to_act[0]
        if match.deal.number == 1 or (seat is S and level is None):
            step = apply(match, *random_action(match, rng))
        else:
            step = take_turn(match, seat, level if seat is S and level else Level.NORMAL)
        match = step.match
        events += step.events
    return events


def test_hard_is_always_of_its_own_mind() -> None:
    """And of several deals only the one is reviewed, and of it only the seat."""
    judged = judge_seat(TWO_DEALS, SEED, second_deal(Level.HARD), 2, S)
    assert [each.trick for each in judged] == [None, *range(1, 14)]
    assert all(each.seat is S and each.agrees for each in judged)
    assert [each.points_lost for each in judged] == [None, *[0.0] * 13]


def test_random_play_loses_much() -> None:
    judged = judge_seat(TWO_DEALS, SEED, second_deal(None), 2, S)
    assert sum(each.points_lost or 0 for each in judged) > 40


def test_of_a_deal_that_was_not_played_there_is_nothing() -> None:
    assert judge_seat(TWO_DEALS, SEED, second_deal(None), 3, S) == ()


def moments(rules: Rules) -> Iterator[Decision]:
    """Decisions of random play, cards among them that were played to a trick and led."""
    for number in range(100):
        rng = Random(number)
        for match, seat, action, step in random_steps(start(rules, rng.randbytes(32)).match, rng):
            is_card = match.deal.phase is Phase.PLAYING
            if step.events and rng.random() < (0.05 if is_card else 0.2):
                yield Decision(match, seat, action)


@pytest.mark.parametrize("rules", TABLES)
def test_a_judgement_is_whole_under_all_rules(rules: Rules) -> None:
    for decision in islice(moments(rules), SOME):
        judged, view = judge(decision), view_for(decision.match, decision.seat)
        assert judged.made == decision.action
        assert judged.turn == decision.match.turns[decision.seat]
        apply(decision.match, decision.seat, judged.recommended)  # it is legal
        if isinstance(decision.action, PlayCard):
            assert {each.card for each in judged.ranking} == set(cards_in(view.legal_cards))
            best, *others = judged.ranking
            assert PlayCard(best.card) == judged.recommended
            assert others == sorted(others, key=lambda each: -each.points)
            lowest = min(each.points for each in judged.ranking)
            assert judged.points_lost is not None
            assert 0 <= judged.points_lost <= best.points - lowest + 0.01
            assert judged.trick == view.deal.trick_number
        else:
            assert (judged.ranking, judged.points_lost, judged.trick) == ((), None, None)


@pytest.mark.parametrize("rules", TABLES)
def test_cards_that_the_seat_could_not_see_have_no_part_in_it(rules: Rules) -> None:
    """Else a review would blame a player for what nobody could know."""
    rng = Random(8)
    for decision in islice(moments(rules), SOME // 2):
        match, seat = decision.match, decision.seat
        other = replace(redealt(match, seat, rng), seed=match.seed)
        assert judge(Decision(other, seat, decision.action)) == judge(decision)


def test_cards_are_valued_in_other_worlds_than_those_that_made_hard_choose() -> None:
    """In its own worlds the card of its choice looks better than it is."""
    match = bid_in_turn(bidding(), "3, 3, 3, 3")
    seat = match.to_act[0]
    nth = (match.seed, seat, match.deal.number, match.deal.acted[seat] + 1)
    view = view_for(match, seat)
    judged = judge(Decision(match, seat, PlayCard(lowest(view.legal_cards))))
    points = {each.card: each.points for each in judged.ranking}
    for seed, is_used in ((review_seed(*nth), True), (decision_seed(*nth), False)):
        found = {each.card: round(each.points, 1) for each in rank_cards(view, seed)}
        assert (found == points) is is_used


def lowest_cards() -> Iterator[Decision]:
    """Decisions of a match of four `normal`, from the third trick on, with the lowest card played there."""
    match = start(Rules(), bytes([1] * 32)).match
    for number in range(40):
        seat = match.to_act[0]
        if number >= 12:
            yield Decision(match, seat, PlayCard(lowest(view_for(match, seat).legal_cards)))
        match = take_turn(match, seat, Level.NORMAL).match


def test_a_card_of_the_search_is_said_to_be_better_only_where_the_ranking_shows_it() -> None:
    missing = {ReasonCode.PLAYED_OUT, ReasonCode.NOT_CONFIRMED}
    for decision in lowest_cards():
        judged = judge(decision)
        first, *aims = judged.reasons
        if first.code not in missing:
            continue
        card, usual = first.cards
        assert judged.recommended == PlayCard(card)
        view = view_for(decision.match, decision.seat)
        choice = choose(view, Level.NORMAL, bytes(32))
        assert choice.action == PlayCard(usual)
        assert aims
        assert set(aims) <= set(explain(view, choice))
        points = {each.card: each.points for each in judged.ranking}
        assert (points[card] > points[usual]) is (first.code is ReasonCode.PLAYED_OUT)
        missing.remove(first.code)
        if not missing:
            return
    pytest.fail(f"not met: {missing}")


def test_a_card_that_is_worth_more_than_the_recommended_one_agrees() -> None:
    for decision in lowest_cards():
        judged = judge(decision)
        points = {each.card: each.points for each in judged.ranking}
        assert isinstance(judged.recommended, PlayCard)
        usual = points[judged.recommended.card]
        if min(points.values()) < usual < max(points.values()):
            worst, *_, best = sorted(points, key=points.__getitem__)
            low, high = (judge(replace(decision, action=PlayCard(card))) for card in (worst, best))
            assert (low.agrees, high.agrees) == (False, True)
            assert high.points_lost == 0 != low.points_lost
            return
    pytest.fail("the recommended card was always the best or the worst one")


def exchanging() -> Decision:
    """North bid a nil and gives two cards."""
    match = bidding(Rules(nil_exchange=2), hands=full_hands(n="AS KH QH 4H 3H 2H 5D 4D 3D 2D 4C 3C 2C"))
    match = bid_in_turn(match, "nil, 4, 4, 4")
    return Decision(match, Seat.N, GiveCards(in_order("AS KH")))


def test_the_cards_of_an_exchange_are_named_in_any_order() -> None:
    decision = exchanging()
    recommended = judge(decision).recommended
    assert isinstance(recommended, GiveCards)
    for given, agrees in (
        (recommended.cards, True),
        (recommended.cards[::-1], True),
        (in_order("3D 2D"), False),
    ):
        assert judge(replace(decision, action=GiveCards(given))).agrees == agrees


def test_a_bid_says_whether_hard_agrees_and_costs_nothing() -> None:
    match = bidding(hands=full_hands(n="AS KS QS JS AH KH AD KD AC KC 2C 3C 4C"))
    judged = judge(Decision(match, Seat.N, PlaceBid(Bid(BidKind.TRICKS, 1))))
    assert (judged.agrees, judged.points_lost) == (False, None)
    assert judge(Decision(match, Seat.N, judged.recommended)).agrees


def test_a_look_is_measured_against_a_blind_bid_where_it_is_due_or_not() -> None:
    rules = Rules(blind_nil=True, blind_behind=0)
    match = bidding(rules, points=(0, 450))
    first = match.to_act[0]
    judged = judge(Decision(match, first, Look()))
    assert judged.recommended == PlaceBid(Bid(BidKind.BLIND_NIL))
    assert (judged.agrees, judged.turn) == (False, match.turns[first])
    early = judge(Decision(match, rules.lineup.next[first], Look()))
    assert (early.recommended, early.turn) == (Look(), None)
