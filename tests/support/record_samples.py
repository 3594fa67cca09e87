"""Records to look at and to tamper with: matches of random legal play, and edits of plain data by path."""

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from engine.events import Event
from engine.play import start
from engine.record import Header, Occupant, Plain, Record, recorded
from engine.record_writing import format_record
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from spades_driver import random_steps

HEADER = Header(
    "tb_07example",
    (
        Occupant("cpu", "easy", "CPU N"),
        Occupant("player", name="guest 1"),
        Occupant("cpu", "normal", "CPU S"),
        Occupant("player", name="guest 2"),
    ),
)
DUEL_HEADER = Header(HEADER.table_id, tuple(HEADER.seats[seat] if seat % 2 == 0 else None for seat in Seat))
SEED = bytes(range(32))
BLIND = Rules(blind_nil=True, blind_behind=0, max_deals=4, target=2000, floor=None)
"""Rules under which random play looks, bids blind and exchanges, for four deals."""


@dataclass(frozen=True, slots=True)
class RandomMatch:
    """A match that is over, and all that happened in it."""

    match: Match
    events: tuple[Event, ...]


def random_match(rules: Rules, seed: bytes, rng: Random) -> RandomMatch:
    """A whole match of random legal actions."""
    begun = start(rules, seed)
    match, events = begun.match, list(begun.events)
    for *_, step in random_steps(match, rng):
        match = step.match
        events += step.events
    return RandomMatch(match, tuple(events))


def header_of(rules: Rules) -> Header:
    return HEADER if rules.players == 4 else DUEL_HEADER


@cache
def sample() -> Record:
    """A match of four deals whose second deal has a look, a blind nil and an exchange of one side."""
    for number in range(1000):
        record = recorded(HEADER, BLIND, SEED, random_match(BLIND, SEED, Random(number)).events)
        second = record.deals[1]
        if second.looked and len(second.gifts) == 2 and not record.deals[0].gifts:
            return record
    raise AssertionError("random play never comes to an exchange")


@cache
def duel_sample() -> Record:
    """A duel of two deals."""
    return _played(Rules(players=2, max_deals=2, target=2000, floor=None), 1)


@cache
def cut_sample() -> Record:
    """Two deals after a cut for the seats, with both jokers and high deuces."""
    return _played(Rules(seating="cut", jokers="two_and_deuces", max_deals=2, target=2000, floor=None), 1)


def _played(rules: Rules, number: int) -> Record:
    return recorded(header_of(rules), rules, SEED, random_match(rules, SEED, Random(number)).events)


def plain_sample(of: Callable[[], Record] = sample) -> Plain:
    """A sample as plain data of one's own."""
    return copy.deepcopy(format_record(of()))


def at(plain: Any, path: str) -> Any:
    """What stands at a path such as `deals[1].tricks[0].cards`."""
    for step in _steps(path):
        plain = plain[step]
    return plain


Edit = Callable[[Plain], None]


def put(path: str, value: object) -> Edit:
    def edit(plain: Plain) -> None:
        *inner, last = _steps(path)
        for step in inner:
            plain = plain[step]  # type: ignore[assignment, index]
        plain[last] = value  # type: ignore[index]

    return edit


def drop(path: str) -> Edit:
    def edit(plain: Plain) -> None:
        *inner, last = _steps(path)
        for step in inner:
            plain = plain[step]  # type: ignore[assignment, index]
        del plain[last]  # type: ignore[arg-type]

    return edit


def swap(one: str, other: str) -> Edit:
    def edit(plain: Plain) -> None:
        first, second = at(plain, one), at(plain, other)
        put(one, second)(plain)
        put(other, first)(plain)

    return edit


def add(path: str, amount: int) -> Edit:
    return lambda plain: put(path, at(plain, path) + amount)(plain)


def every(*edits: Edit) -> Edit:
    def edit(plain: Plain) -> None:
        for each in edits:
            each(plain)

    return edit


def turn_seat(path: str) -> Edit:
    """Another seat (the next one) in place of the one that is there."""

    def edit(plain: Plain) -> None:
        put(path, Seat((Seat[at(plain, path)] + 1) % 4).name)(plain)

    return edit


def edited(edit: Edit, of: Callable[[], Record] = sample) -> Plain:
    """A sample with one edit."""
    plain = plain_sample(of)
    edit(plain)
    return plain


def _steps(path: str) -> list[str | int]:
    return [int(part) if part.isdigit() else part for part in re.findall(r"\w+", path)]
