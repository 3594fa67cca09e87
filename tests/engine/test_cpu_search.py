"""The search of `hard`: what it ranks, what it keeps of `normal`, what the end of a deal is worth to it."""

from random import Random

import pytest

from cpu_positions import position
from cpu_tables import BLIND, DUEL, JOKERS, SUICIDE, WHIZ, decisions
from engine.actions import PlayCard
from engine.bids import Bid, BidKind
from engine.cards import cards_in
from engine.cpu.candidates import equal_cards, is_worth_searching
from engine.cpu.choice import choose
from engine.cpu.deal_value import SCALE, DealValue
from engine.cpu.knowledge import Knowledge
from engine.cpu.search import RankedCard, better_card, rank_cards
from engine.levels import Level
from engine.phases import Phase
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.views import view_for
from spades_builders import cards, codes, one

SEED = bytes(range(32))
THREES = (Bid(BidKind.TRICKS, 3),) * 4
EVERY_TABLE = [
    pytest.param(BLIND, id="blind nil"),
    pytest.param(JOKERS, id="jokers, high deuces, nil exchange"),
    pytest.param(DUEL, id="duel with jokers"),
    pytest.param(SUICIDE, id="suicide, blind tricks"),
    pytest.param(WHIZ, id="whiz, lowest club"),
]


def plays(count: int, rules: Rules) -> list[SeatView]:
    moments = decisions(Random(12), count, rules, (Level.NORMAL,))
    return [view_for(match, seat) for match, seat, _ in moments if match.deal.phase is Phase.PLAYING]


def points_of(ranking: tuple[RankedCard, ...]) -> dict[int, float]:
    return {each.card: each.points for each in ranking}


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_every_legal_card_is_ranked_once_best_first(rules: Rules) -> None:
    for view in plays(12, rules):
        ranking = rank_cards(view, SEED)
        assert sorted(points_of(ranking)) == list(cards_in(view.legal_cards))
        assert [each.points for each in ranking] == sorted((each.points for each in ranking), reverse=True)
        assert rank_cards(view, SEED) == ranking


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_hard_plays_a_card_that_its_ranking_puts_over_that_of_normal(rules: Rules) -> None:
    for view in plays(12, rules):
        hard, normal = (choose(view, level, SEED).action for level in (Level.HARD, Level.NORMAL))
        assert isinstance(hard, PlayCard)
        assert isinstance(normal, PlayCard)
        points = points_of(rank_cards(view, SEED))
        assert hard == normal or points[hard.card] > points[normal.card]


def test_the_last_card_is_ranked_too() -> None:
    view = position("AS", "9H 5H TH", bids="3, 3, 4, 3", taken="3 3 3 3")
    assert [codes((each.card,)) for each in rank_cards(view, SEED)] == ["AS"]
    assert better_card(view, SEED) is None


def test_a_trick_that_makes_the_contract_is_worth_it() -> None:
    """One trick is missing, and only the jack takes one."""
    view = position("JH 4H", "9H 5H TH", bids="3, 3, 4, 3", taken="3 3 3 2")
    points = points_of(rank_cards(view, SEED))
    assert points[one("JH")] - points[one("4H")] > 50
    assert choose(view, Level.HARD, SEED).action == PlayCard(one("JH"))


GROUPS = [
    pytest.param("AH KH 9H 8H", "", "", ["8H 9H", "AH KH"], id="a card of another hand is between"),
    pytest.param("AH KH JH", "", "QH", ["AH JH KH"], id="the one between has gone"),
    pytest.param("JH 9H", "TH", "", ["9H", "JH"], id="the one between is on the table"),
    pytest.param("2C 2D", "", "", ["2C", "2D"], id="another suit is another card"),
]


@pytest.mark.parametrize(("hand", "trick", "gone", "groups"), GROUPS)
def test_cards_that_are_worth_the_same_are_searched_once(
    hand: str, trick: str, gone: str, groups: list[str]
) -> None:
    view = position(hand, trick, gone=gone)
    found = equal_cards(Knowledge(view, view.legal_cards, Level.NORMAL), view.deal.trick)
    assert sorted(found) == sorted(cards(group) for group in groups)


ABSURD = [
    pytest.param("AH 4H", "9H QH TH", {}, "AH", id="over the partner's winner"),
    pytest.param("2S 4D", "9H QH TH", {}, "2S", id="a ruff of it"),
    pytest.param("KS JS 2S 4D", "9H 3H TS", {}, "KS", id="a dear winner where a cheap one does, played last"),
    pytest.param(
        "KH TH", "JH 3H QH", {"bids": "4, 3, nil, 3", "taken": "4 3 0 4"}, "KH", id="a nil that wins"
    ),
]


@pytest.mark.parametrize(("hand", "trick", "more", "card"), ABSURD)
def test_absurd_cards_are_not_searched(hand: str, trick: str, more: dict[str, str], card: str) -> None:
    view = position(hand, trick, **more)  # type: ignore[arg-type]
    k = Knowledge(view, view.legal_cards, Level.NORMAL)
    worth = [group for group in equal_cards(k, view.deal.trick) if is_worth_searching(k, group)]
    assert worth
    assert not any(group & cards(card) for group in worth)


def test_the_partners_nil_may_be_overtaken() -> None:
    view = position("AH JH 4H", "9H TH 3H", bids="nil, 3, 4, 3", taken="0 3 3 4")
    k = Knowledge(view, view.legal_cards, Level.NORMAL)
    assert is_worth_searching(k, cards("JH"))


def value(
    tricks: str,
    rules: Rules,
    points: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    number: int = 1,
) -> float:
    taken = sum(int(each) << 4 * seat for seat, each in enumerate(tricks.split()))
    return DealValue(rules, number, THREES, points, bags).of(taken) / SCALE


FAR = Rules(target=2000, floor=None)


def test_the_score_is_the_value() -> None:
    assert value("3 3 3 4", FAR) == pytest.approx(9, abs=0.1), "a bag is a point, and a tenth of 100 lost"
    assert value("3 3 2 5", FAR) == pytest.approx(-60 - 60 + 2 * 9, rel=0.02)
    assert value("3 3 3 4", Rules(target=2000, bag_penalty=False)) == pytest.approx(-1, abs=0.1)


def test_a_bag_costs_its_share_whenever_the_penalty_falls() -> None:
    assert value("4 3 3 3", FAR, bags=(9, 0)) == value("4 3 3 3", FAR, bags=(0, 0))


def test_the_win_of_the_match_counts() -> None:
    won, lost = value("3 3 3 4", Rules(), (440, 300)), value("3 4 2 4", Rules(), (440, 300))
    goes_on = value("3 3 3 4", Rules(), (340, 300)) - value("3 4 2 4", Rules(), (340, 300))
    assert won - lost > goes_on


def test_what_is_worth_most_is_not_to_lose() -> None:
    """Theirs would reach the target: to set them is worth more than the points of it."""
    rules = Rules()
    kept, set_ = value("3 3 3 4", rules, (200, 450)), value("5 3 3 2", rules, (200, 450))
    assert set_ - kept > value("5 3 3 2", FAR, (200, 450)) - value("3 3 3 4", FAR, (200, 450)) - 60
