"""Reasons of a card in positions late in a deal, where little is hidden."""

from dataclasses import replace

import pytest

from engine.cards import card_set, deck_for
from engine.cpu.choice import choose
from engine.cpu.explaining import explain
from engine.cpu.reasons import Reason
from engine.levels import Level
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for
from spades_builders import bidding, codes, hands, playing


def told_at(match: Match, seat: Seat = Seat.N) -> list[str]:
    """The reasons of a card, as `code cards params`."""
    view = view_for(match, seat)
    return [_text(reason) for reason in explain(view, choose(view, Level.NORMAL, bytes(32)))]


def _text(reason: Reason) -> str:
    params = " ".join(str(value) for _, value in reason.params)
    return " ".join(part for part in (reason.code.value, codes(reason.cards), params) if part)


def knowing(match: Match, voids: tuple[int, ...]) -> Match:
    """All other cards have gone, and the seats showed these voids."""
    gone = card_set(deck_for("off")) & ~sum(match.deal.hands)
    return replace(match, deal=replace(match.deal, played=(gone, 0, 0, 0), voids=voids))


def test_a_card_that_nobody_behind_can_beat_is_no_forced_low_one() -> None:
    """Somebody holds the king of diamonds, and a spade, but not East, which alone plays after North."""
    held = hands(n="QD TD", e="4C 3C", s="KD", w="6S")
    match = playing(
        held, trick="9D 2D", leader=Seat.S, bids_made="3, 3, 3, 2", tricks_taken=(3, 3, 3, 2), is_broken=True
    )
    assert told_at(match)[0] == "forced_low TD"
    assert told_at(knowing(match, (0, 10, 0, 0)))[0] == "takes_anyway TD"


def test_a_nil_that_is_lost_now_is_not_said_to_be_kept() -> None:
    match = playing(
        hands("AS KS", "4C 3C", "2D 5C", "6C 7C"),
        bids_made="nil, 3, 3, 3",
        tricks_taken=(0, 4, 4, 3),
        is_broken=True,
    )
    assert told_at(match) == ["takes_anyway KS"]


def test_a_partner_that_holds_but_spades_has_to_ruff() -> None:
    match = playing(
        hands("KD 3D", "4C QD", "2S 5S", "6C 7C"), bids_made="3, 3, nil, 3", tricks_taken=(4, 4, 0, 3)
    )
    assert told_at(knowing(match, (0, 0, 6, 0)))[0] == "partner_is_out KD D"
    assert told_at(knowing(match, (0, 0, 7, 0))) == ["covers_partner_nil"]


def test_of_two_nils_one_that_is_out_of_the_suit_is_not_attacked() -> None:
    match = playing(
        hands("4D 2D", "4C 3C", "KC QC", "6D 5D"), bids_made="3, nil, 3, nil", tricks_taken=(5, 0, 6, 0)
    )
    assert told_at(knowing(match, (0, 2, 0, 0)))[-1] == "attacks_nil W"


def test_bags_that_cost_points_are_gathered_for_no_penalty() -> None:
    held = hands(n="AH 2H", e="KH QH", s="4C 3C", w="6C 5C")
    first = bidding(Rules(overtrick_points=-10))
    match = playing(held, bids_made="1, 3, 1, 3", tricks_taken=(6, 0, 5, 0), start=first)
    assert told_at(match)[-1] == "avoids_bag"


def test_sure_winners_that_are_led_against_the_will_are_said_to_be() -> None:
    held = hands(n="AS KS", e="4C 3C", s="2D 5C", w="6C 7C")
    match = playing(held, bids_made="3, 2, 3, 2", tricks_taken=(4, 2, 3, 2), is_broken=True)
    assert told_at(match) == ["takes_anyway KS", "avoids_bag"]


def test_no_nil_is_attacked_with_a_card_that_nobody_can_be_made_to_beat() -> None:
    held = hands(n="AD KD", e="QD JD", s="2H 3H", w="6C 7C")
    match = playing(held, bids_made="3, nil, 3, 3", tricks_taken=(3, 0, 4, 4))
    assert told_at(knowing(match, (0, 0, 0, 0))) == ["takes_anyway KD"]


def test_a_partners_nil_is_covered_by_a_ruff() -> None:
    """East led a heart over which North, last to play, may be forced; South has none."""
    held = hands(n="8H 7C", e="4C", s="9S 3S", w="6C JH")
    match = playing(
        held, trick="5H", leader=Seat.E, bids_made="nil, 3, 3, 3", tricks_taken=(0, 4, 4, 3), is_broken=True
    )
    assert told_at(match, Seat.S) == ["ruffs 3S H", "covers_partner_nil"]


@pytest.mark.parametrize(
    ("nil_tricks", "code"),
    [
        pytest.param("bags", "avoids_penalty", id="the nil's trick was the ninth bag"),
        pytest.param("ignored", "avoids_bag", id="the nil's trick was none"),
    ],
)
def test_the_tricks_of_a_broken_nil_are_counted_as_bags(nil_tricks: str, code: str) -> None:
    held = hands(n="AH 2H", e="KH QH", s="4C 3C", w="6C 5C")
    first = bidding(Rules(nil_tricks=nil_tricks), bags=(8, 0))
    match = playing(held, bids_made="3, 3, nil, 4", tricks_taken=(3, 3, 1, 4), start=first)
    assert told_at(match)[-1].split()[0] == code


def test_a_seat_whose_tricks_count_for_nothing_takes_no_bags() -> None:
    held = hands(n="AH 2H", e="KH QH", s="4C 3C", w="6C 5C")
    first = bidding(Rules(nil_tricks="ignored"))
    match = playing(held, bids_made="nil, 3, 3, 4", tricks_taken=(1, 3, 3, 4), start=first)
    assert [each.split()[0] for each in told_at(match)] == ["under_higher"]


def test_where_bags_cost_nothing_a_lost_contract_is_still_said_to_be() -> None:
    held = hands(n="AH 2H", e="KH QH", s="4C 3C", w="6C 5C")
    first = bidding(Rules(bag_penalty=False))
    match = playing(held, bids_made="8, 3, 3, 2", tricks_taken=(3, 4, 2, 2), start=first)
    assert told_at(match)[-1] == "contract_is_lost"
