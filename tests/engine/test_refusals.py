"""Which code an illegal action gets, and which of several that fit: rule book, section 2."""

from dataclasses import replace
from typing import Any

import pytest

from engine.actions import Action, GiveCards, Look, PlaceBid, PlayCard
from engine.cards import parse_card
from engine.errors import Refusal
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from spades_builders import E, N, S, W, bid, bidding, full_hands, hands, in_order, playing
from spades_driver import bid_in_turn, finish_deal, looked, refusal_of

FREE = Rules(blind_nil=True, blind_behind=0)
LOWEST = Rules(first_lead="lowest_club")


def place(text: str) -> PlaceBid:
    return PlaceBid(bid(text))


def play(code: str) -> PlayCard:
    return PlayCard(parse_card(code))


def give(text: str) -> GiveCards:
    return GiveCards(in_order(text))


def styled(style: str, **options: Any) -> Match:
    """N holds three spades."""
    rules = Rules(bid_style=style, **options)
    return bidding(rules, hands=full_hands("AS KS QS 2D 3D 4D 5D 6D 7D 8D 9D TD JD"))


ONE_NIL = replace(FREE, suicide="one_nil", blind_bid_from=6)
FORBIDDEN = replace(FREE, both_nil="forbidden", blind_bid_from=6)
FROM_5 = Rules(blind_bid_from=5, min_bid=6)
ALL_BLIND = bidding(Rules(suicide="all_blind_nil", blind_bid_from=5))
MUST_NIL = bid_in_turn(bidding(ONE_NIL), "blind 6, blind 6")
NO_NIL = bid_in_turn(bidding(ONE_NIL), "blind nil, blind 6")
OPEN = bidding(FREE)
SHOWN = bidding()
TABLE = playing(hands("5C 2D", "6C AD 2S", "2H 3H", "7C 5D"), trick="5C")
LEAD = playing(hands("2C 3C AD 2S", "4C 4D", "5C 5D", "6C 6D"))
FIRST = playing(LEAD.deal.hands, start=bidding(LOWEST))
EXCHANGING = bid_in_turn(
    looked(looked(looked(bidding(FREE, hands=full_hands("AS KS")), E), S), W), "blind nil, 3, 4, 3"
)
OVER = finish_deal(bidding(points=(490, 0)), "3, 3, 3, 3", (4, 3, 3, 3)).match


