from engine.actions import GiveCards
from engine.cards import in_hand_order
from engine.cpu.reasons import Reason, ReasonCode
from engine.seat_view import SeatView


def choose_cards_to_give(view: SeatView) -> tuple[GiveCards, tuple[Reason, ...]]:
    cards = in_hand_order(view.hand or 0)[: view.exchange.count if view.exchange else 0]
    return GiveCards(cards), (Reason(ReasonCode.DANGEROUS_CARDS, cards),)
