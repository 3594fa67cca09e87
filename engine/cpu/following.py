"""The second, third and last card of a trick, when no nil is to be kept, covered or attacked."""

from engine.cards import SUIT_CARDS, Card, CardSet
from engine.cpu.discarding import throw_high, throw_low
from engine.cpu.knowledge import Knowledge
from engine.cpu.masks import can_ruff, cheapest_high, equal_low, is_high, low
from engine.cpu.reasons import ReasonCode

Play = tuple[Card, ReasonCode]


def follow_to_win(k: Knowledge) -> Play:
    if not k.beating:
        return throw_low(k, k.legal), ReasonCode.CANNOT_WIN
    if k.winner == k.partner and is_partner_sure(k):
        return _leave(k)
    if not k.after:
        return low(k.beating), ReasonCode.WINS_CHEAPLY
    if not k.legal & SUIT_CARDS[k.led]:
        return _ruff(k)
    return _third_hand(k) if k.after == 1 else _second_hand(k)


def follow_to_lose(k: Knowledge) -> Play:
    losing = k.legal & ~k.beating
    if losing:
        return throw_high(losing), ReasonCode.AVOIDS_BAG
    if k.after:
        return low(k.legal), ReasonCode.AVOIDS_BAG
    return k.legal.bit_length() - 1, ReasonCode.HIGH_CARD


def is_partner_sure(k: Knowledge) -> bool:
    """Will the partner's card win, whatever is played after this seat?"""
    if not k.after:
        return True
    if k.after != 1 or not is_high(k, k.best):
        return False
    return k.best >= 39 or not can_ruff(k, k.left, k.led)


def _leave(k: Knowledge) -> Play:
    losing = k.legal & ~k.beating
    return throw_low(k, losing or k.legal), ReasonCode.PARTNER_WINS


def _ruff(k: Knowledge) -> Play:
    """Out of the suit led, with a spade that takes the trick."""
    losing = k.legal & ~k.beating
    if losing and k.winner == k.partner and _is_partner_likely(k):
        return throw_low(k, losing), ReasonCode.LEAVES_IT_TO_PARTNER
    return low(k.beating), ReasonCode.RUFFS


def _is_partner_likely(k: Knowledge) -> bool:
    higher = k.out & SUIT_CARDS[k.led] & (-2 << k.best)
    return higher.bit_count() <= 1 and not can_ruff(k, k.left, k.led)


def _third_hand(k: Knowledge) -> Play:
    suit = SUIT_CARDS[k.led]
    sure = cheapest_high(k, k.beating, suit)
    if sure is not None:
        return sure, ReasonCode.SURE_WINNER
    top = k.beating.bit_length() - 1
    if k.winner == k.partner and not k.out & suit & _between(k.best, top):
        return low(k.legal), ReasonCode.LEAVES_IT_TO_PARTNER
    return equal_low(k, k.beating, top), ReasonCode.HIGH_CARD


def _second_hand(k: Knowledge) -> Play:
    sure = cheapest_high(k, k.beating, SUIT_CARDS[k.led])
    if sure is not None and (k.best >= 39 or not can_ruff(k, k.left, k.led)):
        return sure, ReasonCode.SURE_WINNER
    return low(k.legal), ReasonCode.LEAVES_IT_TO_PARTNER


def _between(lower: Card, upper: Card) -> CardSet:
    return (1 << upper) - (2 << lower)