@pytest.mark.parametrize(
    ("match", "seat", "action", "code"),
    [
        # wrong_phase stands before not_your_turn, and before everything else
        pytest.param(SHOWN, N, play("2C"), "wrong_phase", id="a card while bidding"),
        pytest.param(SHOWN, E, play("2C"), "wrong_phase", id="a card while bidding, out of turn"),
        pytest.param(SHOWN, N, give("2C 3C"), "wrong_phase", id="an exchange while bidding"),
        pytest.param(TABLE, E, place("3"), "wrong_phase", id="a bid while playing"),
        pytest.param(
            TABLE, N, place("blind nil"), "wrong_phase", id="a blind bid while playing, out of turn"
        ),
        pytest.param(TABLE, E, Look(), "wrong_phase", id="a look while playing"),
        pytest.param(TABLE, E, give("6C AD"), "wrong_phase", id="an exchange while playing"),
        pytest.param(EXCHANGING, N, Look(), "wrong_phase", id="a look in the exchange"),
        pytest.param(EXCHANGING, E, place("3"), "wrong_phase", id="a bid in the exchange"),
        pytest.param(EXCHANGING, N, play("AS"), "wrong_phase", id="a card in the exchange"),
        pytest.param(OVER, N, play("AS"), "wrong_phase", id="a card when the match is over"),
        pytest.param(OVER, N, place("3"), "wrong_phase", id="a bid when the match is over"),
        pytest.param(OVER, N, Look(), "wrong_phase", id="a look when the match is over"),
        pytest.param(OVER, N, give("AS KS"), "wrong_phase", id="an exchange when the match is over"),
        # not_your_turn stands before everything that depends on the bid, the hand or the card
        pytest.param(SHOWN, E, place("zero"), "not_your_turn", id="a zero that is off, out of turn"),
        pytest.param(OPEN, E, place("nil"), "not_your_turn", id="a nil from a hidden hand, out of turn"),
        pytest.param(
            looked(OPEN, E), E, place("blind nil"), "not_your_turn", id="blind after a look, out of turn"
        ),
        pytest.param(
            SHOWN, E, place("blind nil"), "not_your_turn", id="a blind bid that is off, out of turn"
        ),
        pytest.param(TABLE, S, play("AS"), "not_your_turn", id="a card that is not in the hand, out of turn"),
        pytest.param(EXCHANGING, S, give("2C"), "not_your_turn", id="a wrong number of cards, out of turn"),
        # blind bids
        pytest.param(
            looked(OPEN, N), N, place("blind nil"), "hand_already_seen", id="it looked and could have"
        ),
        pytest.param(
            looked(OPEN, N), N, place("blind 6"), "blind_not_allowed", id="it looked and could never have"
        ),
        pytest.param(
            looked(SHOWN, N), N, place("blind nil"), "blind_not_allowed", id="a look at a shown hand"
        ),
        pytest.param(
            OPEN, N, place("blind 6"), "blind_not_allowed", id="blind tricks, before must_look_first"
        ),
        # must_look_first stands before every code that depends on the hand, and before the minimum
        pytest.param(OPEN, N, place("zero"), "must_look_first", id="a zero that is off, from a hidden hand"),
        pytest.param(OPEN, N, place("4"), "must_look_first", id="any bid but a blind one from a hidden hand"),
        pytest.param(SHOWN, N, place("zero"), "bid_below_minimum", id="a zero while zero_bid is off"),
        pytest.param(
            looked(bidding(FROM_5), N), N, place("blind 6"), "hand_already_seen", id="it could have bid this"
        ),
        pytest.param(
            looked(bidding(FROM_5), N), N, place("blind 5"), "blind_not_allowed", id="but never below min_bid"
        ),
        pytest.param(
            looked(bidding(FROM_5), N), N, place("blind 4"), "blind_not_allowed", id="nor below the least"
        ),
        pytest.param(bidding(FROM_5), N, place("blind 4"), "blind_not_allowed", id="below blind_bid_from"),
        pytest.param(bidding(FROM_5), N, place("blind 5"), "bid_below_minimum", id="blind below min_bid"),
        pytest.param(bidding(FROM_5), N, place("3"), "must_look_first", id="hidden, before the minimum"),
        pytest.param(
            looked(bidding(FROM_5), N), N, place("3"), "bid_below_minimum", id="below the seat's minimum"
        ),
        pytest.param(
            bid_in_turn(bidding(Rules(min_side_bid=7)), "3, 3"),
            S,
            place("3"),
            "bid_below_minimum",
            id="below the side's minimum",
        ),
        pytest.param(
            bid_in_turn(bidding(Rules(zero_bid=True, min_side_bid=7)), "3, 3"),
            S,
            place("zero"),
            "bid_below_minimum",
            id="a zero below the side's minimum",
        ),
        # bid_must_be_nil and nil_not_allowed stand before must_look_first
        pytest.param(ALL_BLIND, N, place("3"), "bid_must_be_nil", id="all_blind_nil: a number, hidden"),
        pytest.param(ALL_BLIND, N, place("nil"), "bid_must_be_nil", id="all_blind_nil: a plain nil"),
        pytest.param(ALL_BLIND, N, place("zero"), "bid_must_be_nil", id="all_blind_nil: a zero"),
        pytest.param(ALL_BLIND, N, place("blind 6"), "blind_not_allowed", id="all_blind_nil: blind tricks"),
        pytest.param(ALL_BLIND, E, place("3"), "not_your_turn", id="all_blind_nil: out of turn"),
        pytest.param(ALL_BLIND, S, Look(), "bid_must_be_nil", id="all_blind_nil: a look"),
        pytest.param(MUST_NIL, S, place("3"), "bid_must_be_nil", id="one_nil: a number, from a hidden hand"),
        pytest.param(MUST_NIL, S, place("nil"), "must_look_first", id="one_nil: a nil from a hidden hand"),
        pytest.param(
            MUST_NIL, S, place("blind 7"), "blind_not_allowed", id="one_nil: blind tricks, before the nil"
        ),
        pytest.param(
            looked(MUST_NIL, S), S, place("blind 7"), "blind_not_allowed", id="it could not have bid these"
        ),
        pytest.param(
            looked(MUST_NIL, S), S, place("blind nil"), "hand_already_seen", id="one_nil: blind after a look"
        ),
        pytest.param(looked(MUST_NIL, S), S, place("3"), "bid_must_be_nil", id="one_nil: a number, seen"),
        pytest.param(
            looked(MUST_NIL, S), S, place("zero"), "bid_must_be_nil", id="one_nil: a zero, before the minimum"
        ),
        pytest.param(NO_NIL, S, place("nil"), "nil_not_allowed", id="suicide's nil is already bid, hidden"),
        pytest.param(
            NO_NIL, S, place("blind nil"), "blind_not_allowed", id="suicide's nil, before nil_not_allowed"
        ),
        pytest.param(looked(NO_NIL, S), S, place("nil"), "nil_not_allowed", id="suicide's nil, seen"),
        pytest.param(NO_NIL, S, place("3"), "must_look_first", id="suicide's nil is bid: a number, hidden"),
        pytest.param(
            bid_in_turn(bidding(FORBIDDEN), "blind nil, blind 6"),
            S,
            place("nil"),
            "nil_not_allowed",
            id="both_nil is forbidden, hidden",
        ),
        pytest.param(bidding(Rules(nil=False)), N, place("nil"), "nil_not_allowed", id="nil is off"),
        pytest.param(
            bidding(Rules(nil=False, blind_bid_from=6)),
            N,
            place("nil"),
            "nil_not_allowed",
            id="nil is off, before must_look_first",
        ),
        # bid_fixed_by_hand stands before bid_below_minimum
        pytest.param(styled("mirror"), N, place("nil"), "bid_fixed_by_hand", id="mirror: a nil"),
        pytest.param(styled("mirror"), N, place("4"), "bid_fixed_by_hand", id="mirror: another number"),
        pytest.param(styled("whiz"), N, place("2"), "bid_fixed_by_hand", id="whiz: another number"),
        pytest.param(
            styled("mirror"), N, place("zero"), "bid_fixed_by_hand", id="mirror: a zero, before the minimum"
        ),
        pytest.param(
            styled("whiz", blind_bid_from=6), N, place("4"), "must_look_first", id="whiz: a hidden hand"
        ),
        pytest.param(
            styled("mirror", blind_bid_from=6),
            N,
            place("3"),
            "must_look_first",
            id="mirror: even the right one",
        ),
        pytest.param(
            looked(styled("mirror", blind_bid_from=6), N),
            N,
            place("4"),
            "bid_fixed_by_hand",
            id="mirror: after a look",
        ),
        # cards
        pytest.param(TABLE, E, play("5C"), "card_not_in_hand", id="a card of the table"),
        pytest.param(
            TABLE, E, play("2H"), "card_not_in_hand", id="another seat's card, before must_follow_suit"
        ),
        pytest.param(LEAD, N, play("AS"), "card_not_in_hand", id="no such spade, before spades_not_broken"),
        pytest.param(
            FIRST, N, play("AS"), "card_not_in_hand", id="no such card, before must_lead_lowest_club"
        ),
        pytest.param(FIRST, N, play("2S"), "must_lead_lowest_club", id="a spade, before spades_not_broken"),
        pytest.param(FIRST, N, play("3C"), "must_lead_lowest_club", id="a higher club"),
        pytest.param(FIRST, N, play("AD"), "must_lead_lowest_club", id="another suit"),
        pytest.param(LEAD, N, play("2S"), "spades_not_broken", id="a spade lead before spades are broken"),
        pytest.param(TABLE, E, play("AD"), "must_follow_suit", id="a discard with a card of the suit led"),
        pytest.param(
            TABLE, E, play("2S"), "must_follow_suit", id="an unbroken ruff with a card of the suit led"
        ),
    ],
)
def test_code(match: Match, seat: Seat, action: Action, code: str) -> None:
    refused = refusal_of(match, seat, action)
    assert refused is not None
    assert refused.refusal == code


