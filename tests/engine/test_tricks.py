"""Following, leading, trumps and the spade break: rule book, section 2, sentences 4 to 6."""

import pytest

from engine.actions import PlayCard
from engine.cards import parse_card
from engine.events import SpadesBroken, TrickWon
from engine.play import apply
from engine.rules import Rules
from engine.seats import Seat
from engine.tricks import winning_place
from engine.views import view_for
from spades_builders import E, N, S, W, bidding, codes, hands, in_order, playing
from spades_driver import play_in_turn, refusal_of


@pytest.mark.parametrize(
    ("hand", "trick", "is_broken", "legal"),
    [
        pytest.param("2C KC AD 3S", "5C", False, "2C KC", id="a seat must follow the suit led if it can"),
        pytest.param("2C KC", "AC", False, "2C KC", id="following needs no higher card"),
        pytest.param(
            "2D KH 3S", "5C", False, "2D KH 3S", id="if it can't, it may play any card, a spade included"
        ),
        pytest.param("2D 3S", "5C", True, "2D 3S", id="a void seat need not ruff"),
        pytest.param("2D 3S AS", "5S", True, "3S AS", id="a spade lead is followed with spades"),
        pytest.param("2D 3S", "5S", False, "3S", id="a spade lead is followed, broken or not"),
        pytest.param("2C 3D", "5S", True, "2C 3D", id="void in spades, any card on a spade lead"),
        pytest.param("2C 3S", "4C 5S", True, "2C", id="the suit led counts, not a ruff on it"),
        pytest.param("2C KD 3S", "", False, "2C KD", id="no spade lead before spades are broken"),
        pytest.param("2C KD 3S", "", True, "2C KD 3S", id="spades may be led once spades are broken"),
        pytest.param("2S 3S", "", False, "2S 3S", id="or from a hand that holds nothing but spades"),
        pytest.param("2C KD", "", False, "2C KD", id="a hand without spades may lead anything"),
    ],
)
def test_legal_cards(hand: str, trick: str, is_broken: bool, legal: str) -> None:
    seat = Seat(len(trick.split()))
    held = ["KD", "KD", "KD", "KD"]
    held[seat] = hand
    match = playing(hands(*held), trick=trick, is_broken=is_broken)
    accepted = [code for code in hand.split() if not refusal_of(match, seat, PlayCard(parse_card(code)))]
    assert (codes(view_for(match, seat).legal_cards), " ".join(accepted)) == (legal, legal)


def test_a_spade_may_be_played_on_the_first_trick_too() -> None:
    match = playing(hands("2C 3C", "2S 3H", "4C 5C", "6C 7C"), trick="2C")
    assert codes(view_for(match, E).legal_cards) == "3H 2S"


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("5C 9C 2C JC", 3, id="the highest card of the suit led wins"),
        pytest.param("5C AD AH 6D", 0, id="a higher card of another suit wins nothing"),
        pytest.param("AC 2S KC QC", 1, id="spades are trumps"),
        pytest.param("AC 5S 3S 9S", 3, id="the highest spade wins the trick"),
        pytest.param("AC 5S 9S 3S", 2, id="a lower spade on a higher one loses"),
        pytest.param("5S AD 9S AC", 2, id="a spade lead is won by the highest spade"),
        pytest.param("KC AC QC JC", 1, id="A high"),
        pytest.param("2C 2D 2H AD", 0, id="2 low, and first of its suit"),
        pytest.param("TC 9C JC 2C", 2, id="ten between nine and jack"),
    ],
)
def test_winner(trick: str, winner: int) -> None:
    assert winning_place(in_order(trick)) == winner


@pytest.mark.parametrize("leader", Seat)
def test_the_winner_leads_the_next_trick(leader: Seat) -> None:
    held = ["", "", "", ""]
    for place, text in enumerate(("5C 2D", "6C 3D", "AC 4D", "7C 5D")):
        held[(leader + place) % 4] = text
    match = play_in_turn(playing(hands(*held), leader=leader), "5C 6C AC 7C")
    winner = Seat((leader + 2) % 4)
    assert (match.to_act, match.deal.leader) == ((winner,), winner)
    assert match.deal.tricks_taken[winner] == sum(match.deal.tricks_taken) == 1


