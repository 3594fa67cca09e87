"""The record: what it holds when, and that it loses nothing."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal import commitment_of, dealt_hands
from engine.record import Header, Occupant, Plain, format_record, record_of, recorded
from engine.record_reading import parse_record
from engine.rules import Rules, rules_hash
from engine.scoring import EndReason, Result
from engine.seats import Seat
from engine.verify import SeedMissing, replay, verify
from goldens import golden
from record_samples import BLIND, HEADER, SEED, at, plain_sample, random_match, sample
from record_text import record_text

RULES = st.builds(
    Rules,
    target=st.integers(50, 300),
    floor=st.one_of(st.none(), st.integers(-400, -50)),
    max_deals=st.integers(1, 3),
    tie=st.sampled_from(["extra_deal", "last_deal", "draw"]),
    bag_penalty=st.booleans(),
    bag_limit=st.integers(1, 12),
    blind_nil=st.booleans(),
    blind_behind=st.sampled_from([0, 100]),
    blind_exchange=st.integers(0, 4),
    first_lead=st.sampled_from(["dealer_left", "lowest_club"]),
    first_dealer=st.sampled_from(["N", "E", "S", "W", "random"]),
)


def of_json(plain: Plain) -> object:
    return json.loads(json.dumps(plain))


@settings(max_examples=25, deadline=None)
@given(rules=RULES, seed=st.binary(min_size=32, max_size=32), choices=st.integers(0, 2**32))
def test_the_record_of_any_match_reads_back_replays_and_is_true(
    rules: Rules, seed: bytes, choices: int
) -> None:
    played = random_match(rules, seed, Random(choices))
    record = recorded(HEADER, rules, seed, played.events)
    assert parse_record(of_json(format_record(record))) == record
    assert replay(record) == played.match
    assert verify(record) == ()


@settings(max_examples=15, deadline=None)
@given(choices=st.integers(0, 2**32), part=st.floats(0, 1), abandoned=st.booleans())
def test_the_record_of_a_part_of_a_match_reads_back_and_is_true(
    choices: int, part: float, abandoned: bool
) -> None:
    events = random_match(BLIND, SEED, Random(choices)).events
    some = events[: int(part * (len(events) - 2))]
    record = recorded(HEADER, BLIND, SEED, some, abandoned=abandoned)
    assert parse_record(of_json(format_record(record))) == record
    assert verify(record) == ()


def test_golden_match_of_random_play_with_blind_nils(update_goldens: bool) -> None:
    """Chosen so that a better CPU player doesn't rewrite it."""
    text = record_text(sample())
    assert text == golden("match_of_random_play.txt", text, update=update_goldens)


def test_the_members_of_a_record_in_their_order() -> None:
    plain = plain_sample()
    assert list(plain) == [
        "format",
        "table_id",
        "rules",
        "rules_hash",
        "seed",
        "commitment",
        "seats",
        "deals",
        "result",
    ]
    deal = at(plain, "deals[0]")
    assert list(deal) == ["number", "dealer", "hands", "looked", "bids", "exchanges", "tricks", "score"]
    assert list(at(deal, "score.NS")) == [
        "contract",
        "bags",
        "nil",
        "bag_penalty",
        "bonus",
        "deal_total",
        "running_total",
        "new_bags",
        "bags_carried",
    ]


def test_the_head_of_a_record() -> None:
    plain = plain_sample()
    assert plain["format"] == "spades-record/1"
    assert plain["table_id"] == "tb_07example"
    assert plain["rules"] == BLIND.as_options()
    assert plain["rules_hash"] == rules_hash(BLIND)
    assert (plain["seed"], plain["commitment"]) == (SEED.hex(), commitment_of(SEED))


def test_only_a_cpu_has_a_level() -> None:
    assert plain_sample()["seats"] == {
        "N": {"kind": "cpu", "level": "easy", "name": "CPU N"},
        "E": {"kind": "player", "name": "guest 1"},
        "S": {"kind": "cpu", "level": "normal", "name": "CPU S"},
        "W": {"kind": "player", "name": "guest 2"},
    }


def test_hands_stand_as_dealt_before_any_exchange() -> None:
    second = sample().deals[1]
    assert second.hands == dealt_hands(SEED, 2, second.dealer, BLIND.lineup)


def test_the_nil_bidders_cards_come_first() -> None:
    second = sample().deals[1]
    first, back = second.gifts
    nil = next(made.seat for made in second.bids if made.bid.is_nil)
    assert (first.giver, back.giver, back.receiver) == (nil, first.receiver, nil)
    assert len(first.cards) == len(back.cards) == 2


def test_bids_stand_in_the_order_of_the_table_from_the_dealers_left() -> None:
    for deal in sample().deals:
        assert [made.seat for made in deal.bids] == [Seat((deal.dealer + n) % 4) for n in (1, 2, 3, 4)]


def test_each_winner_leads_the_next_trick() -> None:
    for deal in sample().deals:
        assert [trick.leader for trick in deal.tricks[1:]] == [trick.winner for trick in deal.tricks[:-1]]
        assert len(deal.tricks) == 13


def test_while_playing_there_is_no_seed_no_result_and_no_unfinished_deal() -> None:
    events = random_match(BLIND, SEED, Random(1)).events
    plain = record_of(HEADER, BLIND, SEED, events[:-1])
    assert "seed" not in plain
    assert plain["result"] is None
    playing = record_of(HEADER, BLIND, SEED, events[: len(events) // 2])
    assert [at(playing, f"deals[{n}].number") for n in range(2)] == [1, 2]
    assert SEED.hex() not in json.dumps(playing)


def test_an_abandoned_match_has_no_winner_tells_its_seed_and_keeps_its_points() -> None:
    events = random_match(BLIND, SEED, Random(1)).events
    record = recorded(HEADER, BLIND, SEED, events[: len(events) // 2], abandoned=True)
    points = tuple(score.running_total for score in record.deals[-1].scores)
    assert record.result == Result(None, EndReason.ABANDONED, points)
    assert record.seed == SEED
    assert replay(record).points == points


def test_a_match_abandoned_in_its_first_deal_is_level_at_nothing() -> None:
    plain = record_of(HEADER, BLIND, SEED, (), abandoned=True)
    assert plain["deals"] == []
    assert plain["result"] == {"winner": None, "end_reason": "abandoned", "scores": {"NS": 0, "EW": 0}}


def test_a_match_that_is_over_is_not_abandoned_any_more() -> None:
    played = random_match(BLIND, SEED, Random(1))
    assert recorded(HEADER, BLIND, SEED, played.events, abandoned=True).result == played.match.result


def test_a_simulation_has_no_table() -> None:
    header = Header(None, tuple(Occupant("cpu", "normal", f"CPU {seat.name}") for seat in Seat))
    record = recorded(header, BLIND, SEED, ())
    assert format_record(record)["table_id"] is None
    assert parse_record(format_record(record)) == record


def test_without_its_seed_a_match_is_not_replayed() -> None:
    with pytest.raises(SeedMissing):
        replay(recorded(HEADER, BLIND, SEED, ()))