@pytest.mark.parametrize(
    ("trick", "suit"),
    [("5C", "C"), ("9D", "D"), ("TH", "H"), ("2S", "S")],
    ids=["clubs", "diamonds", "hearts", "spades"],
)
def test_must_follow_suit_names_the_suit(trick: str, suit: str) -> None:
    hand = {"C": "6C", "D": "6D", "H": "6H", "S": "6S"}[suit]
    other = "KD" if suit != "D" else "KH"
    match = playing(hands("", f"{hand} {other}", "3C", "4C"), trick=trick)
    refused = refusal_of(match, E, play(other))
    assert refused is not None
    assert (refused.field, dict(refused.params)) == ("card", {"suit": suit})


def test_no_refusal_of_a_hidden_hand_depends_on_its_cards() -> None:
    """Every bid is refused alike, whatever the thirteen cards."""
    dealt = full_hands("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")
    swapped = (dealt[W], dealt[E], dealt[S], dealt[N])
    first, second = (replace(OPEN, deal=replace(OPEN.deal, hands=each)) for each in (dealt, swapped))
    for text in ("nil", "zero", "blind nil", "blind 6", *map(str, range(1, 14))):
        codes = [
            refusal and refusal.refusal
            for refusal in (refusal_of(m, N, place(text)) for m in (first, second))
        ]
        assert codes[0] == codes[1]


def test_a_refusal_says_its_code_and_nothing_else() -> None:
    refused = refusal_of(TABLE, E, play("2H"))
    assert str(refused) == "card_not_in_hand"
    assert refused is not None
    assert not refused.params


def test_the_codes_are_a_closed_list() -> None:
    rule_book = (
        "wrong_phase not_your_turn hand_already_seen blind_not_allowed bid_must_be_nil nil_not_allowed "
        "must_look_first bid_fixed_by_hand bid_below_minimum card_not_in_hand must_lead_lowest_club "
        "spades_not_broken must_follow_suit"
    )
    api = "wrong_card_count invalid_field unknown_field rules_clash not_supported"
    assert {str(code) for code in Refusal} == {*rule_book.split(), *api.split()}
