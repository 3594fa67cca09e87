"""Reasons: each code says what is so at the table, and no other cards than the seat may know."""

from collections import defaultdict
from random import Random

import pytest

from cpu_tables import BLIND, DUEL, JOKERS, SUICIDE, WHIZ, decisions, redealt
from engine.actions import PlaceBid
from engine.autoplay import take_turn
from engine.cards import SPADES, SUIT_CARDS, SUIT_OF, Suit, card_set, cards_in, deck_for, highest
from engine.cpu.bid_reasons import hand_reasons, nil_reasons
from engine.cpu.choice import choose
from engine.cpu.explaining import explain
from engine.cpu.reasons import Reason, ReasonCode
from engine.levels import Level
from engine.phases import Phase
from engine.play import start
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.state import Match
from engine.tricks import winning_place
from engine.views import view_for
from reason_params import is_well_formed
from spades_builders import bidding, cards, codes, full_hands, hands, playing
from spades_driver import bid_in_turn, looked

NORMAL = Level.NORMAL
Met = dict[ReasonCode, list[tuple[SeatView, Reason]]]
"""Where each code was met: what the seat saw, and the reason."""

RULES = [Rules(), BLIND, JOKERS, DUEL, SUICIDE, WHIZ, Rules(bag_penalty=False), Rules(min_bid=3)]


def reasons_at(match: Match, seat: Seat) -> tuple[SeatView, tuple[Reason, ...]]:
    view = view_for(match, seat)
    return view, explain(view, choose(view, NORMAL, bytes(32)))


def moments(count: int) -> list[tuple[SeatView, tuple[Reason, ...]]]:
    """Decisions of matches that `normal` plays, and of random ones."""
    found = []
    for number, rules in enumerate(RULES):
        match = start(rules, bytes([number] * 32)).match
        for _ in range(count):
            if not match.to_act:
                break
            seat = match.to_act[0]
            found.append(reasons_at(match, seat))
            match = take_turn(match, seat, NORMAL).match
        found += [reasons_at(match, seat) for match, seat, _ in decisions(Random(number), count, rules)]
    return found


@pytest.fixture(scope="module")
def by_code() -> Met:
    found: Met = defaultdict(list)
    for view, reasons in moments(250):
        for reason in reasons:
            found[reason.code].append((view, reason))
    return found


def told(hand: str, worth: int = 0) -> list[str]:
    """The reasons of a hand of that worth, as `code cards params`."""
    return [_text(reason) for reason in hand_reasons(cards(hand), Rules(), worth)]


def _text(reason: Reason) -> str:
    params = " ".join(str(value) for _, value in reason.params)
    return " ".join(part for part in (reason.code.value, codes(reason.cards), params) if part)


@pytest.mark.parametrize(
    ("hand", "reasons"),
    [
        pytest.param("AS 4S 2S AH 7H 6H 5H 9C 8C 7C 6C 9D 8D", ["sure_winner AS AH"], id="aces are sure"),
        pytest.param(
            "KS QS 2S 8H 7H 6H 5H KC 8C 7C KD 9D 8D", ["likely_winner KS QS KC KD"], id="guarded kings"
        ),
        pytest.param("KS 8H 7H 6H 5H 4H KC 9D 8D 7D 6D 5D 4D", ["can_ruff_soon C"], id="bare kings"),
        pytest.param(
            "AS KS QS JS 2S 8H 7H 6H 5H 9D 8D 7D 6D",
            ["sure_winner AS KS QS JS", "long_spades 5", "can_ruff C"],
            id="a run of spades, and a void",
        ),
        pytest.param("8H 7H 6H 5H 4H 9C 8C 7C 6C 9D 8D 7D 6D", ["weak_hand"], id="nothing"),
        pytest.param(
            "2S AH KH QH JH TH 9H 8H AC 9C 8C 9D 8D",
            ["sure_winner AC", "likely_winner AH"],
            id="an ace of a long suit may be ruffed",
        ),
    ],
)
def test_what_a_hand_is_bid_for(hand: str, reasons: list[str]) -> None:
    assert told(hand) == reasons


