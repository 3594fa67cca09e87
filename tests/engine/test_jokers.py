"""Jokers and high deuces are spades in every respect: rule book, section 3, `jokers`."""

import pytest

from engine.actions import PlayCard
from engine.cards import card_set, deck_for, format_card, in_hand_order, parse_card
from engine.events import CardPlayed, SpadesBroken
from engine.play import apply, start
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.tricks import winning_place
from engine.views import view_for
from spades_builders import SEED, E, N, S, bidding, cards, codes, full_hands, hands, in_order, playing
from spades_driver import bid_in_turn, play_in_turn, refusal_of

TWO, DEUCES = Rules(jokers="two"), Rules(jokers="two_and_deuces")


@pytest.mark.parametrize(
    ("jokers", "present", "absent"),
    [
        pytest.param("off", "2C 2D 2H 2S", "LJ BJ +2D +2S", id="off: the 52 plain cards"),
        pytest.param("two", "2D 2S LJ BJ", "2C 2H +2D +2S", id="two: in place of 2H and 2C"),
        pytest.param(
            "two_and_deuces", "+2D +2S LJ BJ", "2C 2H 2D 2S", id="two_and_deuces: 2D and 2S move up as well"
        ),
    ],
)
def test_deck(jokers: str, present: str, absent: str) -> None:
    deck = card_set(deck_for(jokers))
    assert deck.bit_count() == len(deck_for(jokers)) == 52
    assert deck & cards(f"{present} {absent}") == cards(present)


@pytest.mark.parametrize("rules", [TWO, DEUCES])
def test_all_52_are_dealt(rules: Rules) -> None:
    dealt = start(rules, SEED).match.deal.hands
    assert [hand.bit_count() for hand in dealt] == [13] * 4
    assert sum(dealt) == card_set(deck_for(rules.jokers))


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("AS LJ BJ KS", 2, id="two: big joker over little joker"),
        pytest.param("AS LJ KS QS", 1, id="two: little joker over the ace of spades"),
        pytest.param("2S 3S 2D AD", 1, id="two: 2S is the lowest spade, 2D a plain diamond"),
        pytest.param("AD 2D KD QD", 0, id="two: 2D is the lowest diamond"),
        pytest.param("LJ +2D +2S AS", 0, id="two_and_deuces: 2D below the little joker"),
        pytest.param("+2S +2D AS KS", 1, id="two_and_deuces: then 2S"),
        pytest.param("KS AS +2S QS", 2, id="two_and_deuces: 2S above the ace of spades"),
        pytest.param("AD +2D KD QD", 1, id="two_and_deuces: 2D is a spade on a diamond lead"),
        pytest.param("AC KC LJ QC", 2, id="a joker trumps a plain suit"),
        pytest.param("AC 3S BJ LJ", 2, id="and over another trump"),
    ],
)
def test_winner(trick: str, winner: int) -> None:
    assert winning_place(in_order(trick)) == winner


def legal(hand: str, trick: str = "", *, is_broken: bool = False, rules: Rules = DEUCES) -> str:
    """What the seat that holds `hand` may play to `trick`."""
    seat = Seat(len(trick.split()))
    held = ["3D 4D"] * 4
    held[seat] = hand
    match = playing(hands(*held), trick=trick, is_broken=is_broken, start=bidding(rules))
    found = [code for code in hand.split() if not refusal_of(match, seat, PlayCard(in_order(code)[0]))]
    assert cards(" ".join(found)) == view_for(match, seat).legal_cards
    return " ".join(found)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        # follow
        pytest.param(legal("BJ LJ 5C", "AS"), "BJ LJ", id="follow: a joker follows a spade lead"),
        pytest.param(legal("BJ 5C", "AS"), "BJ", id="follow: and must, as the only spade"),
        pytest.param(legal("+2D 5D", "3S"), "+2D", id="follow: a high 2D follows spades"),
        pytest.param(legal("+2D 5D", "9D"), "5D", id="follow: a high 2D does not follow diamonds"),
        pytest.param(
            legal("+2D 5C", "9D"), "+2D 5C", id="follow: with 2D alone the seat is void in diamonds"
        ),
        pytest.param(
            legal("2D 5C", "9D", rules=TWO), "2D", id="follow: the plain 2D of two follows diamonds"
        ),
        pytest.param(legal("+2S 5C", "9S"), "+2S", id="follow: a high 2S follows spades"),
        pytest.param(legal("3S 5C", "LJ"), "3S", id="follow: a joker lead is a spade lead"),
        pytest.param(legal("5D 5C", "+2D"), "5D 5C", id="follow: a lead of the high 2D asks for spades"),
        pytest.param(legal("BJ 5C", "9C"), "5C", id="follow: a joker follows no plain suit"),
        pytest.param(legal("BJ 5D", "9C"), "BJ 5D", id="void: a joker may be played"),
        # lead
        pytest.param(legal("BJ 5C"), "5C", id="lead: no joker before spades are broken"),
        pytest.param(legal("+2D +2S 5C"), "5C", id="lead: no high deuce before spades are broken"),
        pytest.param(legal("BJ 5C", is_broken=True), "BJ 5C", id="lead: a joker once they are"),
        pytest.param(legal("BJ LJ +2D +2S 3S"), "BJ LJ +2D +2S 3S", id="lead: from nothing but spades"),
        pytest.param(legal("2D BJ", rules=TWO), "2D", id="lead: the plain 2D of two is no spade"),
    ],
)
def test_legal(found: str, expected: str) -> None:
    assert found == expected


