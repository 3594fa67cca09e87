"""The cards of a nil bidder that has taken no trick yet: duck whatever can be ducked."""

from engine.cards import SPADES, Card, CardSet
from engine.cpu.knowledge import Knowledge
from engine.cpu.masks import SIDE_SUITS, low
from engine.cpu.reasons import ReasonCode

Play = tuple[Card, ReasonCode]
_RANKS = 13


def keep_nil(k: Knowledge) -> Play:
    if k.best < 0:
        return _lead(k), ReasonCode.KEEPS_NIL
    losing = k.legal & ~k.beating
    if not losing:
        return _forced(k), ReasonCode.HIGH_CARD
    return most_dangerous(k, losing), ReasonCode.KEEPS_NIL


def _forced(k: Knowledge) -> Card:
    """Every card takes the trick over: the last hand rids itself of its highest, another hopes."""
    return low(k.legal) if k.after else k.legal.bit_length() - 1


def most_dangerous(k: Knowledge, cards: CardSet) -> Card:
    """A spade if one can go, else the card that is hardest to duck with later."""
    if cards & SPADES:
        return cards.bit_length() - 1
    best, most = -1, -1000
    for suit in SIDE_SUITS:
        mine = cards & suit
        if mine:
            danger = _danger(k, mine, suit)
            if danger > most:
                best, most = mine.bit_length() - 1, danger
    return best


def _danger(k: Knowledge, mine: CardSet, suit: CardSet) -> int:
    """How much the highest card of a suit threatens the nil: few cards over it, few low ones below."""
    top = mine.bit_length() - 1
    outs = k.out & suit
    if not outs:
        return -500
    over = (outs >> top).bit_count()
    low_card = low(mine)
    under = (outs & ((1 << low_card) - 1)).bit_count()
    danger = 3 * under + (outs.bit_count() - over) - 2 * over - 2 * mine.bit_count()
    return danger if over else danger + 8


def _lead(k: Knowledge) -> Card:
    best, most = -1, -1000
    for place, suit in enumerate((*SIDE_SUITS, SPADES)):
        mine = k.legal & suit
        if not mine:
            continue
        card = low(mine)
        outs = k.out & suit
        worth = 3 * (outs >> card).bit_count() - 4 * (outs & ((1 << card) - 1)).bit_count()
        if not outs >> card:
            worth -= 50
        if place == 3:
            worth -= 5
        if worth > most:
            best, most = card, worth
    return best