def test_jokers_stand_above_the_ace() -> None:
    hand = cards("BJ AS 4S 3S 9H 8H 7H 6H 9C 8C 7C 9D 8D")
    first, second, *_ = hand_reasons(hand, Rules(jokers="two"), 0)
    assert (_text(first), _text(second)) == ("sure_winner BJ", "likely_winner AS")


@pytest.mark.parametrize(
    ("hand", "reasons"),
    [
        pytest.param(
            "7S 3S 9H 8H 2H QC 5C 4C 3C JD 9D 4D 2D",
            ["safe_nil", "low_spades 7S 3S", "no_high_cards"],
            id="low everywhere",
        ),
        pytest.param(
            "9H 8H 2H AC 5C 4C 3C KD 9D 4D 3D 2D 3H",
            ["safe_nil", "no_spades", "guarded_high_cards AC KD"],
            id="high cards with low ones beside them",
        ),
        pytest.param(
            "KS 3S 9H 8H 2H AC QC JC 9C JD 9D 4D 2D", ["safe_nil"], id="nothing is said that is not so"
        ),
    ],
)
def test_what_makes_a_nil_safe(hand: str, reasons: list[str]) -> None:
    assert [_text(reason) for reason in nil_reasons(cards(hand), Rules(), 1, 0)] == reasons


def test_a_nil_is_judged_by_the_cards_that_will_be_kept() -> None:
    hand = cards("KS 3S 9H 8H 2H QC 5C 4C 3C AD 9D 4D 2D")
    reasons = nil_reasons(hand, Rules(nil_exchange=1), 1, 0)
    assert [_text(reason) for reason in reasons] == [
        *("safe_nil", "will_give KS", "low_spades 3S", "guarded_high_cards AD")
    ]


def test_a_nil_for_want_of_a_better_bid_says_so() -> None:
    hand = cards("7S 3S 9H 8H 2H QC 5C 4C 3C JD 9D 4D 2D")
    assert _text(nil_reasons(hand, Rules(min_bid=4), 4, 3)[0]) == "nil_rather_than_number 4"
    assert _text(nil_reasons(hand, Rules(suicide="one_nil"), 1, 0)[0]) == "nil_suits_hand"


def out_of_sight(view: SeatView) -> int:
    """The cards that other hands may hold, as the seat knows."""
    seen = (view.hand or 0) | view.discarded
    for played in view.deal.played:
        seen |= played
    return card_set(deck_for(view.rules.jokers)) & ~seen


def test_nobody_holds_a_higher_card_than_the_highest_left(by_code: Met) -> None:
    assert len(by_code[ReasonCode.HIGHEST_LEFT]) > 20
    for view, reason in by_code[ReasonCode.HIGHEST_LEFT]:
        (card,) = reason.cards
        suit = SUIT_CARDS[Suit[dict(reason.params)["suit"]]]
        assert not (out_of_sight(view) & suit) >> card


def test_a_sure_winner_that_is_led_loses_to_no_card_that_is_out(by_code: Met) -> None:
    sure = [each for each in by_code[ReasonCode.SURE_WINNER] if each[0].deal.phase is Phase.PLAYING]
    assert len(sure) > 20
    for view, reason in sure:
        (card,) = reason.cards
        trick = (*view.deal.trick, card)
        if len(trick) == view.rules.players:
            assert winning_place(trick) == len(trick) - 1
            continue
        assert all(winning_place((*trick, other)) == len(trick) - 1 for other in cards_in(out_of_sight(view)))


def test_a_card_that_ducks_loses_to_the_card_beside_it(by_code: Met) -> None:
    assert len(by_code[ReasonCode.DUCKS]) > 20
    for view, reason in by_code[ReasonCode.DUCKS]:
        own, other = reason.cards
        trick = view.deal.trick
        assert trick[winning_place(trick)] == other
        assert winning_place((*trick, own)) != len(trick)


@pytest.mark.parametrize("code", [ReasonCode.THROWS_AWAY, ReasonCode.RUFFS])
def test_who_throws_away_or_ruffs_has_none_of_the_suit_led(by_code: Met, code: ReasonCode) -> None:
    assert len(by_code[code]) > 20
    for view, reason in by_code[code]:
        assert not (view.hand or 0) & SUIT_CARDS[Suit[dict(reason.params)["suit"]]]


