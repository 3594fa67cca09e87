"""How often each fitted parameter counts in a hand, or in the bids before its own: the models, taken apart.

`test_fitted.py` shows that the sum of the parameters is what `engine.cpu` makes of the hand.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.bids import Bid
from engine.cards import CardSet, cards_in
from fitted_numbers import Parameter

_SUIT: Final = 0x1FFF
_ACE, _KING, _QUEEN, _JACK, _TEN = (1 << rank for rank in (12, 11, 10, 9, 8))
_SPADE_HONOURS: Final = (
    ("SPADE_ACE", _ACE),
    ("SPADE_KING", _KING),
    ("SPADE_QUEEN", _QUEEN),
    ("SPADE_JACK", _JACK),
    ("SPADE_TEN", _TEN),
)
_LAST_USUAL: Final = 8
_EVERY_TRICK: Final = 1300


def _side_suits(hand: CardSet) -> Iterator[CardSet]:
    return (hand >> shift & _SUIT for shift in (0, 13, 26))


def trick_counts(hand: CardSet) -> Counter[Parameter]:
    """As `hand_strength.estimate` adds them up."""
    spades = hand >> 39
    held = spades.bit_count()
    counts = Counter[Parameter]([("SPADE_LENGTH", held)])
    counts.update((name, min(held, 4)) for name, card in _SPADE_HONOURS if spades & card)
    for cards in _side_suits(hand):
        counts.update(_side_counts(cards))
        if cards.bit_count() < 3:
            counts["SHORT_SUIT", cards.bit_count(), min(held, 5)] += 1
    return counts


def _side_counts(cards: CardSet) -> Iterator[Parameter]:
    count = cards.bit_count()
    if cards & _ACE:
        yield "SIDE_ACE", count
    if cards & _KING:
        yield "SIDE_KING", count
    if cards & _KING and cards & _ACE:
        yield ("KING_WITH_ACE",)
    if cards & _QUEEN:
        yield "SIDE_QUEEN", count
    if cards & _QUEEN and cards & (_ACE | _KING):
        yield ("QUEEN_WITH_HIGHER",)
    if cards & _JACK and count > 2:
        yield ("JACK_IN_LENGTH",)


@dataclass(frozen=True, slots=True)
class BidsBefore:
    """What a bidder has heard: the partner's bid and the opponents', each None while there is none."""

    partner: Bid | None
    opponents: tuple[Bid | None, ...]

    @property
    def made(self) -> tuple[Bid, ...]:
        return tuple(bid for bid in (self.partner, *self.opponents) if bid)


def table_counts(before: BidsBefore, *, is_suicide: bool = False) -> Counter[Parameter]:
    """As `BidTable.adjustment` adds them up, of bids that were not made blind."""
    made = before.made
    place = len(made)
    counts = Counter[Parameter]([("BY_PLACE", place)])
    if before.partner and before.partner.is_nil:
        counts["PARTNER_NIL", place] += 1
    counts["THEIR_NIL", place] += sum(bid.is_nil for bid in before.opponents if bid)
    if place == 3 and not any(bid.is_nil for bid in made):
        counts["LAST_EACH",] -= sum(bid.tricks for bid in made) - _LAST_USUAL
    if is_suicide:
        counts["EACH_SIDE_NIL", place] += 1
    return counts


def duel_counts(hand: CardSet) -> Counter[Parameter]:
    """As `duel_strength.duel_worth` adds them up, in the plain deck."""
    spades = (("DUEL_SPADE", rank) for rank in cards_in(hand >> 39))
    others = (("DUEL_SIDE", rank) for suit in _side_suits(hand) for rank in cards_in(suit))
    return Counter[Parameter]((*spades, *others))


def duel_table_counts(opponents: Bid | None, worth: float) -> dict[Parameter, float]:
    """As `BidTable.adjustment` adds them up in a duel, for a hand of this worth."""
    if opponents is None:
        return {("DUEL_FIRST",): 1}
    if opponents.is_nil:
        return {("DUEL_AFTER_NIL",): (_EVERY_TRICK - worth) / 100}
    return {("DUEL_USUAL",): 1, ("DUEL_EACH",): -opponents.tricks, ("DUEL_SHARE",): -worth / 100}


def nil_counts(hand: CardSet) -> Counter[Parameter]:
    """As `nil_risk.nil_risk` adds them up."""
    spades = sorted(cards_in(hand >> 39), reverse=True)
    counts = Counter[Parameter]([("NIL_BASE",), ("NIL_SPADES", len(spades))])
    counts.update(zip(("NIL_SPADE_TOP", "NIL_SPADE_SECOND", "NIL_SPADE_THIRD"), spades, strict=False))
    for suit in _side_suits(hand):
        ranks = list(cards_in(suit))
        if not ranks:
            counts["NIL_VOID",] += 1
            continue
        counts["NIL_LOWEST", min(len(ranks), 4) - 1, ranks[0]] += 1
        counts.update(zip(("NIL_SECOND", "NIL_THIRD"), ranks[1:], strict=False))
    return counts
