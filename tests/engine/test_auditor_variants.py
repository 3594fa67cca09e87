"""The independent auditor on bids, looks, draws, cuts and jokers: what it lets pass, and what it finds."""

from collections.abc import Callable
from typing import Any

import pytest

from audited_bids import Bidder, bids_faults, has_blind_bid, may_bid
from audited_record import Bid, Deal
from audited_rules import rules_from
from audited_table import FOUR
from engine.record import Record
from record_auditor import audit
from record_samples import (
    Edit,
    add,
    cut_sample,
    drop,
    duel_sample,
    edited,
    every,
    plain_sample,
    put,
    swap,
    turn_seat,
)

NUMBERS = [f"{tricks}" for tricks in range(1, 14)]


def bid(text: str, seat: str = "S") -> Bid:
    """`nil`, `zero`, `4`, `blind nil`, `blind 6`."""
    *blind, last = text.split()
    if last.isdigit():
        return Bid(seat, "blind_tricks" if blind else "tricks", int(last))
    return Bid(seat, f"blind_{last}" if blind else last, 0)


def legal(options: dict[str, Any], *, partner: str = "", spades: int = 3, behind: int = 0) -> list[str]:
    """What may be bid, blind or not, by who was dealt that many spades."""
    by = Bidder(rules_from(options), behind, spades, bid(partner, "N") if partner else None)
    every_bid = ["nil", "zero", *NUMBERS, "blind nil", *(f"blind {number}" for number in NUMBERS)]
    return [text for text in every_bid if may_bid(bid(text), by)]


ONE_NIL, MIRROR, WHIZ = {"suicide": "one_nil"}, {"bid_style": "mirror"}, {"bid_style": "whiz"}
BLIND = {"blind_nil": True}
BLIND_11 = [f"blind {tricks}" for tricks in (11, 12, 13)]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(legal({}), ["nil", *NUMBERS], id="0 to 13, 0 is nil"),
        pytest.param(legal({"nil": False}), NUMBERS, id="nil off: 0 can't be bid"),
        pytest.param(legal({"nil": False, "zero_bid": True}), ["zero", *NUMBERS], id="unless zero is on"),
        pytest.param(legal({"zero_bid": True}), ["nil", "zero", *NUMBERS], id="a plain 0 beside nil"),
        pytest.param(legal({"both_nil": "forbidden"}, partner="nil"), NUMBERS, id="both nil forbidden"),
        pytest.param(
            legal({"both_nil": "forbidden"}, partner="zero"), ["nil", *NUMBERS], id="a zero is no nil"
        ),
        pytest.param(legal({"min_bid": 12}), ["nil", "12", "13"], id="lowest bid of a seat, nil excepted"),
        pytest.param(
            legal({"min_side_bid": 16}, partner="4"), ["nil", "12", "13"], id="lowest contract of a side"
        ),
        pytest.param(legal({"min_side_bid": 8}), ["nil", *NUMBERS], id="it binds who bids second"),
        pytest.param(
            legal({"min_side_bid": 8}, partner="nil"),
            ["nil", *NUMBERS[7:]],
            id="after the partner's nil the second reaches it alone or bids nil",
        ),
        pytest.param(
            legal({"min_side_bid": 1, "zero_bid": True}, partner="zero"), ["nil", *NUMBERS], id="0 counts 0"
        ),
        pytest.param(legal(ONE_NIL), ["nil", *NUMBERS], id="suicide: the first is free"),
        pytest.param(
            legal(ONE_NIL, partner="4"), ["nil"], id="suicide: if the first did not, the second must"
        ),
        pytest.param(
            legal(ONE_NIL, partner="nil"), NUMBERS, id="suicide: if the first did, the second may not"
        ),
        pytest.param(
            legal({**ONE_NIL, "zero_bid": True}, partner="zero"), ["nil"], id="suicide: a zero is none"
        ),
        pytest.param(
            legal({**ONE_NIL, **BLIND}, partner="4", behind=100),
            ["nil", "blind nil"],
            id="suicide: a blind nil is one",
        ),
        pytest.param(
            legal({**ONE_NIL, **BLIND}, partner="blind nil"), NUMBERS, id="suicide: after a blind one"
        ),
        pytest.param(
            legal({"suicide": "all_blind_nil", "blind_bid_from": 5}),
            ["blind nil"],
            id="all blind nil: one bid",
        ),
        pytest.param(legal(MIRROR, spades=4), ["4"], id="mirror: the number of spades"),
        pytest.param(legal(MIRROR, spades=0), ["nil"], id="mirror: 0 spades is nil"),
        pytest.param(legal(WHIZ, spades=4), ["nil", "4"], id="whiz: that number or nil"),
        pytest.param(legal(WHIZ, spades=0), ["nil"], id="whiz: 0 spades is nil"),
        pytest.param(
            legal({**MIRROR, **BLIND, "blind_bid_from": 11}, behind=100),
            ["3", "blind nil", *BLIND_11],
            id="a blind bid is free of it",
        ),
        pytest.param(legal(BLIND, behind=99), ["nil", *NUMBERS], id="not far enough behind for a blind nil"),
        pytest.param(legal(BLIND, behind=100), ["nil", *NUMBERS, "blind nil"], id="exactly far enough"),
        pytest.param(
            legal({**BLIND, "blind_behind": 0}, behind=-300),
            ["nil", *NUMBERS, "blind nil"],
            id="0: no condition, the leading side may too",
        ),
        pytest.param(
            legal({"blind_bid_from": 11}), ["nil", *NUMBERS, *BLIND_11], id="blind tricks: no deficit needed"
        ),
        pytest.param(
            legal({"blind_bid_from": 5, "min_bid": 12}),
            ["nil", "12", "13", "blind 12", "blind 13"],
            id="min_bid binds blind tricks",
        ),
        pytest.param(
            legal({"blind_bid_from": 11, "min_side_bid": 16}, partner="4"),
            ["nil", "12", "13", "blind 12", "blind 13"],
            id="min_side_bid binds blind tricks",
        ),
    ],
)
def test_legal_bids(found: list[str], expected: list[str]) -> None:
    assert found == expected


