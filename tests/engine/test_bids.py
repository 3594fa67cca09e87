"""Bidding: rule book, section 2, sentences 2 and 3."""

import pytest

from engine.actions import PlaceBid
from engine.bids import all_bids, contract_of
from engine.errors import Refusal
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import Seat
from engine.views import view_for
from spades_builders import STANDARD, E, N, S, W, bid, bidding, bids
from spades_driver import bid_in_turn, refusal_of


def test_a_bid_is_0_to_13_and_0_is_nil() -> None:
    legal = view_for(bidding(), N).legal_bids
    assert set(legal) == {bid("nil"), *(bid(str(tricks)) for tricks in range(1, 14))}
    assert all(each.is_nil is (each == bid("nil")) for each in legal)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("nil, nil, nil, nil", id="the four bids may add up to nothing"),
        pytest.param("13, 13, 13, 13", id="the four bids may add up to 52"),
        pytest.param("4, 3, 3, 3", id="the four bids may add up to 13"),
        pytest.param("1, nil, 1, nil", id="both partners may bid nil"),
    ],
)
def test_any_four_bids(text: str) -> None:
    match = bid_in_turn(bidding(), text)
    assert match.deal.phase is Phase.PLAYING
    assert match.deal.bids == bids(text)


def test_each_seat_bids_exactly_once_clockwise() -> None:
    match = bidding()
    order: list[Seat] = []
    while match.deal.phase is Phase.BIDDING:
        order += match.to_act
        match = bid_in_turn(match, "3")
    assert order == [N, E, S, W]


@pytest.mark.parametrize(
    ("made", "seat", "code"),
    [
        pytest.param("3", N, Refusal.NOT_YOUR_TURN, id="a bid can't be changed while bidding"),
        pytest.param("3, 3, 3, 3", N, Refusal.WRONG_PHASE, id="a bid can't be changed once play began"),
        pytest.param("3", S, Refusal.NOT_YOUR_TURN, id="nobody bids before its turn"),
    ],
)
def test_a_bid_out_of_turn(made: str, seat: Seat, code: Refusal) -> None:
    refused = refusal_of(bid_in_turn(bidding(), made), seat, PlaceBid(bid("4")))
    assert refused is not None
    assert refused.refusal is code


@pytest.mark.parametrize(
    ("text", "contracts"),
    [
        pytest.param("4, 1, 3, 1", (7, 2), id="the contract is the sum of the partners' bids"),
        pytest.param("nil, 6, 5, blind nil", (5, 6), id="a nil is outside it, blind or not"),
        pytest.param("nil, 13, nil, 13", (0, 26), id="two nils: no contract"),
        pytest.param("zero, 2, 4, 2", (4, 4), id="a zero adds 0"),
    ],
)
def test_contract(text: str, contracts: tuple[int, int]) -> None:
    made = [each for each in bids(text) if each]
    assert (contract_of(made[0::2]), contract_of(made[1::2])) == contracts


@pytest.mark.parametrize(
    ("text", "is_nil", "is_blind"),
    [
        pytest.param("nil", True, False, id="a nil"),
        pytest.param("blind nil", True, True, id="a blind nil is a nil wherever the rules say nil"),
        pytest.param("zero", False, False, id="a zero is no nil"),
        pytest.param("4", False, False, id="an ordinary bid"),
        pytest.param("blind 6", False, True, id="blind tricks are an ordinary bid, unseen"),
    ],
)
def test_kinds(text: str, is_nil: bool, is_blind: bool) -> None:
    assert (bid(text).is_nil, bid(text).is_blind) == (is_nil, is_blind)


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        pytest.param(STANDARD, 14, id="kinds that are off are left out"),
        pytest.param(Rules(blind_nil=True), 15, id="a blind nil is one bid more"),
    ],
)
def test_every_bid_of_the_rules(rules: Rules, count: int) -> None:
    assert len(set(all_bids(rules))) == len(all_bids(rules)) == count


def test_bidding_goes_past_the_last_seat_of_the_table() -> None:
    match = bid_in_turn(bidding(dealer=E), "1, 2, 3, 4")
    assert match.deal.bids == bids("3, 4, 1, 2")
    assert match.to_act == (S,)
    assert W not in match.to_act
