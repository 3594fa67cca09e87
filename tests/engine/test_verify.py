"""Verifying: a true record is accepted, and each kind of tampering is caught and named."""

from collections.abc import Callable
from random import Random

import pytest

from engine.record import Plain, Record
from engine.record_reading import parse_record
from engine.record_writing import record_of
from engine.rules import Rules
from engine.verify import verify
from record_samples import (
    HEADER,
    SEED,
    Edit,
    add,
    at,
    cut_sample,
    drop,
    duel_sample,
    edited,
    every,
    plain_sample,
    put,
    random_match,
    sample,
    swap,
    turn_seat,
)

OTHER_SEED = bytes(32).hex()


def faults_of(edit: Edit, of: Callable[[], Record] = sample) -> str:
    return "\n".join(verify(parse_record(edited(edit, of))))


def without_seed(edit: Edit) -> Edit:
    """Also as if the match were still playing, so that no shuffle gives the tampering away."""
    return every(edit, drop("seed"), put("result", None), drop("deals[3]"))


def turn_twice(path: str) -> Edit:
    """The opponent, in a duel."""
    return every(turn_seat(path), turn_seat(path))


def give_looker_a_blind_bid(plain: Plain) -> None:
    looker = at(plain, "deals[1].looked[0]")
    bid = next(each for each in at(plain, "deals[1].bids") if each["seat"] == looker)
    bid.update(kind="blind_nil", tricks=0)


def revoke(plain: Plain) -> None:
    """In deal 1, somebody who could follow suit plays another suit; the two cards change places."""
    tricks = at(plain, "deals[0].tricks")
    for first, trick in enumerate(tricks):
        led = trick["cards"][0][1]
        for place in (1, 2, 3):
            seat = "NESW"[("NESW".index(trick["leader"]) + place) % 4]
            later = [
                (other, other["cards"], ("NESW".index(seat) - "NESW".index(other["leader"])) % 4)
                for other in tricks[first + 1 :]
            ]
            for _, played, index in later:
                if trick["cards"][place][1] == led != played[index][1]:
                    trick["cards"][place], played[index] = played[index], trick["cards"][place]
                    return
    raise AssertionError("nobody ever had a choice of suits")


