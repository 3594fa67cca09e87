"""The engine beside the auditor, question by question: two readings of one rule book must agree."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audited_bids import Bidder, has_blind_bid, may_bid
from audited_deal import follow_fault, lead_fault
from audited_record import Bid as AuditedBid
from audited_rules import OPTIONS, AuditedRules, clashes, hash_of, rules_from
from audited_score import sheet
from engine.bids import Bid, BidKind
from engine.cards import SUIT_OF, Card, cards_in, deck_for, format_card
from engine.options import OPTION_OF
from engine.phases import Phase
from engine.play import start
from engine.rules import PRESETS, IllegalRules, Rules, resolve_rules, rules_hash
from engine.scoring import Result, SeatTally, SideScore, result_after, score_side
from engine.seats import Seat, Side
from engine.state import Match
from engine.views import view_for
from record_auditor import ending_after
from spades_driver import EVERY_BID, random_steps
from spades_strategies import WHOLE_MATCHES, chances, option_sets, rules, seeds

WORDS = sorted({str(value) for option in OPTIONS.values() for value in option.values} | {"", "hard", "NS"})
BIDS = st.builds(Bid, st.sampled_from([BidKind.NIL, BidKind.ZERO, BidKind.BLIND_NIL])) | st.builds(
    Bid, st.sampled_from([BidKind.TRICKS, BidKind.BLIND_TRICKS]), st.integers(1, 13)
)


def audited(of: Rules) -> AuditedRules:
    return rules_from(of.as_options())


def audited_bid(seat: Seat, bid: Bid) -> AuditedBid:
    return AuditedBid(seat.name, bid.kind.value, bid.tricks)


def test_the_options_and_their_defaults() -> None:
    assert {name: option.default for name, option in OPTION_OF.items()} == {
        name: option.default for name, option in OPTIONS.items()
    }


@pytest.mark.parametrize("name", OPTION_OF)
def test_the_values_that_an_option_allows(name: str) -> None:
    values = [None, True, False, 1.0, *range(-2001, 2002), *WORDS]
    assert [OPTION_OF[name].allows(value) for value in values] == [
        OPTIONS[name].allows(value) for value in values
    ]


@settings(max_examples=300, deadline=None)
@given(option_sets())
def test_clashes(options: dict[str, object]) -> None:
    expected = {frozenset(pair) for pair in clashes(rules_from(options))}
    assert clashes_found(options) == expected


def clashes_found(options: dict[str, object]) -> set[frozenset[str]]:
    try:
        resolve_rules("standard", options)
    except IllegalRules as refused:
        return {
            frozenset((str(fault.option), other)) for fault in refused.faults for other in fault.clashes_with
        }
    return set()


@pytest.mark.parametrize("preset", PRESETS)
def test_the_hash_of_a_preset(preset: str) -> None:
    chosen = resolve_rules(preset, {})
    assert rules_hash(chosen) == hash_of(chosen.as_options())
    assert not list(clashes(audited(chosen)))


@settings(max_examples=400, deadline=None)
@given(rules(), BIDS, BIDS, st.integers(0, 13), st.integers(0, 13), st.integers(0, 19))
def test_the_score_of_a_side(of: Rules, first: Bid, second: Bid, one: int, other: int, bags: int) -> None:
    """Also for bids that these rules would not allow together: the sheet asks for nothing but the bids."""
    seats = of.lineup.seats_of(Side(0))
    made = dict(zip(seats, (first, second), strict=False))
    taken = dict(zip(seats, (one, min(other, 13 - one)), strict=False))
    carried = 0 if of.overtrick_points < 0 else bags % of.bag_limit
    score = score_side(of, [SeatTally(seat, made[seat], taken[seat]) for seat in seats], 70, carried)
    lines = sheet(
        tuple(audited_bid(seat, made[seat]) for seat in seats),
        {seat.name: taken[seat] for seat in seats},
        70,
        carried,
        audited(of),
    )
    assert {line: getattr(score, line) for line in lines} == lines


@settings(max_examples=400, deadline=None)
@given(rules(), st.integers(1, 3), st.tuples(*[st.integers(-40, 40)] * 4))
def test_the_end_of_a_match(of: Rules, number: int, tens: tuple[int, ...]) -> None:
    """Points in steps of fifty, so that limits are met and scores are level."""
    names = of.lineup.side_names
    totals, points = [50 * each for each in tens[:2]], [50 * each for each in tens[2:]]
    scores = [SideScore(0, 0, 0, 0, 0, *pair, 0, 0) for pair in zip(totals, points, strict=True)]
    found = result_after(of, number, scores)
    plain = {
        name: {"deal_total": score.deal_total, "running_total": score.running_total}
        for name, score in zip(names, scores, strict=True)
    }
    expected = ending_after(number, plain, audited(of))
    assert outcome(found, names) == (expected and (expected.winner, expected.end_reason))


def outcome(found: Result | None, names: tuple[str, ...]) -> tuple[str | None, str] | None:
    if found is None:
        return None
    return None if found.winner is None else names[found.winner], found.end_reason.value


@settings(WHOLE_MATCHES, max_examples=60)
@given(rules(), seeds(), chances())
def test_every_bid_that_is_legal_and_every_hand_that_is_hidden(of: Rules, seed: bytes, rng: Random) -> None:
    for match, *_ in random_steps(start(of, seed).match, rng):
        if match.deal.phase is Phase.BIDDING:
            assert {seat for seat in of.lineup.seats if is_hidden(match, seat)} == set(match.deal.unseen)
            assert_bids_agree(match, match.to_act[0])


def bidder_of(match: Match, seat: Seat) -> Bidder:
    lineup, deal = match.rules.lineup, match.deal
    side, partner = lineup.side[seat], lineup.partner[seat]
    partner_bid = None if partner is None else deal.bids[partner]
    return Bidder(
        audited(match.rules),
        match.points[side.other] - match.points[side],
        sum(SUIT_OF[card].name == "S" for card in cards_in(deal.hands[seat])),
        None if partner is None or partner_bid is None else audited_bid(partner, partner_bid),
    )


def is_hidden(match: Match, seat: Seat) -> bool:
    deal = match.deal
    if deal.bids[seat] is not None or deal.looked[seat]:
        return False
    return has_blind_bid(seat.name, bidder_of(match, seat))


def assert_bids_agree(match: Match, seat: Seat) -> None:
    """From a hidden hand blind bids alone, from a hand that is seen all others."""
    bidder, hidden = bidder_of(match, seat), is_hidden(match, seat)
    expected = {
        bid for bid in EVERY_BID if bid.is_blind is hidden and may_bid(audited_bid(seat, bid), bidder)
    }
    assert set(view_for(match, seat).legal_bids) == expected


@settings(WHOLE_MATCHES, max_examples=40)
@given(rules(max_deals=1), seeds(), chances())
def test_every_card_that_is_legal(of: Rules, seed: bytes, rng: Random) -> None:
    for match, *_ in random_steps(start(of, seed).match, rng):
        if match.deal.phase is Phase.PLAYING:
            seat = match.to_act[0]
            legal = set(cards_in(view_for(match, seat).legal_cards))
            assert legal == {card for card in cards_in(match.deal.hands[seat]) if is_legal(match, seat, card)}


def is_legal(match: Match, seat: Seat, card: Card) -> bool:
    deal, pack = match.deal, audited(match.rules).pack
    hand = [format_card(each) for each in cards_in(deal.hands[seat])]
    code = format_card(card)
    if deal.trick:
        return follow_fault(code, hand, format_card(deal.trick[0]), pack) is None
    clubs = [each for each in hand if each[1] == "C"]
    if match.rules.first_lead == "lowest_club" and not any(deal.tricks_taken) and clubs:
        return code == min(clubs, key=pack.strength)
    return lead_fault(code, hand, deal.is_broken, pack) is None


@pytest.mark.parametrize("jokers", ["off", "two", "two_and_deuces"])
def test_the_deck_its_suits_and_its_ranks(jokers: str) -> None:
    pack = rules_from({"jokers": jokers}).pack
    deck = deck_for(jokers)
    assert tuple(map(format_card, deck)) == pack.deck
    spades = sorted(card for card in deck if SUIT_OF[card].name == "S")
    assert tuple(map(format_card, spades)) == pack.spades
