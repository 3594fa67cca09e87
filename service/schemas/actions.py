"""The actions of a seat, and what they are answered with."""

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

from marshmallow import ValidationError, fields, post_load

from engine.actions import Action, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.bids import HIGHEST_BID, Bid, BidKind
from engine.cards import parse_card
from engine.errors import Refusal
from engine.rules import Rules
from engine.seats import Seat
from service.schemas import shown
from service.schemas.events import EventSchema
from service.schemas.shown import Output
from service.schemas.strict import CardCode, Cards, Flag, Input, Part, SeatName, Whole, Word, fault
from service.schemas.tables import TableSchema, ViewSchema, YouSchema
from service.tables.acting import SeatAction

_HIGHEST_TURN: Final = 1_000_000_000
_OF_TRICKS: Final = (BidKind.TRICKS, BidKind.BLIND_TRICKS)


@dataclass(frozen=True, slots=True)
class BidRequest:
    """A bid as asked for; `kind` None: a number of tricks."""

    kind: BidKind | None
    tricks: int

    def under(self, rules: Rules) -> Bid:
        """A bare 0 is a nil, or a zero where there is no nil."""
        if self.kind is not None:
            return Bid(self.kind, self.tricks)
        if self.tricks:
            return Bid(BidKind.TRICKS, self.tricks)
        return Bid(BidKind.ZERO if rules.zero_bid and not rules.nil else BidKind.NIL)


def _members(**limits: Any) -> dict[str, Any]:
    return {"properties": {"kind": {}, "tricks": {}, **limits}}


class BidRequestSchema(Input):
    """`tricks` may be left out for the kinds that have none; `kind` for `tricks` and for 0.

    A bare 0 is a nil, or a zero where nil is off and `zero_bid` on.
    """

    kind = Word(*(kind.value for kind in BidKind))
    tricks = Whole(0, HIGHEST_BID)

    described: ClassVar = {
        "minProperties": 1,
        "if": {**_members(kind={"enum": [kind.value for kind in _OF_TRICKS]}), "required": ["kind"]},
        "then": {**_members(tricks={"minimum": 1}), "required": ["tricks"]},
        "else": {"if": {**_members(), "required": ["kind"]}, "then": _members(tricks={"maximum": 0})},
    }

    @post_load
    def _bid(self, data: dict[str, Any], **_kwargs: Any) -> BidRequest:
        tricks = data.get("tricks")
        kind = BidKind(data["kind"]) if "kind" in data else None
        if kind is None and tricks is None:
            raise _wrong_tricks(f"0 … {HIGHEST_BID}")
        if kind in _OF_TRICKS and not tricks:
            raise _wrong_tricks(f"1 … {HIGHEST_BID}")
        if kind is not None and kind not in _OF_TRICKS and tricks:
            raise _wrong_tricks(f"0 for {kind}")
        return BidRequest(kind, tricks or 0)


def _wrong_tricks(allowed: str) -> ValidationError:
    return ValidationError({"tricks": fault(Refusal.INVALID_FIELD, allowed).messages})


class ActionInput(Input):
    """An action, and the turn that it is meant for."""

    turn = Whole(1, _HIGHEST_TURN, metadata={"description": "`turn.id` of the view."})

    @post_load
    def _seat_action(self, data: dict[str, Any], **_kwargs: Any) -> SeatAction:
        return SeatAction(partial(self.action_of, data), data.get("turn"))

    def action_of(self, data: dict[str, Any], rules: Rules) -> Action:
        raise NotImplementedError


class LookSchema(Input):
    @post_load
    def _look(self, _data: dict[str, Any], **_kwargs: Any) -> SeatAction:
        return SeatAction(lambda _rules: Look())


class PlaceBidSchema(ActionInput):
    bid = Part(BidRequestSchema, required=True)

    def action_of(self, data: dict[str, Any], rules: Rules) -> Action:
        return PlaceBid(data["bid"].under(rules))


class GiveCardsSchema(ActionInput):
    cards = Cards(required=True)

    def action_of(self, data: dict[str, Any], rules: Rules) -> Action:
        return GiveCards(tuple(parse_card(code, rules.jokers) for code in data["cards"]))


class PlayCardSchema(ActionInput):
    card = CardCode(required=True)

    def action_of(self, data: dict[str, Any], rules: Rules) -> Action:
        return PlayCard(parse_card(data["card"], rules.jokers))


class DrawCardSchema(ActionInput):
    keep = Flag(
        required=True,
        metadata={"description": "Keep the top card, or discard it and keep the next one."},
    )

    def action_of(self, data: dict[str, Any], rules: Rules) -> Action:  # noqa: ARG002 (the same under all rules)
        return Draw(data["keep"])


class ReplacePlayerSchema(Input):
    """The seat of the player who is absent."""

    seat = SeatName(required=True)

    @post_load
    def _seat(self, data: dict[str, Any], **_kwargs: Any) -> Seat:
        seat = data["seat"]
        assert isinstance(seat, Seat)
        return seat


class NothingSchema(Input):
    """A call that needs no more than to be made."""


class ActedSchema(Output):
    """The view after the action, and the events that the action caused."""

    view = shown.part(ViewSchema)
    events = shown.parts(EventSchema)


class LeftViewSchema(ViewSchema):
    """The view of who has left: `you` is null where the seat was opened."""

    you = shown.part(YouSchema, null=True)


class LeftSchema(Output):
    view = shown.part(LeftViewSchema)
    events = shown.parts(EventSchema)


class ChangedTableSchema(Output):
    table = shown.part(TableSchema)
    events = shown.parts(EventSchema)


class RecordedActionSchema(Output):
    status = shown.whole("The HTTP status of the recorded answer.")
    events = fields.List(fields.Nested(EventSchema), required=True)
