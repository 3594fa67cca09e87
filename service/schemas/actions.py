"""The actions of a seat, and what they are answered with."""

from typing import Any, Final

from marshmallow import ValidationError, fields, post_load

from engine.actions import Action, GiveCards, Look, PlaceBid, PlayCard
from engine.bids import HIGHEST_BID, Bid, BidKind
from engine.errors import Refusal
from service.schemas import shown
from service.schemas.events import EventSchema
from service.schemas.shown import Output
from service.schemas.strict import CardCode, Cards, Input, Part, Whole, Word, fault
from service.schemas.tables import TableSchema, ViewSchema
from service.tables.acting import SeatAction

_HIGHEST_TURN: Final = 1_000_000_000
_OF_TRICKS: Final = (BidKind.TRICKS, BidKind.BLIND_TRICKS)


class BidRequestSchema(Input):
    """`tricks` may be left out for the kinds that have none; `kind` for `tricks` and for 0, which is nil."""

    kind = Word(*(kind.value for kind in BidKind))
    tricks = Whole(0, HIGHEST_BID)

    @post_load
    def _bid(self, data: dict[str, Any], **_kwargs: Any) -> Bid:
        tricks = data.get("tricks")
        kind = BidKind(data["kind"]) if "kind" in data else _kind_of(tricks)
        if kind in _OF_TRICKS:
            if not tricks:
                raise _wrong_tricks(f"1 … {HIGHEST_BID}")
            return Bid(kind, tricks)
        if tricks:
            raise _wrong_tricks(f"0 for {kind}")
        return Bid(kind)


def _kind_of(tricks: int | None) -> BidKind:
    if tricks is None:
        raise _wrong_tricks(f"0 … {HIGHEST_BID}")
    return BidKind.TRICKS if tricks else BidKind.NIL


def _wrong_tricks(allowed: str) -> ValidationError:
    return ValidationError({"tricks": fault(Refusal.INVALID_FIELD, allowed).messages})


class ActionInput(Input):
    """An action, and the turn that it is meant for."""

    turn = Whole(1, _HIGHEST_TURN, metadata={"description": "`turn.id` of the view."})

    @post_load
    def _seat_action(self, data: dict[str, Any], **_kwargs: Any) -> SeatAction:
        return SeatAction(self.action_of(data), data.get("turn"))

    def action_of(self, data: dict[str, Any]) -> Action:
        raise NotImplementedError


class LookSchema(Input):
    @post_load
    def _look(self, _data: dict[str, Any], **_kwargs: Any) -> SeatAction:
        return SeatAction(Look())


class PlaceBidSchema(ActionInput):
    bid = Part(BidRequestSchema, required=True)

    def action_of(self, data: dict[str, Any]) -> Action:
        return PlaceBid(data["bid"])


class GiveCardsSchema(ActionInput):
    cards = Cards(required=True)

    def action_of(self, data: dict[str, Any]) -> Action:
        return GiveCards(data["cards"])


class PlayCardSchema(ActionInput):
    card = CardCode(required=True)

    def action_of(self, data: dict[str, Any]) -> Action:
        return PlayCard(data["card"])


class NothingSchema(Input):
    """A call that needs no more than to be made."""


class ActedSchema(Output):
    """The view after the action, and the events that the action caused."""

    view = shown.part(ViewSchema)
    events = shown.parts(EventSchema)


class ChangedTableSchema(Output):
    table = shown.part(TableSchema)
    events = shown.parts(EventSchema)


class RecordedActionSchema(Output):
    status = shown.whole("The HTTP status of the recorded answer.")
    events = fields.List(fields.Nested(EventSchema), required=True)
