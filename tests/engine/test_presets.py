"""Each preset at the table: what it is for, and a whole match of it."""

from random import Random

import pytest

from engine.cards import SPADES
from engine.phases import Phase
from engine.play import start
from engine.rules import PRESETS, Rules, resolve_rules
from engine.scoring import EndReason
from engine.seats import Seat, Side
from spades_builders import SEED, E, N, S, W, bidding, cards, full_hands
from spades_driver import bid_in_turn, finish_deal, legal_bids_text, random_steps

SHORT, ENCYCLOPEDIA = resolve_rules("short", {}), resolve_rules("encyclopedia", {})


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_match(preset: str, seed: int) -> None:
    rules = resolve_rules(preset, {"max_deals": 2})
    steps = list(random_steps(start(rules, bytes([seed]) * 32).match, Random(seed)))
    last = steps[-1][-1].match
    assert (last.deal.phase, last.deal.number <= 2) == (Phase.OVER, True)
    assert last.result is not None


def test_standard_is_the_defaults() -> None:
    assert resolve_rules("standard", {}) == Rules()


def test_short_s_bids_and_leads_first() -> None:
    match = start(SHORT, SEED).match
    assert (match.deal.dealer, match.to_act) == (E, (S,))
    assert bid_in_turn(match, "3, 3, 3, 3").to_act == (S,)


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        pytest.param((-230, 0), None, id="exactly −200 plays on"),
        pytest.param((-231, 0), EndReason.FLOOR, id="−201 does not"),
        pytest.param((220, 0), EndReason.TARGET, id="250 ends it"),
        pytest.param((219, 0), None, id="249 does not"),
    ],
)
def test_short_ends(points: tuple[int, int], reason: EndReason | None) -> None:
    match = finish_deal(bidding(SHORT, points=points), "2, 5, 1, 5", (2, 5, 1, 5)).match
    assert (match.result and match.result.end_reason) == reason


def test_short_is_30_deals_at_most() -> None:
    match = finish_deal(bidding(SHORT, number=30), "2, 5, 1, 5", (2, 5, 1, 5)).match
    assert match.result is not None
    assert (match.result.winner, match.result.end_reason) == (Side.EW, EndReason.MAX_DEALS)


def test_encyclopedia_every_hand_is_hidden_even_the_leaders() -> None:
    assert bidding(ENCYCLOPEDIA, points=(400, 0)).deal.unseen == (N, E, S, W)


def test_encyclopedia_a_blind_nil_exchanges_nothing() -> None:
    match = bid_in_turn(bidding(ENCYCLOPEDIA), "blind nil, seen 3, seen 4, seen 3")
    assert (match.deal.phase, match.deal.exchanges) == (Phase.PLAYING, ())


def test_encyclopedia_no_score_is_too_low_and_the_last_deal_breaks_a_tie() -> None:
    low = finish_deal(bidding(ENCYCLOPEDIA, points=(-900, 0)), "2, 5, 1, 5", (2, 5, 1, 5)).match
    assert low.result is None
    level = finish_deal(bidding(ENCYCLOPEDIA, points=(570, 500)), "2, 5, 1, 5", (2, 5, 1, 5)).match
    assert level.result is not None
    assert (level.points, level.result.winner) == ((600, 600), Side.EW)


@pytest.mark.parametrize(("made", "legal"), [("3, 3", "nil"), ("nil, 3", "1-13")])
def test_suicide_exactly_one_partner_bids_nil(made: str, legal: str) -> None:
    assert legal_bids_text(bid_in_turn(bidding(resolve_rules("suicide", {})), made)) == legal


@pytest.mark.parametrize("preset", ["mirror", "whiz"])
@pytest.mark.parametrize("dealer", Seat)
def test_mirror_and_whiz_the_spades_decide(preset: str, dealer: Seat) -> None:
    match = bidding(resolve_rules(preset, {}), dealer=dealer)
    spades = (match.deal.hands[match.to_act[0]] & SPADES).bit_count()
    assert legal_bids_text(match) == (str(spades) if preset == "mirror" else f"nil, {spades}")


def test_jokers_two_of_them_and_no_high_deuce() -> None:
    dealt = sum(start(resolve_rules("jokers", {}), SEED).match.deal.hands)
    assert dealt & cards("LJ BJ 2D 2S 2C 2H +2D +2S") == cards("LJ BJ 2D 2S")


def test_duel_is_two_players_and_a_draw() -> None:
    match = start(resolve_rules("duel", {}), SEED).match
    assert (match.deal.phase, match.rules.lineup.seats) == (Phase.DRAWING, (N, S))


def test_a_preset_takes_an_option_on_top() -> None:
    rules = resolve_rules("mirror", {"jokers": "two_and_deuces"})
    hand = full_hands("BJ LJ +2S 3D 4D 5D 6D 7D 8D 9D TD JD QD", jokers=rules.jokers)
    assert legal_bids_text(bidding(rules, hands=hand)) == "3"
