"""`seating: cut` in a match: the draw for seats is its first event. Who drew what: test_shuffle.py."""

import pytest

from engine.deal import cut_for_seats
from engine.events import MatchStarted, SeatsCut
from engine.play import start
from engine.rules import Rules
from engine.seats import FOUR_PLAYERS, Seat
from engine.views import redact
from spades_builders import SEED, E, N, S, W

SEEDS = [bytes([number]) * 32 for number in range(50)]


def rank(card: int) -> tuple[int, int]:
    """Ace high; equal ranks go by suit, spades first."""
    return card % 13, card // 13


def test_each_seat_draws_a_card_before_the_match() -> None:
    events = start(Rules(seating="cut"), SEED).events
    assert events[:2] == (SeatsCut(cut_for_seats(SEED).cards), MatchStarted())


def test_chosen_seats_draw_none() -> None:
    assert not any(isinstance(event, SeatsCut) for event in start(Rules(), SEED).events)


@pytest.mark.parametrize("seed", SEEDS)
def test_highest_and_lowest_are_partners_and_the_two_between(seed: bytes) -> None:
    cut = cut_for_seats(seed)
    falling = sorted(Seat, key=lambda seat: rank(cut.cards[seat]), reverse=True)
    assert falling == [N, E, W, S]
    assert FOUR_PLAYERS.partner[falling[0]] is falling[3]
    assert FOUR_PLAYERS.partner[falling[1]] is falling[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_four_different_cards_and_every_player_keeps_a_seat(seed: bytes) -> None:
    cut = cut_for_seats(seed)
    assert len(set(cut.cards)) == 4
    assert sorted(cut.origins) == list(Seat)


def test_equal_ranks_are_among_those_tried() -> None:
    cuts = [cut_for_seats(seed).cards for seed in SEEDS]
    assert any(len({card % 13 for card in cards}) < 4 for cards in cuts)


def test_the_cut_is_everyones() -> None:
    event = SeatsCut(cut_for_seats(SEED).cards)
    assert all(redact(event, viewer) == event for viewer in (N, E, S, W, None))


def test_the_cut_changes_no_card_of_the_deals() -> None:
    """It has a stream of its own."""
    chosen, cut = (start(Rules(seating=seating), SEED).match for seating in ("chosen", "cut"))
    assert (chosen.deal.hands, chosen.deal.dealer) == (cut.deal.hands, cut.deal.dealer)


@pytest.mark.parametrize("jokers", ["two", "two_and_deuces"])
def test_the_cut_is_made_with_the_plain_52_cards(jokers: str) -> None:
    events = start(Rules(seating="cut", jokers=jokers), SEED).events
    assert events[0] == start(Rules(seating="cut"), SEED).events[0]
