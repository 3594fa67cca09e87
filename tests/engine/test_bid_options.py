"""Which bids each option of bidding leaves to a seat: rule book, section 3. One row per sentence."""

from typing import Any

import pytest

from engine.actions import PlaceBid
from engine.bids import Bid, BidKind
from engine.cards import RANKS, SPADES
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from spades_builders import E, N, S, W, bid, bidding, full_hands
from spades_driver import bid_in_turn, code_of_bid, legal_bids_text, looked, refusal_of

NO_NIL, ONE_NIL = Rules(nil=False), Rules(suicide="one_nil")
ZERO, ONE_EACH = Rules(zero_bid=True), Rules(both_nil="forbidden")
MIRROR = Rules(bid_style="mirror")
ALL = "nil, 1-13"


def side(minimum: int, **options: Any) -> Rules:
    return Rules(min_side_bid=minimum, **options)


@pytest.mark.parametrize(
    ("rules", "made", "legal"),
    [
        # nil
        pytest.param(Rules(), "", ALL, id="nil on: 0 is nil"),
        pytest.param(NO_NIL, "", "1-13", id="nil off: 0 can't be bid"),
        pytest.param(Rules(nil=False, zero_bid=True), "", "zero, 1-13", id="unless zero_bid is on"),
        # both_nil
        pytest.param(Rules(), "nil, 3", ALL, id="both_nil each: both partners may bid nil"),
        pytest.param(ONE_EACH, "", ALL, id="forbidden: the first partner may bid nil"),
        pytest.param(ONE_EACH, "nil, 3", "1-13", id="forbidden: not both partners"),
        pytest.param(ONE_EACH, "nil", ALL, id="forbidden: the other side's nil forbids nothing"),
        pytest.param(ONE_EACH, "4, 3", ALL, id="forbidden: beside an ordinary bid a nil is allowed"),
        pytest.param(
            Rules(both_nil="forbidden", zero_bid=True),
            "zero, 3",
            "nil, zero, 1-13",
            id="forbidden: a zero is no nil",
        ),
        pytest.param(
            Rules(both_nil="forbidden", zero_bid=True), "nil, 3", "zero, 1-13", id="nor is it forbidden"
        ),
        # zero_bid
        pytest.param(ZERO, "", "nil, zero, 1-13", id="zero_bid: a plain 0 beside nil"),
        pytest.param(ZERO, "zero, zero", "nil, zero, 1-13", id="zero_bid: both partners may bid it"),
        # min_bid
        pytest.param(Rules(min_bid=1), "", ALL, id="min_bid 1: nil excepted"),
        pytest.param(Rules(min_bid=3), "", "nil, 3-13", id="min_bid: the lowest bid of a seat"),
        pytest.param(Rules(min_bid=3), "3, 4", "nil, 3-13", id="min_bid: of every seat"),
        pytest.param(Rules(min_bid=6, nil=False), "", "6-13", id="min_bid with nil off"),
        # min_side_bid
        pytest.param(side(5), "", ALL, id="min_side_bid binds the partner who bids second, not the first"),
        pytest.param(side(5), "2", ALL, id="min_side_bid: the lowest contract of a side, not of both"),
        pytest.param(side(5), "2, 1", "nil, 3-13", id="min_side_bid: the partners' bids together"),
        pytest.param(side(5), "5, 1", ALL, id="min_side_bid: the first partner's bid may be enough"),
        pytest.param(side(4), "2, 1", "nil, 2-13", id="a nil by that partner stays allowed"),
        pytest.param(
            side(5), "nil, 1", "nil, 5-13", id="after a nil the second must reach it alone or bid nil"
        ),
        pytest.param(
            side(5, both_nil="forbidden"), "nil, 1", "5-13", id="reach it alone where it may not bid nil"
        ),
        pytest.param(side(5, zero_bid=True), "zero, 1", "nil, 5-13", id="a zero counts 0"),
        pytest.param(side(5, zero_bid=True), "4, 1", "nil, 1-13", id="a zero that falls short is refused"),
        pytest.param(side(5, zero_bid=True), "5, 1", "nil, zero, 1-13", id="a zero that reaches it is not"),
        pytest.param(side(8, min_bid=2), "7, 2", "nil, 2-13", id="both minimums hold: the seat's"),
        pytest.param(side(8, min_bid=2), "3, 2", "nil, 5-13", id="both minimums hold: the side's"),
        # suicide one_nil
        pytest.param(ONE_NIL, "", ALL, id="one_nil: the first partner is free"),
        pytest.param(ONE_NIL, "3", ALL, id="one_nil: of each side"),
        pytest.param(ONE_NIL, "3, 3", "nil", id="one_nil: if the first did not, the second must"),
        pytest.param(ONE_NIL, "nil, 3", "1-13", id="one_nil: if the first did, the second may not"),
        pytest.param(ONE_NIL, "3, nil, nil", "1-13", id="one_nil: the other side in the same way"),
        pytest.param(
            Rules(suicide="one_nil", zero_bid=True), "zero, 3", "nil", id="one_nil: a zero is no nil"
        ),
        pytest.param(
            Rules(suicide="one_nil", zero_bid=True), "nil, 3", "zero, 1-13", id="one_nil: nor forbidden"
        ),
        pytest.param(
            Rules(suicide="one_nil", min_side_bid=8), "2, 3", "nil", id="one_nil below the side's minimum"
        ),
        pytest.param(
            Rules(suicide="one_nil", min_side_bid=8), "nil, 3", "8-13", id="one_nil: the second alone"
        ),
        pytest.param(
            Rules(suicide="one_nil", both_nil="forbidden"), "3, 3", "nil", id="one_nil, both_nil forbidden"
        ),
        pytest.param(
            Rules(suicide="one_nil", blind_nil=True, blind_behind=0),
            "blind nil, seen 3",
            "1-13",
            id="one_nil: a blind nil is one",
        ),
        pytest.param(
            Rules(suicide="one_nil", blind_nil=True, blind_behind=0),
            "seen 3, seen 3",
            "blind nil",
            id="one_nil: the second's nil may be blind",
        ),
        # suicide all_blind_nil
        pytest.param(
            Rules(suicide="all_blind_nil"), "", "blind nil", id="all_blind_nil: one legal bid, a blind nil"
        ),
        pytest.param(
            Rules(suicide="all_blind_nil"),
            "blind nil, blind nil, blind nil",
            "blind nil",
            id="all_blind_nil: each seat in turn",
        ),
        pytest.param(
            Rules(suicide="all_blind_nil", blind_nil=True, blind_behind=500),
            "blind nil",
            "blind nil",
            id="all_blind_nil: no deficit",
        ),
        pytest.param(
            Rules(suicide="all_blind_nil", blind_bid_from=5, zero_bid=True),
            "blind nil, blind nil",
            "blind nil",
            id="all_blind_nil: no other blind bid",
        ),
    ],
)
def test_legal(rules: Rules, made: str, legal: str) -> None:
    assert legal_bids_text(bid_in_turn(bidding(rules), made)) == legal


