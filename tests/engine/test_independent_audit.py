"""The engine's own matches, read by an auditor that shares no line with it."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.events import BidMade, Event
from engine.levels import Level
from engine.record import record_of
from engine.rules import Rules, resolve_rules
from engine.selfplay import play_match
from record_auditor import audit
from record_samples import HEADER, random_match

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
    rules, seed = rules_of(name), seed_of(name, levels.count(EASY))
    assert audit(record_of(HEADER, rules, seed, play_match(rules, seed, levels).events)) == []


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("name", VARIED)
def test_matches_of_random_play(name: str, number: int) -> None:
    """Players that look, bid blind and exchange more often than a CPU would."""
    rules, seed = rules_of(name), seed_of(name, number)
    events = random_match(rules, seed, Random(number)).events
    assert audit(record_of(HEADER, rules, seed, events)) == []
    cut = in_a_later_bidding(events)
    assert audit(record_of(HEADER, rules, seed, cut)) == []
    assert audit(record_of(HEADER, rules, seed, cut, abandoned=True)) == []


def in_a_later_bidding(events: Sequence[Event]) -> Sequence[Event]:
    """The events before the last bid: the last deal has not been played yet."""
    last = max(place for place, event in enumerate(events) if isinstance(event, BidMade))
    return events[:last]


def test_random_play_does_what_the_audit_is_for() -> None:
    rules = resolve_rules("standard", {"blind_nil": True, "blind_behind": 0, "max_deals": 8, "floor": -2000})
    seed = seed_of("coverage", 1)
    record: Any = record_of(HEADER, rules, seed, random_match(rules, seed, Random(1)).events)
    assert audit(record) == []
    assert any(deal["looked"] for deal in record["deals"])
    assert any(deal["exchanges"] for deal in record["deals"])
    assert any(score["bag_penalty"] for deal in record["deals"] for score in deal["score"].values())
