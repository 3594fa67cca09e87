"""The law of the CPU players: a choice comes from the seat view, the level and the seed, and is legal."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

import cpu_transcript
from cpu_tables import BLIND, DUEL, FAST_LEVELS, JOKERS, SUICIDE, WHIZ
from engine.autoplay import take_turn
from engine.cpu.choice import choose
from engine.levels import Level
from engine.play import apply
from engine.state import Match
from engine.turns import Step
from engine.views import view_for
from spades_driver import random_action
from spades_strategies import WHOLE_MATCHES, beginnings, chances

SEED = bytes(range(32))
GOLDEN = Path(__file__).parents[1] / "golden" / "cpu_decisions.txt"
VARIANTS_GOLDEN = GOLDEN.with_name("cpu_variant_decisions.txt")
HARD_GOLDEN = GOLDEN.with_name("cpu_hard_decisions.txt")


def test_golden_decisions(update_goldens: bool) -> None:
    _compare(GOLDEN, cpu_transcript.transcript(1, 100), update_goldens)


def test_golden_decisions_of_variants(update_goldens: bool) -> None:
    tables = (JOKERS, DUEL, SUICIDE, WHIZ)
    lines = (line for rules in tables for line in cpu_transcript.transcript(1, 40, rules))
    _compare(VARIANTS_GOLDEN, lines, update_goldens)


def test_golden_decisions_of_hard(update_goldens: bool) -> None:
    tables = (BLIND, JOKERS, DUEL, SUICIDE, WHIZ)
    lines = (line for rules in tables for line in cpu_transcript.transcript(2, 12, rules, (Level.HARD,)))
    _compare(HARD_GOLDEN, lines, update_goldens)


def _compare(golden: Path, lines: Iterable[str], update_goldens: bool) -> None:
    text = "".join(f"{line}\n" for line in lines)
    if update_goldens:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@settings(WHOLE_MATCHES, max_examples=25)
@given(beginnings(), chances())
def test_every_choice_is_legal_under_every_rule(first: Step, rng: Random) -> None:
    require_legal_choices(first.match, rng, FAST_LEVELS)


@pytest.mark.slow
@settings(WHOLE_MATCHES, max_examples=25)
@given(beginnings(), chances())
def test_every_choice_of_every_level_is_legal_under_every_rule(first: Step, rng: Random) -> None:
    require_legal_choices(first.match, rng, tuple(Level))


def require_legal_choices(match: Match, rng: Random, levels: tuple[Level, ...]) -> None:
    """Seven of ten actions are chosen, the others random; an illegal choice would raise."""
    while match.to_act:
        seat, action = random_action(match, rng)
        if seat in match.to_act and rng.random() < 0.7:
            match = take_turn(match, seat, rng.choice(levels)).match
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
