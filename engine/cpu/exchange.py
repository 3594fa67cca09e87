"""The cards that a nil bidder and its partner give each other."""

from collections.abc import Callable
from functools import partial
from typing import Final

from engine.actions import GiveCards
from engine.cards import SPADES, SUIT_CARDS, SUIT_OF, Card, CardSet, card_set, cards_in, in_hand_order
from engine.cpu.nil_risk import nil_risk
from engine.cpu.reasons import Reason, ReasonCode
from engine.cpu.standard_hand import as_standard
from engine.seat_view import SeatView

_JACK: Final = 9
_EACH_RANK: Final = 8
_RANKS: Final = 13


def choose_cards_to_give(view: SeatView) -> tuple[GiveCards, tuple[Reason, ...]]:
    bid = view.deal.bids[view.seat]
    count = view.turn.choose if view.turn else 0
    if bid is not None and bid.is_nil:
        cards = _picked(view.hand or 0, count, partial(_most_dangerous, view.rules.jokers))
        return GiveCards(cards), (Reason(ReasonCode.DANGEROUS_CARDS, cards),)
    cards = _picked(view.hand or 0, count, _least_needed)
    return GiveCards(cards), (Reason(ReasonCode.LOW_CARDS, cards),)


def after_giving(hand: CardSet, count: int, jokers: str) -> CardSet:
    """What is left of a nil bidder's hand when it has given `count` cards."""
    return hand if not count else hand & ~card_set(_picked(hand, count, partial(_most_dangerous, jokers)))


def _picked(hand: CardSet, count: int, pick: Callable[[CardSet], Card]) -> tuple[Card, ...]:
    """`count` cards, each picked from what the ones before left, in hand order."""
    left = hand
    for _ in range(count):
        left ^= 1 << pick(left)
    return in_hand_order(hand ^ left)


def _most_dangerous(jokers: str, hand: CardSet) -> Card:
    """High spades first, from the top; then what makes the nil safest when it is gone, and high cards."""
    spades = hand & SPADES
    if spades >> 39 + _JACK:
        return spades.bit_length() - 1
    return min(cards_in(hand), key=lambda card: (_risk_without(jokers, hand, card), card))


def _risk_without(jokers: str, hand: CardSet, card: Card) -> int:
    return nil_risk(as_standard(hand ^ 1 << card, jokers)) - _EACH_RANK * _rank(card)


def _least_needed(hand: CardSet) -> Card:
    """The lowest card outside spades, from the shortest suit: it can duck, and it makes room for a ruff."""
    return min(cards_in(hand & ~SPADES or hand), key=lambda card: _use(hand, card))


def _use(hand: CardSet, card: Card) -> tuple[int, int, Card]:
    suit = SUIT_OF[card]
    return _rank(card), (hand & SUIT_CARDS[suit]).bit_count(), card


def _rank(card: Card) -> int:
    return card - _RANKS * SUIT_OF[card]
