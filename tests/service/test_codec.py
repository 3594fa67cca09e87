"""Tables and events to bytes and back: nothing lost, nothing that could be stolen, and few bytes."""

from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bids import Bid, BidKind
from engine.events import (
    BidMade,
    CardDrawn,
    CardPlayed,
    DealScored,
    ExchangeMade,
    HandLooked,
    HandShown,
    MatchOver,
    SeatsCut,
)
from engine.levels import Level
from engine.phases import Phase
from engine.rules import Rules
from engine.scoring import EndReason, Result
from engine.seats import Seat, Side
from engine.state import Exchange
from service.ports import NewerFormat
from service.store.codec import FORMAT, decode_table, encode_table
from service.store.event_codec import decode_commit, encode_commit
from service.table import Chair, Change, Table, TableStatus, Visibility, close, return_seat
from service.table_events import (
    CloseReason,
    DeadlineMoved,
    DeadlinePassed,
    LeaveReason,
    LoggedEvent,
    SeatKind,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    TableChanged,
    TableClosed,
)
from service.table_turns import expire, take_cpu_turn
from spades_strategies import WHOLE_MATCHES, chances, rules, seeds
from tables import CPUS, LONG, OPEN, PLAYERS, START, cpu, new_table, next_action, player, table_id


def assert_kept(change: Change) -> None:
    """The table and its events come back equal, down to the types of their members."""
    table = decode_table(encode_table(change.table))
    assert table == change.table
    assert_same_types(table, change.table)
    at, events = decode_commit(encode_commit(START, change.events))
    assert (at, events) == (START, change.events)
    assert_same_types(events, change.events)


def assert_same_types(found: Any, expected: Any) -> None:
    assert type(found) is type(expected), (found, expected)
    if isinstance(expected, tuple):
        for each, other in zip(found, expected, strict=True):
            assert_same_types(each, other)
    elif is_dataclass(expected):
        for field in fields(expected):
            assert_same_types(getattr(found, field.name), getattr(expected, field.name))


@given(rules=rules(), seed=seeds(), rng=chances())
@WHOLE_MATCHES
def test_every_table_of_a_random_match_comes_back(rules: Rules, seed: bytes, rng: Random) -> None:
    chairs = tuple(rng.choice((player, cpu))(seat) for seat in Seat)
    change = new_table(chairs=chairs, rules=rules, seed=seed)
    assert_kept(change)
    while change.table.status is TableStatus.PLAYING:
        change = random_change(change.table, rng)
        assert_kept(change)


def random_change(table: Table, rng: Random) -> Change:
    now = table.changed_at + rng.randrange(100_000)
    if table.cpu_to_act is not None:
        return take_cpu_turn(table, now)
    away = [seat for seat in Seat if table.chairs[seat].is_away]
    if away and rng.random() < 0.5:
        return return_seat(table, away[0], now)
    if rng.random() < 0.2:
        return expire(table, now)
    return next_action(table, rng, now)


GOLDEN = Path(__file__).parents[1] / "golden"
PLAYING = new_table(chairs=PLAYERS).table
assert PLAYING.match is not None
MATCH = PLAYING.match


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(new_table(chairs=OPEN).table, id="nobody sits"),
        pytest.param(new_table(chairs=CPUS).table, id="CPUs only"),
        pytest.param(close(PLAYING, START).table, id="closed"),
        pytest.param(replace(PLAYING, owner="key_0123456789abcdef01234567"), id="of a secret key"),
        pytest.param(replace(PLAYING, chairs=(Chair(SeatKind.CPU, "", Level.HARD),) * 4), id="hard CPUs"),
        pytest.param(
            replace(PLAYING, terms=replace(PLAYING.terms, visibility=Visibility.PRIVATE, metadata=())),
            id="private",
        ),
        pytest.param(
            replace(
                PLAYING,
                terms=replace(PLAYING.terms, chosen_by_creator=True, is_rated=True, turn_seconds=None),
            ),
            id="rated, no deadline",
        ),
        pytest.param(
            replace(
                PLAYING,
                match=replace(
                    MATCH,
                    deal=replace(
                        MATCH.deal,
                        phase=Phase.EXCHANGE,
                        exchanges=(Exchange(Seat.N, Seat.S, 2, (51, 0)), Exchange(Seat.S, Seat.N, 2)),
                        unseen=(Seat.E, Seat.W),
                        bids=(Bid(BidKind.BLIND_NIL), None, Bid(BidKind.ZERO), Bid(BidKind.BLIND_TRICKS, 13)),
                    ),
                ),
            ),
            id="an exchange half done",
        ),
        pytest.param(
            replace(PLAYING, match=replace(MATCH, result=Result(None, EndReason.ABANDONED, (-5, 2000)))),
            id="a result without a winner",
        ),
        pytest.param(
            replace(PLAYING, rematch=table_id(2), rematch_of=table_id(3)), id="one of three matches"
        ),
    ],
)
def test_rare_tables_come_back(table: Table) -> None:
    assert_kept(Change(table, ()))