def test_a_last_lead_leaves_a_suit_that_can_be_ruffed(by_code: Met) -> None:
    assert by_code[ReasonCode.LEADS_LAST]
    for view, reason in by_code[ReasonCode.LEADS_LAST]:
        suit = SUIT_CARDS[Suit[dict(reason.params)["suit"]]]
        assert (view.hand or 0) & suit == card_set(reason.cards)
        assert (view.hand or 0) & SPADES


def test_the_tricks_that_are_needed_are_counted(by_code: Met) -> None:
    assert by_code[ReasonCode.NEEDS_TRICKS]
    assert by_code[ReasonCode.SETS_OPPONENTS]
    for view, reason in by_code[ReasonCode.NEEDS_TRICKS]:
        params = dict(reason.params)
        assert 0 < params["needed"] < params["left"] == 13 - sum(view.deal.tricks_taken)
    for view, reason in by_code[ReasonCode.SETS_OPPONENTS]:
        assert 0 < dict(reason.params)["needed"] <= 13 - sum(view.deal.tricks_taken)


def test_the_nil_that_is_attacked_is_an_opponents_and_alive(by_code: Met) -> None:
    assert by_code[ReasonCode.ATTACKS_NIL]
    for view, reason in by_code[ReasonCode.ATTACKS_NIL]:
        seat = Seat[dict(reason.params)["seat"]]
        bid = view.deal.bids[seat]
        assert bid is not None
        assert bid.is_nil
        assert seat not in (view.seat, view.partner)
        assert view.deal.tricks_taken[seat] == 0


def beaten(view: SeatView, card: int) -> bool:
    """Is there any card out that takes the trick over, whoever holds it?"""
    trick = (*view.deal.trick, card)
    return any(winning_place((*trick, other)) == len(trick) for other in cards_in(out_of_sight(view)))


def test_over_a_forced_low_card_a_higher_one_may_come(by_code: Met) -> None:
    assert by_code[ReasonCode.FORCED_LOW]
    for view, reason in by_code[ReasonCode.FORCED_LOW]:
        assert beaten(view, reason.cards[0])


def test_who_takes_the_trick_anyway_holds_nothing_that_can_lose_it(by_code: Met) -> None:
    """Whatever the others, that are not known to be out of what would beat it, may hold."""
    assert by_code[ReasonCode.TAKES_ANYWAY]
    for view, _ in by_code[ReasonCode.TAKES_ANYWAY]:
        for card in cards_in(view.legal_cards):
            trick = (*view.deal.trick, card)
            assert winning_place(trick) == len(trick) - 1
            assert not beaten(view, card) or any(view.deal.voids)


def test_only_a_spade_beats_a_card_that_can_only_be_ruffed(by_code: Met) -> None:
    assert by_code[ReasonCode.ONLY_RUFFED]
    for view, reason in by_code[ReasonCode.ONLY_RUFFED]:
        (card,) = reason.cards
        beating = [other for other in cards_in(out_of_sight(view)) if winning_place((card, other)) == 1]
        assert beating
        assert card_set(beating) & ~SPADES == 0


def test_a_card_played_high_is_the_highest_of_its_suit_or_as_good(by_code: Met) -> None:
    assert len(by_code[ReasonCode.PLAYS_HIGH]) > 20
    assert len(by_code[ReasonCode.AS_GOOD]) > 20
    for view, reason in by_code[ReasonCode.PLAYS_HIGH] + by_code[ReasonCode.AS_GOOD]:
        card, top = reason.cards[0], reason.cards[-1]
        suit = SUIT_CARDS[SUIT_OF[card]]
        trick = view.deal.trick
        assert not trick or SUIT_OF[trick[0]] == SUIT_OF[card]  # no ruff
        assert top == highest(view.legal_cards & suit)
        between = out_of_sight(view) & suit & (1 << top) - (1 << card)
        assert not between
        assert out_of_sight(view) & suit & (1 << card) - 1  # the partner can stay under it


