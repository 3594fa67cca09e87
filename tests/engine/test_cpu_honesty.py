"""Honest CPU players: hidden cards, the turn of the table, the process and the past change no choice."""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

import cpu_transcript
from cpu_tables import (
    BLIND,
    DUEL,
    FAST_LEVELS,
    JOKERS,
    SUICIDE,
    WHIZ,
    decisions,
    next_of,
    redealt,
    turned,
)
from engine.actions import Action
from engine.bids import Bid, BidKind
from engine.cards import Card, cards_in
from engine.cpu.choice import choose
from engine.cpu.deal_value import deal_value
from engine.cpu.knowledge import Knowledge
from engine.levels import Level
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for

SEED = bytes(range(32))
TABLES = {
    "blind nil": BLIND,
    "jokers, high deuces, nil exchange": JOKERS,
    "duel with jokers": DUEL,
    "suicide, blind tricks": SUICIDE,
    "whiz, lowest club": WHIZ,
}
MOMENTS = 400
HARD_MOMENTS = 12
MANY_HARD_MOMENTS = 220
"""For each of the tables: together, more than a thousand."""

THINKERS = [level for level in Level if level not in FAST_LEVELS]
EVERY_TABLE = [pytest.param(rules, id=name) for name, rules in TABLES.items()]
EVERY_PLAYER = [
    *(pytest.param(rules, FAST_LEVELS, MOMENTS, id=name) for name, rules in TABLES.items()),
    *(
        pytest.param(rules, (level,), count, id=f"{level}, {name}", marks=marks)
        for level in THINKERS
        for name, rules in TABLES.items()
        for count, marks in ((HARD_MOMENTS, ()), (MANY_HARD_MOMENTS, pytest.mark.slow))
    ),
]

Player = Callable[[Match, Seat, Level], Action]


def honest(match: Match, seat: Seat, level: Level) -> Action:
    return choose(view_for(match, seat), level, SEED).action


def peeking(match: Match, seat: Seat, level: Level) -> Action:
    """A cheat: it plays by the rules or by others, as the next seat's highest card is odd or even."""
    if max(cards_in(match.deal.hands[next_of(match, seat)]), default=0) % 2:
        return honest(match, seat, level)
    return honest(match, seat, Level.NORMAL if level is Level.EASY else Level.EASY)


def foreseeing(match: Match, seat: Seat, level: Level) -> Action:
    """A cheat: its chance comes from the seed of the match, which holds every card to come."""
    return choose(view_for(match, seat), level, match.seed).action


def changes_after_new_deals(
    player: Player, rules: Rules, levels: tuple[Level, ...], moments: int, seed: int = 2026
) -> int:
    """How often a player decides otherwise when only cards that it can't see have moved."""
    rng = Random(seed)
    changed = moved = 0
    for match, seat, level in decisions(rng, moments, rules, levels):
        other = redealt(match, seat, rng)
        moved += other.deal.hands != match.deal.hands
        changed += player(match, seat, level) != player(other, seat, level)
    assert moved > moments // 2, "too few deals changed for the test to mean anything"
    return changed


@pytest.mark.parametrize(("rules", "levels", "moments"), EVERY_PLAYER)
def test_cards_that_a_seat_cannot_see_never_change_its_choice(
    rules: Rules, levels: tuple[Level, ...], moments: int
) -> None:
    assert changes_after_new_deals(honest, rules, levels, moments) == 0


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_a_cheat_that_looks_at_one_card_is_caught(rules: Rules) -> None:
    assert changes_after_new_deals(peeking, rules, FAST_LEVELS, MOMENTS) > 0


@pytest.mark.slow
@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("cheat", [peeking, foreseeing])
def test_a_cheat_that_thinks_is_caught(cheat: Player, level: Level) -> None:
    assert changes_after_new_deals(cheat, BLIND, (level,), MANY_HARD_MOMENTS) > 0


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_new_deals_stay_within_what_the_seat_knows(rules: Rules) -> None:
    rng = Random(4)
    for match, seat, _ in decisions(rng, 100, rules):
        other = redealt(match, seat, rng)
        assert view_for(other, seat) == view_for(match, seat)
        assert sum(map(len, _places(other))) == len({card for place in _places(other) for card in place})