@pytest.mark.parametrize(
    ("held", "trick", "is_broken"),
    [
        pytest.param(
            ("5C 2D", "2S 3D", "6C 4D", "7C 5D"), "5C 2S 6C 7C", True, id="a spade on another suit breaks"
        ),
        pytest.param(
            ("5C 2D", "2S 3D", "9S 4D", "7C 5D"), "5C 2S 9S 7C", True, id="whether or not it wins the trick"
        ),
        pytest.param(
            ("5C 2D", "6C 3D", "KD 4D", "7C 5D"), "5C 6C KD 7C", False, id="another discard breaks nothing"
        ),
        pytest.param(
            ("5S 6S", "7C 3D", "6C 4D", "8C 5D"), "5S 7C 6C 8C", True, id="a lead from spades alone breaks"
        ),
    ],
)
def test_broken(held: tuple[str, ...], trick: str, is_broken: bool) -> None:
    match = play_in_turn(playing(hands(*held)), trick)
    assert match.deal.is_broken is is_broken


def test_the_winner_of_the_trick_that_broke_spades_may_lead_one() -> None:
    match = playing(hands("5C 2D", "2S 9S 3D", "6C 4D", "7C 5D"))
    match = play_in_turn(match, "5C 2S 6C 7C")
    assert codes(view_for(match, E).legal_cards) == "3D 9S"


def test_spades_break_once_in_a_deal() -> None:
    match = playing(hands("5C 2D", "2S 3D", "9S 4D", "7C 5D"), trick="5C")
    first = apply(match, E, PlayCard(in_order("2S")[0]))
    second = apply(first.match, S, PlayCard(in_order("9S")[0]))
    assert SpadesBroken(E) in first.events
    assert not any(isinstance(event, SpadesBroken) for event in second.events)


def test_the_cards_of_a_trick_run_clockwise_from_its_leader() -> None:
    match = playing(hands("5C 2D", "6C 3D", "AC 4D", "7C 5D"), leader=W)
    match = play_in_turn(match, "7C 5C 6C")
    won = apply(match, S, PlayCard(in_order("AC")[0]))
    assert TrickWon(S, 1, in_order("7C 5C 6C AC")) in won.events
    trick = won.match.last_trick
    assert trick is not None
    assert (trick.leader, codes(trick.cards), trick.winner, trick.number) == (W, "7C 5C 6C AC", S, 1)


LOWEST = Rules(first_lead="lowest_club")


def lowest_club(hand: str, *, is_broken: bool = False, tricks_taken: tuple[int, ...] = (0, 0, 0, 0)) -> str:
    match = playing(
        hands(hand, "KC 2H", "AC 3H", "QC 4H"),
        is_broken=is_broken,
        tricks_taken=tricks_taken,
        start=bidding(LOWEST),
    )
    return codes(view_for(match, N).legal_cards)


@pytest.mark.parametrize(
    ("legal", "expected"),
    [
        pytest.param(lowest_club("2C 3C AD"), "2C", id="the holder of the lowest club must lead it"),
        pytest.param(lowest_club("3C 7C AD 2S"), "3C", id="it is the lowest of the hand, whichever that is"),
        pytest.param(
            lowest_club("3C AD", tricks_taken=(1, 0, 0, 0)),
            "3C AD",
            id="the lowest club binds the first lead only",
        ),
        pytest.param(
            lowest_club("3C AD 2S", is_broken=True, tricks_taken=(0, 0, 1, 0)), "3C AD 2S", id="nor later"
        ),
    ],
)
def test_lowest_club(legal: str, expected: str) -> None:
    assert legal == expected


def test_everyone_plays_once_and_clockwise() -> None:
    match = playing(hands("5C 2D", "6C 3D", "AC 4D", "7C 5D"), leader=S)
    order: list[Seat] = []
    for card in ("AC", "7C", "5C", "6C"):
        order += match.to_act
        match = play_in_turn(match, card)
    assert order == [S, W, N, E]


def test_a_void_that_everyone_saw_is_noted() -> None:
    match = play_in_turn(playing(hands("5C 2D", "AD 3D", "6C 4D", "7C 5D")), "5C AD 6C 7C")
    clubs = 1 << 0
    assert match.deal.voids == (0, clubs, 0, 0)
