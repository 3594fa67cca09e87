"""Reading records: what is malformed is named by its path, and never a KeyError or TypeError."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.record_reading import BadRecord, parse_record
from record_samples import Edit, add, drop, edited, every, put, sample

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
        pytest.param(put("deals[0].hands.N[0]", "BJ"), "'BJ' is no card", id="a joker where there is none"),
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
        pytest.param(
            put("rules.jokers", "two"),
            "rules.jokers: 'two' is not supported by this version",
            id="jokers, not yet",
        ),
        pytest.param(
            every(put("rules.players", 2), put("rules.blind_nil", False)),
            "rules.players: 2 is not supported",
            id="a duel, not yet",
        ),
        pytest.param(put("rules.suicide", "one_nil"), "not supported", id="suicide, not yet"),
        pytest.param(put("rules.nil", False), "clashes with nil", id="options that clash"),
        pytest.param(put("cut", {"N": "AS"}), "cut: there is none", id="a cut where seats were chosen"),
    ],
)
def test_what_is_malformed_is_named(edit: Edit, said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(edited(edit))
    assert said in str(caught.value)


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


@settings(max_examples=200, deadline=None)
@given(path=PATHS, value=JSON)
def test_any_value_anywhere_is_read_or_named(path: str, value: object) -> None:
    with suppress(BadRecord):
        parse_record(edited(put(path, value)))