def test_a_low_lead_has_higher_ones_beside_it_and_an_only_card_has_none(by_code: Met) -> None:
    assert by_code[ReasonCode.LEADS_ONLY]
    for code, is_alone in ((ReasonCode.LEADS_LOW, False), (ReasonCode.LEADS_ONLY, True)):
        for view, reason in by_code[code]:
            suit = SUIT_CARDS[Suit[dict(reason.params)["suit"]]]
            assert ((view.hand or 0) & suit == card_set(reason.cards)) is is_alone


def test_a_number_that_is_rounded_down_is_below_the_worth(by_code: Met) -> None:
    assert by_code[ReasonCode.ROUNDS_DOWN]
    for view, _ in by_code[ReasonCode.ROUNDS_DOWN]:
        action = choose(view, NORMAL, bytes(32)).action
        assert isinstance(action, PlaceBid)
        assert 100 * action.bid.tricks <= worth_told(view) + 5 < 100 * action.bid.tricks + 100


def worth_told(view: SeatView) -> int:
    """In hundredths of a trick."""
    reasons = choose(view, NORMAL, bytes(32)).reasons
    (worth,) = (reason for reason in reasons if reason.code is ReasonCode.HAND_WORTH)
    return int(dict(worth.params)["hundredths"])


def test_a_weak_hand_is_worth_less_than_a_trick(by_code: Met) -> None:
    assert by_code[ReasonCode.ADDS_UP]
    for code, is_weak in ((ReasonCode.WEAK_HAND, True), (ReasonCode.ADDS_UP, False)):
        for view, _ in by_code[code]:
            assert (worth_told(view) < 100) is is_weak


def test_cards_in_reasons_are_in_the_own_hand_or_on_the_table(by_code: Met) -> None:
    for found in by_code.values():
        for view, reason in found:
            drawn = view.turn.drawn if view.turn else None
            known = {*cards_in(view.hand or 0), *view.deal.trick, drawn}
            assert set(reason.cards) <= known


def test_each_code_comes_with_its_cards_and_params(by_code: Met) -> None:
    for code, found in by_code.items():
        assert all(is_well_formed(code, reason.cards, dict(reason.params)) for _, reason in found), code


RARE = {
    ReasonCode.FAR_BEHIND,
    ReasonCode.ENOUGH_TO_WIN,
    ReasonCode.STRETCHES_TO_WIN,
    ReasonCode.BIDS_FOR_BONUS,
    ReasonCode.CONTRACT_IS_LOST,
    ReasonCode.COVERS_BLIND_BID,
    *(ReasonCode.PLAYED_OUT, ReasonCode.NOT_CONFIRMED),  # of `hard`, and of its reviews
    ReasonCode.SEARCH_PREFERS,  # of a hint, whose points are known
}
"""Codes that need a score or a deal that these moments may not have."""


def test_every_other_code_is_met_in_play(by_code: Met) -> None:
    assert set(ReasonCode) - set(by_code) <= RARE


@pytest.mark.parametrize("rules", [Rules(), BLIND, JOKERS, DUEL])
def test_cards_that_a_seat_cannot_see_never_change_its_reasons(rules: Rules) -> None:
    rng = Random(5)
    for match, seat, _ in decisions(rng, 150, rules):
        assert reasons_at(redealt(match, seat, rng), seat)[1] == reasons_at(match, seat)[1]


GOOD_HAND = "AS KS 9S 4S AH 7H 5H AD KD 6D 4D 3C 2C"


@pytest.mark.parametrize(
    ("points", "code"),
    [
        pytest.param((0, 0), "sure_winner", id="nothing at stake: the hand alone"),
        pytest.param((0, 450), "enough_to_win", id="three tricks win the match"),
        pytest.param((440, 425), "stretches_to_win", id="five tricks would lose it"),
    ],
)
def test_the_score_is_named_where_it_moved_the_bid(points: tuple[int, int], code: str) -> None:
    match = bid_in_turn(bidding(points=points, hands=full_hands(w=GOOD_HAND)), "3, 2, 3")
    assert reasons_at(match, Seat.W)[1][0].code == code


