"""Blind bids and hidden hands under every option that touches them: rule book, section 3."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.actions import ActionKind, Look, PlaceBid
from engine.errors import IllegalAction
from engine.events import BidMade, HandLooked, HandShown
from engine.play import apply
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for
from spades_builders import E, N, S, W, bid, bidding, full_hands
from spades_driver import EVERY_BID, bid_in_turn, code_of_bid, legal_bids_text, looked, refusal_of

FROM_6 = Rules(blind_bid_from=6)
ALL_BLIND = Rules(suicide="all_blind_nil")


def free(**options: Any) -> Rules:
    return replace(Rules(blind_nil=True, blind_behind=0), **options)


@pytest.mark.parametrize(
    ("match", "legal"),
    [
        pytest.param(bidding(FROM_6), "blind 6-13", id="a bid of at least this many, unseen"),
        pytest.param(bidding(Rules(blind_bid_from=10)), "blind 10-13", id="the least is the option's"),
        pytest.param(bidding(FROM_6, points=(900, 0)), "blind 6-13", id="no deficit needed"),
        pytest.param(
            bidding(Rules(blind_bid_from=6, blind_nil=True), points=(0, 99)),
            "blind 6-13",
            id="nor does the deficit of a blind nil matter",
        ),
        pytest.param(bidding(free(blind_bid_from=6)), "blind nil, blind 6-13", id="both kinds side by side"),
        pytest.param(bidding(Rules(blind_bid_from=5, min_bid=6)), "blind 6-13", id="min_bid binds it"),
        pytest.param(
            bid_in_turn(bidding(Rules(blind_bid_from=5, min_side_bid=8)), "seen 1, seen 1"),
            "blind 7-13",
            id="min_side_bid binds it",
        ),
        pytest.param(
            bid_in_turn(bidding(Rules(blind_bid_from=5, min_side_bid=8)), "seen nil, seen 1"),
            "blind 8-13",
            id="min_side_bid binds it alone after a nil",
        ),
        pytest.param(
            bid_in_turn(bidding(free(blind_bid_from=6, suicide="one_nil")), "blind 6, seen 3"),
            "blind nil",
            id="one_nil: the second must bid nil, blind or not",
        ),
        pytest.param(
            bid_in_turn(bidding(free(blind_bid_from=6, suicide="one_nil")), "blind nil, seen 3"),
            "blind 6-13",
            id="one_nil: the second may not bid nil, blind or not",
        ),
        pytest.param(
            bid_in_turn(bidding(free(blind_bid_from=6, both_nil="forbidden")), "seen nil, seen 3"),
            "blind 6-13",
            id="both_nil forbidden: no blind nil beside a nil",
        ),
        pytest.param(
            bid_in_turn(bidding(free(blind_behind=0)), "blind nil, blind nil"),
            "blind nil",
            id="both_nil each: a blind nil beside a blind nil",
        ),
        pytest.param(
            bidding(Rules(nil=False, blind_bid_from=6)), "blind 6-13", id="nil off leaves blind tricks"
        ),
        pytest.param(looked(bidding(FROM_6), N), "nil, 1-13", id="after a look no blind bid"),
    ],
)
def test_legal_from_a_hand_that_may_be_hidden(match: Match, legal: str) -> None:
    assert legal_bids_text(match) == legal


LOSING = free(both_nil="forbidden")


@pytest.mark.parametrize(
    ("match", "unseen"),
    [
        pytest.param(bidding(FROM_6), (N, E, S, W), id="blind_bid_from hides every hand"),
        pytest.param(bidding(ALL_BLIND), (N, E, S, W), id="all_blind_nil does, with blind_nil off"),
        pytest.param(bidding(ALL_BLIND, points=(0, 400)), (N, E, S, W), id="and whatever the score"),
        pytest.param(bidding(LOSING), (N, E, S, W), id="both_nil forbidden hides while a nil is open"),
        pytest.param(
            bid_in_turn(bidding(LOSING), "blind nil"), (E, W), id="the partner's nil ends the right to it"
        ),
        pytest.param(bid_in_turn(bidding(LOSING), "seen nil"), (E, W), id="the partner's plain nil as well"),
        pytest.param(bid_in_turn(bidding(LOSING), "seen 4"), (E, S, W), id="its ordinary bid does not"),
        pytest.param(
            bid_in_turn(bidding(replace(LOSING, blind_bid_from=6)), "blind nil"),
            (E, S, W),
            id="another blind bid is left: the hand stays hidden",
        ),
        pytest.param(
            bid_in_turn(bidding(free(suicide="one_nil")), "blind nil"), (E, W), id="one_nil in the same way"
        ),
        pytest.param(
            bid_in_turn(bidding(replace(FROM_6, suicide="one_nil")), "seen 4"),
            (E, W),
            id="one_nil: who must bid nil has no blind tricks left",
        ),
        pytest.param(
            bid_in_turn(bidding(replace(FROM_6, suicide="one_nil")), "seen nil"),
            (E, S, W),
            id="one_nil: who must not bid nil has them still",
        ),
        pytest.param(
            bidding(Rules(bid_style="mirror", blind_bid_from=6)), (N, E, S, W), id="mirror hides as well"
        ),
        pytest.param(bid_in_turn(bidding(ALL_BLIND), "blind nil"), (E, S, W), id="shown after the bid"),
    ],
)
def test_hidden_from(match: Match, unseen: tuple[Seat, ...]) -> None:
    assert match.deal.unseen == unseen
    assert tuple(seat for seat in Seat if view_for(match, seat).hand is None) == unseen


def test_the_hand_is_shown_in_the_step_that_loses_its_last_blind_bid() -> None:
    match = bidding(LOSING)
    step = apply(match, N, PlaceBid(bid("blind nil")))
    hands = match.deal.hands
    assert step.events == (BidMade(N, bid("blind nil")), HandShown(N, hands[N]), HandShown(S, hands[S]))


@pytest.mark.parametrize("partner", ["blind nil", "seen nil"])
def test_a_hand_that_was_shown_so_bids_like_any_other(partner: str) -> None:
    match = bid_in_turn(bidding(LOSING), f"{partner}, blind nil")
    assert legal_bids_text(match) == "1-13"
    assert code_of_bid(match, "blind nil") == "blind_not_allowed"
    assert view_for(match, S).deal.looked[S] is False


def test_a_look_shows_no_other_hand() -> None:
    match = bidding(LOSING)
    assert apply(match, S, Look()).events == (HandLooked(S), HandShown(S, match.deal.hands[S]))


class TestAllBlindNil:
    @pytest.mark.parametrize("seat", Seat)
    def test_look_is_refused(self, seat: Seat) -> None:
        refused = refusal_of(bidding(ALL_BLIND), seat, Look())
        assert refused is not None
        assert refused.refusal == "bid_must_be_nil"

    def test_look_is_no_action_of_the_view(self) -> None:
        views = [view_for(bidding(ALL_BLIND), seat) for seat in Seat]
        assert [view.turn and view.turn.actions for view in views] == [(ActionKind.BID,), None, None, None]

    def test_a_look_at_a_hand_that_is_shown_after_the_bid_changes_nothing(self) -> None:
        match = bid_in_turn(bidding(ALL_BLIND), "blind nil")
        step = apply(match, N, Look())
        assert (step.match, step.events) == (match, ())

    def test_no_exchange(self) -> None:
        match = bid_in_turn(bidding(ALL_BLIND), "blind nil, blind nil, blind nil, blind nil")
        assert (match.deal.phase.value, match.to_act) == ("playing", (N,))

    @pytest.mark.parametrize("text", ["nil", "zero", "1", "13"])
    def test_any_other_bid(self, text: str) -> None:
        assert code_of_bid(bidding(ALL_BLIND), text) == "bid_must_be_nil"


HIDING = (
    pytest.param(free(), id="blind_nil"),
    pytest.param(FROM_6, id="blind_bid_from"),
    pytest.param(free(blind_bid_from=5), id="both"),
    pytest.param(ALL_BLIND, id="all_blind_nil"),
    pytest.param(free(suicide="one_nil"), id="one_nil"),
    pytest.param(LOSING, id="both_nil forbidden"),
    pytest.param(Rules(bid_style="mirror", blind_bid_from=6), id="mirror, blind_bid_from"),
    pytest.param(Rules(bid_style="whiz", blind_bid_from=6), id="whiz, blind_bid_from"),
    pytest.param(free(bid_style="mirror"), id="mirror, blind_nil"),
    pytest.param(free(bid_style="whiz"), id="whiz, blind_nil"),
    pytest.param(Rules(bid_style="mirror", blind_bid_from=6, jokers="two"), id="mirror, jokers"),
    pytest.param(Rules(blind_bid_from=6, min_bid=3, min_side_bid=8), id="minimums"),
    pytest.param(Rules(blind_bid_from=6, zero_bid=True, nil=False), id="zero, nil off"),
)
SPADES = tuple(" ".join(f"{rank}S" for rank in "3456789TJQKA"[:count]) for count in (0, 1, 5, 12))


def with_spades(match: Match, seat: Seat, spades: str) -> Match:
    """The same moment, but `seat` holds these spades and no other."""
    others = ("AD", "KD", "QD", "JD", "TD", "9D", "8D", "7D", "6D", "5D", "4D", "3D", "AC")
    held = f"{spades} {' '.join(others[: 13 - len(spades.split())])}"
    dealt = full_hands(**{seat.name.lower(): held}, jokers=match.rules.jokers)
    return replace(match, deal=replace(match.deal, hands=dealt))


def moments(rules: Rules) -> list[Match]:
    """The start of a deal, and what follows on some bids of the first two seats that these rules allow."""
    found = [bidding(rules)]
    for text in ("seen nil", "seen 4", "blind nil", "blind 6", "seen zero", "seen 1"):
        for before in found[:4]:
            if len(found) < 12 and _is_legal(before, text):
                found.append(bid_in_turn(before, text))
    return [match for match in found if match.deal.unseen]


def _is_legal(match: Match, text: str) -> bool:
    try:
        bid_in_turn(match, text)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("rules", HIDING)
def test_refusals_of_a_hidden_hand_do_not_depend_on_the_hand(rules: Rules) -> None:
    for match in moments(rules):
        for seat in match.deal.unseen:
            told = {tuple(_told(with_spades(match, seat, spades), seat)) for spades in SPADES}
            assert len(told) == 1


@pytest.mark.parametrize("rules", HIDING)
def test_must_look_first_tells_nothing(rules: Rules) -> None:
    """No parameter, no index, and the same code for each number, legal once seen or not."""
    for match in moments(rules):
        seat = match.to_act[0]
        if seat in match.deal.unseen:
            codes = {code_of_bid(match, str(tricks)) for tricks in range(1, 14)}
            assert codes in ({"must_look_first"}, {"bid_must_be_nil"})
            refused = refusal_of(match, seat, PlaceBid(bid("7")))
            assert refused is not None
            assert (refused.field, refused.index, dict(refused.params)) == ("bid", None, {})


def _told(match: Match, seat: Seat) -> Iterator[object]:
    for each in EVERY_BID:
        refused = refusal_of(match, seat, PlaceBid(each))
        yield refused and (refused.refusal, refused.field, refused.index, tuple(refused.params.items()))
