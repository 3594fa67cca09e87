"""The independent auditor itself: the rule book's vectors, a clean match, and every way to tamper with it."""

import copy
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from audited_deal import trick_faults, winning_place
from audited_record import LINES, Bid, Trick
from audited_rules import OPTIONS, hash_of, is_same, rules_from
from audited_score import sheet
from audited_shuffle import cut_of, dealt, first_dealer_of, shuffled, stock_of
from audited_table import DUEL, FOUR, PLAIN, pack_of
from record_auditor import audit, ending_after

CASES = Path(__file__).parent / "cases"
SHORT = {"target": 250, "floor": -201, "max_deals": 30, "first_dealer": "E"}

Plain = dict[str, Any]
Steps = tuple[str | int, ...]
Edit = Callable[[Plain], None]


def vectors(name: str) -> list[Plain]:
    cases: list[Plain] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return cases


def options_of(case: Plain) -> Plain:
    rules = dict(case.get("rules", {}))
    return (SHORT if rules.pop("preset", None) == "short" else {}) | rules


def named(cases: list[Plain]) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in cases]


# ---------------------------------------------------------------- the vectors


@pytest.mark.parametrize("case", named(vectors("shuffle")))
def test_shuffle_vector(case: Plain) -> None:
    seed = bytes.fromhex(case["seed"])
    assert hashlib.sha256(seed).hexdigest() == case["commitment"]
    assert first_dealer_of(seed, DUEL if case.get("duel") else FOUR) == case["first_dealer"]
    for deal in case["deals"]:
        hands = {seat: tuple(hand.split()) for seat, hand in deal.get("hands", {}).items()}
        assert not hands or dealt(seed, deal["number"], deal["dealer"]) == hands
        stock = tuple(deal.get("stock", "").split())
        assert not stock or stock_of(seed, deal["number"], PLAIN) == stock
        assert not stock or DUEL.left_of(deal["dealer"]) == deal["first_to_draw"]


@pytest.mark.parametrize("case", named([case for case in vectors("shuffle") if "cut" in case]))
def test_shuffle_vector_of_jokers_and_cut(case: Plain) -> None:
    seed, deck = bytes.fromhex(case["seed"]), tuple(case["deck_with_jokers_deal_1"].split())
    assert shuffled(seed, "deal/1", pack_of("two").deck) == deck
    assert cut_of(seed) == case["cut"]


@pytest.mark.parametrize("case", named(vectors("scoring")))
def test_scoring_vector(case: Plain) -> None:
    bids = tuple(Bid(seat, bid["kind"], bid["tricks"]) for seat, bid in case["bids"].items())
    lines = sheet(bids, case["tricks"], 0, case["bags_before"], rules_from(options_of(case)))
    assert lines == case["expect"] | {"running_total": case["expect"]["deal_total"]}


@pytest.mark.parametrize("case", named(vectors("ends")))
def test_end_vector(case: Plain) -> None:
    scores = {
        side: {"deal_total": total, "running_total": case["before"][side] + total}
        for side, total in case["deal_total"].items()
    }
    ending = ending_after(case["deal"], scores, rules_from(options_of(case)))
    found = None if ending is None else (ending.winner, ending.end_reason)
    assert found == ((case["winner"], case["end_reason"]) if case["over"] else None)


@pytest.mark.parametrize(("name", "count"), [("shuffle", 5), ("scoring", 45), ("ends", 15)])
def test_the_vectors_are_there(name: str, count: int) -> None:
    assert len(vectors(name)) == count


def test_the_hash_of_the_defaults() -> None:
    defaults = {name: option.default for name, option in OPTIONS.items()}
    assert len(defaults) == 30
    assert hash_of(defaults) == "56446585791fc0ccd807b3c8dadce9054361c57bc7ac66ff2e21efaabfa5ec36"


# ---------------------------------------------------------------- cards


STANDARD, DEUCES = rules_from({}), rules_from({"jokers": "two_and_deuces"})


