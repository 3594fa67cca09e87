"""The law of the CPU players: a choice comes from the seat view, the level and the seed, and is legal."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

import cpu_transcript
from cpu_tables import BLIND, DUEL, JOKERS, SUICIDE, WHIZ, decisions, next_of, redealt, turned
from engine.actions import Action
from engine.autoplay import take_turn
from engine.cards import Card, cards_in
from engine.cpu.choice import choose
from engine.cpu.knowledge import Knowledge
from engine.levels import BUILT_LEVELS, Level
from engine.phases import Phase
from engine.play import apply
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.turns import Step
from engine.views import view_for
from spades_driver import random_action
from spades_strategies import WHOLE_MATCHES, beginnings, chances

SEED = bytes(range(32))
GOLDEN = Path(__file__).parents[1] / "golden" / "cpu_decisions.txt"
VARIANTS_GOLDEN = GOLDEN.with_name("cpu_variant_decisions.txt")
MOMENTS = 400
EVERY_TABLE = [
    pytest.param(BLIND, id="blind nil"),
    pytest.param(JOKERS, id="jokers, high deuces, nil exchange"),
    pytest.param(DUEL, id="duel with jokers"),
    pytest.param(SUICIDE, id="suicide, blind tricks"),
    pytest.param(WHIZ, id="whiz, lowest club"),
]

Player = Callable[[Match, Seat, Level], Action]


def honest(match: Match, seat: Seat, level: Level) -> Action:
    return choose(view_for(match, seat), level, SEED).action


def peeking(match: Match, seat: Seat, level: Level) -> Action:
    """A cheat: it plays by the rules or by others, as the next seat's highest card is odd or even."""
    if max(cards_in(match.deal.hands[next_of(match, seat)]), default=0) % 2:
        return honest(match, seat, level)
    other = Level.EASY if level is Level.NORMAL else Level.NORMAL
    return honest(match, seat, other)


def changes_after_new_deals(player: Player, rules: Rules) -> int:
    """How often a player decides otherwise when only cards that it can't see have moved."""
    rng = Random(2026)
    changed = moved = 0
    for match, seat, level in decisions(rng, MOMENTS, rules):
        other = redealt(match, seat, rng)
        moved += other.deal.hands != match.deal.hands
        changed += player(match, seat, level) != player(other, seat, level)
    assert moved > MOMENTS // 2, "too few deals changed for the test to mean anything"
    return changed


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_cards_that_a_seat_cannot_see_never_change_its_choice(rules: Rules) -> None:
    assert changes_after_new_deals(honest, rules) == 0


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_a_cheat_that_looks_at_one_card_is_caught(rules: Rules) -> None:
    assert changes_after_new_deals(peeking, rules) > 0


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


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_turning_the_table_changes_names_only(rules: Rules) -> None:
    for match, seat, level in decisions(Random(11), MOMENTS, rules):
        choice = choose(view_for(match, seat), level, SEED)
        assert choose(view_for(turned(match), next_of(match, seat)), level, SEED) == choice


def test_other_processes_with_other_hash_seeds_choose_the_same() -> None:
    assert _in_a_process("1") == _in_a_process("2") == list(cpu_transcript.transcript(7, 400))


def _in_a_process(hash_seed: str) -> list[str]:
    environ = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    script = [sys.executable, cpu_transcript.__file__]
    return subprocess.run(script, env=environ, capture_output=True, text=True, check=True).stdout.splitlines()


def test_golden_decisions(update_goldens: bool) -> None:
    _compare(GOLDEN, cpu_transcript.transcript(1, 100), update_goldens)


def test_golden_decisions_of_variants(update_goldens: bool) -> None:
    tables = (JOKERS, DUEL, SUICIDE, WHIZ)
    lines = (line for rules in tables for line in cpu_transcript.transcript(1, 40, rules))
    _compare(VARIANTS_GOLDEN, lines, update_goldens)


def _compare(golden: Path, lines: Iterable[str], update_goldens: bool) -> None:
    text = "".join(f"{line}\n" for line in lines)
    if update_goldens:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@settings(WHOLE_MATCHES, max_examples=25)
@given(beginnings(), chances())
def test_every_choice_is_legal_under_every_rule(first: Step, rng: Random) -> None:
    match = first.match
    while match.to_act:
        seat, action = random_action(match, rng)
        if seat in match.to_act and rng.random() < 0.7:
            match = take_turn(match, seat, rng.choice(BUILT_LEVELS)).match
        else:
            match = apply(match, seat, action).match


@settings(WHOLE_MATCHES, max_examples=10)
@given(beginnings())
def test_every_choice_has_a_reason(first: Step) -> None:
    match = first.match
    while match.to_act:
        seat = match.to_act[0]
        choice = choose(view_for(match, seat), Level.NORMAL, SEED)
        assert choice.reasons
        match = apply(match, seat, choice.action).match


def test_a_level_that_is_not_built_is_refused() -> None:
    for match, seat, _ in decisions(Random(3), 50):
        with pytest.raises(ValueError, match="no CPU of level hard"):
            choose(view_for(match, seat), Level.HARD, SEED)
