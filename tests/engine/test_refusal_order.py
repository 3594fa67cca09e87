"""If several codes fit, the first is given: rule book, section 2. The fitting ones are found here anew."""

from collections.abc import Iterator
from random import Random

from hypothesis import given, settings

from engine.actions import PlaceBid, PlayCard
from engine.bids import Bid, BidKind
from engine.cards import CARD_COUNT, Card, cards_in, format_card
from engine.phases import Phase
from engine.seats import Seat
from engine.state import Match
from engine.turns import Step
from spades_builders import codes
from spades_driver import EVERY_BID, random_steps, refusal_of
from spades_strategies import WHOLE_MATCHES, beginnings, chances

BLIND = (BidKind.BLIND_NIL, BidKind.BLIND_TRICKS)
NIL = (BidKind.NIL, BidKind.BLIND_NIL)


class Bidder:
    """What the rule book asks about a seat that bids, read off the state."""

    def __init__(self, match: Match, seat: Seat) -> None:
        deal, partner = match.deal, match.rules.lineup.partner[seat]
        self.rules = match.rules
        self.is_hidden = seat in deal.unseen
        self.has_looked = deal.looked[seat]
        self.partner = None if partner is None else deal.bids[partner]
        own = match.rules.lineup.side[seat]
        self.behind = match.points[1 - own] - match.points[own]
        self.spades = sum(_is_spade(card) for card in cards_in(deal.hands[seat]))

    def has_partner_nil(self) -> bool:
        return self.partner is not None and self.partner.kind in NIL

    def must_nil(self) -> bool:
        is_second = self.partner is not None and not self.has_partner_nil()
        return self.rules.suicide == "one_nil" and is_second

    def is_nil_forbidden(self) -> bool:
        is_single = self.rules.both_nil == "forbidden" or self.rules.suicide == "one_nil"
        return not self.rules.nil or (is_single and self.has_partner_nil())

    def is_below_minimum(self, bid: Bid) -> bool:
        if bid.kind in NIL:
            return False
        first = 0 if self.partner is None else self.partner.tricks
        is_short = self.partner is not None and first + bid.tricks < self.rules.min_side_bid
        is_off = bid.kind is BidKind.ZERO and not self.rules.zero_bid
        return is_off or bid.tricks < self.rules.min_bid or is_short

    def could_bid_blind(self, bid: Bid) -> bool:
        """The hand apart."""
        if self.rules.suicide == "all_blind_nil":
            return bid.kind is BidKind.BLIND_NIL
        if bid.kind is BidKind.BLIND_TRICKS:
            least = self.rules.blind_bid_from
            return least is not None and bid.tricks >= least and not self.must_nil()
        is_far = self.rules.blind_behind == 0 or self.behind >= self.rules.blind_behind
        return self.rules.blind_nil and is_far and not self.is_nil_forbidden()

    def is_fixed_otherwise(self, bid: Bid) -> bool:
        if self.rules.bid_style == "free":
            return False
        if bid.kind is BidKind.NIL:
            return self.spades > 0 and self.rules.bid_style == "mirror"
        return bid.kind is BidKind.ZERO or bid.tricks != self.spades


def codes_that_fit(match: Match, seat: Seat, bid: Bid) -> Iterator[str]:
    """In the order of the rule book."""
    at = Bidder(match, seat)
    is_blind, is_all_blind = bid.kind in BLIND, at.rules.suicide == "all_blind_nil"
    if match.deal.phase is not Phase.BIDDING:
        yield "wrong_phase"
    if match.turns[seat] is None:
        yield "not_your_turn"
    could = is_blind and at.could_bid_blind(bid)
    if could and at.has_looked and not at.is_below_minimum(bid):
        yield "hand_already_seen"
    if is_blind and (not could or not at.is_hidden):
        yield "blind_not_allowed"
    if (is_all_blind and bid.kind is not BidKind.BLIND_NIL) or (at.must_nil() and bid.kind not in NIL):
        yield "bid_must_be_nil"
    if bid.kind in NIL and at.is_nil_forbidden():
        yield "nil_not_allowed"
    if at.is_hidden and not is_blind:
        yield "must_look_first"
    if not is_blind and at.is_fixed_otherwise(bid):
        yield "bid_fixed_by_hand"
    if at.is_below_minimum(bid):
        yield "bid_below_minimum"


BIDS = [
    bid
    for bid in EVERY_BID
    if (bid.tricks in range(1, 14)) is (bid.kind in (BidKind.TRICKS, BidKind.BLIND_TRICKS))
]


def answer(match: Match, seat: Seat, action: PlaceBid | PlayCard) -> str | None:
    refused = refusal_of(match, seat, action)
    return None if refused is None else refused.refusal.value


@settings(WHOLE_MATCHES, max_examples=40)
@given(beginnings(), chances())
def test_a_bid_gets_the_first_code_that_fits(first: Step, rng: Random) -> None:
    for match, *_ in random_steps(first.match, rng):
        if match.deal.phase is not Phase.BIDDING and rng.random() < 0.97:
            continue
        for seat in match.rules.lineup.seats:
            for bid in BIDS:
                expected = next(codes_that_fit(match, seat, bid), None)
                assert answer(match, seat, PlaceBid(bid)) == expected, (seat, bid)


def _is_spade(card: Card) -> bool:
    """By its code; a deuce of diamonds is one where it ranks above the ace of spades."""
    return format_card(card) in ("BJ", "LJ") or format_card(card)[1] == "S" or codes([card]) == "+2D"


def _suit(card: Card) -> str:
    return "S" if _is_spade(card) else format_card(card)[1]


def card_codes_that_fit(match: Match, seat: Seat, card: Card) -> Iterator[str]:
    deal, hand = match.deal, set(cards_in(match.deal.hands[seat]))
    if deal.phase is not Phase.PLAYING:
        yield "wrong_phase"
    if match.turns[seat] is None:
        yield "not_your_turn"
    if card not in hand:
        yield "card_not_in_hand"
    must_lead = _lowest_club_to_lead(match)
    if not deal.trick and must_lead is not None and card != must_lead:
        yield "must_lead_lowest_club"
    if not deal.trick and _is_spade(card) and not deal.is_broken and not all(map(_is_spade, hand)):
        yield "spades_not_broken"
    if deal.trick and _suit(card) != _suit(deal.trick[0]) and _suit(deal.trick[0]) in map(_suit, hand):
        yield "must_follow_suit"


def _lowest_club_to_lead(match: Match) -> Card | None:
    """The lowest club of all hands, at the first lead of a deal under `lowest_club`, if there is a club."""
    if match.rules.first_lead != "lowest_club" or any(match.deal.tricks_taken):
        return None
    clubs = [card for hand in match.deal.hands for card in cards_in(hand) if _suit(card) == "C"]
    return min(clubs, default=None)


@settings(WHOLE_MATCHES, max_examples=20)
@given(beginnings(max_deals=1), chances())
def test_a_card_gets_the_first_code_that_fits(first: Step, rng: Random) -> None:
    for match, *_ in random_steps(first.match, rng):
        for seat in rng.sample(match.rules.lineup.seats, 1) + list(match.to_act[:1]):
            for card in range(CARD_COUNT):
                expected = next(card_codes_that_fit(match, seat, card), None)
                assert answer(match, seat, PlayCard(card)) == expected, (seat, card)
