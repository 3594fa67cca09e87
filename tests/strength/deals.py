"""Deals and matches between two sides of one kind of player each."""

import json
from collections.abc import Sequence
from typing import Final

from contestants import PLAYERS
from engine.deal import decision_seed, match_seed, parse_seed
from engine.play import apply, start
from engine.rules import Rules, resolve_rules
from engine.scoring import Sheet
from engine.seats import Side
from engine.state import Match
from engine.views import view_for

RUN_SEED: Final = parse_seed("strength")
# The first of two deals is played, so that no bid is made for the end of the match.
FIRST_OF_TWO: Final = {"max_deals": 2, "target": 2000, "floor": -2000}


def rules_of(preset: str = "standard", options: Sequence[str] = ()) -> Rules:
    """The preset with options such as `nil_points=50`, `zero_bid=true` or `jokers=two` on top."""
    named = dict(option.split("=", 1) for option in options)
    return resolve_rules(preset, FIRST_OF_TWO | {name: _value(text) for name, text in named.items()})


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def played_deal(rules: Rules, index: int, names: tuple[str, str]) -> Sheet:
    """Deal `index` of the run; `names`: the players of the two sides."""
    match = start(rules, match_seed(RUN_SEED, index)).match
    while match.last_sheet is None:
        match = after_a_turn(match, names)
    return match.last_sheet


def match_winner(rules: Rules, index: int, names: tuple[str, str]) -> Side | None:
    """Who wins match `index` of the run; None for a draw."""
    match = start(rules, match_seed(RUN_SEED, index)).match
    while match.result is None:
        match = after_a_turn(match, names)
    return match.result.winner


def after_a_turn(match: Match, names: tuple[str, str]) -> Match:
    seat, deal = match.to_act[0], match.deal
    seed = decision_seed(match.seed, seat, deal.number, deal.acted[seat] + 1)
    player = PLAYERS[names[match.rules.lineup.side[seat]]]
    return apply(match, seat, player(view_for(match, seat), seed)).match
