"""Reading records: what is malformed is named by its path, and never a KeyError or TypeError."""

from collections.abc import Callable
from contextlib import suppress
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import HIGH_TWO_OF_DIAMONDS, parse_card
from engine.plain_data import BadRecord
from engine.record import Record
from engine.record_reading import parse_record
from engine.seats import Seat
from record_samples import (
    Edit,
    add,
    cut_sample,
    drop,
    duel_sample,
    edited,
    every,
    plain_sample,
    put,
    sample,
)

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)
PATHS = st.sampled_from(
    [
        "format",
        "table_id",
        "rules",
        "rules.target",
        "rules.tie",
        "rules_hash",
        "seed",
        "commitment",
        "cut",
        "seats",
        "seats.N",
        "seats.N.kind",
        "seats.N.level",
        "seats.N.name",
        "deals",
        "deals[1]",
        "deals[1].number",
        "deals[1].dealer",
        "deals[1].hands",
        "deals[1].hands.E",
        "deals[1].hands.E[4]",
        "deals[1].looked",
        "deals[1].looked[0]",
        "deals[1].bids[2]",
        "deals[1].bids[2].kind",
        "deals[1].bids[2].tricks",
        "deals[1].exchanges[0]",
        "deals[1].exchanges[0].from",
        "deals[1].exchanges[0].cards",
        "deals[1].tricks",
        "deals[1].tricks[3]",
        "deals[1].tricks[3].leader",
        "deals[1].tricks[3].cards[1]",
        "deals[1].score",
        "deals[1].score.EW",
        "deals[1].score.EW.nil",
        "result",
        "result.winner",
        "result.end_reason",
        "result.scores.NS",
    ]
)
OTHER_PATHS = st.sampled_from(
    ["cut", "deals[1].hands.S", "deals[1].draws", "deals[0].dealer", "result.winner"]
)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        pytest.param(drop("format"), "format is missing", id="no format"),
        pytest.param(
            put("format", "spades-record/2"), "format: 'spades-record/2' is not", id="another format"
        ),
        pytest.param(drop("deals"), "deals is missing", id="a member missing"),
        pytest.param(drop("deals[3].dealer"), "deals[3]: dealer is missing", id="a member of a deal missing"),
        pytest.param(put("deals", {}), "deals: {} is no list", id="an object in place of a list"),
        pytest.param(put("deals[0]", []), "deals[0]: [] is no object", id="a list in place of an object"),
        pytest.param(
            put("deals[2].number", "3"), "deals[2].number: '3' is no integer", id="a string for a number"
        ),
        pytest.param(
            put("deals[2].number", 3.0), "deals[2].number: 3.0 is no integer", id="3.0 is no integer"
        ),
        pytest.param(
            put("deals[2].number", True), "deals[2].number: True is no integer", id="true is no integer"
        ),
        pytest.param(put("deals[1].dealer", "X"), "deals[1].dealer: 'X' is no seat", id="no seat"),
        pytest.param(put("deals[1].dealer", 1), "deals[1].dealer: 1 is no string", id="a number for a seat"),
        pytest.param(
            put("deals[3].tricks[2].cards[1]", "ZZ"),
            "deals[3].tricks[2].cards[1]: 'ZZ' is no card",
            id="no card",
        ),
        pytest.param(
            put("deals[3].tricks[2].cards[1]", "as"),
            "deals[3].tricks[2].cards[1]: 'as' is no card",
            id="lower case",
        ),
        pytest.param(
            put("deals[0].hands.N[0]", ["AS"]),
            "deals[0].hands.N[0]: ['AS'] is no card",
            id="a list for a card",
        ),
        pytest.param(drop("deals[0].hands.W"), "deals[0].hands: W is missing", id="a hand missing"),
        pytest.param(
            put("deals[0].bids[1].kind", "pass"), "deals[0].bids[1].kind: 'pass' is no kind", id="no bid"
        ),
        pytest.param(put("deals[0].bids[1].tricks", None), "None is no integer", id="null for a number"),
        pytest.param(drop("deals[0].score.EW"), "deals[0].score: EW is missing", id="a side's score missing"),
        pytest.param(drop("deals[0].score.EW.nil"), "deals[0].score.EW: nil is missing", id="a line missing"),
        pytest.param(put("result.winner", "N"), "result.winner: 'N' is no side", id="a seat that wins"),
        pytest.param(put("result.end_reason", "bored"), "'bored' is no end reason", id="no end reason"),
        pytest.param(put("seed", "00"), "seed: '00' is no string of 64 hex digits", id="a short seed"),
        pytest.param(put("seed", "x" * 64), "hex digits", id="a seed that is not hex"),
        pytest.param(put("commitment", None), "commitment: None is no string", id="no commitment"),
        pytest.param(
            put("seats.N.kind", "robot"), "seats.N.kind: 'robot' is no kind of seat", id="no kind of seat"
        ),
        pytest.param(drop("seats.N.level"), "seats.N: level is missing", id="a CPU without a level"),
        pytest.param(put("seats.N.level", "god"), "seats.N.level: 'god' is no level", id="no level"),
        pytest.param(put("table_id", 7), "table_id: 7 is no string", id="a number for a table"),
        pytest.param(drop("rules.target"), "rules: target is missing", id="an option missing"),
        pytest.param(put("rules.target", 5), "rules.target: 5 is not allowed (50 … 2000)", id="out of range"),
        pytest.param(
            put("rules.wild", 1), "rules.wild: this version knows no such option", id="unknown option"
        ),
        pytest.param(put("rules.nil", False), "clashes with nil", id="options that clash"),
        pytest.param(put("cut", {"N": "AS"}), "cut: there is none", id="a cut where seats were chosen"),
        pytest.param(put("deals[0].draws", []), "deals[0].draws: there are none", id="draws of four players"),
    ],
)
def test_what_is_malformed_is_named(edit: Edit, said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(edited(edit))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        pytest.param(put("deals[0].dealer", "E"), "deals[0].dealer: 'E' is no seat", id="E deals"),
        pytest.param(put("deals[0].bids[0].seat", "W"), "bids[0].seat: 'W' is no seat", id="W bids"),
        pytest.param(put("deals[0].tricks[0].leader", "E"), "leader: 'E' is no seat", id="E leads"),
        pytest.param(put("result.winner", "NS"), "result.winner: 'NS' is no side", id="NS wins"),
        pytest.param(drop("seats.S"), "seats: S is missing", id="a seat missing"),
        pytest.param(drop("result.scores.S"), "result.scores: S is missing", id="a score missing"),
        pytest.param(drop("deals[0].draws[3].kept"), "draws[3]: kept is missing", id="nothing is kept"),
        pytest.param(
            put("deals[0].draws[3].cards", ["AS"]), "draws[3].cards: 1 cards, not 2", id="one card drawn"
        ),
        pytest.param(put("deals[0].draws[3].seat", "X"), "draws[3].seat: 'X' is no seat", id="nobody draws"),
    ],
)
def test_what_is_malformed_in_a_duel_is_named(edit: Edit, said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(edited(edit, duel_sample))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        pytest.param(drop("cut.W"), "cut: W is missing", id="a seat missing"),
        pytest.param(put("cut.N", "1S"), "cut.N: '1S' is no card", id="no card"),
        pytest.param(put("cut", []), "cut: [] is no object", id="no object"),
    ],
)
def test_what_is_malformed_in_a_cut_is_named(edit: Edit, said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(edited(edit, cut_sample))
    assert said in str(caught.value)


def test_in_a_duel_the_members_of_e_and_w_are_ignored() -> None:
    edit = every(put("seats.E", {}), put("deals[0].hands.W", ["AS"]), put("deals[0].score.NS", {}))
    assert parse_record(edited(edit, duel_sample)) == duel_sample()


def test_a_deuce_is_a_high_card_where_the_rules_make_it_one() -> None:
    """Of the match and of its deals; the cut is made with the plain cards."""
    record = parse_record(plain_sample(cut_sample))
    assert HIGH_TWO_OF_DIAMONDS in chain(*record.deals[0].hands)
    assert parse_card("2D") not in chain(*record.deals[0].hands)
    plain = parse_record(edited(put("cut.S", "2D"), cut_sample))
    assert plain.cut is not None
    assert plain.cut[Seat.S] == parse_card("2D")


@pytest.mark.parametrize("plain", [None, [], "record", 7, {}, {"format": None}])
def test_what_is_no_record_at_all(plain: object) -> None:
    with pytest.raises(BadRecord):
        parse_record(plain)


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(put("venue", "here"), id="of the record"),
        pytest.param(put("deals[0].venue", "here"), id="of a deal"),
        pytest.param(put("deals[0].bids[0].venue", 1), id="of a bid"),
        pytest.param(put("seats.N.rating", 1500), id="of a seat"),
        pytest.param(put("result.outcome", {}), id="of the result"),
        pytest.param(put("cut", None), id="a cut that is null"),
    ],
)
def test_an_added_member_is_ignored(edit: Edit) -> None:
    assert parse_record(edited(edit)) == sample()


def test_hex_may_be_of_either_case() -> None:
    assert parse_record(edited(put("seed", sample().seed.hex().upper() if sample().seed else ""))) == sample()


def test_a_long_value_is_not_shown_whole() -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(edited(put("deals[0].dealer", "N\n" * 5000)))
    assert len(str(caught.value)) < 100
    assert "\n" not in str(caught.value)


def test_whole_numbers_may_be_of_any_size() -> None:
    parse_record(edited(add("deals[0].score.NS.running_total", 10**30)))


@settings(max_examples=100, deadline=None)
@given(path=OTHER_PATHS, value=JSON, of=st.sampled_from([duel_sample, cut_sample]))
def test_any_value_in_the_parts_of_other_rules_is_read_or_named(
    path: str, value: object, of: Callable[[], Record]
) -> None:
    with suppress(BadRecord):
        parse_record(edited(put(path, value), of))


@settings(max_examples=200, deadline=None)
@given(path=PATHS, value=JSON)
def test_any_value_anywhere_is_read_or_named(path: str, value: object) -> None:
    with suppress(BadRecord):
        parse_record(edited(put(path, value)))