def one_of_each() -> tuple[LoggedEvent, ...]:
    """Events that random play does not bring, and the extremes of those that it does."""
    return (
        HandShown(Seat.W, None),
        HandShown(Seat.N, (1 << 52) - 1),
        HandLooked(Seat.E),
        BidMade(Seat.S, Bid(BidKind.BLIND_TRICKS, 13)),
        ExchangeMade(Seat.W, Seat.E, 4, (0, 51, 13, 39)),
        ExchangeMade(Seat.W, Seat.E, 4, None),
        CardPlayed(Seat.N, 0, 1),
        CardPlayed(Seat.W, 55, 13),
        CardDrawn(Seat.S, (0, 51), 51),
        SeatsCut((51, 25, 3, 8)),
        MatchOver(Result(Side.EW, EndReason.LEAD_MARGIN, (-200, 500))),
        MatchOver(Result(None, EndReason.MAX_DEALS, (0, 0))),
        SeatTaken(Seat.S, 'Ō "♠"\n', SeatKind.PLAYER),
        *(SeatLeft(Seat.N, reason) for reason in LeaveReason),
        SeatLeft(Seat.W, LeaveReason.LEAVE, "Ann"),
        SeatReturned(Seat.N),
        TableChanged(),
        DeadlinePassed(Seat.W, 2),
        DeadlineMoved(Seat.E, START),
        *(TableClosed(reason) for reason in CloseReason),
    )


def test_rare_events_come_back() -> None:
    assert_kept(Change(PLAYING, one_of_each()))


def test_every_kind_of_event_was_tried() -> None:
    tried = {type(event) for event in (*one_of_each(), *new_table(chairs=CPUS).events)}
    table, rng = new_table(chairs=PLAYERS).table, Random(1)
    while table.match is not None and table.match.deal.number == 1:
        change = next_action(table, rng, START)
        table = change.table
        tried |= {type(event) for event in change.events}
    assert tried | {DealScored} == set(get_args(LoggedEvent))


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_name_comes_back(name: str, other: str) -> None:
    chairs = tuple(replace(player(seat), name=name) for seat in Seat)
    table = new_table(chairs=chairs).table
    assert_kept(Change(replace(table, terms=replace(table.terms, metadata=((name, other),))), ()))


def test_a_card_played_costs_few_bytes() -> None:
    one = encode_commit(START, (CardPlayed(Seat.W, 51, 13),))
    two = encode_commit(START, (CardPlayed(Seat.W, 51, 13),) * 2)
    assert len(one) <= 20
    assert len(two) - len(one) <= 6


def test_a_table_in_its_second_deal_is_small() -> None:
    table, rng = new_table(chairs=PLAYERS, rules=LONG).table, Random(1)
    for _ in range(80):
        table = next_action(table, rng, START).table
    assert len(encode_table(table)) <= 1300


def test_a_table_that_was_stored_in_the_first_format_is_read_and_goes_on() -> None:
    """The sample was written by the release that wrote this format."""
    table = decode_table((GOLDEN / "stored_table_format_1.json").read_bytes())
    assert (table.rematch, table.rematch_of) == (None, None)
    assert [chair.name for chair in table.chairs] == ["Player N", "CPU E", "Player S", "CPU W"]
    assert (table.last_seq, table.deadlines) == (103, (START + 30_000, None, None, None))
    assert_kept(Change(table, ()))
    assert_kept(next_action(table, Random(1), START))


def test_the_format_comes_first() -> None:
    assert encode_table(replace(PLAYING, owner="key_1")).startswith(b"[%d," % FORMAT)


def test_a_table_without_an_owner_is_left_to_the_release_before() -> None:
    assert encode_table(PLAYING).startswith(b"[2,")


@pytest.mark.parametrize("written", [b"[4]", b'[4,{"quite":"different"}]', b"[17,null]"])
def test_a_table_of_a_newer_format_is_left_alone(written: bytes) -> None:
    with pytest.raises(NewerFormat):
        decode_table(written)


def test_an_event_of_a_newer_release_is_left_alone() -> None:
    with pytest.raises(NewerFormat):
        decode_commit(orjson.dumps([START, [99, 1, 2]]))