def test_a_true_record_has_no_fault() -> None:
    assert verify(parse_record(plain_sample())) == ()


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        pytest.param(put("rules_hash", "0" * 64), "rules_hash", id="the rules' hash"),
        pytest.param(put("rules.target", 1990), "rules_hash", id="an option"),
        pytest.param(put("commitment", "0" * 64), "commitment", id="the commitment"),
        pytest.param(put("seed", OTHER_SEED), "commitment", id="the seed"),
        pytest.param(drop("seed"), "seed: it is missing", id="the seed of a match that is over is left out"),
        pytest.param(
            put("result", None), "seed: it is told before", id="the seed of a match that is not over"
        ),
        pytest.param(turn_seat("deals[0].dealer"), "deal 1: ", id="the first dealer"),
        pytest.param(turn_seat("deals[2].dealer"), "deal 3: ", id="a later dealer"),
        pytest.param(put("deals[2].number", 4), "deal 4: it stands in place 3", id="a deal's number"),
        pytest.param(swap("deals[1]", "deals[2]"), "it stands in place 2", id="two deals changed places"),
        pytest.param(drop("deals[1]"), "it stands in place 2", id="a deal is left out"),
        pytest.param(drop("deals[3]"), "result: it is not over", id="the last deal is left out"),
        pytest.param(
            swap("deals[0].hands.N", "deals[0].hands.E"),
            "deal 1: the hand of N",
            id="two hands changed places",
        ),
        pytest.param(
            swap("deals[2].hands.N[0]", "deals[2].hands.E[0]"),
            "deal 3: the hand of E",
            id="two cards changed hands",
        ),
        pytest.param(
            swap("deals[0].hands.N[0]", "deals[0].hands.N[1]"),
            "deal 1: the hand of N",
            id="the order of a hand",
        ),
        pytest.param(drop("deals[0].hands.N[0]"), "N was dealt 12 cards", id="a hand of 12 cards"),
        pytest.param(drop("deals[1].looked[0]"), "must_look_first", id="a look is left out"),
        pytest.param(
            lambda plain: at(plain, "deals[1].looked").append(at(plain, "deals[1].looked[0]")),
            "its hand was not hidden",
            id="a seat looks twice",
        ),
        pytest.param(give_looker_a_blind_bid, "hand_already_seen", id="a blind nil after a look"),
        pytest.param(swap("deals[0].bids[0]", "deals[0].bids[1]"), "not_your_turn", id="bids out of order"),
        pytest.param(turn_seat("deals[0].bids[0].seat"), "not_your_turn", id="a bid of another seat"),
        pytest.param(put("deals[0].bids[1].tricks", 14), "deal 1, bids: ", id="a bid of 14"),
        pytest.param(put("deals[0].bids[1].tricks", -1), "deal 1, bids: ", id="a bid of -1"),
        pytest.param(put("deals[0].bids[1].kind", "zero"), "deal 1, bids: ", id="a kind of bid that is off"),
        pytest.param(drop("deals[0].bids[3]"), "3 bids, not 4", id="a bid is left out"),
        pytest.param(drop("deals[1].exchanges[1]"), "wrong_phase", id="half an exchange is left out"),
        pytest.param(
            swap("deals[1].exchanges[0]", "deals[1].exchanges[1]"),
            "not_your_turn",
            id="the partner gives first",
        ),
        pytest.param(
            turn_seat("deals[1].exchanges[0].to"), "deal 2, exchanges: ", id="cards to the other side"
        ),
        pytest.param(
            swap("deals[1].exchanges[0].cards", "deals[1].exchanges[1].cards"),
            "card_not_in_hand",
            id="cards given that others held",
        ),
        pytest.param(drop("deals[1].exchanges[0].cards[0]"), "wrong_card_count", id="too few cards given"),
        pytest.param(
            swap("deals[0].tricks[0].cards[0]", "deals[0].tricks[0].cards[1]"),
            "deal 1, trick 1: ",
            id="two cards of a trick changed places",
        ),
        pytest.param(
            swap("deals[2].tricks[4]", "deals[2].tricks[5]"),
            "deal 3, trick ",
            id="two tricks changed places",
        ),
        pytest.param(revoke, "must_follow_suit", id="a revoke"),
        pytest.param(turn_seat("deals[2].tricks[7].leader"), "deal 3, trick 8: ", id="a trick's leader"),
        pytest.param(turn_seat("deals[2].tricks[7].winner"), "deal 3, trick 8: ", id="a trick's winner"),
        pytest.param(
            drop("deals[2].tricks[7].cards[0]"), "deal 3, trick 8: 3 cards", id="a card is left out"
        ),
        pytest.param(drop("deals[2].tricks[12]"), "deal 3: 12 tricks, not 13", id="a trick is left out"),
        pytest.param(
            lambda plain: at(plain, "deals[2].tricks").append(at(plain, "deals[2].tricks[0]")),
            "deal 3: 14 tricks, not 13",
            id="a trick too many",
        ),
        *(
            pytest.param(
                add(f"deals[1].score.EW.{line}", 1),
                f"deal 2, score of EW: {line} is",
                id=f"the score: {line}",
            )
            for line in at(plain_sample(), "deals[1].score.EW")
        ),
        pytest.param(put("result.winner", None), "result: it is", id="the winner of the match"),
        pytest.param(put("result.end_reason", "target"), "result: it is", id="the reason of the end"),
        pytest.param(put("result.end_reason", "abandoned"), "result: it is", id="a loser calls it abandoned"),
        pytest.param(add("result.scores.NS", 10), "result: it is", id="the final score"),
        pytest.param(
            lambda plain: at(plain, "deals").append({**at(plain, "deals[3]"), "number": 5}),
            "deal 5: the match was over after deal 4",
            id="the match goes on after its end",
        ),
    ],
)
def test_tampering_is_caught(edit: Edit, said: str) -> None:
    assert said in faults_of(edit)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        pytest.param(put("deals[0].hands.N[0]", "2C"), "was dealt twice", id="a card twice"),
        pytest.param(turn_seat("deals[1].dealer"), "deal 2: ", id="a dealer"),
        pytest.param(
            swap("deals[2].hands.N", "deals[2].hands.S"), "deal 3, ", id="hands that the play does not fit"
        ),
        pytest.param(turn_seat("deals[1].tricks[7].winner"), "deal 2, trick 8: ", id="a trick's winner"),
        pytest.param(
            add("deals[0].score.NS.bags", 1), "deal 1, score of NS: bags is", id="a line of the score"
        ),
    ],
)
def test_tampering_is_caught_while_the_seed_is_secret(edit: Edit, said: str) -> None:
    plain = edited(without_seed(lambda _: None))
    assert verify(parse_record(plain)) == ()
    assert said in faults_of(without_seed(edit))


