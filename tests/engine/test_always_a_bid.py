"""No accepted rules ever leave a seat without a legal bid; a look counts, where it is not refused."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings

from engine.bids import Bid, BidSituation, all_bids, has_open_blind_bid, legal_bids
from engine.rules import PRESETS, IllegalRules, Rules, resolve_rules
from spades_strategies import OTHER_VALUES, rules

BEHIND = (-500, 0, 500)


def situations(drawn: Rules, partner_bid: Bid | None) -> Iterator[BidSituation]:
    """Every situation in which a seat may have to bid after this bid of its partner.

    It sees its hand, whatever its spades, unless it still has a blind bid; then it may look as well.
    """
    numbers = range(14) if drawn.bid_style != "free" else (4,)
    for behind in BEHIND if drawn.blind_nil else (0,):
        hidden = BidSituation(drawn, behind, has_looked=False, spades=None, partner_bid=partner_bid)
        if has_open_blind_bid(hidden):
            yield hidden
            if hidden.must_be_blind:
                continue
        for spades in numbers:
            yield BidSituation(drawn, behind, has_looked=True, spades=spades, partner_bid=partner_bid)


def seats_without_a_bid(drawn: Rules) -> list[BidSituation]:
    """What goes wrong at the first partner's bid, or at the second's after any legal bid of the first."""
    first = list(situations(drawn, None))
    made = {bid for at in first for bid in legal_bids(at)} if drawn.players == 4 else set()
    second = [at for bid in made for at in situations(drawn, bid)]
    return [at for at in (*first, *second) if not legal_bids(at)]


def accepted(options: dict[str, Any]) -> Rules | None:
    try:
        return resolve_rules("standard", options)
    except IllegalRules:
        return None


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_always_leaves_a_bid(preset: str) -> None:
    assert seats_without_a_bid(resolve_rules(preset, {})) == []


def test_any_two_options_that_do_not_clash_always_leave_a_bid() -> None:
    pairs = [a | b for a, b in combinations(OTHER_VALUES, 2) if a.keys() != b.keys()]
    drawn = [each for each in map(accepted, pairs) if each]
    assert len(drawn) > 900
    assert [each for each in drawn if seats_without_a_bid(each)] == []


BIDDING = (
    "nil", "both_nil", "zero_bid", "blind_nil", "blind_bid_from", "min_bid", "min_side_bid", "suicide",
    "bid_style", "players",
)  # fmt: skip


def test_any_three_options_of_bidding_that_do_not_clash_always_leave_a_bid() -> None:
    values = [option for option in OTHER_VALUES if set(option) <= set(BIDDING)]
    triples = [a | b | c for a, b, c in combinations(values, 3)]
    drawn = {each for each in map(accepted, triples) if each}
    assert len(drawn) > 100
    assert [each for each in drawn if seats_without_a_bid(each)] == []


@settings(max_examples=80, deadline=None)
@given(rules())
def test_any_rules_always_leave_a_bid(drawn: Rules) -> None:
    assert seats_without_a_bid(drawn) == []
    assert all_bids(drawn)


def test_a_pair_that_clashes_is_there_for_a_reason() -> None:
    """The check does find a seat without a bid: where rules are made that no table accepts."""
    assert seats_without_a_bid(Rules(bid_style="mirror", min_side_bid=8))
    assert seats_without_a_bid(Rules(bid_style="mirror", both_nil="forbidden"))
    assert seats_without_a_bid(Rules(suicide="all_blind_nil", both_nil="forbidden")) == []
