"""Faults that other Spades programs have, or had: each is a test here, named after the fault."""

from dataclasses import replace
from random import Random

import pytest

from engine.actions import Look, PlaceBid, PlayCard
from engine.cards import RANKS
from engine.errors import Refusal
from engine.events import CardPlayed
from engine.play import apply, start
from engine.rules import Rules
from engine.scoring import SideScore, score_side, sheet_lines, tallies
from engine.seats import Seat, Side
from engine.state import Match
from engine.views import public_view, redact, view_for
from spades_builders import E, N, S, W, bid, bidding, bids, cards, codes, full_hands, hands, playing
from spades_driver import (
    bid_in_turn,
    code_of_bid,
    finish_deal,
    give,
    legal_bids_text,
    looked,
    play_in_turn,
    random_steps,
    refusal_of,
)
from spades_knowledge import cards_shown

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


def test_the_penalty_is_told_as_the_options_and_not_as_100() -> None:
    rules = Rules(bag_penalty_points=30, bag_limit=5)
    partners = tallies(rules, bids("1, 1, 1, 1"), (7, 0, 6, 0), NS)
    found = {line.line: line for line in sheet_lines(rules, partners, score_side(rules, partners, 0, 0))}
    assert found["bag_penalty"].points == -60
    assert found["bag_penalty"].params == {"times": 2, "limit": 5, "each": 30}


@pytest.mark.parametrize(
    ("made", "taken", "contract"),
    [
        pytest.param("5, 1, 4, 1", (6, 1, 4, 2), 90, id="ten taken, nine bid"),
        pytest.param("5, 1, 5, 1", (5, 1, 5, 2), 200, id="ten bid and taken"),
        pytest.param("nil, 1, 9, 1", (1, 1, 9, 2), 90, id="a nil bidder's trick makes no ten of nine"),
    ],
)
def test_the_ten_bonus_is_not_paid_for_taking_ten_without_bidding_ten(
    made: str, taken: tuple[int, ...], contract: int
) -> None:
    match = finish_deal(bidding(Rules(ten_for_200=True, bid_13_bonus=500)), made, taken).match
    assert (sheet_of(match).contract, sheet_of(match).bonus) == (contract, 0)


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


def test_a_blind_hand_shows_in_no_event_and_in_no_error() -> None:
    """Not to its own seat, nor to others, until it is shown."""
    first = start(FREE, bytes(32))
    match = apply(first.match, S, Look()).match
    for viewer in (*Seat, None):
        assert all(cards_shown(redact(event, viewer)) == 0 for event in first.events)
    for seat in (N, E, W):
        assert view_for(match, seat).hand is None
        for action in (PlaceBid(bid("3")), PlaceBid(bid("nil")), PlayCard(0)):
            refused = refusal_of(match, seat, action)
            assert refused is not None
            assert refused.refusal in (Refusal.NOT_YOUR_TURN, Refusal.MUST_LOOK_FIRST, Refusal.WRONG_PHASE)
            assert not refused.params


@pytest.mark.parametrize("style", ["mirror", "whiz"])
@pytest.mark.parametrize("spades", range(14))
def test_under_mirror_and_whiz_the_refusals_of_a_hidden_hand_do_not_tell_its_spades(
    style: str, spades: int
) -> None:
    rules = Rules(bid_style=style, blind_bid_from=6)
    others = ("AD", "KD", "QD", "JD", "TD", "9D", "8D", "7D", "6D", "5D", "4D", "3D", "2D")
    held = " ".join((*(f"{rank}S" for rank in RANKS[:spades]), *others[spades:]))
    match = bidding(rules, hands=full_hands(held))
    texts = ("nil", "zero", *map(str, range(1, 14)))
    assert {code_of_bid(match, text) for text in texts} == {"must_look_first"}
    assert {code_of_bid(match, f"blind {tricks}") for tricks in range(6, 14)} == {None}


