"""One deal checked against the rule book: shuffle, looks, bids, exchanges, cards, tricks and the score sheet.

Part of the independent auditor: nothing here comes from the engine.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping
from itertools import count, pairwise

from audited_record import DECK, SEATS, SIDES, Bid, Deal, Exchange, Trick
from audited_rules import AuditedRules
from audited_score import Standing, score_faults, sheets

Hands = dict[str, list[str]]
LOWEST_CLUB = "2C"


def left_of(seat: str, places: int = 1) -> str:
    return SEATS[(SEATS.index(seat) + places) % len(SEATS)]


def partner_of(seat: str) -> str:
    return left_of(seat, 2)


def side_of(seat: str) -> str:
    return "NS" if seat in SIDES["NS"] else "EW"


def suit_name(card: str) -> str:
    return {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[card[1]]


# ---------------------------------------------------------------- the shuffle (section 8)


def words(seed: bytes, label: str) -> Iterator[int]:
    """stream(label): 4-byte big-endian words."""
    for block in count():
        digest = hmac.new(seed, f"{label}/{block}".encode(), hashlib.sha256).digest()
        yield from struct.unpack(">8I", digest)


def below(stream: Iterator[int], limit: int) -> int:
    fair = 2**32 - 2**32 % limit
    return next(word for word in stream if word < fair) % limit


def first_dealer_of(seed: bytes) -> str:
    return SEATS[below(words(seed, "first-dealer"), len(SEATS))]


def dealt(seed: bytes, number: int, dealer: str) -> dict[str, tuple[str, ...]]:
    """The four hands of deal `number`, in the order in which they were dealt."""
    deck, stream = list(DECK), words(seed, f"deal/{number}")
    for last in range(len(deck) - 1, 0, -1):
        other = below(stream, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return {left_of(dealer, place + 1): tuple(deck[place :: len(SEATS)]) for place in range(len(SEATS))}


def hands_faults(deal: Deal, seed: bytes | None) -> Iterator[str]:
    """Without the seed (the match goes on) only the deck can be checked."""
    if seed is not None:
        for seat, hand in dealt(seed, deal.number, deal.dealer).items():
            if deal.hands[seat] != hand:
                yield f"the hand of {seat} is not the one that the seed deals: {' '.join(hand)}"
    if any(len(hand) != 13 for hand in deal.hands.values()):
        yield "not 13 cards to each seat"
    if sorted(card for hand in deal.hands.values() for card in hand) != sorted(DECK):
        yield "the hands are not the 52 cards of the deck"


# ---------------------------------------------------------------- bids and looks (sections 2 and 3)


def may_bid_blind(seat: str, rules: AuditedRules, points: Mapping[str, int]) -> bool:
    """Whether the seat may bid a blind nil while it has not looked; `points` stand before the deal."""
    own = side_of(seat)
    other = "EW" if own == "NS" else "NS"
    behind = points[other] - points[own]
    return rules.blind_nil and (rules.blind_behind == 0 or behind >= rules.blind_behind)


def bid_fault(bid: Bid, can_be_blind: bool) -> str | None:
    match bid.kind:
        case "tricks":
            legal = 1 <= bid.tricks <= 13
        case "nil":
            legal = bid.tricks == 0
        case "blind_nil":
            legal = bid.tricks == 0 and can_be_blind
        case _:  # zero_bid is off, blind_bid_from none: the other values are not audited
            legal = False
    return None if legal else f"{bid.seat} may not bid {bid.kind} {bid.tricks}"


def bids_faults(deal: Deal, rules: AuditedRules, points: Mapping[str, int]) -> Iterator[str]:
    """Order, legality, and who must have looked: exactly those who could bid blind and did not."""
    if [bid.seat for bid in deal.bids] != [left_of(deal.dealer, place) for place in range(1, 5)]:
        yield "the bids do not run clockwise from the dealer's left"
    if len(set(deal.looked)) != len(deal.looked):
        yield "a seat looked twice"
    for bid in deal.bids:
        can_be_blind = may_bid_blind(bid.seat, rules, points)
        fault = bid_fault(bid, can_be_blind)
        if fault is not None:
            yield fault
        if bid.seat in deal.looked and bid.is_blind:
            yield f"{bid.seat} looked and bid blind all the same"
        if bid.seat in deal.looked and not can_be_blind:
            yield f"{bid.seat} looked though it could not bid blind"
        if bid.seat not in deal.looked and can_be_blind and not bid.is_blind:
            yield f"{bid.seat} bid {bid.kind} from a hidden hand"


# ---------------------------------------------------------------- exchanges (section 3)


def exchange_size(bid: Bid, rules: AuditedRules) -> int:
    return rules.blind_exchange if bid.kind == "blind_nil" else 0


def exchangers(deal: Deal, rules: AuditedRules) -> dict[str, Bid]:
    """For each side that exchanges: the bid of its one nil bidder."""
    found = {}
    for side, seats in SIDES.items():
        nils = [deal.bid_of[seat] for seat in seats if deal.bid_of[seat].is_nil]
        if len(nils) == 1 and exchange_size(nils[0], rules) > 0:
            found[side] = nils[0]
    return found


def exchange_faults(deal: Deal, rules: AuditedRules) -> Iterator[str]:
    """Who gives to whom, in which order, and how many cards."""
    expected = exchangers(deal, rules)
    for side in SIDES:
        given_by = [item.giver for item in deal.exchanges if side_of(item.giver) == side]
        givers = [expected[side].seat, partner_of(expected[side].seat)] if side in expected else []
        if given_by != givers:
            yield f"{side}: cards given by {given_by} instead of {givers}"
    for item in deal.exchanges:
        bid = expected.get(side_of(item.giver))
        if bid is not None and len(item.cards) != exchange_size(bid, rules):
            yield f"{item.giver} gave {len(item.cards)} cards instead of {exchange_size(bid, rules)}"


def exchange(item: Exchange, hands: Hands) -> Iterator[str]:
    """Moves the cards of one exchange in `hands`."""
    if item.receiver != partner_of(item.giver):
        yield f"{item.giver} gave cards to {item.receiver}"
    for card in item.cards:
        if card not in hands[item.giver]:
            yield f"{item.giver} gave {card} which it did not hold"
            continue
        hands[item.giver].remove(card)
        hands[item.receiver].append(card)


# ---------------------------------------------------------------- cards and tricks (section 2)


def lead_fault(card: str, hand: list[str], is_broken: bool) -> str | None:
    if card[1] == "S" and not is_broken and any(other[1] != "S" for other in hand):
        return "leads a spade before spades are broken"
    return None


def follow_fault(card: str, hand: list[str], led: str) -> str | None:
    if card[1] != led[1] and any(other[1] == led[1] for other in hand):
        return f"holds {suit_name(led)} and must follow"
    return None


def winning_place(cards: tuple[str, ...]) -> int:
    """The place, counted from the leader, of the card that wins."""
    trump = [card for card in cards if card[1] == "S"]
    contenders = trump or [card for card in cards if card[1] == cards[0][1]]
    return cards.index(max(contenders, key=DECK.index))


def winner_of(trick: Trick) -> str:
    return left_of(trick.leader, winning_place(trick.cards))


def trick_faults(trick: Trick, hands: Hands, is_broken: bool) -> Iterator[str]:
    """Every card of one trick; takes the cards out of `hands`."""
    for place, card in enumerate(trick.cards):
        seat = left_of(trick.leader, place)
        if card not in hands[seat]:
            yield f"{seat} plays {card} which it does not hold"
            continue
        if place == 0:
            fault = lead_fault(card, hands[seat], is_broken)
        else:
            fault = follow_fault(card, hands[seat], trick.cards[0])
        if fault is not None:
            yield f"{seat} plays {card} but {fault}"
        hands[seat].remove(card)
    if trick.winner != winner_of(trick):
        yield f"{winner_of(trick)} wins the trick, not {trick.winner}"


def first_lead_faults(deal: Deal, rules: AuditedRules, hands: Hands) -> Iterator[str]:
    """`hands` as they stand after any exchange."""
    leader = left_of(deal.dealer)
    if rules.first_lead == "lowest_club":
        leader = next((seat for seat, hand in hands.items() if LOWEST_CLUB in hand), leader)
        if deal.tricks and deal.tricks[0].cards[0] != LOWEST_CLUB:
            yield f"the first lead is {deal.tricks[0].cards[0]} instead of the lowest club"
    if deal.tricks and deal.tricks[0].leader != leader:
        yield f"{leader} has the first lead, not {deal.tricks[0].leader}"


def play_faults(deal: Deal, rules: AuditedRules) -> Iterator[str]:
    """The exchanges, then every trick."""
    hands = {seat: list(hand) for seat, hand in deal.hands.items()}
    for item in deal.exchanges:
        yield from exchange(item, hands)
    yield from first_lead_faults(deal, rules, hands)
    if len(deal.tricks) != 13:
        yield f"{len(deal.tricks)} tricks instead of 13"
    is_broken = False
    for number, trick in enumerate(deal.tricks, 1):
        yield from (f"trick {number}: {fault}" for fault in trick_faults(trick, hands, is_broken))
        is_broken = is_broken or any(card[1] == "S" for card in trick.cards)
    for number, (before, after) in enumerate(pairwise(deal.tricks), 2):
        if after.leader != winner_of(before):
            yield f"trick {number}: {winner_of(before)} won the last trick and leads, not {after.leader}"


# ---------------------------------------------------------------- the whole deal


def sheets_of(deal: Deal, standing: Standing, rules: AuditedRules) -> dict[str, dict[str, int]]:
    """The score that the cards give, whatever the record says about winners and points."""
    return sheets(deal.bid_of, [winner_of(trick) for trick in deal.tricks], standing, rules)


def deal_faults(deal: Deal, standing: Standing, rules: AuditedRules, seed: bytes | None) -> Iterator[str]:
    """Everything within one deal; its number and dealer are taken as they stand."""
    yield from hands_faults(deal, seed)
    yield from bids_faults(deal, rules, standing.points)
    yield from exchange_faults(deal, rules)
    yield from play_faults(deal, rules)
    yield from score_faults(deal, sheets_of(deal, standing, rules))