@pytest.mark.parametrize(
    ("before", "points", "code"),
    [
        pytest.param("nil, 2, 6", (300, 450), "enough_to_win", id="ahead of the opponents' nil, too"),
        pytest.param("nil, 2, 6", (400, 450), "sure_winner", id="their nil would be ahead"),
        pytest.param("3, nil, 2", (300, 360), "enough_to_win", id="with the partner's nil"),
        pytest.param("3, nil, 2", (460, 345), "stretches_to_win", id="with it, if one trick more is bid"),
    ],
)
def test_nils_that_were_bid_are_part_of_what_wins(before: str, points: tuple[int, int], code: str) -> None:
    match = bid_in_turn(bidding(points=points, hands=full_hands(w=GOOD_HAND)), before)
    assert reasons_at(match, Seat.W)[1][0].code == code


def test_a_hand_beside_blind_tricks_is_told_at_its_own_worth() -> None:
    match = bidding(Rules(blind_bid_from=6), hands=full_hands(w=GOOD_HAND))
    match = looked(bid_in_turn(match, "seen 3, blind 6, seen 3"), Seat.W)
    told = [_text(reason) for reason in reasons_at(match, Seat.W)[1]]
    (worth,) = (int(each.split()[1]) for each in told if each.startswith("hand_worth"))
    assert worth > 500
    assert told[-1] == "covers_blind_bid 6"


@pytest.mark.parametrize(
    ("hand", "reasons"),
    [
        pytest.param(
            "9S 8S 2S 9H 5H 3H 8D 6D 4D TC 7C 4C 2C",
            ["lowest_allowed 1", "weak_hand", "hand_worth 0"],
            id="rounded up to the lowest number",
        ),
        pytest.param(
            "TS 8S 6S QH 8H 6H QD 8D 7D 2D QC TC 4C",
            ["adds_up", "hand_worth 124", "rounds_down"],
            id="small chances",
        ),
    ],
)
def test_what_a_bid_of_one_is_made_on(hand: str, reasons: list[str]) -> None:
    match = bid_in_turn(bidding(Rules(nil=False), hands=full_hands(w=hand)), "3, 4, 3")
    assert [_text(reason) for reason in reasons_at(match, Seat.W)[1]] == reasons


@pytest.mark.parametrize(
    ("bags", "rules", "code"),
    [
        pytest.param((0, 0), Rules(), "avoids_bag", id="a bag"),
        pytest.param((9, 0), Rules(), "avoids_penalty", id="the tenth bag"),
        pytest.param((8, 0), Rules(), "avoids_bag", id="the ninth bag"),
        pytest.param((9, 0), Rules(bag_penalty=False), "takes_bags", id="bags that cost nothing"),
    ],
)
def test_a_trick_too_many_is_named_by_what_it_costs(bags: tuple[int, int], rules: Rules, code: str) -> None:
    held = hands(n="AH 2H", e="KH QH", s="4C 3C", w="6C 5C")
    match = playing(held, bids_made="3, 3, 3, 2", tricks_taken=(3, 3, 3, 2), start=bidding(rules, bags=bags))
    assert reasons_at(match, Seat.N)[1][-1].code == code


def test_of_two_nils_the_one_that_is_winning_is_attacked() -> None:
    held = hands(n="5C 2C", e="4C 3C", s="KC QC", w="6C")
    match = playing(held, trick="9C", leader=Seat.W, bids_made="3, nil, 3, nil", tricks_taken=(5, 0, 6, 0))
    assert [_text(reason) for reason in reasons_at(match, Seat.N)[1]] == ["ducks 5C 9C", "attacks_nil W"]


def test_a_contract_that_is_lost_is_said_to_be() -> None:
    held = hands(n="AH 2H", e="KH QH", s="4C 3C", w="6C 5C")
    match = playing(held, bids_made="8, 3, 3, 2", tricks_taken=(3, 4, 2, 2))
    assert reasons_at(match, Seat.N)[1][-1].code is ReasonCode.CONTRACT_IS_LOST
