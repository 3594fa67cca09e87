"""What players curse in Spades bots, looked for in whole deals of CPUs, where no position was thought of."""

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from engine.actions import PlayCard
from engine.autoplay import take_turn
from engine.cards import SPADES, SUIT_CARDS, SUIT_OF, Card, CardSet, lowest
from engine.cpu.choice import choose
from engine.cpu.knowledge import Knowledge
from engine.deal import match_seed
from engine.levels import Level
from engine.phases import Phase
from engine.play import start
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.views import view_for

SEED = bytes(32)
MOMENTS = 100
HARD_MOMENTS = 15
MANY_HARD_MOMENTS = 300
RARE = 10
EVERY_LEVEL = [
    pytest.param(Level.NORMAL, MOMENTS, id="normal"),
    *(
        pytest.param(level, count, id=f"{level}", marks=marks)
        for level in Level
        if level not in (Level.EASY, Level.NORMAL)
        for count, marks in ((HARD_MOMENTS, ()), (MANY_HARD_MOMENTS, pytest.mark.slow))
    ),
]

Question = Callable[[Knowledge], bool]


def asked(is_meant: Question, count: int) -> Iterator[tuple[SeatView, Knowledge]]:
    """Moments with a choice of cards, in deals of four `normal`, for which the question is answered yes."""
    return islice(_moments(is_meant), count)


def _moments(is_meant: Question) -> Iterator[tuple[SeatView, Knowledge]]:
    index = 0
    while True:
        index += 1
        match = start(Rules(max_deals=2), match_seed(SEED, index)).match
        while match.deal.number == 1 and match.result is None:
            seat = match.to_act[0]
            if match.deal.phase is Phase.PLAYING:
                view = view_for(match, seat)
                k = Knowledge(view, view.legal_cards, Level.NORMAL)
                if view.legal_cards.bit_count() > 1 and is_meant(k):
                    yield view, k
            match = take_turn(match, seat, Level.NORMAL).match


def card_played(view: SeatView, level: Level) -> Card:
    action = choose(view, level, SEED).action
    assert isinstance(action, PlayCard)
    return action.card


def losing(k: Knowledge) -> CardSet:
    return k.legal & ~k.beating


@pytest.mark.parametrize(("level", "count"), EVERY_LEVEL)
def test_last_to_play_never_beats_a_partner_who_has_won_unless_it_is_a_nil(level: Level, count: int) -> None:
    def is_partners(k: Knowledge) -> bool:
        is_won = k.best >= 0 and not k.after and k.winner == k.partner
        return is_won and not k.live_nils >> k.partner & 1 and bool(losing(k) and k.beating)

    for view, k in asked(is_partners, count):
        assert losing(k) >> card_played(view, level) & 1


@pytest.mark.parametrize(("level", "count"), EVERY_LEVEL)
def test_a_nil_ducks_whatever_it_can(level: Level, count: int) -> None:
    def can_duck(k: Knowledge) -> bool:
        return k.best >= 0 and bool(k.live_nils >> k.seat & 1 and losing(k) and k.beating)

    for view, k in asked(can_duck, count):
        assert losing(k) >> card_played(view, level) & 1


@pytest.mark.parametrize(("level", "count"), EVERY_LEVEL)
def test_last_to_play_wins_with_the_cheapest_card_of_its_kind(level: Level, count: int) -> None:
    """Where it may lose it instead; else it is won with the highest card, to be rid of that."""

    def can_win(k: Knowledge) -> bool:
        return k.best >= 0 and not k.after and k.beating.bit_count() > 1 and bool(losing(k))

    for view, k in asked(can_win, count):
        card = card_played(view, level)
        if k.beating >> card & 1:
            cheapest = lowest(k.beating & SUIT_CARDS[SUIT_OF[card]])
            assert not k.out & between(cheapest, card)


@pytest.mark.parametrize(("level", "count"), EVERY_LEVEL)
def test_a_nil_that_is_winning_is_covered_where_a_card_of_the_suit_can(level: Level, count: int) -> None:
    def is_in_danger(k: Knowledge) -> bool:
        is_winning = k.best >= 0 and k.winner == k.partner and k.live_nils >> k.partner & 1
        return bool(is_winning and not k.after and k.beating & ~SPADES)

    for view, k in asked(is_in_danger, count // RARE):
        assert k.beating >> card_played(view, level) & 1


def between(low: Card, high: Card) -> CardSet:
    """The cards above the one and below the other."""
    return (1 << high) - (2 << low) if high > low else 0