@pytest.mark.parametrize("first", ["nil", "zero", "1", "13", "blind nil", "blind 6", "blind 13"])
@pytest.mark.parametrize("minimum", [0, 8])
def test_under_suicide_the_second_partner_always_has_a_legal_bid(first: str, minimum: int) -> None:
    rules = replace(FREE, suicide="one_nil", zero_bid=True, blind_bid_from=5, min_side_bid=minimum)
    match = bid_in_turn(bidding(rules), f"{first if 'blind' in first else f'seen {first}'}, seen 8")
    is_nil = "nil" in first
    seen = legal_bids_text(looked(match, S))
    numbers = "8-13" if minimum else "zero, 1-13"
    assert seen == (numbers if is_nil else "nil")
    assert legal_bids_text(match) == ((f"blind {minimum or 5}-13") if is_nil else "blind nil")


@pytest.mark.parametrize("rules", [replace(FREE, both_nil="forbidden"), replace(FREE, suicide="one_nil")])
@pytest.mark.parametrize("made", ["blind nil", "seen nil"])
def test_a_hand_does_not_stay_hidden_when_the_partners_nil_has_ended_the_right_to_bid_blind(
    rules: Rules, made: str
) -> None:
    match = bid_in_turn(bidding(rules), made)
    assert (match.deal.unseen, view_for(match, S).hand) == ((E, W), match.deal.hands[S])
    assert legal_bids_text(bid_in_turn(match, "blind nil")) == "1-13"


@pytest.mark.parametrize(
    ("jokers", "hand", "led", "legal"),
    [
        pytest.param("two", "BJ 5D", "9C", "BJ 5D", id="void: the joker is a spade and may be played"),
        pytest.param("two", "BJ 5C", "9C", "5C", id="not void: the joker is no club"),
        pytest.param("two", "BJ 5C", "9S", "BJ", id="spades led: the joker follows"),
        pytest.param("two", "LJ BJ", "9S", "LJ BJ", id="spades led: either joker follows"),
        pytest.param("two", "3S 5C", "BJ", "3S", id="a joker led is a spade led"),
        pytest.param("two_and_deuces", "+2D 5D", "9D", "5D", id="a high 2D is no diamond"),
        pytest.param("two_and_deuces", "+2D 5D", "9S", "+2D", id="a high 2D follows spades"),
    ],
)
def test_a_jokers_suit_is_spades_when_void_and_when_spades_are_led(
    jokers: str, hand: str, led: str, legal: str
) -> None:
    match = playing(hands("KH", hand, "QH", "JH"), trick=led, start=bidding(Rules(jokers=jokers)))
    assert view_for(match, E).legal_cards == cards(legal)


def test_a_look_lengthens_nobodys_turn() -> None:
    match = bidding(FREE)
    assert apply(match, W, Look()).match.turns == match.turns


@pytest.mark.parametrize("rules", [Rules(max_deals=1), Rules(max_deals=1, players=2)])
def test_there_is_no_trick_14(rules: Rules) -> None:
    numbers, last = [], bidding(rules, dealer=S)
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


@pytest.mark.parametrize("tie", ["extra_deal", "last_deal", "draw"])
def test_a_match_that_stays_level_ends_at_max_deals(tie: str) -> None:
    match = bidding(Rules(floor=None, target=2000, max_deals=3, tie=tie))
    for _ in range(3):
        match = finish_deal(match, "3, 3, 3, 3", (3, 3, 3, 4)).match
        match = replace(match, points=(0, 0)) if match.result is None else match
    assert match.result is not None
    assert str(match.result.end_reason) == "max_deals"


def test_a_match_that_nobody_wins_ends_at_max_deals() -> None:
    match = bidding(Rules(floor=None, target=2000, max_deals=7))
    while match.result is None:
        match = finish_deal(match, "nil, 1, nil, 1", (1, 0, 1, 11)).match
    assert (match.deal.number, str(match.result.end_reason)) == (7, "max_deals")