@pytest.mark.parametrize(
    ("cards", "jokers", "place"),
    [
        pytest.param("2H AH KH 3H", "off", 1, id="the highest card of the suit led"),
        pytest.param("2H AD KC 3H", "off", 3, id="an ace of another suit wins nothing"),
        pytest.param("AH 2S KH 3S", "off", 3, id="the highest spade"),
        pytest.param("TS 9S JS 8S", "off", 2, id="a jack over a ten"),
        pytest.param("AS LJ BJ KS", "two", 2, id="big joker over little joker over the ace of spades"),
        pytest.param("AS 2S 3S KS", "two", 0, id="two jokers leave the deuce of spades below"),
        pytest.param("AD 2D 3D KD", "two", 0, id="two jokers leave the deuce of diamonds a diamond"),
        pytest.param("AS 2S 2D KS", "two_and_deuces", 2, id="the deuce of diamonds over that of spades"),
        pytest.param("2D LJ AS 2S", "two_and_deuces", 1, id="the little joker over both deuces"),
        pytest.param("AD 2D KD QD", "two_and_deuces", 1, id="a high deuce ruffs its own suit"),
        pytest.param("2D AD KD 3S", "two_and_deuces", 0, id="led, a high deuce is a spade led"),
        pytest.param("AH 2H", "off", 0, id="two cards to a trick"),
    ],
)
def test_winning_place(cards: str, jokers: str, place: int) -> None:
    assert winning_place(tuple(cards.split()), pack_of(jokers)) == place


@pytest.mark.parametrize(
    ("led", "north", "is_broken", "fault"),
    [
        pytest.param("2S", "2S 3H", False, "before spades are broken", id="a spade led too early"),
        pytest.param("2S", "2S 3S", False, None, id="a hand of nothing but spades may lead one"),
        pytest.param("2S", "2S 3H", True, None, id="broken: a spade may be led"),
        pytest.param("4S", "2S 3H", True, "does not hold", id="a card that is not in the hand"),
    ],
)
def test_lead(led: str, north: str, is_broken: bool, fault: str | None) -> None:
    hands = {"N": north.split(), "E": ["5S"], "S": ["6S"], "W": ["7S"]}
    found = list(trick_faults(Trick("N", (led, "5S", "6S", "7S"), "W"), hands, is_broken, STANDARD))
    assert [fault in text for text in found] == [True] if fault else found == []


@pytest.mark.parametrize(
    ("played", "east", "is_fault"),
    [
        pytest.param("5S", "5S 2H", True, id="a trump with the suit led in hand"),
        pytest.param("5D", "5D 2H", True, id="a discard with the suit led in hand"),
        pytest.param("5S", "5S 2D", False, id="void: any card, a spade included"),
        pytest.param("2H", "5S 2H", False, id="following"),
    ],
)
def test_follow(played: str, east: str, is_fault: bool) -> None:
    hands = {"N": ["KH"], "E": east.split(), "S": ["3H"], "W": ["4H"]}
    winner = "E" if played == "5S" else "N"
    found = list(trick_faults(Trick("N", ("KH", played, "3H", "4H"), winner), hands, False, STANDARD))
    assert bool(found) is is_fault


@pytest.mark.parametrize(
    ("led", "north", "fault"),
    [
        pytest.param("LJ", "LJ 3H", "before spades are broken", id="a joker is a spade that is led"),
        pytest.param("2D", "2D 3H", "before spades are broken", id="so is a high deuce of diamonds"),
        pytest.param("2D", "2D BJ 9S", None, id="nothing but spades: jokers and high deuces are"),
        pytest.param("3D", "3D 2D", None, id="a plain diamond is no spade"),
    ],
)
def test_lead_of_a_joker(led: str, north: str, fault: str | None) -> None:
    hands = {"N": north.split(), "E": ["9C"], "S": ["8C"], "W": ["7C"]}
    found = list(trick_faults(Trick("N", (led, "9C", "8C", "7C"), "N"), hands, False, DEUCES))
    assert [fault in text for text in found] == [True] if fault else found == []


