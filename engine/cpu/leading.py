"""The first card of a trick, when no nil is to be kept, covered or attacked."""

from engine.cards import SPADES, Card, CardSet
from engine.cpu.knowledge import Knowledge
from engine.cpu.masks import SIDE_SUITS, can_ruff, low
from engine.cpu.reasons import ReasonCode

Play = tuple[Card, ReasonCode]


def lead_to_win(k: Knowledge) -> Play:
    best = (-1, ReasonCode.LEADS_LOW)
    highest = -1000
    for place, suit in enumerate(SIDE_SUITS):
        mine = k.legal & suit
        if mine:
            worth, play = _side_lead(k, mine, place)
            if worth > highest:
                best, highest = play, worth
    mine = k.legal & SPADES
    if mine:
        worth, play = _spade_lead(k, mine)
        if worth > highest:
            best = play
    return best


def _side_lead(k: Knowledge, mine: CardSet, place: int) -> tuple[int, Play]:
    outs = k.out & SIDE_SUITS[place]
    top = mine.bit_length()
    is_ruffed = can_ruff(k, k.left, place) or can_ruff(k, k.right, place)
    if top > outs.bit_length() and not is_ruffed:
        return 60 + outs.bit_count(), (top - 1, ReasonCode.SURE_WINNER)
    if not is_ruffed and can_ruff(k, k.partner, place):
        return 55, (low(mine), ReasonCode.LEADS_FOR_RUFF)
    count = mine.bit_count()
    worth = 20 + outs.bit_count() - 3 * count
    if is_ruffed:
        worth -= 15
    rank = top - 1 - 13 * place
    if rank >= 9:
        worth -= 2 * (rank - 8)
    return worth, (low(mine), ReasonCode.LEADS_LOW)


def _spade_lead(k: Knowledge, mine: CardSet) -> tuple[int, Play]:
    outs = k.out & SPADES
    if not outs:
        return 40, (mine.bit_length() - 1, ReasonCode.SURE_WINNER)
    if mine.bit_length() > outs.bit_length():
        worth = 30 + 6 * (mine.bit_count() - 3)
        return worth, (mine.bit_length() - 1, ReasonCode.DRAWS_SPADES)
    return 4 * (mine.bit_count() - 4), (low(mine), ReasonCode.DRAWS_SPADES)


def lead_to_lose(k: Knowledge) -> Play:
    """The card with the most higher cards against it."""
    best, most = -1, -1000
    for place, suit in enumerate((*SIDE_SUITS, SPADES)):
        mine = k.legal & suit
        if not mine:
            continue
        card = low(mine)
        outs = k.out & suit
        over = (outs >> card).bit_count()
        worth = 4 * over - 3 * (outs.bit_count() - over)
        if place == 3:
            worth -= 6
        if worth > most:
            best, most = card, worth
    return best, ReasonCode.AVOIDS_BAG
