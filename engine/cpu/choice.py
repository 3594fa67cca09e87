"""`choose`: one decision of a CPU player, from its seat view alone."""

from dataclasses import dataclass
from functools import lru_cache

from engine.actions import Action, PlayCard
from engine.cards import CARD_COUNT, Card
from engine.cpu.bidding import choose_bid
from engine.cpu.blind import choose_blind
from engine.cpu.card_choice import choose_card
from engine.cpu.drawing import choose_draw
from engine.cpu.exchange import choose_cards_to_give
from engine.cpu.knowledge import Knowledge
from engine.cpu.reasons import Reason, ReasonCode
from engine.cpu.search import better_card
from engine.levels import Level
from engine.phases import Phase
from engine.seat_view import SeatView


@dataclass(frozen=True, slots=True)
class Choice:
    """What the CPU does, and why: the weightiest reason first."""

    action: Action
    reasons: tuple[Reason, ...]


def _plays(card: Card, *codes: ReasonCode) -> Choice:
    return Choice(PlayCard(card), tuple(Reason(code, (card,)) for code in dict.fromkeys(codes)))


_ONLY_CARDS = tuple(_plays(card, ReasonCode.ONLY_CARD) for card in range(CARD_COUNT))
_cached_plays = lru_cache(maxsize=None)(_plays)


def choose(view: SeatView, level: Level, seed: bytes) -> Choice:
    """The action of a seat that has a decision to take.

    The same view, level and seed give the same choice. `seed`: 32 bytes of this decision alone; `hard` draws
    its worlds from it, the other levels leave no tie open and draw nothing. But for its cards, `hard` decides
    as `normal` does.
    """
    if view.match.deal.phase is Phase.PLAYING:
        return _choose_card(view, level, seed)
    if view.deal.phase is Phase.DRAWING:
        return Choice(*choose_draw(view, level))
    if view.deal.phase is Phase.EXCHANGE:
        return Choice(*choose_cards_to_give(view))
    if view.hand is None:
        return Choice(*choose_blind(view))
    return Choice(*choose_bid(view, level))


def _choose_card(view: SeatView, level: Level, seed: bytes) -> Choice:
    legal = view.legal_cards
    if not legal & (legal - 1):
        return _ONLY_CARDS[legal.bit_length() - 1]
    if level is Level.HARD:
        card = better_card(view, seed)
        if card is not None:
            return _cached_plays(card, ReasonCode.PLAYED_OUT)
    return _cached_plays(*choose_card(Knowledge(view, legal, level)))
