"""What a CPU advises, as it stands in hints and in reviews: an action, the points of the cards."""

from collections.abc import Iterable
from typing import assert_never

from engine.actions import Action, ActionKind, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.cards import format_card
from engine.cpu.reasons import Reason
from engine.cpu.search import RankedCard
from service.texts import sentence
from service.wire.deals import Body, bid_body


def action_body(action: Action) -> Body:
    """The action by its name, with the members of its call."""
    match action:
        case PlayCard(card):
            return {"action": ActionKind.PLAY.value, "card": format_card(card)}
        case PlaceBid(bid):
            return {"action": ActionKind.BID.value, "bid": bid_body(bid)}
        case GiveCards(cards):
            return {"action": ActionKind.EXCHANGE.value, "cards": [format_card(card) for card in cards]}
        case Draw(keep):
            return {"action": ActionKind.DRAW.value, "keep": keep}
        case Look():
            return {"action": ActionKind.LOOK.value}
        case _:
            assert_never(action)


def ranking_body(ranking: Iterable[RankedCard]) -> list[Body]:
    """Cards with their expected points, to a tenth."""
    return [{"card": format_card(each.card), "points": round(each.points, 1)} for each in ranking]


def reasons_body(reasons: Iterable[Reason], language: str) -> list[Body]:
    """Why, the weightiest reason first: codes with their cards and params, and the same for people."""
    return [_reason_body(each, language) for each in reasons]


def _reason_body(reason: Reason, language: str) -> Body:
    cards, params = [format_card(card) for card in reason.cards], dict(reason.params)
    said: Body = (
        {**params, "signs": cards, **dict(zip(("first", "second"), cards, strict=False))} if cards else params
    )
    text = sentence(language, f"reason.{reason.code}", said)
    # The little joker, and North, may come first.
    return {"code": reason.code.value, "cards": cards, "params": params, "text": text[:1].upper() + text[1:]}
