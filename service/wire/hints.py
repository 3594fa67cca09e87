"""A hint as it stands in a body."""

from engine.cards import format_card
from service.tables.hints import Hint
from service.wire.advice import action_body, reasons_body
from service.wire.deals import Body, bid_body


def hint_body(hint: Hint, language: str) -> Body:
    """The recommended action with its reasons, and a ranking where there are few enough things to rank."""
    return {
        "turn": hint.turn,
        **action_body(hint.action),
        "reasons": reasons_body(hint.reasons, language),
        "ranking": [*({"bid": bid_body(bid), "points": None} for bid in hint.bids), *_cards_body(hint)],
    }


def _cards_body(hint: Hint) -> list[Body]:
    points = hint.points or {}
    return [{"card": format_card(card), "points": points.get(card)} for card in hint.cards]