SECRET = every(drop("seed"), put("result", None), drop("deals[1]"))
"""As if a match of two deals were still in its second one."""


def keep_the_other(plain: Plain) -> None:
    """The first draw: the card that was put away instead of the one that was kept."""
    draw = at(plain, "deals[0].draws[0]")
    draw["kept"] = next(card for card in draw["cards"] if card != draw["kept"])


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        pytest.param(drop("deals[0].draws"), "deal 1: 0 draws, not 26", id="the draws are left out"),
        pytest.param(drop("deals[0].draws[25]"), "deal 1: 25 draws, not 26", id="a draw is left out"),
        pytest.param(keep_the_other, "deal 1: the hand of", id="the other card was kept"),
        pytest.param(
            put("deals[0].draws[4].kept", "BJ"), "deal 1, draw 5: BJ is none of its cards", id="another card"
        ),
        pytest.param(
            swap("deals[0].hands.N[0]", "deals[0].hands.N[1]"),
            "deal 1: the hand of N is not what it kept",
            id="the order of a hand",
        ),
        pytest.param(
            swap("deals[0].draws[0].seat", "deals[0].draws[1].seat"), "deal 1: the hand of", id="out of turn"
        ),
        pytest.param(
            swap("deals[0].draws[0].cards", "deals[0].draws[2].cards"),
            "is none of its cards",
            id="other cards",
        ),
        pytest.param(turn_twice("deals[0].dealer"), "deal 1", id="the dealer"),
        pytest.param(drop("deals[0].bids[1]"), "deal 1: 1 bids, not 2", id="a bid is left out"),
        pytest.param(
            drop("deals[0].tricks[3].cards[1]"), "deal 1, trick 4: 1 cards, not 2", id="a card is left out"
        ),
        pytest.param(turn_twice("deals[0].tricks[3].winner"), "deal 1, trick 4: ", id="a trick's winner"),
        pytest.param(
            add("deals[0].score.S.bags", 1), "deal 1, score of S: bags is", id="a line of the score"
        ),
    ],
)
def test_tampering_with_a_duel_is_caught_with_and_without_the_seed(edit: Edit, said: str) -> None:
    assert said in faults_of(edit, duel_sample)
    assert said in faults_of(every(SECRET, edit), duel_sample)


def test_another_stock_is_caught_by_the_seed_alone() -> None:
    """The two discards of two draws change places: nobody could tell before the seed is told."""
    first, second = (at(plain_sample(duel_sample), f"deals[0].draws[{n}]") for n in (0, 1))
    places = [draw["cards"].index(draw["kept"]) ^ 1 for draw in (first, second)]
    edit = swap(*(f"deals[0].draws[{n}].cards[{place}]" for n, place in enumerate(places)))
    assert faults_of(edit, duel_sample) == "deal 1: the stock is not what the seed deals"
    assert faults_of(every(SECRET, edit), duel_sample) == ""


