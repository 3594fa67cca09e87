"""Self-play: whole matches of CPUs, the same for the same seed; and a golden of one."""

import pytest

from engine.deal import parse_seed
from engine.events import BidMade, CardPlayed, ExchangeMade, HandLooked, MatchOver
from engine.levels import BUILT_LEVELS, Level
from engine.phases import Phase
from engine.record import Header, Occupant, recorded
from engine.rules import Rules, resolve_rules
from engine.seats import Seat
from engine.selfplay import Played, play_match
from engine.verify import replay, verify
from goldens import golden
from record_text import record_text

NORMAL = (Level.NORMAL,) * 4
MIXED = (Level.NORMAL, Level.EASY, Level.NORMAL, Level.EASY)
HEADER = Header(None, tuple(Occupant("cpu", MIXED[seat].value, f"CPU {seat.name}") for seat in Seat))


def seed(text: str) -> bytes:
    return parse_seed(text)


@pytest.mark.parametrize("level", BUILT_LEVELS)
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(resolve_rules("short", {}), id="short"),
        pytest.param(Rules(max_deals=3, blind_nil=True, blind_behind=0), id="blind nil"),
        pytest.param(Rules(max_deals=3, first_lead="lowest_club", bag_penalty=False), id="lowest club"),
    ],
)
def test_a_match_of_cpus_is_over_and_its_record_true(rules: Rules, level: Level) -> None:
    played = play_match(rules, seed("game 1"), (level,) * 4)
    record = recorded(HEADER, rules, seed("game 1"), played.events)
    assert played.match.deal.phase is Phase.OVER
    assert played.match.result is not None
    assert played.events[-1] == MatchOver(played.match.result)
    assert verify(record) == ()
    assert replay(record) == played.match


def test_the_same_seed_gives_the_same_match() -> None:
    rules = Rules(max_deals=2)
    assert play_match(rules, seed("a"), NORMAL) == play_match(rules, seed("a"), NORMAL)
    assert play_match(rules, seed("a"), NORMAL) != play_match(rules, seed("b"), NORMAL)


def test_each_seat_plays_at_its_own_level() -> None:
    rules = Rules(max_deals=2)
    assert play_match(rules, seed("a"), NORMAL) != play_match(rules, seed("a"), MIXED)


def test_the_actions_of_a_match_are_its_looks_bids_exchanges_and_cards() -> None:
    played = play_match(Rules(max_deals=2, blind_nil=True, blind_behind=0), seed("a"), NORMAL)
    kinds = (HandLooked, BidMade, ExchangeMade, CardPlayed)
    assert played.actions == sum(_count(played, kind) for kind in kinds)
    assert _count(played, CardPlayed) == 2 * 52
    assert _count(played, BidMade) == 2 * 4


def _count(played: Played, kind: type) -> int:
    return sum(isinstance(event, kind) for event in played.events)


def test_golden_match(update_goldens: bool) -> None:
    """A whole match, normal against easy, with looks; `--update-goldens` writes it anew."""
    rules = Rules(target=250, blind_nil=True)
    played = play_match(rules, seed("golden"), MIXED)
    text = record_text(recorded(HEADER, rules, seed("golden"), played.events))
    assert text == golden("match_normal_against_easy.txt", text, update=update_goldens)
