"""One deal checked against the rule book: cards dealt or drawn, exchanges, tricks and the score sheet.

Part of the independent auditor: nothing here comes from the engine. Bids and looks: audited_bids.py.
"""

from collections.abc import Iterator
from itertools import chain, pairwise

from audited_bids import bids_faults
from audited_record import Bid, Deal, Exchange, Trick
from audited_rules import AuditedRules
from audited_score import Standing, score_faults, sheets
from audited_shuffle import dealt, stock_of
from audited_table import Pack, Table

Hands = dict[str, list[str]]
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


# ---------------------------------------------------------------- the cards (sections 7 and 8)


def hands_faults(deal: Deal, rules: AuditedRules, seed: bytes | None) -> Iterator[str]:
    """Without the seed (the match goes on) only the deck can be checked."""
    if any(len(hand) != 13 for hand in deal.hands.values()):
        yield "not 13 cards to each seat"
    if rules.players == 2:
        yield from draws_faults(deal, rules, seed)
        return
    if seed is not None:
        for seat, hand in dealt(seed, deal.number, deal.dealer, rules.pack.deck).items():
            if deal.hands[seat] != hand:
                yield f"the hand of {seat} is not the one that the seed deals: {' '.join(hand)}"
    if sorted(chain(*deal.hands.values())) != sorted(rules.pack.deck):
        yield "the hands are not the 52 cards of the deck"


def draws_faults(deal: Deal, rules: AuditedRules, seed: bytes | None) -> Iterator[str]:
    """A duel: the opponent of the dealer draws first, and 26 draws use up the stock."""
    stock = tuple(chain.from_iterable(draw.cards for draw in deal.draws))
    if seed is not None and stock != stock_of(seed, deal.number, rules.pack.deck):
        yield "the cards drawn are not the stock of the seed"
    if sorted(stock) != sorted(rules.pack.deck):
        yield "the cards drawn are not the 52 cards of the deck"
    if [draw.seat for draw in deal.draws] != [*rules.table.from_left_of(deal.dealer)] * 13:
        yield "the draws are not 26 in turn from the dealer's opponent"
    for number, draw in enumerate(deal.draws, 1):
        if len(draw.cards) != 2 or draw.kept not in draw.cards:
            yield f"draw {number}: not one of two cards kept"
    for seat in rules.table.seats:
        if deal.hands[seat] != tuple(draw.kept for draw in deal.draws if draw.seat == seat):
            yield f"the hand of {seat} is not what it kept"


# ---------------------------------------------------------------- exchanges (section 3)


def exchange_size(bid: Bid, rules: AuditedRules) -> int:
    return rules.blind_exchange if bid.kind == "blind_nil" else rules.nil_exchange


def exchangers(deal: Deal, rules: AuditedRules) -> dict[str, Bid]:
    """For each side that exchanges: the bid of its one nil bidder. A player alone has no partner to ask."""
    found = {}
    for side, seats in rules.table.sides.items():
        nils = [deal.bid_of[seat] for seat in seats if deal.bid_of[seat].is_nil]
        if len(seats) == 2 and len(nils) == 1 and exchange_size(nils[0], rules) > 0:
            found[side] = nils[0]
    return found


def exchange_faults(deal: Deal, rules: AuditedRules) -> Iterator[str]:
    """Who gives to whom, in which order, and how many cards."""
    expected, table = exchangers(deal, rules), rules.table
    if not {item.giver for item in deal.exchanges} <= set(table.seats):
        yield "a seat that is not in play gave cards"
        return
    for side in table.sides:
        given_by = [item.giver for item in deal.exchanges if table.side_of(item.giver) == side]
        givers = [expected[side].seat, table.partner_of(expected[side].seat)] if side in expected else []
        if given_by != givers:
            yield f"{side}: cards given by {given_by} instead of {givers}"
    for item in deal.exchanges:
        bid = expected.get(table.side_of(item.giver))
        if bid is not None and len(item.cards) != exchange_size(bid, rules):
            yield f"{item.giver} gave {len(item.cards)} cards instead of {exchange_size(bid, rules)}"


def exchange(item: Exchange, hands: Hands, table: Table) -> Iterator[str]:
    """Moves the cards of one exchange in `hands`."""
    if item.giver not in hands or item.receiver not in hands:
        return
    if item.receiver != table.partner_of(item.giver):
        yield f"{item.giver} gave cards to {item.receiver}"
    for card in item.cards:
        if card not in hands[item.giver]:
            yield f"{item.giver} gave {card} which it did not hold"
            continue
        hands[item.giver].remove(card)
        hands[item.receiver].append(card)