@pytest.mark.parametrize(
    ("led", "played", "east", "is_fault"),
    [
        pytest.param("AD", "2D", "2D 2H", False, id="void of diamonds, with their high deuce"),
        pytest.param("AD", "2D", "2D 5D", True, id="a high deuce does not follow its own suit"),
        pytest.param("9S", "9H", "9H 2D", True, id="a high deuce of diamonds must follow spades"),
        pytest.param("9S", "9H", "9H BJ", True, id="a joker must follow spades"),
        pytest.param("LJ", "9H", "9H 3S", True, id="spades must follow a joker"),
    ],
)
def test_follow_with_a_joker(led: str, played: str, east: str, is_fault: bool) -> None:
    hands = {"N": [led], "E": east.split(), "S": ["3C"], "W": ["4C"]}
    winner = "E" if played == "2D" else "N"
    found = list(trick_faults(Trick("N", (led, played, "3C", "4C"), winner), hands, False, DEUCES))
    assert bool(found) is is_fault


# ---------------------------------------------------------------- a clean match and its edits


def clean() -> Plain:
    """Three deals with a look, a nil, a blind nil, an exchange, bag penalties; its scores checked by hand."""
    record: Plain = json.loads((CASES / "audited_match.json").read_text(encoding="utf-8"))
    return record


def at(record: Plain, path: Steps) -> Any:
    value: Any = record
    for step in path:
        value = value[step]
    return value


def path_of(text: str) -> Steps:
    return tuple(int(step) if step.isdigit() else step for step in text.split("."))


def put(text: str, value: object) -> Edit:
    def edit(record: Plain) -> None:
        *inner, last = path_of(text)
        at(record, tuple(inner))[last] = value

    return edit


def drop(text: str) -> Edit:
    def edit(record: Plain) -> None:
        *inner, last = path_of(text)
        del at(record, tuple(inner))[last]

    return edit


def swap(one: str, other: str) -> Edit:
    def edit(record: Plain) -> None:
        first, second = at(record, path_of(one)), at(record, path_of(other))
        put(one, second)(record)
        put(other, first)(record)

    return edit


def options(**changes: object) -> Edit:
    """Other rules with the hash that belongs to them."""

    def edit(record: Plain) -> None:
        record["rules"] |= changes
        record["rules_hash"] = hash_of(record["rules"])

    return edit


def both(*edits: Edit) -> Edit:
    def edit(record: Plain) -> None:
        for each in edits:
            each(record)

    return edit


def repeat_last_deal(record: Plain) -> None:
    record["deals"].append(copy.deepcopy(record["deals"][-1]))


def faults_after(edit: Edit) -> list[str]:
    record = clean()
    edit(record)
    return audit(record)


def test_clean_match() -> None:
    assert audit(clean()) == []


def test_without_its_seed_and_result_a_record_is_one_of_a_match_that_goes_on() -> None:
    assert faults_after(both(drop("seed"), put("result", None), drop("deals.2"))) == []


def test_abandoned_match() -> None:
    result = {"winner": None, "end_reason": "abandoned", "scores": {"NS": -260, "EW": -384}}
    assert faults_after(both(put("result", result), drop("deals.2"))) == []


def test_abandoned_in_its_first_deal() -> None:
    result = {"winner": None, "end_reason": "abandoned", "scores": {"NS": 0, "EW": 0}}
    assert faults_after(both(put("result", result), put("deals", []))) == []