@pytest.mark.parametrize("card", ["2C", "2H"])
def test_a_card_that_made_room_for_a_joker_is_caught(card: str) -> None:
    said = f"deal 1: {card} is not in the deck"
    assert said in faults_of(put("deals[0].hands.N[0]", card), cut_sample)


def test_a_joker_where_there_is_none_is_caught() -> None:
    assert "deal 1: BJ is not in the deck" in faults_of(put("deals[0].hands.N[0]", "BJ"))


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        pytest.param(drop("cut"), "cut: it is missing", id="the cut is left out"),
        pytest.param(put("cut", None), "cut: it is missing", id="the cut is null"),
        pytest.param(put("cut.S", "BJ"), "cut: ", id="a joker"),
        pytest.param(swap("cut.N", "cut.S"), "cut: ", id="the highest sits S"),
        pytest.param(swap("cut.E", "cut.W"), "cut: ", id="the second sits W"),
    ],
)
def test_tampering_with_the_cut_is_caught_with_and_without_the_seed(edit: Edit, said: str) -> None:
    assert said in faults_of(edit, cut_sample)
    assert said in faults_of(every(SECRET, edit), cut_sample)


def test_another_cut_in_the_same_order_is_caught_by_the_seed() -> None:
    edit = put("cut", {"N": "AS", "E": "KS", "S": "2C", "W": "3C"})
    assert faults_of(edit, cut_sample) == "cut: it is not what the seed deals"
    assert faults_of(every(SECRET, edit), cut_sample) == ""


@pytest.mark.parametrize("of", [duel_sample, cut_sample])
def test_a_true_record_of_other_rules_has_no_fault(of: Callable[[], Record]) -> None:
    assert faults_of(lambda _: None, of) == ""
    assert faults_of(SECRET, of) == ""


def test_a_swap_that_keeps_every_rule_is_caught_by_the_shuffle() -> None:
    """Without the seed nobody could tell; with it the hand is not the one that was dealt."""
    edit = swap("deals[0].hands.N[0]", "deals[0].hands.N[1]")
    assert faults_of(without_seed(edit)) == ""
    assert "the hand of N is not what the seed deals" in faults_of(edit)


@pytest.mark.parametrize("first_dealer", ["random", "W"])
def test_a_match_that_is_still_playing_is_accepted(first_dealer: str) -> None:
    rules = Rules(max_deals=3, first_dealer=first_dealer)
    events = random_match(rules, SEED, Random(4)).events
    for part in (0, 70, 140, len(events) - 2):
        assert verify(parse_record(record_of(HEADER, rules, SEED, events[:part]))) == ()


def test_the_first_dealer_that_the_rules_name_is_checked_without_the_seed() -> None:
    rules = Rules(max_deals=1, first_dealer="W")
    plain = record_of(HEADER, rules, SEED, random_match(rules, SEED, Random(4)).events[:-1])
    turn_seat("deals[0].dealer")(plain)
    assert "deal 1: N deals, but it is the turn of W" in verify(parse_record(plain))


def test_an_abandoned_match_is_accepted_and_its_points_are_checked() -> None:
    rules = Rules(max_deals=3)
    events = random_match(rules, SEED, Random(4)).events
    plain = record_of(HEADER, rules, SEED, events[:150], abandoned=True)
    assert verify(parse_record(plain)) == ()
    add("result.scores.EW", 1)(plain)
    assert "result: it is not over" in "\n".join(verify(parse_record(plain)))


def test_every_fault_of_the_claims_is_told_at_once() -> None:
    edit = every(put("rules_hash", "0" * 64), put("commitment", "0" * 64), add("deals[0].score.NS.nil", 1))
    assert len(faults_of(edit).splitlines()) == 3