@pytest.mark.parametrize("text", ["0", "14", "blind 14"])
def test_numbers_that_are_no_bid(text: str) -> None:
    by = Bidder(rules_from({"blind_bid_from": 5}), 0, 3, None)
    assert not may_bid(bid(text), by)


def looks(made: str, looked: str, **options: Any) -> list[str]:
    """The faults of the bids of E, S, W, N, by that order, after these seats have looked."""
    bids = tuple(bid(text.strip(), seat) for seat, text in zip("ESWN", made.split(","), strict=True))
    deal = Deal(1, "N", dict.fromkeys(FOUR.seats, ()), tuple(looked), bids, (), (), {})
    return list(bids_faults(deal, rules_from(options), {"NS": 0, "EW": 0}))


FROM_6: dict[str, Any] = {"blind_bid_from": 6}
EASY_NIL: dict[str, Any] = {"blind_nil": True, "blind_behind": 0, "both_nil": "forbidden"}


@pytest.mark.parametrize(
    ("faults", "expected"),
    [
        pytest.param(looks("3, 3, 3, 3", "", **FROM_6), 4, id="all bid from hidden hands"),
        pytest.param(looks("3, blind 6, 3, 3", "EWN", **FROM_6), 0, id="all but the blind bidder looked"),
        pytest.param(looks("3, blind 6, 3, 3", "ESWN", **FROM_6), 1, id="blind after a look"),
        pytest.param(looks("3, 3, 3, 3", "E"), 1, id="a look though nothing was hidden"),
        pytest.param(
            looks("nil, 3, 3, 3", "ESN", **EASY_NIL), 0, id="the partner's nil ended the right to bid blind"
        ),
        pytest.param(looks("nil, 3, 3, 3", "ESWN", **EASY_NIL), 0, id="it may have looked before that"),
        pytest.param(
            looks(", ".join(["blind nil"] * 4), "", suicide="all_blind_nil"), 0, id="all bid blind nil"
        ),
        pytest.param(
            looks(", ".join(["blind nil"] * 4), "W", suicide="all_blind_nil"), 2, id="a look is refused there"
        ),
    ],
)
def test_who_must_have_looked(faults: list[str], expected: int) -> None:
    assert len(faults) == expected, faults


