"""Which cards may be played, and who wins a trick. The only place where that is decided."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import CLUBS, SPADES, SUIT_CARDS, SUIT_OF, Card, CardSet, Suit, lowest
from engine.errors import Params, Refusal
from engine.rules import Rules
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class CardSituation:
    """All that the legality of a card depends on; `led` is None for the leader of a trick.

    `lowest_club_first`: this lead must be the lowest club of the hand (the first lead of a deal under
    `first_lead: lowest_club`; its leader is the holder of the lowest club in play).
    """

    hand: CardSet
    led: Suit | None
    is_broken: bool
    lowest_club_first: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick; `cards` run clockwise from its leader."""

    deal: int
    number: int
    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


def card_situation_of(
    rules: Rules, hand: CardSet, trick: Sequence[Card], is_broken: bool, tricks_taken: Sequence[int]
) -> CardSituation:
    """The situation of the next to play to `trick`; `tricks_taken` by seat."""
    is_first = rules.first_lead == "lowest_club" and not any(tricks_taken)
    return CardSituation(hand, SUIT_OF[trick[0]] if trick else None, is_broken, is_first)


def legal_cards(at: CardSituation) -> CardSet:
    """The cards of the hand that may be played now."""
    hand = at.hand
    if at.led is not None:
        return hand & SUIT_CARDS[at.led] or hand
    if at.lowest_club_first and hand & CLUBS:
        return 1 << lowest(hand & CLUBS)
    if at.is_broken:
        return hand
    return hand & ~SPADES or hand


def refusal_of_card(at: CardSituation, card: Card) -> Refusal | None:
    """Why `card` may not be played now, or None."""
    if not at.hand >> card & 1:
        return Refusal.CARD_NOT_IN_HAND
    if legal_cards(at) >> card & 1:
        return None
    if at.led is not None:
        return Refusal.MUST_FOLLOW_SUIT
    has_club_to_lead = at.lowest_club_first and at.hand & CLUBS
    return Refusal.MUST_LEAD_LOWEST_CLUB if has_club_to_lead else Refusal.SPADES_NOT_BROKEN


def refusal_params(at: CardSituation, refusal: Refusal) -> Params:
    """The numbers and names that go with the refusal of a card."""
    if refusal is Refusal.MUST_FOLLOW_SUIT and at.led is not None:
        return {"suit": at.led.name}
    return {}


def winning_place(cards: Sequence[Card]) -> int:
    """The index, in the order of play, of the card that wins: the highest spade, else of the suit led."""
    best, suit = 0, SUIT_OF[cards[0]]
    for place in range(1, len(cards)):
        card = cards[place]
        if SUIT_OF[card] is suit:
            if card > cards[best]:
                best = place
        elif SUIT_OF[card] is Suit.S:
            best, suit = place, Suit.S
    return best
