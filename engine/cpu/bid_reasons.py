"""What in a hand speaks for a bid, in the order in which people count it."""

from functools import lru_cache
from typing import Final

from engine.cards import (
    CARD_COUNT,
    SPADES,
    SUIT_CARDS,
    CardSet,
    Suit,
    card_set,
    cards_in,
    deck_for,
    highest,
    in_hand_order,
    lowest,
)
from engine.cpu.exchange import after_giving
from engine.cpu.hand_strength import spade_worth
from engine.cpu.reasons import Reason, ReasonCode
from engine.cpu.standard_hand import as_standard
from engine.rules import Rules

_SIDE_SUITS: Final = (Suit.H, Suit.C, Suit.D)
_ACES: Final = card_set((12, 25, 38))
_KINGS: Final = card_set((11, 24, 37))
_SURE_LENGTH: Final = 5
"""In a longer suit somebody may ruff the first lead."""
_LIKELY_LENGTH: Final = 8
_KING_LENGTH: Final = 5
_LONG: Final = 4
_LOW_RANK: Final = 5
"""A seven: one that can be ducked with."""
_HIGH_SPADES: Final = 3

# Made once, since a simulation bids a lot.
_WEAK_HAND: Final = (Reason(ReasonCode.WEAK_HAND),)
_ADDS_UP: Final = (Reason(ReasonCode.ADDS_UP),)
_ONE_TRICK: Final = 100
_LONG_SPADES: Final = tuple(
    Reason(ReasonCode.LONG_SPADES, params=(("count", count),)) for count in range(CARD_COUNT)
)
_RUFFS: Final = {
    suit: tuple(
        Reason(code, params=(("suit", suit.name),))
        for code in (ReasonCode.CAN_RUFF, ReasonCode.CAN_RUFF_SOON)
    )
    for suit in _SIDE_SUITS
}


def hand_reasons(hand: CardSet, rules: Rules, worth: int) -> tuple[Reason, ...]:
    """What makes the tricks of a hand of this worth, in hundredths of a trick."""
    sure, likely = _winners(hand, rules)
    reasons = []
    if sure:
        reasons.append(Reason(ReasonCode.SURE_WINNER, in_hand_order(sure)))
    if likely:
        reasons.append(Reason(ReasonCode.LIKELY_WINNER, in_hand_order(likely)))
    spades = (hand & SPADES).bit_count()
    if spades >= _LONG and spade_worth(as_standard(hand, rules.jokers) >> 39):
        reasons.append(_LONG_SPADES[spades])
    if spades and rules.players == 4:
        reasons += _ruffs(hand)
    return tuple(reasons) or (_WEAK_HAND if worth < _ONE_TRICK else _ADDS_UP)


@lru_cache(maxsize=2048)
def worth_reason(hundredths: int) -> Reason:
    return Reason(ReasonCode.HAND_WORTH, params=(("hundredths", max(0, hundredths)),))


def _winners(hand: CardSet, rules: Rules) -> tuple[CardSet, CardSet]:
    """The sure ones and the likely ones."""
    sure, likely = _spade_winners(hand & SPADES, rules.jokers)
    for suit in _SIDE_SUITS:
        cards = hand & SUIT_CARDS[suit]
        count = cards.bit_count()
        if cards & _ACES and count <= _LIKELY_LENGTH:
            # In a duel half of the deck is out of play, and the opponent's suits are short.
            if count <= _SURE_LENGTH and rules.players == 4:
                sure |= cards & _ACES
            else:
                likely |= cards & _ACES
        if 2 <= count <= _KING_LENGTH and rules.players == 4:
            likely |= cards & _KINGS
    return sure, likely


@lru_cache(maxsize=1024)
def _spade_winners(spades: CardSet, jokers: str) -> tuple[CardSet, CardSet]:
    """Sure: those that no other spade beats. Likely: second and third best, with lower ones beside them."""
    sure = likely = 0
    is_top, count = True, spades.bit_count()
    for place, card in enumerate(_top_spades(jokers)):
        is_held = spades >> card & 1
        is_top = is_top and bool(is_held)
        if is_top:
            sure |= 1 << card
        elif is_held and place < count and place < _HIGH_SPADES:
            likely |= 1 << card
    return sure, likely


@lru_cache(maxsize=3)
def _top_spades(jokers: str) -> tuple[int, ...]:
    return tuple(sorted(cards_in(card_set(deck_for(jokers)) & SPADES), reverse=True))


def _ruffs(hand: CardSet) -> list[Reason]:
    """The suits of which a hand with spades has none, or one."""
    reasons = []
    for suit in _SIDE_SUITS:
        cards = hand & SUIT_CARDS[suit]
        if not cards & (cards - 1):
            reasons.append(_RUFFS[suit][bool(cards)])
    return reasons


def nil_reasons(hand: CardSet, rules: Rules, lowest_number: int, overbid: int) -> tuple[Reason, ...]:
    """Why nil, and what in the hand makes it safe. `overbid`: as for `is_nil_wise`."""
    if rules.suicide == "one_nil":
        first = Reason(ReasonCode.NIL_SUITS_HAND)
    elif overbid >= 2:
        first = Reason(ReasonCode.NIL_RATHER_THAN_NUMBER, params=(("lowest", lowest_number),))
    else:
        first = Reason(ReasonCode.SAFE_NIL)
    kept = after_giving(hand, rules.nil_exchange, rules.jokers)
    given = (Reason(ReasonCode.WILL_GIVE, in_hand_order(hand ^ kept)),) if kept != hand else ()
    return (first, *given, *_safe_spades(kept & SPADES, rules.jokers), *_safe_sides(kept & ~SPADES))


def _safe_spades(spades: CardSet, jokers: str) -> tuple[Reason, ...]:
    if not spades:
        return (Reason(ReasonCode.NO_SPADES),)
    if highest(spades) in _top_spades(jokers)[:_HIGH_SPADES]:
        return ()
    return (Reason(ReasonCode.LOW_SPADES, in_hand_order(spades)),)


def _safe_sides(cards: CardSet) -> tuple[Reason, ...]:
    """High cards that have low ones beside them; or that there are none."""
    high = cards & (_ACES | _KINGS)
    if not high:
        return (Reason(ReasonCode.NO_HIGH_CARDS),)
    guarded = 0
    for suit in _SIDE_SUITS:
        of_suit = cards & SUIT_CARDS[suit]
        if of_suit.bit_count() >= 3 and lowest(of_suit) - 13 * suit <= _LOW_RANK:
            guarded |= of_suit & high
    return (Reason(ReasonCode.GUARDED_HIGH_CARDS, in_hand_order(guarded)),) if guarded else ()
