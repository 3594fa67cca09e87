"""When a decision was due follows from the log alone."""

from collections.abc import Iterator
from typing import Any

import pytest

from fault import Window
from lateness import Clock, Terms, Wait, free_at, waits

Body = dict[str, Any]

TERMS = Terms(frozenset("NEW"), cpu_delay=0.5, turn_seconds=5)


def event(version: int, at: float, kind: str, seat: str = "", **detail: object) -> Body:
    body: Body = {"version": version, "type": kind, "at": clock_text(at), **detail}
    return {**body, "seat": seat} if seat else body


def clock_text(second: float) -> str:
    return f"2026-11-30T12:00:{second:06.3f}+00:00"


def second(at: float) -> float:
    """The second of that minute, whatever the epoch is."""
    return round(at % 60, 3)


def waited(*events: Body, terms: Terms = TERMS) -> list[tuple[str, float, float]]:
    return [(wait.seat, second(wait.due), second(wait.done)) for wait in found(events, terms)]


def found(events: tuple[Body, ...], terms: Terms = TERMS) -> Iterator[Wait]:
    started = event(1, 0, "match_started")
    return waits([started, *events], Clock(terms))


def test_a_cpu_is_due_when_its_delay_has_passed() -> None:
    assert waited(event(2, 0.6, "bid_made", "W")) == [("W", 0.5, 0.6)]


def test_the_turns_of_cpus_in_one_version_are_waits_of_their_own() -> None:
    at_once = Terms(frozenset("NEW"), turn_seconds=5)
    events = (
        event(2, 5.1, "deadline_passed", "S"),
        event(2, 5.1, "bid_made", "S"),
        event(2, 5.1, "bid_made", "W"),
        event(2, 5.1, "bid_made", "N"),
    )
    assert waited(*events, terms=at_once) == [("S", 5.0, 5.1), ("W", 5.1, 5.1), ("N", 5.1, 5.1)]


def test_a_players_own_action_is_waited_for_by_nobody() -> None:
    assert waited(event(2, 4.0, "bid_made", "S")) == []


def test_a_deadline_is_due_when_the_turns_seconds_have_passed() -> None:
    passed = (
        event(2, 1.0, "bid_made", "W"),
        event(3, 6.1, "deadline_passed", "S"),
        event(3, 6.1, "bid_made", "S"),
    )
    assert waited(*passed)[1:] == [("S", 6.0, 6.1)]


def test_a_deadline_that_was_moved_is_due_then() -> None:
    moved = {"deadline_moved": {"deadline": clock_text(20)}}
    events = (
        event(2, 9, "deadline_moved", "S", **moved),
        event(3, 20.2, "deadline_passed", "S"),
        event(3, 20.2, "bid_made", "S"),
    )
    assert waited(*events) == [("S", 20.0, 20.2)]


def test_who_left_is_waited_for_as_a_cpu_until_the_return() -> None:
    events = (
        event(2, 5, "deadline_passed", "S"),
        event(2, 5, "seat_left", "S"),
        event(2, 5, "card_played", "S"),
        event(3, 5.6, "card_played", "S"),
        event(4, 7, "seat_returned", "S"),
        event(4, 7, "card_played", "S"),
        event(5, 8, "card_played", "S"),
    )
    assert waited(*events) == [("S", 5.0, 5.0), ("S", 5.5, 5.6)]


def test_a_return_starts_the_deadline_of_that_seat_alone() -> None:
    terms = Terms(frozenset("E"), turn_seconds=5)
    back = event(2, 3, "seat_returned", "N")
    ran_out = (event(3, 5, "deadline_passed", "S"), event(3, 5, "card_played", "S"))
    assert waited(back, *ran_out, terms=terms) == [("S", 5.0, 5.0)]
    ran_out = (event(3, 8, "deadline_passed", "N"), event(3, 8, "card_played", "N"))
    assert waited(back, *ran_out, terms=terms) == [("N", 8.0, 8.0)]


def test_the_first_player_to_bid_after_a_scored_deal_has_longer() -> None:
    events = (
        event(2, 1, "card_played", "S"),
        event(2, 1, "deal_scored"),
        event(3, 1.5, "bid_made", "W"),
        event(4, 16.5, "deadline_passed", "S"),
        event(4, 16.5, "bid_made", "S"),
        event(5, 21.5, "deadline_passed", "S"),
        event(5, 21.5, "card_played", "S"),
    )
    assert waited(*events) == [("W", 1.5, 1.5), ("S", 16.5, 16.5), ("S", 21.5, 21.5)]


def test_who_was_early_is_known() -> None:
    assert [wait.is_early for wait in found((event(2, 0.4, "bid_made", "W"),))] == [True]
    assert [wait.is_early for wait in found((event(2, 0.5, "bid_made", "W"),))] == [False]


@pytest.mark.parametrize(
    ("windows", "free"),
    [
        pytest.param((), 10.0, id="without a fault at once"),
        pytest.param(((9.0, 11.0),), 11.0, id="in a fault when it is over"),
        pytest.param(((11.9, 13.0),), 13.0, id="a fault within 2 s may have met who was about to act"),
        pytest.param(((12.1, 13.0),), 10.0, id="a later fault excuses nothing"),
        pytest.param(((8.0, 9.9),), 10.0, id="an earlier fault excuses nothing"),
        pytest.param(((9.0, 11.0), (12.0, 14.0)), 14.0, id="of two faults the second one counts"),
    ],
)
def test_what_is_due_is_free(windows: tuple[tuple[float, float], ...], free: float) -> None:
    assert free_at(10.0, [Window("kill", began, ended) for began, ended in windows]) == free
