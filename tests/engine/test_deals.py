"""Who deals, who bids and leads first, and what each new deal starts with: rule book, section 2."""

from dataclasses import replace
from random import Random

import pytest

from engine.cards import PLAIN_DECK, card_set
from engine.events import CardPlayed, DealScored, DealStarted, HandShown, MatchOver, MatchStarted, TrickWon
from engine.phases import Phase
from engine.play import start
from engine.rules import Rules
from engine.seats import Seat
from spades_builders import NOBODY, SEED, E, N, S, W, bidding, cards, full_hands
from spades_driver import bid_in_turn, finish_deal, play_on

LOWEST = Rules(first_lead="lowest_club")
BY_DEALER = pytest.mark.parametrize("dealer", Seat)


def test_a_deal_is_52_cards_13_to_each_seat() -> None:
    dealt = start(Rules(), SEED).match.deal.hands
    assert [hand.bit_count() for hand in dealt] == [13] * 4
    assert sum(dealt) == card_set(PLAIN_DECK)


@BY_DEALER
def test_the_dealer_moves_one_seat_clockwise_each_deal(dealer: Seat) -> None:
    rules, dealers = Rules(floor=None, target=2000, first_dealer=dealer.name), []
    match = start(rules, SEED).match
    for number in range(1, 6):
        match = play_on(match, Random(1), until_deal=number)
        dealers.append(match.deal.dealer)
    assert dealers == [Seat((dealer + moved) % 4) for moved in range(5)]


@BY_DEALER
def test_bidding_and_the_first_lead_start_at_the_dealers_left(dealer: Seat) -> None:
    match = start(Rules(first_dealer=dealer.name), SEED).match
    left = Seat((dealer + 1) % 4)
    assert match.to_act == (left,)
    match = bid_in_turn(match, "3, 3, 3, 3")
    assert (match.to_act, match.deal.leader) == ((left,), left)


@BY_DEALER
@pytest.mark.parametrize("holder", Seat)
def test_under_lowest_club_its_holder_leads_and_bidding_still_starts_at_the_dealers_left(
    dealer: Seat, holder: Seat
) -> None:
    dealt = full_hands(**{holder.name.lower(): "2C"})
    match = bidding(LOWEST, dealer=dealer, hands=dealt)
    assert match.to_act == (Seat((dealer + 1) % 4),)
    match = bid_in_turn(match, "3, 3, 3, 3")
    assert (match.to_act, match.deal.leader) == ((holder,), holder)


def test_the_lowest_club_in_play_is_told_by_the_hands() -> None:
    held = (cards("5C AD"), cards("4C AH"), cards("AS KS"), cards("6C KH"))
    match = bid_in_turn(bidding(LOWEST, hands=held), "3, 3, 3, 3")
    assert match.to_act == (E,)


def test_a_new_deal_starts_with_nothing_but_the_scores() -> None:
    ended = finish_deal(bidding(bags=(3, 0)), "3, nil, 3, 2", (4, 0, 6, 3)).match
    fresh = bidding(dealer=N, number=2)
    assert ended.deal == fresh.deal
    assert (ended.points, ended.bags) == ((64, 121), (7, 1))


def test_after_13_tricks_each_side_is_scored_and_the_next_deal_starts_in_the_same_step() -> None:
    step = finish_deal(bidding(), "3, 3, 3, 3", (4, 3, 3, 3))
    kinds = [type(event) for event in step.events]
    assert kinds == [CardPlayed, TrickWon, DealScored, DealStarted, *[HandShown] * 4]
    assert (step.match.deal.number, step.match.deal.phase) == (2, Phase.BIDDING)
    assert step.match.last_sheet is not None
    assert step.match.last_sheet.number == 1


def test_the_last_card_of_the_match_ends_it_in_the_same_step() -> None:
    step = finish_deal(bidding(points=(490, 0)), "3, 3, 3, 3", (4, 3, 3, 3))
    assert [type(event) for event in step.events] == [CardPlayed, TrickWon, DealScored, MatchOver]
    assert (step.match.turns, step.match.deal.phase) == (NOBODY, Phase.OVER)


def test_a_match_starts_with_deal_1_and_a_hand_for_each_seat() -> None:
    step = start(Rules(first_dealer="S"), SEED)
    assert step.events[:2] == (MatchStarted(), DealStarted(1, S))
    assert [event.seat for event in step.events[2:] if isinstance(event, HandShown)] == [N, E, S, W]
    assert (step.match.points, step.match.bags) == ((0, 0), (0, 0))


def test_the_same_seed_and_actions_give_the_same_match() -> None:
    first, second = (play_on(start(Rules(), SEED).match, Random(7), until_deal=3) for _ in range(2))
    assert first == second
    assert replace(first, seed=b"") != first


def test_the_random_first_dealer_comes_from_the_seed() -> None:
    dealers = {start(Rules(), bytes([number]) * 32).match.deal.dealer for number in range(40)}
    assert dealers == {N, E, S, W}
