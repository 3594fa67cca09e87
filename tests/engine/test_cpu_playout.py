"""The hot loop of the CPU players: true to the rules of the game, and the same compiled and not."""

import hashlib
import os
import subprocess
import sys
from itertools import islice
from random import Random

import pytest

import hot_loop
from cpu_tables import BLIND, DUEL, JOKERS, SUICIDE, WHIZ, decisions
from engine.actions import PlayCard
from engine.autoplay import take_turn
from engine.cards import cards_in
from engine.cpu import card_rules, playout
from engine.cpu.hand_strength import estimate
from engine.cpu.knowledge import Knowledge
from engine.cpu.playout import deal_hidden, outcome
from engine.cpu.supposing import hidden_hands, table_of
from engine.levels import Level
from engine.phases import Phase
from engine.play import apply
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for

COMPILED = pytest.mark.skipif(not playout.COMPILED_FROM, reason="the hot loop is not compiled here")
EVERY_TABLE = [
    pytest.param(Rules(max_deals=3), id="standard"),
    pytest.param(BLIND, id="blind nil"),
    pytest.param(JOKERS, id="jokers, high deuces, nil exchange"),
    pytest.param(DUEL, id="duel with jokers"),
    pytest.param(SUICIDE, id="suicide, blind tricks"),
    pytest.param(WHIZ, id="whiz, nil tricks to the partner, ten for 200"),
]


def plays(rng: Random, count: int, rules: Rules) -> list[tuple[Match, Seat]]:
    moments = decisions(rng, 5 * count, rules, (Level.NORMAL,))
    playing = ((match, seat) for match, seat, _ in moments if match.deal.phase is Phase.PLAYING)
    return list(islice(playing, count))


def table_for(match: Match, seat: Seat, rng: Random) -> playout.Table:
    view = view_for(match, seat)
    words = rng.randbytes(2 * 2_000)
    return table_of(view, Knowledge(view, view.legal_cards, Level.NORMAL), words)


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_a_deal_played_out_ends_as_the_engine_plays_it_with_four_normal(rules: Rules) -> None:
    for match, seat in plays(Random(1), 25, rules):
        table = table_for(match, seat, Random(2))
        table.stand_hands = [*match.deal.hands, 0]
        table.aside = [*match.deal.discarded]
        for card in cards_in(view_for(match, seat).legal_cards):
            assert outcome(table, card) == played_on(match, seat, card)


def played_on(match: Match, seat: Seat, card: int) -> int:
    """The tricks of the deal, four bits a seat, when the engine plays it on."""
    before = match.last_sheet
    match = apply(match, seat, PlayCard(card)).match
    while match.last_sheet is before:
        match = take_turn(match, match.to_act[0], Level.NORMAL).match
    assert match.last_sheet is not None
    return sum(tricks << 4 * at for at, tricks in enumerate(match.last_sheet.tricks_taken))


def test_hands_are_supposed_that_fit_the_bids() -> None:
    """Who bid six is given better hands than who bid one or nil."""
    moments = plays(Random(8), 40, Rules(max_deals=3))
    match, seat = next(each for each in moments if not sum(each[0].deal.tricks_taken))
    table = table_for(match, seat, Random(9))
    high, low, nil = (other for other in match.rules.lineup.seats if other is not seat)
    tells = {high: playout.TRICKS_TELL, low: playout.TRICKS_TELL, nil: playout.NIL_TELL}
    table.tells = [tells.get(each, playout.NO_TELL) for each in Seat]
    table.told = [{high: 645, low: 145}.get(each, 0) for each in Seat]
    worth = dict.fromkeys(tells, 0)
    for _ in range(60):
        deal_hidden(table)
        for other in tells:
            worth[other] += estimate(hidden_hands(table)[other])
    assert worth[low] + 60 * 200 < worth[high]
    assert worth[nil] + 60 * 100 < worth[high]


@COMPILED
@pytest.mark.parametrize("module", [card_rules, playout])
def test_what_is_compiled_is_the_source(module: object) -> None:
    """Else `make setup-dev` compiles it anew."""
    name = module.__name__.rpartition(".")[2]  # type: ignore[attr-defined]
    source = hot_loop.CPU / f"{name}.py"
    digest = hashlib.sha256(source.read_bytes() + source.with_suffix(".pxd").read_bytes()).hexdigest()
    assert digest == module.COMPILED_FROM  # type: ignore[attr-defined]


@COMPILED
def test_compiled_and_plain_decide_the_same() -> None:
    count = 50  # of each of the rules
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    script = [sys.executable, hot_loop.__file__, str(count)]
    plain = subprocess.run(
        script, env=environ, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(plain) > 100
    assert list(hot_loop.results(count)) == plain