GIFT_BACK = {"from": "W", "to": "E", "cards": ["AD", "7S"]}
ABANDONED = {"winner": None, "end_reason": "abandoned", "scores": {"NS": -380, "EW": -780}}


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        pytest.param(put("format", "spades-record/2"), "format", id="another format"),
        pytest.param(put("table_id", "07"), "table_id", id="a table id of another kind"),
        pytest.param(put("cut", {"N": "AS"}), "cut", id="a cut without seating cut"),
        pytest.param(drop("seats.W"), "W is missing", id="a seat is missing"),
        pytest.param(put("seats.N.level", "expert"), "level", id="an unknown level"),
        pytest.param(put("commitment", "0" * 64), "commitment", id="another commitment"),
        pytest.param(put("seed", "00" * 32), "the seed deals", id="another seed"),
        pytest.param(drop("seed"), "seed: missing", id="no seed though over"),
        pytest.param(put("result", None), "shown before", id="a seed though not over"),
        pytest.param(put("rules_hash", "0" * 64), "rules_hash", id="another rules_hash"),
        pytest.param(drop("rules.jokers"), "jokers is missing", id="an option is missing"),
        pytest.param(options(tempo=1), "unknown option", id="an unknown option"),
        pytest.param(options(target=49), "target cannot be 49", id="an option out of range"),
        pytest.param(options(bag_penalty=1), "bag_penalty cannot be 1", id="1 is not on"),
        pytest.param(options(floor=-300.0), "floor cannot be", id="a fraction is no whole number"),
        pytest.param(options(nil_points=50), "nil is -100 instead of -50", id="nil at another price"),
        pytest.param(options(nil=False), "nil clashes with blind_nil", id="options that clash"),
        pytest.param(options(players=2), "members other than N S", id="four hands in a duel"),
        pytest.param(put("deals.1.number", 3), "its number is 3", id="deal numbers skip"),
        pytest.param(put("deals.0.dealer", "E"), "the dealer is S", id="another first dealer"),
        pytest.param(swap("deals.1", "deals.2"), "the dealer is W", id="deals out of order"),
        pytest.param(options(first_dealer="E"), "the dealer is E", id="a first dealer by rule"),
        pytest.param(swap("deals.0.hands.N.0", "deals.0.hands.N.1"), "hand of N", id="cards not as dealt"),
        pytest.param(swap("deals.0.hands.N", "deals.0.hands.E"), "hand of E", id="hands changed"),
        pytest.param(put("deals.0.hands.N.0", "AS"), "52 cards", id="a card twice"),
        pytest.param(put("deals.2.looked", []), "W bid tricks from a hidden hand", id="a look is missing"),
        pytest.param(put("deals.2.looked", ["W", "N"]), "N looked though", id="a look of a side not behind"),
        pytest.param(put("deals.2.looked", ["W", "E"]), "E looked and bid blind", id="blind after a look"),
        pytest.param(put("deals.2.looked", ["W", "W"]), "looked twice", id="a look twice"),
        pytest.param(swap("deals.0.bids.0", "deals.0.bids.1"), "clockwise", id="bids out of order"),
        pytest.param(put("deals.0.bids.3.seat", "E"), "not one bid of each", id="a seat bids twice"),
        pytest.param(put("deals.0.bids.1.tricks", 14), "N may not bid", id="14 tricks"),
        pytest.param(put("deals.0.bids.1.tricks", 0), "N may not bid", id="0 that is no nil"),
        pytest.param(put("deals.0.bids.1.kind", "zero"), "N may not bid", id="a zero"),
        pytest.param(put("deals.0.bids.1.kind", "blind_tricks"), "N may not bid", id="blind tricks"),
        pytest.param(put("deals.1.bids.3.tricks", 1), "W may not bid nil 1", id="a nil of one"),
        pytest.param(options(blind_nil=False), "E may not bid blind_nil", id="blind nil off"),
        pytest.param(options(blind_behind=124), None, id="exactly far enough behind for a blind nil"),
        pytest.param(options(blind_behind=125), "E may not bid blind_nil", id="not far enough behind"),
        pytest.param(options(blind_behind=0), "from a hidden hand", id="no condition: all must look"),
        pytest.param(put("deals.2.exchanges", []), "given by []", id="no exchange"),
        pytest.param(options(blind_exchange=0), "instead of []", id="exchange off"),
        pytest.param(options(blind_exchange=3), "2 cards instead of 3", id="too few cards exchanged"),
        pytest.param(swap("deals.2.exchanges.0", "deals.2.exchanges.1"), "given by", id="partner first"),
        pytest.param(put("deals.2.exchanges.0.to", "N"), "E gave cards to N", id="cards to the other side"),
        pytest.param(put("deals.0.exchanges", [GIFT_BACK]), "instead of []", id="exchange without a nil"),
        pytest.param(put("deals.2.exchanges.0.cards.0", "2C"), "did not hold", id="gives what it lacks"),
        pytest.param(put("deals.2.exchanges.0.cards.0", "3H"), "did not hold", id="gives a card twice"),
        pytest.param(put("deals.0.tricks.0.leader", "W"), "S has the first lead", id="another first leader"),
        pytest.param(options(first_lead="dealer_left"), "E has the first lead, not W", id="dealer's left"),
        pytest.param(swap("deals.1.tricks.0", "deals.1.tricks.1"), "lowest club", id="no club led first"),
        pytest.param(put("deals.0.tricks.1.leader", "E"), "trick 2: W won", id="the loser leads"),
        pytest.param(put("deals.0.tricks.1.winner", "S"), "E wins the trick, not S", id="another winner"),
        pytest.param(put("deals.0.tricks.0.cards.1", "JC"), "does not hold", id="a card played twice"),
        pytest.param(
            swap("deals.0.tricks.0.cards.3", "deals.0.tricks.6.cards.0"), "must follow", id="a revoke"
        ),
        pytest.param(swap("deals.0.tricks.1", "deals.0.tricks.9"), "before spades", id="spades too early"),
        pytest.param(drop("deals.0.tricks.12"), "12 tricks instead of 13", id="12 tricks"),
        pytest.param(put("result.winner", "EW"), "not NS by max_deals", id="another winner of the match"),
        pytest.param(put("result.winner", None), "not NS by max_deals", id="a draw that is none"),
        pytest.param(put("result.end_reason", "floor"), "not NS by max_deals", id="another end_reason"),
        pytest.param(put("result.scores.NS", -379), "NS has -380 points", id="another final score"),
        pytest.param(put("result", ABANDONED), "abandoned though", id="abandoned after its end"),
        pytest.param(both(put("result", None), drop("seed")), "result: null", id="no result at the end"),
        pytest.param(drop("deals.2"), "no end of the match holds", id="the last deal is missing"),
        pytest.param(options(max_deals=4), "no end of the match holds", id="a result before the end"),
        pytest.param(options(floor=-250), "deal 3: the match was over", id="a deal after the floor"),
        pytest.param(repeat_last_deal, "deal 4: the match was over", id="a deal after the last"),
        pytest.param(options(bag_limit=2), "bag_penalty is -200 instead of -300", id="bags by another limit"),
        pytest.param(options(bag_penalty=False), "bags_carried is 0 instead of 6", id="no bag penalty"),
    ],
)
def test_edit(edit: Edit, fault: str | None) -> None:
    found = faults_after(edit)
    assert any(fault in text for text in found) if fault else found == []


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("side", FOUR.sides)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_point_more_in_one_line_is_one_fault(line: str, side: str, number: int) -> None:
    path = f"deals.{number - 1}.score.{side}.{line}"
    found = faults_after(put(path, at(clean(), path_of(path)) + 1))
    assert [text.partition(" is ")[0] for text in found] == [f"deal {number}: score of {side}: {line}"]