def dealt(spades: str, jokers: str = "off") -> tuple[int, ...]:
    """N holds these spades and otherwise diamonds and hearts."""
    others = ["3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD", "3H"]
    return full_hands(f"{spades} {' '.join(others[: 13 - len(spades.split())])}", jokers=jokers)


def styled(style: str, spades: str, **options: Any) -> Match:
    rules = Rules(bid_style=style, **options)
    return bidding(rules, hands=dealt(spades, rules.jokers))


@pytest.mark.parametrize(
    ("match", "legal"),
    [
        pytest.param(styled("free", "AS KS 2S"), ALL, id="free: any number"),
        pytest.param(styled("mirror", "AS KS 2S"), "3", id="mirror: the bid is the number of spades"),
        pytest.param(styled("mirror", "2S"), "1", id="mirror: one spade"),
        pytest.param(styled("mirror", ""), "nil", id="mirror: 0 spades: nil"),
        pytest.param(styled("mirror", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"), "13", id="mirror: all"),
        pytest.param(styled("mirror", "", min_bid=1), "nil", id="mirror: 0 spades, min_bid 1"),
        pytest.param(
            styled("mirror", "BJ LJ 2S", jokers="two"), "3", id="mirror: jokers are spades and counted"
        ),
        pytest.param(
            styled("mirror", "BJ +2S +2D AS", jokers="two_and_deuces"),
            "4",
            id="mirror: high deuces are spades and counted",
        ),
        pytest.param(styled("whiz", "AS KS 2S"), "nil, 3", id="whiz: that number or nil"),
        pytest.param(styled("whiz", ""), "nil", id="whiz: 0 spades: nil"),
        pytest.param(styled("whiz", "BJ LJ", jokers="two"), "nil, 2", id="whiz: jokers counted"),
    ],
)
def test_bid_style(match: Match, legal: str) -> None:
    assert legal_bids_text(match) == legal


@pytest.mark.parametrize("seat", [E, S, W])
def test_under_mirror_each_seat_bids_its_own_spades(seat: Seat) -> None:
    match = bidding(MIRROR)
    while match.to_act != (seat,):
        match = bid_in_turn(match, legal_bids_text(match))
    spades = (match.deal.hands[seat] & SPADES).bit_count()
    assert legal_bids_text(match) == str(spades)


@pytest.mark.parametrize("style", ["mirror", "whiz"])
@pytest.mark.parametrize("text", ["blind 6", "blind 9", "blind 13", "blind nil"])
def test_a_blind_bid_is_free_of_mirror_and_whiz(style: str, text: str) -> None:
    match = styled(style, "AS", blind_nil=True, blind_behind=0, blind_bid_from=6)
    assert bid_in_turn(match, text).deal.bids[N] == bid(text)


@pytest.mark.parametrize("spades", range(14))
@pytest.mark.parametrize("style", ["mirror", "whiz"])
def test_every_other_bid_is_fixed_by_the_hand(style: str, spades: int) -> None:
    match = styled(style, " ".join(f"{rank}S" for rank in RANKS[:spades]))
    legal = {"nil"} if spades == 0 or style == "whiz" else set()
    legal |= {str(spades)} if spades else set()
    for text in ("nil", "zero", *map(str, range(1, 14))):
        assert code_of_bid(match, text) == (None if text in legal else "bid_fixed_by_hand")


@pytest.mark.parametrize(
    ("made", "code"),
    [
        pytest.param(Bid(BidKind.TRICKS, 0), "bid_below_minimum", id="a plain bid of 0 tricks"),
        pytest.param(Bid(BidKind.TRICKS, 14), "bid_below_minimum", id="a bid of 14"),
        pytest.param(Bid(BidKind.ZERO, 3), "bid_below_minimum", id="a zero of 3"),
        pytest.param(Bid(BidKind.NIL, 5), "nil_not_allowed", id="a nil of 5"),
        pytest.param(Bid(BidKind.BLIND_NIL, 5), "blind_not_allowed", id="a blind nil of 5"),
        pytest.param(Bid(BidKind.BLIND_TRICKS, 14), "blind_not_allowed", id="a blind bid of 14"),
    ],
)
def test_what_is_no_bid_is_refused(made: Bid, code: str) -> None:
    """The API knows no such bid, but a stranger's record may hold one."""
    match = bidding(Rules(zero_bid=True, blind_nil=True, blind_behind=0, blind_bid_from=6))
    refused = refusal_of(match if made.is_blind else looked(match, N), N, PlaceBid(made))
    assert refused is not None
    assert refused.refusal == code
