"""The law of the CPU players: a choice comes from the seat view, the level and the seed, and is legal."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

import cpu_transcript
from cpu_tables import decisions, next_of, redealt, turned
from engine.actions import Action
from engine.autoplay import take_turn
from engine.cards import cards_in
from engine.cpu.choice import choose
from engine.levels import BUILT_LEVELS, Level
from engine.phases import Phase
from engine.play import apply
from engine.seats import Seat
from engine.state import Match
from engine.turns import Step
from engine.views import view_for
from spades_driver import random_action
from spades_strategies import WHOLE_MATCHES, beginnings, chances

SEED = bytes(range(32))
GOLDEN = Path(__file__).parents[1] / "golden" / "cpu_decisions.txt"
MOMENTS = 400

Player = Callable[[Match, Seat, Level], Action]


def honest(match: Match, seat: Seat, level: Level) -> Action:
    return choose(view_for(match, seat), level, SEED).action


def peeking(match: Match, seat: Seat, level: Level) -> Action:
    """A cheat: it plays by the rules until the next seat's highest card is a spade, and then by another."""
    if max(cards_in(match.deal.hands[next_of(seat)]), default=0) >= 39:
        return honest(match, seat, level)
    other = Level.EASY if level is Level.NORMAL else Level.NORMAL
    return honest(match, seat, other)


def changes_after_new_deals(player: Player) -> int:
    """How often a player decides otherwise when only cards that it can't see have moved."""
    rng = Random(2026)
    changed = moved = 0
    for match, seat, level in decisions(rng, MOMENTS):
        other = redealt(match, seat, rng)
        moved += other.deal.hands != match.deal.hands
        changed += player(match, seat, level) != player(other, seat, level)
    assert moved > MOMENTS // 2, "too few deals changed for the test to mean anything"
    return changed


def test_cards_that_a_seat_cannot_see_never_change_its_choice() -> None:
    assert changes_after_new_deals(honest) == 0


def test_a_cheat_that_looks_at_one_card_is_caught() -> None:
    assert changes_after_new_deals(peeking) > 0


def test_new_deals_stay_within_what_the_seat_knows() -> None:
    rng = Random(4)
    for match, seat, _ in decisions(rng, 100):
        assert view_for(redealt(match, seat, rng), seat) == view_for(match, seat)


def test_the_moments_cover_every_phase() -> None:
    phases = {match.deal.phase for match, *_ in decisions(Random(2026), MOMENTS)}
    assert phases == {Phase.BIDDING, Phase.EXCHANGE, Phase.PLAYING}


def test_turning_the_table_changes_names_only() -> None:
    for match, seat, level in decisions(Random(11), MOMENTS):
        choice = choose(view_for(match, seat), level, SEED)
        assert choose(view_for(turned(match), next_of(seat)), level, SEED) == choice


def test_other_processes_with_other_hash_seeds_choose_the_same() -> None:
    assert _in_a_process("1") == _in_a_process("2") == list(cpu_transcript.transcript(7, 400))


def _in_a_process(hash_seed: str) -> list[str]:
    environ = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    script = [sys.executable, cpu_transcript.__file__]
    return subprocess.run(script, env=environ, capture_output=True, text=True, check=True).stdout.splitlines()


def test_golden_decisions(update_goldens: bool) -> None:
    lines = "".join(f"{line}\n" for line in cpu_transcript.transcript(1, 100))
    if update_goldens:
        GOLDEN.write_text(lines, encoding="utf-8")
    assert lines == GOLDEN.read_text(encoding="utf-8")


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