def test_who_must_bid_nil_has_no_blind_number_left() -> None:
    second = Bidder(rules_from({"blind_bid_from": 6, "suicide": "one_nil"}), 0, 3, bid("4", "N"))
    assert not has_blind_bid("S", second)


SECRET = every(drop("seed"), put("result", None), drop("deals[1]"))
OTHER = {"N": "AS", "E": "KS", "S": "2C", "W": "3C"}


@pytest.mark.parametrize("of", [duel_sample, cut_sample])
def test_clean_matches(of: Callable[[], Record]) -> None:
    assert audit(plain_sample(of)) == []
    assert audit(edited(SECRET, of)) == []


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        pytest.param(drop("deals[0].draws"), "draws is missing", id="the draws are left out"),
        pytest.param(drop("deals[0].draws[25]"), "26 in turn", id="a draw is left out"),
        pytest.param(turn_seat("deals[0].draws[4].seat"), "none of the words", id="a seat not in play"),
        pytest.param(swap("deals[0].draws[4]", "deals[0].draws[5]"), "26 in turn", id="out of turn"),
        pytest.param(put("deals[0].draws[4].kept", "BJ"), "draw 5: not one of two", id="another card kept"),
        pytest.param(drop("deals[0].draws[4].cards[0]"), "not the 52 cards", id="one card drawn"),
        pytest.param(
            swap("deals[0].hands.N[0]", "deals[0].hands.N[1]"), "hand of N is not what", id="order of a hand"
        ),
        pytest.param(
            swap("deals[0].draws[0].cards", "deals[0].draws[2].cards"), "not one of two", id="other cards"
        ),
        pytest.param(drop("deals[0].bids[1]"), "not one bid of each seat", id="a bid is left out"),
        pytest.param(drop("deals[0].tricks[2].cards[0]"), "1 cards instead of 2", id="a card is left out"),
        pytest.param(add("deals[1].score.S.bags", 1), "score of S: bags", id="a line of the score"),
        pytest.param(put("result.winner", "NS"), "none of the words", id="a side of four players"),
        pytest.param(put("seats.E", {}), "members other than N S", id="a seat too many"),
        pytest.param(
            put("deals[0].exchanges", [{"from": "E", "to": "W", "cards": []}]),
            "not in play",
            id="an exchange",
        ),
        pytest.param(
            put("deals[0].exchanges", [{"from": "N", "to": "S", "cards": []}]), "instead of []", id="a gift"
        ),
    ],
)
def test_edit_of_a_duel(edit: Edit, fault: str) -> None:
    assert any(fault in text for text in audit(edited(edit, duel_sample)))


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        pytest.param(drop("cut"), "cut is missing", id="the cut is left out"),
        pytest.param(put("cut", OTHER), "cut: the seed gives", id="another cut in the same order"),
        pytest.param(every(SECRET, swap("cut.N", "cut.S")), "do not lead", id="the lowest sits N"),
        pytest.param(every(SECRET, swap("cut.E", "cut.W")), "do not lead", id="the second sits W"),
        pytest.param(put("cut.S", "LJ"), "none of the words", id="a joker in the cut"),
        pytest.param(put("deals[0].hands.N[0]", "2C"), "52 cards of the deck", id="a card not in the deck"),
    ],
)
def test_edit_of_a_match_with_a_cut_and_jokers(edit: Edit, fault: str) -> None:
    assert any(fault in text for text in audit(edited(edit, cut_sample)))


def test_without_the_seed_another_cut_in_the_same_order_is_none_to_be_found() -> None:
    assert audit(edited(every(SECRET, put("cut", OTHER)), cut_sample)) == []
