"""The record: what it holds when, and that it loses nothing."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import format_card
from engine.deal import commitment_of, cut_for_seats, dealt_hands, deck_of_deal
from engine.play import start
from engine.record import Header, Occupant, Plain, recorded
from engine.record_reading import parse_record
from engine.record_writing import format_record, record_of
from engine.rules import Rules, rules_hash
from engine.scoring import EndReason, Result
from engine.seats import Seat
from engine.verify import SeedMissing, replay, verify
from goldens import golden
from record_samples import (
    BLIND,
    HEADER,
    SEED,
    at,
    cut_sample,
    duel_sample,
    header_of,
    plain_sample,
    random_match,
    sample,
)
from record_text import record_text
from spades_strategies import WHOLE_MATCHES, chances, rules, seeds


def of_json(plain: Plain) -> object:
    return json.loads(json.dumps(plain))


@settings(WHOLE_MATCHES, max_examples=40)
@given(drawn=rules(), seed=seeds(), rng=chances())
def test_the_record_of_any_match_reads_back_replays_and_is_true(
    drawn: Rules, seed: bytes, rng: Random
) -> None:
    played = random_match(drawn, seed, rng)
    record = recorded(header_of(drawn), drawn, seed, played.events)
    assert parse_record(of_json(format_record(record))) == record
    assert replay(record) == played.match
    assert verify(record) == ()


@settings(WHOLE_MATCHES, max_examples=15)
@given(drawn=rules(max_deals=3), rng=chances(), part=st.floats(0, 1), abandoned=st.booleans())
def test_the_record_of_a_part_of_a_match_reads_back_and_is_true(
    drawn: Rules, rng: Random, part: float, abandoned: bool
) -> None:
    events = random_match(drawn, SEED, rng).events
    begun = len(start(drawn, SEED).events)  # they come together: no match that began lacks its cut
    some = events[: begun + int(part * (len(events) - begun - 2))]
    record = recorded(header_of(drawn), drawn, SEED, some, abandoned=abandoned)
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


def test_a_duel_has_draws_and_the_members_of_its_two_seats() -> None:
    plain = plain_sample(duel_sample)
    deal = at(plain, "deals[1]")
    assert list(deal)[:4] == ["number", "dealer", "draws", "hands"]
    assert [list(at(plain, path)) for path in ("seats", "result.scores")] == [["N", "S"]] * 2
    assert [list(deal[member]) for member in ("hands", "score")] == [["N", "S"]] * 2
    assert at(plain, "result.winner") in ("N", "S")


def test_in_a_duel_all_cards_drawn_in_order_are_the_stock_and_the_hands_are_those_kept() -> None:
    first, second = duel_sample().deals
    for deal in (first, second):
        stock = tuple(card for draw in deal.draws for card in draw.cards)
        assert stock == deck_of_deal(SEED, deal.number, duel_sample().rules)
        for seat in (Seat.N, Seat.S):
            assert deal.hands[seat] == tuple(draw.kept for draw in deal.draws if draw.seat is seat)
        assert (deal.hands[Seat.E], deal.hands[Seat.W]) == ((), ())
    assert first.dealer is not second.dealer


def test_a_draw_names_its_seat_both_cards_and_the_one_that_was_kept() -> None:
    draw = at(plain_sample(duel_sample), "deals[0].draws[0]")
    assert list(draw) == ["seat", "cards", "kept"]
    assert draw["kept"] in draw["cards"]


def test_the_cut_stands_in_the_record_by_the_seats_that_it_led_to() -> None:
    plain = plain_sample(cut_sample)
    assert list(plain).index("cut") == list(plain).index("seats") + 1
    assert plain["cut"] == {seat.name: format_card(cut_for_seats(SEED).cards[seat]) for seat in Seat}
    begun = start(cut_sample().rules, SEED).events
    assert record_of(HEADER, cut_sample().rules, SEED, begun)["cut"] == plain["cut"]


def test_the_cut_is_not_told_before_the_match_starts() -> None:
    assert "cut" not in record_of(HEADER, cut_sample().rules, SEED, ())


def test_jokers_and_high_deuces_stand_under_their_codes() -> None:
    hands = at(plain_sample(cut_sample), "deals[0].hands")
    codes = [code for hand in hands.values() for code in hand]
    assert len(set(codes)) == 52
    assert {"LJ", "BJ", "2S", "2D"} <= set(codes)
    assert {"2C", "2H"}.isdisjoint(codes)


def test_a_deal_has_no_draws_unless_it_is_a_duel_and_no_cut_unless_the_seats_were_cut() -> None:
    plain = plain_sample()
    assert "cut" not in plain
    assert "draws" not in at(plain, "deals[0]")


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
    assert second.hands == dealt_hands(SEED, 2, second.dealer, BLIND)


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
