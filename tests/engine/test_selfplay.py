"""Self-play: whole matches of CPUs, the same for the same seed; and a golden of one."""

from dataclasses import replace

import pytest

from cpu_tables import FAST_LEVELS
from engine.deal import cut_for_seats, parse_seed
from engine.events import BidMade, CardDrawn, CardPlayed, Event, ExchangeMade, HandLooked, MatchOver
from engine.levels import Level
from engine.phases import Phase
from engine.record import Header, Occupant, recorded
from engine.rules import PRESETS, Rules, resolve_rules
from engine.seats import Seat
from engine.selfplay import Played, play_match
from engine.verify import replay, verify
from goldens import golden
from record_text import record_text

NORMAL = (Level.NORMAL,) * 4
MIXED = (Level.NORMAL, Level.EASY, Level.NORMAL, Level.EASY)
HEADER = Header(None, tuple(Occupant("cpu", MIXED[seat].value, f"CPU {seat.name}") for seat in Seat))
EVERY_LEVEL = [pytest.param(level, marks=() if level in FAST_LEVELS else pytest.mark.slow) for level in Level]
CUT = Rules(seating="cut", max_deals=2)


def seed(text: str) -> bytes:
    return parse_seed(text)


@pytest.mark.parametrize("level", EVERY_LEVEL)
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(resolve_rules("short", {}), id="short"),
        pytest.param(Rules(max_deals=3, blind_nil=True, blind_behind=0), id="blind nil"),
        pytest.param(Rules(max_deals=3, first_lead="lowest_club", bag_penalty=False), id="lowest club"),
        pytest.param(CUT, id="seats cut for"),
        *(
            pytest.param(resolve_rules(name, {"max_deals": 3}), id=name)
            for name in PRESETS
            if name != "short"
        ),
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


def test_levels_move_along_with_the_cut() -> None:
    """They are given by the seats on which the players sat down: here E sits N now, W sits E, N sits W."""
    origins = cut_for_seats(seed("a")).origins
    assert [origin.name for origin in origins] == ["E", "W", "S", "N"]
    levels = tuple(Level.EASY if seat is Seat.E else Level.NORMAL for seat in Seat)
    moved = tuple(levels[origin] for origin in origins)
    chosen = replace(CUT, seating="chosen")
    assert moved != levels
    played, as_moved = play_match(CUT, seed("a"), levels), play_match(chosen, seed("a"), moved)
    assert actions_of(played) == actions_of(as_moved)
    assert actions_of(played) != actions_of(play_match(chosen, seed("a"), levels))


def actions_of(played: Played) -> list[Event]:
    return [event for event in played.events if isinstance(event, (BidMade, CardPlayed))]


def test_the_actions_of_a_duel_are_its_draws_too() -> None:
    played = play_match(Rules(players=2, max_deals=2), seed("a"), NORMAL)
    assert played.actions == 2 * (26 + 2 + 26)
    assert _count(played, CardDrawn) == 2 * 26


def test_in_a_duel_the_levels_of_n_and_s_play() -> None:
    duel, easy, normal = Rules(players=2, max_deals=2), Level.EASY, Level.NORMAL
    same = play_match(duel, seed("a"), (easy, easy, normal, easy))
    assert play_match(duel, seed("a"), (easy, normal, normal, normal)) == same
    assert play_match(duel, seed("a"), (normal, easy, normal, easy)) != same


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
