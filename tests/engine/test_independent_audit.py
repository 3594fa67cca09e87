"""The engine's own matches, read by an auditor that shares no line with it."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from cpu_tables import FAST_LEVELS
from engine.events import BidMade, Event
from engine.levels import Level
from engine.record_writing import record_of
from engine.rules import Rules, resolve_rules
from engine.seats import Seat
from engine.selfplay import play_match
from record_auditor import audit
from record_samples import HEADER, header_of, random_match
from spades_strategies import OTHER_VALUES, WHOLE_MATCHES, chances, rules, seeds

VARIED: dict[str, dict[str, Any]] = {
    "the defaults": {},
    "the preset short": {"preset": "short"},
    "lowest club leads": {"first_lead": "lowest_club", "target": 150},
    "blind nil for all": {"blind_nil": True, "blind_behind": 0, "target": 200},
    "blind nil when behind": {"blind_nil": True, "blind_behind": 30, "blind_exchange": 3, "max_deals": 5},
    "four cards exchanged": {
        "blind_nil": True,
        "blind_behind": 0,
        "blind_exchange": 4,
        "first_lead": "lowest_club",
        "max_deals": 4,
    },
    "blind nil without exchange": {
        "blind_nil": True,
        "blind_behind": 0,
        "blind_exchange": 0,
        "floor": None,
        "max_deals": 4,
    },
    "few bags": {"bag_limit": 1, "bag_penalty_points": 35, "max_deals": 6},
    "no bag penalty": {"bag_penalty": False, "max_deals": 6},
    "near ends, ties drawn": {"target": 50, "floor": -50, "tie": "draw", "first_dealer": "W"},
    "the preset encyclopedia": {"preset": "encyclopedia", "max_deals": 6},
    "the preset suicide": {"preset": "suicide", "max_deals": 6},
    "the preset mirror": {"preset": "mirror", "max_deals": 6},
    "the preset whiz": {"preset": "whiz", "max_deals": 6},
    "the preset jokers": {"preset": "jokers", "max_deals": 6},
    "the preset duel": {"preset": "duel", "max_deals": 6},
    "a duel for everything": {
        "preset": "duel",
        "jokers": "two_and_deuces",
        "first_lead": "lowest_club",
        "nil_tricks": "ignored",
        "ten_for_200": True,
        "max_deals": 6,
    },
    "high deuces after a cut": {
        "jokers": "two_and_deuces",
        "seating": "cut",
        "first_lead": "lowest_club",
        "max_deals": 4,
    },
    "all bid blind nil": {"suicide": "all_blind_nil", "floor": None, "max_deals": 4},
    "suicide with blind nils and an exchange": {
        "suicide": "one_nil",
        "blind_nil": True,
        "blind_behind": 0,
        "nil_exchange": 2,
        "blind_exchange": 3,
        "nil_tricks": "partner",
        "floor": None,
        "max_deals": 6,
    },
    "blind tricks": {
        "blind_bid_from": 6,
        "min_bid": 2,
        "min_side_bid": 7,
        "ten_for_200": True,
        "bid_13_bonus": 200,
        "overtrick_points": -10,
        "floor": None,
        "max_deals": 6,
    },
    "zeros beside nils": {
        "zero_bid": True,
        "nil": True,
        "both_nil": "forbidden",
        "nil_exchange": 1,
        "max_deals": 6,
    },
    "no nils": {"nil": False, "lead_margin": 100, "overtrick_points": 0, "max_deals": 6},
}
EASY, NORMAL = Level.EASY, Level.NORMAL


def rules_of(name: str) -> Rules:
    options = dict(VARIED[name])
    return resolve_rules(options.pop("preset", "standard"), options)


def seed_of(name: str, number: int) -> bytes:
    return Random(f"{name} {number}").randbytes(32)


@pytest.mark.parametrize("levels", [(NORMAL, NORMAL, NORMAL, NORMAL), (EASY, NORMAL, EASY, NORMAL)])
@pytest.mark.parametrize("name", VARIED)
def test_matches_of_cpus(name: str, levels: tuple[Level, ...]) -> None:
    chosen, seed = rules_of(name), seed_of(name, levels.count(EASY))
    events = play_match(chosen, seed, levels).events
    assert audit(record_of(header_of(chosen), chosen, seed, events)) == []


@settings(WHOLE_MATCHES, max_examples=70)
@given(rules(), seeds(), chances())
def test_matches_of_cpus_by_any_rules(drawn: Rules, seed: bytes, rng: Random) -> None:
    played = play_match(drawn, seed, tuple(rng.choice(FAST_LEVELS) for _ in Seat))
    assert audit(record_of(header_of(drawn), drawn, seed, played.events)) == []


@settings(WHOLE_MATCHES, max_examples=120)
@given(rules(), seeds(), chances())
def test_matches_of_random_play_by_any_rules(drawn: Rules, seed: bytes, rng: Random) -> None:
    events = random_match(drawn, seed, rng).events
    header, before_the_last_bid = header_of(drawn), in_a_later_bidding(events)
    assert audit(record_of(header, drawn, seed, events)) == []
    assert audit(record_of(header, drawn, seed, before_the_last_bid)) == []
    assert audit(record_of(header, drawn, seed, before_the_last_bid, abandoned=True)) == []


@pytest.mark.parametrize("other", OTHER_VALUES, ids=str)
def test_matches_of_random_play_with_one_option_at_another_value(other: dict[str, Any]) -> None:
    """So that no option is left to the luck of the draw."""
    chosen, seed = resolve_rules("standard", {"max_deals": 4, **other}), seed_of("one option", 1)
    events = random_match(chosen, seed, Random(1)).events
    assert audit(record_of(header_of(chosen), chosen, seed, events)) == []


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("name", VARIED)
def test_matches_of_random_play(name: str, number: int) -> None:
    """Players that look, bid blind and exchange more often than a CPU would."""
    chosen, seed = rules_of(name), seed_of(name, number)
    header, events = header_of(chosen), random_match(chosen, seed, Random(number)).events
    assert audit(record_of(header, chosen, seed, events)) == []
    before_the_last_bid = in_a_later_bidding(events)
    assert audit(record_of(header, chosen, seed, before_the_last_bid)) == []
    assert audit(record_of(header, chosen, seed, before_the_last_bid, abandoned=True)) == []


def in_a_later_bidding(events: Sequence[Event]) -> Sequence[Event]:
    """The events before the last bid: the last deal has not been played yet."""
    last = max(place for place, event in enumerate(events) if isinstance(event, BidMade))
    return events[:last]


def test_random_play_does_what_the_audit_is_for() -> None:
    chosen = resolve_rules("standard", {"blind_nil": True, "blind_behind": 0, "max_deals": 8, "floor": -2000})
    seed = seed_of("coverage", 1)
    record: Any = record_of(HEADER, chosen, seed, random_match(chosen, seed, Random(1)).events)
    assert audit(record) == []
    assert any(deal["looked"] for deal in record["deals"])
    assert any(deal["exchanges"] for deal in record["deals"])
    assert any(score["bag_penalty"] for deal in record["deals"] for score in deal["score"].values())