@pytest.mark.parametrize(
    ("played", "breaks"),
    [
        pytest.param("BJ", True, id="break: a joker on another suit breaks"),
        pytest.param("LJ", True, id="break: either of them"),
        pytest.param("+2D", True, id="break: a high 2D"),
        pytest.param("+2S", True, id="break: a high 2S"),
        pytest.param("5D", False, id="break: a diamond does not"),
    ],
)
def test_broken(played: str, breaks: bool) -> None:
    match = playing(hands("9C KD", f"{played} 6D", "TC 7D", "JC 8D"), trick="9C", start=bidding(DEUCES))
    step = apply(match, E, PlayCard(in_order(played)[0]))
    assert step.match.deal.is_broken is breaks
    assert (SpadesBroken(E) in step.events) is breaks


def test_must_follow_suit_names_spades_on_a_joker_lead() -> None:
    match = playing(hands("LJ 5C", "3S 6C", "4S", "5S"), trick="LJ", start=bidding(TWO))
    refused = refusal_of(match, E, PlayCard(in_order("6C")[0]))
    assert refused is not None
    assert (refused.refusal, dict(refused.params)) == ("must_follow_suit", {"suit": "S"})


def test_a_void_in_diamonds_shows_when_the_high_two_of_diamonds_is_played_on_one() -> None:
    match = playing(hands("9D KC", "+2D 6C", "TD 7C", "JD 8C"), start=bidding(DEUCES))
    match = play_in_turn(match, "9D +2D TD JD")
    assert match.deal.voids == (0, 1 << 1, 0, 0)
    assert match.to_act == (E,)


@pytest.mark.parametrize("rules", [TWO, DEUCES])
@pytest.mark.parametrize("holder", Seat)
def test_under_lowest_club_the_three_of_clubs_is_led(rules: Rules, holder: Seat) -> None:
    """The 2C is out: the lowest club in play is the 3C."""
    lowest = Rules(jokers=rules.jokers, first_lead="lowest_club")
    dealt = full_hands(**{holder.name.lower(): "3C"}, jokers=rules.jokers)
    match = bid_in_turn(bidding(lowest, hands=dealt), "3, 3, 3, 3")
    assert match.to_act == (holder,)
    assert codes(view_for(match, holder).legal_cards) == "3C"


@pytest.mark.parametrize(
    ("jokers", "code", "text"),
    [
        pytest.param("two", "2D", "2D", id="2D is plain"),
        pytest.param("two_and_deuces", "2D", "+2D", id="2D is the high one"),
        pytest.param("two_and_deuces", "2S", "+2S", id="2S is the high one"),
        pytest.param("two", "BJ", "BJ", id="the big joker"),
        pytest.param("off", "LJ", "LJ", id="a joker is a card, in nobody's hand"),
    ],
)
def test_a_code_names_the_card_of_its_deck(jokers: str, code: str, text: str) -> None:
    card = parse_card(code, jokers)
    assert (codes([card]), format_card(card)) == (text, code)


@pytest.mark.parametrize("code", ["", "1S", "AX", "JJ", "bj", "10S", "AS "])
def test_what_is_no_card(code: str) -> None:
    with pytest.raises(KeyError):
        parse_card(code, "two")


def test_a_hand_is_held_with_the_high_cards_first() -> None:
    held = cards("3D AD +2D 3S AS +2S LJ BJ KH 4C")
    assert codes(in_hand_order(held)) == "BJ LJ +2D +2S AS 3S KH 4C AD 3D"


def test_a_plain_card_of_another_deck_is_in_no_hand() -> None:
    match: Match = bid_in_turn(bidding(DEUCES), "3, 3, 3, 3")
    for code in ("2C", "2H", "2D", "2S"):
        refused = refusal_of(match, N, PlayCard(in_order(code)[0]))
        assert refused is not None
        assert refused.refusal == "card_not_in_hand"


def test_the_event_of_a_card_holds_the_card_of_the_deck() -> None:
    match = playing(hands("9D KC", "+2D 6C", "TD 7C", "JD 8C"), trick="9D", start=bidding(DEUCES))
    played = apply(match, E, PlayCard(in_order("+2D")[0])).events[0]
    assert played == CardPlayed(E, parse_card("2D", "two_and_deuces"), 1)
    assert match.deal.hands[S] == cards("TD 7C")
