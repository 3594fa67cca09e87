"""The deals that a search supposes are legal: each is one that its seat cannot tell from the real one."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from cpu_tables import BLIND, DUEL, JOKERS, SUICIDE, WHIZ
from engine.cards import SUIT_CARDS, CardSet, card_set, deck_for
from engine.cpu.knowledge import Knowledge
from engine.cpu.playout import deal_hidden
from engine.cpu.supposing import hidden_hands, table_of
from engine.levels import Level
from engine.phases import Phase
from engine.play import start
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.views import view_for
from spades_driver import random_steps

MANY_WORDS = 2_000
DEALS = 6
WORLDS = 4
EVERY_TABLE = [
    pytest.param(BLIND, id="blind nil"),
    pytest.param(JOKERS, id="jokers, high deuces, nil exchange"),
    pytest.param(DUEL, id="duel with jokers"),
    pytest.param(SUICIDE, id="suicide, blind tricks"),
    pytest.param(WHIZ, id="whiz, lowest club"),
]


def views(rules: Rules, deals: int) -> Iterator[SeatView]:
    """Every moment at which a seat is to play a card, in random play, which shows voids early."""
    rng = Random(deals)
    for _ in range(deals):
        for match, *_ in random_steps(start(rules, rng.randbytes(32)).match, rng):
            if match.deal.phase is Phase.PLAYING and match.deal.number == 1:
                yield view_for(match, match.to_act[0])


def worlds(view: SeatView, rng: Random, count: int, words: int = MANY_WORDS) -> list[tuple[CardSet, ...]]:
    """Deals that the seat supposes, by seat."""
    numbers = rng.randbytes(2 * words)
    table = table_of(view, Knowledge(view, view.legal_cards, Level.NORMAL), numbers)
    found = []
    for _ in range(count):
        deal_hidden(table)
        found.append(hidden_hands(table))
    return found


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_every_supposed_deal_is_one_that_the_seat_may_be_in(rules: Rules) -> None:
    rng = Random(3)
    seen = 0
    for view in views(rules, DEALS):
        for hands in worlds(view, rng, WORLDS):
            require_legal(view, hands)
            seen += 1
    assert seen > 500


@pytest.mark.slow
@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_every_one_of_many_supposed_deals_is_one_that_the_seat_may_be_in(rules: Rules) -> None:
    rng = Random(5)
    for view in views(rules, 4 * DEALS):
        for hands in worlds(view, rng, WORLDS):
            require_legal(view, hands)


def require_legal(view: SeatView, hands: tuple[CardSet, ...]) -> None:
    seats, deal = view.rules.lineup.seats, view.deal
    assert hands[view.seat] == view.hand
    for seat in seats:
        assert hands[seat].bit_count() == deal.cards_held[seat], "as many cards as the seat holds"
        for suit, cards in enumerate(SUIT_CARDS):
            assert not (deal.voids[seat] >> suit & 1 and hands[seat] & cards), (
                "none of a suit that it is out of"
            )
    held = [hands[seat] for seat in seats]
    gone = card_set(card for card in range(56) if any(each >> card & 1 for each in deal.played))
    together = sum(held)
    assert together.bit_count() == sum(map(int.bit_count, held)), "no card twice"
    assert not together & (gone | view.discarded), "no card that was played or put away"
    assert not together & ~card_set(deck_for(view.rules.jokers)), "no card of another deck"
    require_exchange(view, hands, gone)


def require_exchange(view: SeatView, hands: tuple[CardSet, ...], gone: CardSet) -> None:
    """What the seat gave is with the partner until it is played, unless the partner gave it back."""
    if view.exchange and view.exchange.given:
        given = card_set(view.exchange.given) & ~gone & ~(view.hand or 0)
        assert hands[view.exchange.partner] & given == given


def test_the_tables_show_exchanges_voids_and_discards() -> None:
    """Else the test above would prove little."""
    assert sum(bool(view.exchange and view.exchange.given) for view in views(JOKERS, DEALS)) > 20
    assert sum(any(view.deal.voids) for view in views(BLIND, DEALS)) > 100
    assert sum(bool(view.discarded) for view in views(DUEL, DEALS)) > 100


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_supposed_deals_differ(rules: Rules) -> None:
    view = next(views(rules, 1))
    found = worlds(view, Random(1), 20)
    assert any(one != other for one, other in pairwise(found))


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_supposed_deals_are_legal_even_if_chance_runs_out(rules: Rules) -> None:
    for view in views(rules, 1):
        for hands in worlds(view, Random(2), 3, words=7):
            require_legal(view, hands)


def test_hidden_cards_are_anywhere_that_they_may_be() -> None:
    """Over many deals, each hidden card is supposed with each seat that may hold it, and about as often."""
    view = next(view for view in views(Rules(), 1) if not any(view.deal.voids) and not view.deal.trick)
    found = worlds(view, Random(9), 400, words=100_000)
    others = [seat for seat in Seat if seat is not view.seat]
    unseen = sum(found[0]) & ~(view.hand or 0)
    for card in (card for card in range(52) if unseen >> card & 1):
        counts = [sum(hands[seat] >> card & 1 for hands in found) for seat in others]
        assert sum(counts) == 400
        assert min(counts) > 40
