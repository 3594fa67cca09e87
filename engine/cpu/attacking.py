"""The cards against an opponent's live nil."""

from engine.cards import SPADES, SUIT_CARDS, Card, CardSet
from engine.cpu.discarding import throw_high, throw_low
from engine.cpu.knowledge import Knowledge
from engine.cpu.masks import SIDE_SUITS, low
from engine.cpu.reasons import ReasonCode

Play = tuple[Card, ReasonCode]


def attack_follow(k: Knowledge, nil: int) -> Play | None:
    """A card under the nil bidder's; None if the nil is out of reach in this trick."""
    losing = k.legal & ~k.beating
    if k.winner == nil:
        if losing:
            return _duck(k, losing), ReasonCode.ATTACKS_NIL
        return low(k.legal), ReasonCode.ATTACKS_NIL
    if k.after and _is_to_play(k, nil) and _is_reachable(k, nil) and losing:
        return _duck(k, losing), ReasonCode.ATTACKS_NIL
    return None


def _duck(k: Knowledge, losing: CardSet) -> Card:
    following = losing & SUIT_CARDS[k.led]
    if following:
        return following.bit_length() - 1
    return throw_high(losing) if k.need <= 0 else throw_low(k, losing)


def _is_to_play(k: Knowledge, nil: int) -> bool:
    return nil == k.left or (nil == k.right and k.after == 3)


def _is_reachable(k: Knowledge, nil: int) -> bool:
    """May the nil bidder, still to play, be forced over the best card?"""
    if k.voids[nil] >> k.led & 1 or (k.best >= 39 and k.led != 3):
        return False
    rank = k.best - 13 * k.led
    return rank <= 7 and bool(k.out & SUIT_CARDS[k.led] & (-2 << k.best))


def attack_lead(k: Knowledge, nil: int) -> Play | None:
    """The card of a suit that the nil bidder may have to follow, with most over it and fewest under it."""
    best, most = -1, -1000
    for place, suit in enumerate((*SIDE_SUITS, SPADES)):
        mine = k.legal & suit
        outs = k.out & suit
        if not mine or not outs or k.voids[nil] >> place & 1:
            continue
        card = low(mine)
        over = (outs >> card).bit_count()
        worth = 2 * over - outs.bit_count()
        if worth > most:
            best, most = card, worth
    return (best, ReasonCode.ATTACKS_NIL) if best >= 0 else None
