"""Faults that other Spades programs have, or had: each is a test here, named after the fault."""

from dataclasses import replace
from random import Random

import pytest

from engine.actions import Look, PlaceBid
from engine.errors import Refusal
from engine.events import CardPlayed
from engine.play import apply
from engine.rules import Rules
from engine.scoring import SideScore
from engine.seats import Seat, Side
from engine.state import Match
from engine.views import public_view, view_for
from spades_builders import E, N, S, W, bid, bidding, codes, full_hands, hands, playing
from spades_driver import bid_in_turn, finish_deal, give, play_in_turn, random_steps, refusal_of

NS, EW = Side
FREE = Rules(blind_nil=True, blind_behind=0)
LOWEST = Rules(first_lead="lowest_club")


def sheet_of(match: Match, side: Side = NS) -> SideScore:
    assert match.last_sheet is not None
    return match.last_sheet.scores[side]


def test_two_penalty_thresholds_crossed_in_one_deal_cost_two_penalties() -> None:
    score = sheet_of(finish_deal(bidding(bags=(9, 0)), "1, 1, 1, 1", (7, 0, 6, 0)).match)
    assert (score.new_bags, score.bag_penalty, score.bags_carried) == (11, -200, 0)


@pytest.mark.parametrize("each", [0, 1, 50, 100, 500])
def test_the_penalty_is_the_options_and_not_100(each: int) -> None:
    start = bidding(Rules(bag_penalty_points=each), bags=(9, 0))
    score = sheet_of(finish_deal(start, "3, 3, 3, 3", (4, 3, 3, 3)).match)
    assert (score.bag_penalty, score.bags_carried) == (-each, 0)


@pytest.mark.parametrize(
    ("points", "bags", "carried"),
    [
        pytest.param(119, 0, 1, id="a score that ends in 9, without bags"),
        pytest.param(120, 4, 5, id="a score that ends in 0, with bags"),
        pytest.param(-119, 3, 4, id="a score below zero"),
    ],
)
def test_bags_are_not_read_from_the_last_digit_of_the_score(points: int, bags: int, carried: int) -> None:
    start = bidding(points=(points, 0), bags=(bags, 0))
    score = sheet_of(finish_deal(start, "3, 3, 3, 3", (4, 3, 3, 3)).match)
    assert (score.bag_penalty, score.bags_carried, score.running_total) == (0, carried, points + 61)


@pytest.mark.parametrize(("points", "winner"), [((450, 460), EW), ((490, 450), NS)])
def test_both_over_the_target_in_one_deal_the_higher_wins_and_not_the_first(
    points: tuple[int, int], winner: Side
) -> None:
    match = finish_deal(bidding(points=points), "3, 3, 3, 4", (3, 3, 3, 4)).match
    assert min(match.points) >= 500
    assert match.result is not None
    assert match.result.winner is winner


def test_level_at_500_the_next_deal_starts_the_dealer_has_moved_and_the_bags_are_kept() -> None:
    start = bidding(dealer=S, points=(450, 429), bags=(2, 7), number=9)
    match = finish_deal(start, "3, 4, 2, 3", (3, 4, 2, 4)).match
    assert (match.points, match.bags, match.result) == ((500, 500), (2, 8), None)
    assert (match.deal.number, match.deal.dealer, match.to_act) == (10, W, (N,))


def test_counts_are_reset_between_deals() -> None:
    match = finish_deal(bidding(), "3, 3, 3, 3", (4, 3, 3, 3)).match
    deal = match.deal
    assert (deal.tricks_taken, deal.played, deal.voids, deal.acted) == ((0,) * 4,) * 4
    assert (deal.trick, deal.bids, deal.is_broken, deal.exchanges) == ((), (None,) * 4, False, ())


@pytest.mark.parametrize("dealer", Seat)
def test_the_dealer_is_right_from_the_second_deal_on(dealer: Seat) -> None:
    match = bidding(dealer=dealer)
    for moved in range(1, 6):
        match = finish_deal(match, "3, 3, 3, 3", (4, 3, 3, 3)).match
        assert match.deal.dealer == (dealer + moved) % 4
        assert match.to_act == (Seat((dealer + moved + 1) % 4),)


def test_the_lowest_club_rule_touches_no_later_trick_and_no_other_player() -> None:
    match = playing(hands("2C 7C AD", "4C 3C 2D", "5C KC KH", "6C 8C 2H"), start=bidding(LOWEST))
    assert codes(view_for(match, N).legal_cards) == "2C"
    match = play_in_turn(match, "2C")
    assert codes(view_for(match, E).legal_cards) == "3C 4C"
    match = play_in_turn(match, "4C KC 8C")
    assert codes(view_for(match, S).legal_cards) == "5C KH"


def test_the_lowest_club_rule_holds_anew_in_the_next_deal() -> None:
    match = bid_in_turn(finish_deal(bidding(LOWEST), "3, 3, 3, 3", (4, 3, 3, 3)).match, "3, 3, 3, 3")
    assert codes(view_for(match, match.to_act[0]).legal_cards) == "2C"


def test_the_lowest_club_that_an_exchange_moved_is_led_from_its_new_hand() -> None:
    match = bidding(replace(FREE, first_lead="lowest_club"), hands=full_hands("2C 3C", "4C", "AS KS", "5C"))
    match = replace(match, deal=replace(match.deal, unseen=(N,)))
    match = give(give(bid_in_turn(match, "blind nil, 3, 4, 3"), N, "2C 3C"), S, "AS KS")
    assert match.to_act == (S,)
    assert codes(view_for(match, S).legal_cards) == "2C"


def test_a_look_is_remembered() -> None:
    """It is in the state, so no view that is asked for later hides the hand again or allows a blind bid."""
    match = apply(bidding(FREE), S, Look()).match
    match = bid_in_turn(match, "blind nil, blind nil")
    assert view_for(match, S).hand == match.deal.hands[S]
    refused = refusal_of(match, S, PlaceBid(bid("blind nil")))
    assert refused is not None
    assert refused.refusal is Refusal.HAND_ALREADY_SEEN


def test_a_look_lengthens_nobodys_turn() -> None:
    match = bidding(FREE)
    assert apply(match, W, Look()).match.turns == match.turns


def test_there_is_no_trick_14() -> None:
    numbers, last = [], bidding(Rules(max_deals=1))
    for _, _, _, step in random_steps(last, Random(5)):
        numbers += [event.trick for event in step.events if isinstance(event, CardPlayed)]
        last = step.match
    assert max(numbers) == 13
    assert public_view(last).deal.trick_number == 13


def test_the_last_trick_is_in_the_final_view() -> None:
    match = finish_deal(bidding(points=(490, 0)), "3, 3, 3, 3", (4, 3, 3, 3)).match
    for view in (public_view(match), view_for(match, E).match):
        assert view.last_trick is not None
        assert (view.last_trick.number, codes(view.last_trick.cards)) == (13, "AS 3C 4C 5C")


def test_the_last_trick_of_a_deal_is_seen_into_the_next_one() -> None:
    match = finish_deal(bidding(), "3, 3, 3, 3", (4, 3, 3, 3)).match
    trick = public_view(bid_in_turn(match, "3, 3")).last_trick
    assert trick is not None
    assert (trick.deal, trick.number) == (1, 13)


def test_a_match_that_nobody_wins_ends_at_max_deals() -> None:
    match = bidding(Rules(floor=None, target=2000, max_deals=7))
    while match.result is None:
        match = finish_deal(match, "nil, 1, nil, 1", (1, 0, 1, 11)).match
    assert (match.deal.number, str(match.result.end_reason)) == (7, "max_deals")
