"""Turn ids count the decisions of a match from 1, in the order in which they fall due."""

from dataclasses import replace
from random import Random

import pytest

from engine.actions import Look
from engine.play import apply, start
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for
from spades_builders import SEED, E, N, S, W, bidding, full_hands
from spades_driver import bid_in_turn, finish_deal, give, play_in_turn, random_steps

FREE = Rules(blind_nil=True, blind_behind=0)


def turns(match: Match) -> dict[str, int]:
    return {seat.name: turn for seat, turn in zip(Seat, match.turns, strict=True) if turn is not None}


def exchanging(made: str) -> Match:
    match = bidding(FREE, hands=full_hands("AS KS", "AH KH", "2C 3C", "AD KD"))
    unseen = tuple(seat for seat, text in zip(Seat, made.split(", "), strict=True) if "blind" in text)
    return bid_in_turn(replace(match, deal=replace(match.deal, unseen=unseen)), made)


BOTH = exchanging("blind nil, blind nil, 3, 3")
BOTH_LATE = exchanging("3, 3, blind nil, blind nil")
CROSSED = exchanging("3, blind nil, blind nil, 3")


@pytest.mark.parametrize(
    ("match", "due"),
    [
        pytest.param(bidding(), {"N": 1}, id="the first decision of a match is 1"),
        pytest.param(bid_in_turn(bidding(), "3"), {"E": 2}, id="each bid is one decision"),
        pytest.param(apply(bidding(FREE), W, Look()).match, {"N": 1}, id="a look is none"),
        pytest.param(
            bid_in_turn(bidding(), "3, 3, 3, 3"), {"N": 5}, id="the first card follows the last bid"
        ),
        pytest.param(BOTH, {"N": 5, "E": 6}, id="those due at once: N before E"),
        pytest.param(BOTH_LATE, {"S": 5, "W": 6}, id="those due at once: S before W"),
        pytest.param(CROSSED, {"E": 5, "S": 6}, id="those due at once: E before S"),
        pytest.param(
            give(BOTH, E, "AH KH"), {"N": 5, "W": 7}, id="a partner's part falls due when it is given"
        ),
        pytest.param(
            give(give(BOTH, E, "AH KH"), N, "AS KS"), {"W": 7, "S": 8}, id="in the order of falling due"
        ),
        pytest.param(
            give(give(give(give(BOTH, E, "AH KH"), N, "AS KS"), S, "2C 3C"), W, "AD KD"),
            {"N": 9},
            id="the first card follows the last part",
        ),
        pytest.param(
            finish_deal(bidding(), "3, 3, 3, 3", (4, 3, 3, 3)).match,
            {"E": 9},
            id="a new deal goes on counting",
        ),
    ],
)
def test_turn(match: Match, due: dict[str, int]) -> None:
    assert turns(match) == due


def test_a_played_card_makes_the_next_decision_due() -> None:
    match = bid_in_turn(bidding(hands=full_hands("2C", "3C", "4C", "5C")), "3, 3, 3, 3")
    seen = []
    for card in ("2C", "3C", "4C", "5C"):
        seen.append(turns(match))
        match = play_in_turn(match, card)
    assert [*seen, turns(match)] == [{"N": 5}, {"E": 6}, {"S": 7}, {"W": 8}, {"W": 9}]


def test_every_decision_of_a_match_is_taken_up_exactly_once() -> None:
    """Standard rules: 4 bids and 52 cards a deal, each with the next number."""
    match, taken = start(Rules(), SEED).match, []
    for before, seat, _, step in random_steps(match, Random(3)):
        taken.append(before.turns[seat])
        match = step.match
    assert taken == list(range(1, 56 * match.deal.number + 1))


def test_the_view_tells_the_turn_of_its_own_seat_only() -> None:
    match = bidding(dealer=N)
    ids = [view.turn and view.turn.id for view in (view_for(match, seat) for seat in Seat)]
    assert ids == [None, 1, None, None]
    assert match.to_act == (E,)


def test_seats_to_act_are_listed_in_the_order_of_the_table() -> None:
    assert BOTH.to_act == (N, E)
    assert give(BOTH, N, "AS KS").to_act == (E, S)