# ---------------------------------------------------------------- malformed records


JUNK: tuple[object, ...] = (None, [], {}, 1.5, True, -1, 10**5000, [[]], {"N": {}}, float("nan"))
FREE = {"name", "kind", "table_id"}


def paths(value: Any, path: Steps = ()) -> Iterator[Steps]:
    """Every place in a record, the record itself first."""
    yield path
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for step, child in children:
        yield from paths(child, (*path, step))


def test_junk_anywhere_is_a_fault_and_never_an_error() -> None:
    record = clean()
    for place, (*inner, last) in enumerate(path for path in paths(record) if path):
        parent = at(record, tuple(inner))
        kept, junk = parent[last], JUNK[place % len(JUNK)]
        parent[last] = junk
        is_seen = junk is None or is_same(junk, kept) or audit(record) != []
        parent[last] = kept
        assert is_seen or last in FREE, (*inner, last)


def test_null_anywhere_is_a_fault() -> None:
    record = clean()
    for *inner, last in (path for path in paths(record) if path):
        parent = at(record, tuple(inner))
        kept = parent[last]
        parent[last] = None
        is_seen = kept is None or last == "table_id" or audit(record) != []
        parent[last] = kept
        assert is_seen, (*inner, last)


@pytest.mark.parametrize("key", sorted(clean()))
def test_a_missing_member_is_a_fault(key: str) -> None:
    assert faults_after(drop(key)) != []


@pytest.mark.parametrize("record", [None, [], "record", 1, {}, {"format": {}}])
def test_no_record_at_all(record: object) -> None:
    assert audit(record) != []


def test_a_member_that_the_format_may_add_is_no_fault() -> None:
    added = both(put("added", 1), put("deals.0.added", []), put("deals.0.tricks.0.added", None))
    assert faults_after(added) == []
