"""The cards that a nil bidder and its partner give each other."""

from collections.abc import Callable
from typing import Final

from engine.actions import GiveCards
from engine.cards import SPADES, SUIT_CARDS, SUIT_OF, Card, CardSet, cards_in, in_hand_order
from engine.cpu.nil_risk import nil_risk
from engine.cpu.reasons import Reason, ReasonCode
from engine.seat_view import SeatView

_JACK: Final = 9
_EACH_RANK: Final = 8
_RANKS: Final = 13


def choose_cards_to_give(view: SeatView) -> tuple[GiveCards, tuple[Reason, ...]]:
    bid = view.deal.bids[view.seat]
    count = view.turn.choose if view.turn else 0
    if bid is not None and bid.is_nil:
        cards = _picked(view.hand or 0, count, _most_dangerous)
        return GiveCards(cards), (Reason(ReasonCode.DANGEROUS_CARDS, cards),)
    cards = _picked(view.hand or 0, count, _least_needed)
    return GiveCards(cards), (Reason(ReasonCode.LOW_CARDS, cards),)


def _picked(hand: CardSet, count: int, pick: Callable[[CardSet], Card]) -> tuple[Card, ...]:
    """`count` cards, each picked from what the ones before left, in hand order."""
    left = hand
    for _ in range(count):
        left ^= 1 << pick(left)
    return in_hand_order(hand ^ left)


def _most_dangerous(hand: CardSet) -> Card:
    """High spades first, from the top; then what makes the nil safest when it is gone, and high cards."""
    spades = hand & SPADES
    if spades >> 39 + _JACK:
        return spades.bit_length() - 1
    return min(
        cards_in(hand), key=lambda card: (nil_risk(hand ^ 1 << card) - _EACH_RANK * (card % _RANKS), card)
    )


def _least_needed(hand: CardSet) -> Card:
    """The lowest card outside spades, from the shortest suit: it can duck, and it makes room for a ruff."""
    return min(cards_in(hand & ~SPADES or hand), key=lambda card: _use(hand, card))


def _use(hand: CardSet, card: Card) -> tuple[int, int, Card]:
    suit = SUIT_OF[card]
    return card % _RANKS, (hand & SUIT_CARDS[suit]).bit_count(), card
