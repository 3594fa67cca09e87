"""What can be told of a record without following its course: claims, shapes, and the shuffle of its seed."""

from collections.abc import Iterator
from itertools import chain

from engine.cards import Card, deck_for, format_card
from engine.deal import commitment_of, cut_for_seats, dealt_hands, deck_of_deal, leads_to_seats
from engine.record import DealRecord, Record, drawn_hands
from engine.rules import Rules, rules_hash


def claim_faults(record: Record) -> Iterator[str]:
    """The hash of the rules, the seed and its commitment, the cut."""
    if record.rules_hash != rules_hash(record.rules):
        yield "rules_hash: it is not the hash of these rules"
    if record.result is None and record.seed is not None:
        yield "seed: it is told before the match is over"
    if record.result is not None and record.seed is None:
        yield "seed: it is missing, though the match is over"
    if record.seed is not None and record.commitment != commitment_of(record.seed):
        yield "commitment: it is not the hash of this seed"
    if record.rules.seating == "cut":
        yield from _cut_faults(record)


def _cut_faults(record: Record) -> Iterator[str]:
    """While the seed is secret the cards must at least lead to these seats."""
    if record.cut is None:
        if record.deals or record.result:
            yield "cut: it is missing, though the seats were cut"
    elif record.seed is None:
        if not leads_to_seats(record.cut):
            yield "cut: these cards don't lead to these seats"
    elif record.cut != cut_for_seats(record.seed).cards:
        yield "cut: it is not what the seed deals"


def shape_faults(deal: DealRecord, rules: Rules) -> Iterator[str]:
    """What must hold before the deal can be followed at all."""
    where, seats = f"deal {deal.number}", rules.lineup.seats
    yield from (
        f"{where}: {seat.name} was dealt {len(deal.hands[seat])} cards, not 13"
        for seat in seats
        if len(deal.hands[seat]) != 13
    )
    yield from _draw_faults(deal, rules)
    yield from _deck_faults(deal, deck_for(rules.jokers))
    if len(deal.bids) != len(seats):
        yield f"{where}: {len(deal.bids)} bids, not {len(seats)}"
    if len(deal.tricks) != 13:
        yield f"{where}: {len(deal.tricks)} tricks, not 13"
    yield from (
        f"{where}, trick {number}: {len(trick.cards)} cards, not {len(seats)}"
        for number, trick in enumerate(deal.tricks, 1)
        if len(trick.cards) != len(seats)
    )


def _draw_faults(deal: DealRecord, rules: Rules) -> Iterator[str]:
    if rules.players != 2:
        return
    where, kept = f"deal {deal.number}", drawn_hands(deal.draws)
    if len(deal.draws) != 26:
        yield f"{where}: {len(deal.draws)} draws, not 26"
    for number, draw in enumerate(deal.draws, 1):
        if draw.kept not in draw.cards:
            yield f"{where}, draw {number}: {format_card(draw.kept)} is none of its cards"
    for seat in rules.lineup.seats:
        if deal.hands[seat] != kept[seat]:
            yield f"{where}: the hand of {seat.name} is not what it kept"


def _deck_faults(deal: DealRecord, deck: tuple[Card, ...]) -> Iterator[str]:
    dealt = list(chain.from_iterable(draw.cards for draw in deal.draws) if deal.draws else chain(*deal.hands))
    for card in sorted(set(dealt)):
        if card not in deck:
            yield f"deal {deal.number}: {format_card(card)} is not in the deck"
        elif dealt.count(card) > 1:
            yield f"deal {deal.number}: {format_card(card)} was dealt twice"


def shuffle_faults(record: Record) -> Iterator[str]:
    """Where the cards are not those of the seed, if it is told; deals are numbered by their place."""
    if record.seed is None:
        return
    for number, deal in enumerate(record.deals, 1):
        if record.rules.players == 2:
            yield from _stock_faults(record.seed, number, deal, record.rules)
        else:
            yield from _hand_faults(record.seed, number, deal, record.rules)


def _stock_faults(seed: bytes, number: int, deal: DealRecord, rules: Rules) -> Iterator[str]:
    stock = tuple(chain.from_iterable(draw.cards for draw in deal.draws))
    if stock != deck_of_deal(seed, number, rules):
        yield f"deal {deal.number}: the stock is not what the seed deals"


def _hand_faults(seed: bytes, number: int, deal: DealRecord, rules: Rules) -> Iterator[str]:
    hands = dealt_hands(seed, number, deal.dealer, rules)
    for seat in rules.lineup.seats:
        if deal.hands[seat] != hands[seat]:
            yield f"deal {deal.number}: the hand of {seat.name} is not what the seed deals"
