"""A record as text for people, for the goldens."""

from collections.abc import Iterator

from engine.cards import Card, card_set, format_card, in_hand_order
from engine.record import SCORE_LINES, DealRecord, Record
from engine.seats import Lineup


def record_text(record: Record) -> str:
    """The whole match: hands sorted, the rest in the order in which it happened."""
    lines = [f"rules {record.rules_hash}", f"seed {'-' if record.seed is None else record.seed.hex()}"]
    for deal in record.deals:
        lines += ["", *_deal_lines(deal, record.rules.lineup)]
    result = record.result
    if result is not None:
        winner = "nobody" if result.winner is None else result.winner.name
        lines += ["", f"{winner} by {result.end_reason}, {' : '.join(map(str, result.points))}"]
    return "\n".join(lines) + "\n"


def _deal_lines(deal: DealRecord, lineup: Lineup) -> Iterator[str]:
    yield f"deal {deal.number}, dealer {deal.dealer.name}"
    for seat in lineup.seats:
        yield f"  {seat.name}  {_codes(in_hand_order(card_set(deal.hands[seat])))}"
    if deal.looked:
        yield f"  looked  {' '.join(seat.name for seat in deal.looked)}"
    yield "  bids  " + ", ".join(f"{made.seat.name} {made.bid.kind} {made.bid.tricks}" for made in deal.bids)
    for gift in deal.gifts:
        yield f"  {gift.giver.name} gives {gift.receiver.name}  {_codes(gift.cards)}"
    for number, trick in enumerate(deal.tricks, 1):
        yield f"  {number:2}  {trick.leader.name}: {_codes(trick.cards)}  {trick.winner.name}"
    for side in lineup.sides:
        score = deal.scores[side]
        yield f"  {side.name}  " + ", ".join(f"{line} {getattr(score, line)}" for line in SCORE_LINES)


def _codes(cards: tuple[Card, ...]) -> str:
    return " ".join(map(format_card, cards))
