"""The cards worth a search: of those that are equal one, and none that is absurd."""

from engine.cards import SPADES, SUIT_CARDS, Card, CardSet, card_set
from engine.cpu.knowledge import Knowledge


def equal_cards(k: Knowledge, trick: tuple[Card, ...]) -> tuple[CardSet, ...]:
    """The legal cards, equal ones together: no other hand, nor the trick, has a card between them."""
    others = k.out | card_set(trick)
    found: list[CardSet] = []
    for suit in SUIT_CARDS:
        mine = k.legal & suit
        while mine:
            low = mine & -mine
            higher = others & suit & -low
            same = mine & ((higher & -higher) - 1) if higher else mine
            found.append(same)
            mine ^= same
    return tuple(found)


def is_worth_searching(k: Knowledge, cards: CardSet) -> bool:
    """Is this not a card that no player would play here? `cards` are equal ones."""
    losing = k.legal & ~k.beating
    if k.best < 0 or not losing:
        return True
    if k.live_nils >> k.seat & 1:
        return bool(cards & losing)
    if cards & losing or not k.beating:
        return True
    if k.winner == k.partner and not k.live_nils >> k.partner & 1 and _is_partner_sure(k):
        return False
    return bool(k.after) or not _is_dearer(k, cards)


def _is_partner_sure(k: Knowledge) -> bool:
    """Does the partner's card win, whatever is played after this seat?"""
    if not k.after:
        return True
    higher = (k.out & (SUIT_CARDS[3] if k.best >= 39 else k.suit)) >> k.best
    if k.after != 1 or higher:
        return False
    voids = k.voids[k.left]
    return k.best >= 39 or not (voids >> k.led & 1 and not voids & 8 and k.out & SPADES)


def _is_dearer(k: Knowledge, cards: CardSet) -> bool:
    """Last to play: does a lower card of the same kind win just as well?"""
    same_kind = k.beating & (SPADES if cards & SPADES else k.suit)
    return not cards & same_kind & -same_kind