def _places(match: Match) -> list[list[Card]]:
    """The cards of every place; none may be in two of them."""
    deal = match.deal
    held = [list(cards_in(cards)) for cards in (*deal.hands, *deal.played, *deal.discarded)]
    return [*held, list(deal.stock)]


def test_a_duellist_knows_what_it_put_away_and_no_more() -> None:
    for match, seat, _ in decisions(Random(6), 200, DUEL):
        view = view_for(match, seat)
        if match.deal.phase is not Phase.PLAYING:
            continue
        put_away = match.deal.discarded[seat]
        out, forgotten = (
            Knowledge(view, view.legal_cards, level).out for level in (Level.NORMAL, Level.EASY)
        )
        assert not out & put_away
        assert out & match.deal.hands[next_of(match, seat)] == match.deal.hands[next_of(match, seat)]
        assert forgotten & put_away == put_away


def test_the_moments_cover_every_phase() -> None:
    phases = {match.deal.phase for match, *_ in decisions(Random(2026), MOMENTS)}
    assert phases == {Phase.BIDDING, Phase.EXCHANGE, Phase.PLAYING}
    phases = {match.deal.phase for match, *_ in decisions(Random(2026), MOMENTS, DUEL)}
    assert phases == {Phase.DRAWING, Phase.BIDDING, Phase.PLAYING}


@pytest.mark.parametrize(("rules", "levels", "moments"), EVERY_PLAYER)
def test_turning_the_table_changes_names_only(rules: Rules, levels: tuple[Level, ...], moments: int) -> None:
    for match, seat, level in decisions(Random(11), moments, rules, levels):
        choice = choose(view_for(match, seat), level, SEED)
        assert choose(view_for(turned(match), next_of(match, seat)), level, SEED) == choice


@pytest.mark.parametrize("rules", [BLIND, JOKERS, SUICIDE, WHIZ])
def test_what_a_deal_is_worth_to_one_side_it_costs_the_other(rules: Rules) -> None:
    """To the hundredth, wherever the sides sit: else the table could not be turned."""
    rng = Random(8)
    for _ in range(300):
        bids = tuple(Bid(BidKind.TRICKS, rng.randint(1, 6)) for _ in Seat)
        points, bags = (
            (rng.randint(-150, 480), rng.randint(-150, 480)),
            (rng.randint(0, 9), rng.randint(0, 9)),
        )
        number, cuts = rng.randint(1, 3), sorted(rng.randint(0, 13) for _ in range(3))
        tricks = [high - low for low, high in pairwise((0, *cuts, 13))]
        value = deal_value(rules, number, bids, points, bags).of(_packed(tricks))
        moved = deal_value(rules, number, (bids[-1], *bids[:-1]), points[::-1], bags[::-1])
        assert moved.of(_packed([tricks[-1], *tricks[:-1]])) == -value


def _packed(tricks: list[int]) -> int:
    return sum(taken << 4 * seat for seat, taken in enumerate(tricks))


def test_other_processes_with_other_hash_seeds_choose_the_same() -> None:
    assert _in_a_process("1") == _in_a_process("2") == list(cpu_transcript.of_every_level())


def _in_a_process(hash_seed: str) -> list[str]:
    environ = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    script = [sys.executable, cpu_transcript.__file__]
    return subprocess.run(script, env=environ, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_what_was_chosen_before_changes_nothing(rules: Rules) -> None:
    moments = [*decisions(Random(5), 60, rules)]
    moments += [each for level in THINKERS for each in decisions(Random(6), 6, rules, (level,))]
    forward = [honest(*moment) for moment in moments]
    backward = [honest(*moment) for moment in reversed(moments)]
    assert forward == backward[::-1]
