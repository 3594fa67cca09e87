"""Whole matches of CPU players under random valid rules: no illegal action, no error, an end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpu_tables import FAST_LEVELS
from engine.events import DealScored
from engine.levels import Level
from engine.phases import Phase
from engine.rules import Rules
from engine.selfplay import Played, play_match
from spades_strategies import WHOLE_MATCHES, rules, seeds

LONGER = st.sampled_from([2, 5, 20]).flatmap(lambda deals: rules(max_deals=deals))
FAST = st.tuples(*(st.sampled_from(FAST_LEVELS) for _ in range(4)))
EVERY = st.tuples(*(st.sampled_from(Level) for _ in range(4)))


@settings(WHOLE_MATCHES, max_examples=120)
@given(rules(), seeds(), FAST)
def test_cpus_play_a_match_under_any_rules(table: Rules, seed: bytes, levels: tuple[Level, ...]) -> None:
    require_played_out(play_match(table, seed, levels))


@pytest.mark.slow
@settings(WHOLE_MATCHES, max_examples=1000)
@given(LONGER, seeds(), FAST)
def test_cpus_play_a_thousand_matches_under_any_rules(
    table: Rules, seed: bytes, levels: tuple[Level, ...]
) -> None:
    require_played_out(play_match(table, seed, levels))


@pytest.mark.slow
@settings(WHOLE_MATCHES, max_examples=20)
@given(rules(max_deals=1), seeds(), EVERY)
def test_cpus_of_every_level_play_deals_under_any_rules(
    table: Rules, seed: bytes, levels: tuple[Level, ...]
) -> None:
    require_played_out(play_match(table, seed, levels))


def require_played_out(played: Played) -> None:
    sheets = [event.sheet for event in played.events if isinstance(event, DealScored)]
    assert played.match.result is not None
    assert played.match.deal.phase is Phase.OVER
    assert [sheet.number for sheet in sheets] == list(range(1, len(sheets) + 1))
    assert all(sum(sheet.tricks_taken) == 13 for sheet in sheets)