# ---------------------------------------------------------------- cards and tricks (section 2)


def lead_fault(card: str, hand: list[str], is_broken: bool, pack: Pack) -> str | None:
    if card in pack.spades and not is_broken and any(other not in pack.spades for other in hand):
        return "leads a spade before spades are broken"
    return None


def follow_fault(card: str, hand: list[str], led: str, pack: Pack) -> str | None:
    suit = pack.suit(led)
    if pack.suit(card) != suit and any(pack.suit(other) == suit for other in hand):
        return f"holds {SUIT_NAMES[suit]} and must follow"
    return None


def winning_place(cards: tuple[str, ...], pack: Pack) -> int:
    """The place, counted from the leader, of the card that wins."""
    trump = [card for card in cards if card in pack.spades]
    contenders = trump or [card for card in cards if pack.suit(card) == pack.suit(cards[0])]
    return cards.index(max(contenders, key=pack.strength))


def winner_of(trick: Trick, rules: AuditedRules) -> str:
    return rules.table.left_of(trick.leader, winning_place(trick.cards, rules.pack))


def trick_faults(trick: Trick, hands: Hands, is_broken: bool, rules: AuditedRules) -> Iterator[str]:
    """Every card of one trick; takes the cards out of `hands`."""
    for place, card in enumerate(trick.cards):
        seat = rules.table.left_of(trick.leader, place)
        if card not in hands[seat]:
            yield f"{seat} plays {card} which it does not hold"
            continue
        if place == 0:
            fault = lead_fault(card, hands[seat], is_broken, rules.pack)
        else:
            fault = follow_fault(card, hands[seat], trick.cards[0], rules.pack)
        if fault is not None:
            yield f"{seat} plays {card} but {fault}"
        hands[seat].remove(card)
    winner = winner_of(trick, rules)
    if trick.winner != winner:
        yield f"{winner} wins the trick, not {trick.winner}"


def first_lead_faults(deal: Deal, rules: AuditedRules, hands: Hands) -> Iterator[str]:
    """`hands` as they stand after any exchange. In a duel all clubs may have been discarded."""
    leader, clubs = (
        rules.table.left_of(deal.dealer),
        [card for card in chain(*hands.values()) if card[1] == "C"],
    )
    if rules.first_lead == "lowest_club" and clubs:
        lowest = min(clubs, key=rules.pack.strength)
        leader = next(seat for seat, hand in hands.items() if lowest in hand)
        if deal.tricks and deal.tricks[0].cards[0] != lowest:
            yield f"the first lead is {deal.tricks[0].cards[0]} instead of the lowest club"
    if deal.tricks and deal.tricks[0].leader != leader:
        yield f"{leader} has the first lead, not {deal.tricks[0].leader}"


def play_faults(deal: Deal, rules: AuditedRules) -> Iterator[str]:
    """The exchanges, then every trick."""
    hands = {seat: list(hand) for seat, hand in deal.hands.items()}
    for item in deal.exchanges:
        yield from exchange(item, hands, rules.table)
    yield from first_lead_faults(deal, rules, hands)
    if len(deal.tricks) != 13:
        yield f"{len(deal.tricks)} tricks instead of 13"
    is_broken = False
    for number, trick in enumerate(deal.tricks, 1):
        yield from (f"trick {number}: {fault}" for fault in trick_faults(trick, hands, is_broken, rules))
        is_broken = is_broken or any(card in rules.pack.spades for card in trick.cards)
    for number, (before, after) in enumerate(pairwise(deal.tricks), 2):
        winner = winner_of(before, rules)
        if after.leader != winner:
            yield f"trick {number}: {winner} won the last trick and leads, not {after.leader}"


# ---------------------------------------------------------------- the whole deal


def sheets_of(deal: Deal, standing: Standing, rules: AuditedRules) -> dict[str, dict[str, int]]:
    """The score that the cards give, whatever the record says about winners and points."""
    return sheets(deal.bid_of, [winner_of(trick, rules) for trick in deal.tricks], standing, rules)


def deal_faults(deal: Deal, standing: Standing, rules: AuditedRules, seed: bytes | None) -> Iterator[str]:
    """Everything within one deal; its number and dealer are taken as they stand."""
    yield from hands_faults(deal, rules, seed)
    yield from bids_faults(deal, rules, standing.points)
    yield from exchange_faults(deal, rules)
    yield from play_faults(deal, rules)
    yield from score_faults(deal, sheets_of(deal, standing, rules))
