"""The cards of the partner of a live nil: take over what the nil would win, and lead high."""

from engine.cards import SPADES, SUIT_CARDS, Card
from engine.cpu.knowledge import Knowledge
from engine.cpu.masks import SIDE_SUITS, can_ruff, cheapest_high, equal_low, low
from engine.cpu.reasons import ReasonCode

Play = tuple[Card, ReasonCode]


def cover_follow(k: Knowledge) -> Play | None:
    """The card that covers the partner's nil; None if the nil is in no danger in this trick."""
    if k.winner == k.partner:
        return _take_over(k)
    if k.after == 2 and k.beating and _is_partner_in_danger(k):
        return _cover_ahead(k)
    return None


def _take_over(k: Knowledge) -> Play | None:
    """The smallest card over the partner's; None where nothing helps."""
    return (low(k.beating), ReasonCode.COVERS_PARTNER_NIL) if k.beating else None


def _is_partner_in_danger(k: Knowledge) -> bool:
    """May the partner, last to play, be forced over the best card so far?"""
    if k.best >= 39 and k.led != 3:
        return False
    if k.voids[k.partner] >> k.led & 1:
        return False
    return bool(k.out & SUIT_CARDS[k.led] & (-2 << k.best))


def _cover_ahead(k: Knowledge) -> Play | None:
    following = k.beating & SUIT_CARDS[k.led]
    if not following:
        return (low(k.beating), ReasonCode.COVERS_PARTNER_NIL) if k.best - 13 * k.led < 8 else None
    sure = cheapest_high(k, following, SUIT_CARDS[k.led])
    card = sure if sure is not None else equal_low(k, following, following.bit_length() - 1)
    return card, ReasonCode.COVERS_PARTNER_NIL


def cover_lead(k: Knowledge) -> Play:
    """High cards, from suits in which the partner may be forced; a suit that it is out of is safe."""
    best, most = -1, -1000
    for place, suit in enumerate((*SIDE_SUITS, SPADES)):
        mine = k.legal & suit
        if not mine:
            continue
        outs = k.out & suit
        top = mine.bit_length() - 1
        over = (outs >> top).bit_count()
        if k.voids[k.partner] >> place & 1:
            card, worth = top if not over else low(mine), 20
        else:
            card, worth = equal_low(k, mine, top), 25 - 8 * over + outs.bit_count() // 2
        if can_ruff(k, k.left, place) or can_ruff(k, k.right, place):
            worth -= 6
        if worth > most:
            best, most = card, worth
    return best, ReasonCode.COVERS_PARTNER_NIL
