"""Random deals a second: this engine against OpenSpiel's `spades`, all driven from Python in one run.

Ours twice: the hot loop, which deals the hidden hands at random, plays them out by the rules of `normal`
(more work than random cards) and scores them; and the whole engine with states, events and refusals.
"""

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any, Final

from deals import RUN_SEED, after_a_turn, rules_of
from engine.actions import PlaceBid, PlayCard
from engine.bids import legal_bids
from engine.cards import cards_in, lowest
from engine.cpu.deal_value import deal_value
from engine.cpu.knowledge import Knowledge
from engine.cpu.playout import NO_TELL, play_worlds
from engine.cpu.supposing import table_of
from engine.deal import match_seed
from engine.levels import Level
from engine.phases import Phase
from engine.play import apply, start
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.state import bid_situation, card_situation
from engine.tricks import legal_cards
from engine.views import view_for
from gates import Bar, Gate, not_measured, times
from intervals import exactly

_NAME: Final = "random deals, over pyspiel"
_MUST: Final = Bar(1.5)
_STRETCH: Final = Bar(2.5)
_STRETCH_COMPILED: Final = Bar(50)
_ROUNDS: Final = 5
_WORDS_A_DEAL: Final = 40


def pace_gates(deals: int, *, is_compiled: bool) -> Iterator[Gate]:
    """The best of some rounds of each, in turn: a busy machine slows all of them."""
    if find_spec("pyspiel") is None:
        yield not_measured(_NAME, "OpenSpiel is not installed (`make setup-crosscheck`)")
        return
    import pyspiel  # type: ignore[import-not-found]

    rules, game = rules_of(), pyspiel.load_game("spades")
    players = (
        partial(_loop_deals, _opening_lead(rules), rules),
        partial(_engine_deals, rules),
        partial(_their_deals, game),
    )
    loop, engine, theirs = _best(players, deals)
    of = f"{theirs:.0f} of pyspiel, cards dealt by its chance_outcomes; best of {_ROUNDS} rounds"
    stretch = _STRETCH_COMPILED if is_compiled else _STRETCH
    yield Gate(
        _NAME, exactly(loop / theirs), times, _MUST, stretch, f"hot loop: {loop:.0f} a second against {of}"
    )
    how = f"the whole engine, each action checked: {engine:.0f} a second"
    yield Gate("the same, the whole engine", exactly(engine / theirs), times, how=how)


def _best(players: tuple[Callable[[int, Random], None], ...], deals: int) -> list[float]:
    """Deals a CPU second of each player."""
    best = [0.0] * len(players)
    for number in range(_ROUNDS):
        for place, play in enumerate(players):
            started = process_time()
            play(deals, Random(number))
            best[place] = max(best[place], deals / (process_time() - started))
    return best


def _opening_lead(rules: Rules) -> SeatView:
    match = start(rules, match_seed(RUN_SEED, 1)).match
    while match.deal.phase is not Phase.PLAYING:
        match = after_a_turn(match, ("normal", "normal"))
    return view_for(match, match.to_act[0])


def _loop_deals(view: SeatView, rules: Rules, deals: int, rng: Random) -> None:
    words = rng.randbytes(2 * _WORDS_A_DEAL * deals)
    table = table_of(view, Knowledge(view, view.legal_cards, Level.NORMAL), words)
    value = deal_value(rules, view.deal.number, view.deal.bids, view.match.points, view.match.bags)
    table.tells = [NO_TELL] * 4  # no hand is dealt again for its bid
    for taken in play_worlds(table, (lowest(view.legal_cards),), deals):
        value.of(taken)


def _engine_deals(rules: Rules, deals: int, rng: Random) -> None:
    for index in range(1, deals + 1):
        _engine_deal(rules, index, rng)


def _engine_deal(rules: Rules, index: int, rng: Random) -> None:
    """From the shuffle to the score sheet, each action one that the engine calls legal."""
    match = start(rules, match_seed(RUN_SEED, index)).match
    while match.last_sheet is None:
        seat, deal = match.to_act[0], match.deal
        if deal.phase is Phase.BIDDING:
            bids = legal_bids(bid_situation(rules, match.points, deal, seat))
            match = apply(match, seat, PlaceBid(rng.choice(bids))).match
        else:
            cards = list(cards_in(legal_cards(card_situation(rules, deal, seat))))
            match = apply(match, seat, PlayCard(rng.choice(cards))).match


def _their_deals(game: Any, deals: int, rng: Random) -> None:
    """As in the examples of OpenSpiel."""
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
