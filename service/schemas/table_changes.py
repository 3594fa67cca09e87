"""Other terms, as asked for: of a table that is open, and of a rematch."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import post_load

from engine.seats import Seat
from service.schemas.rules import RulesChangePart
from service.schemas.strict import Input, Part, SomePairs, Whole, Word
from service.schemas.tables import VISIBILITIES, SeatRequestSchema
from service.table import Visibility
from service.table_events import SeatKind
from service.tables.configuring import Kept, TableChange, TermsChange


class SeatChangeSchema(SeatRequestSchema):
    """A player takes a seat by joining; here it is opened, or given to a CPU."""

    kind = Word(SeatKind.OPEN.value, SeatKind.CPU.value, required=True)


SeatsChangeSchema: Final = Input.from_dict(
    {seat.name: Part(SeatChangeSchema) for seat in Seat}, name="SeatsChangeSchema"
)


class RematchTableSchema(Input):
    """What is left out is as at the table before: a JSON merge patch of its terms."""

    rules = RulesChangePart()
    turn_seconds = Whole(5, 600, allow_none=True)

    @post_load
    def _change(self, data: dict[str, Any], **_kwargs: Any) -> Any:
        return terms_change_of(data)


class ChangeTableSchema(RematchTableSchema):
    """A JSON merge patch: what is left out stays.

    `rules` go on top of the table's, unless they name a preset; a seat is given as a whole; a null takes a
    name out of `metadata`.
    """

    seats = Part(SeatsChangeSchema, load_default=dict)
    visibility = Word(*VISIBILITIES)
    metadata = SomePairs()

    @post_load
    def _change(self, data: dict[str, Any], **_kwargs: Any) -> TableChange:
        seats = {Seat[name]: offer for name, offer in data["seats"].items()}
        return TableChange(terms_change_of(data), seats)


def terms_change_of(data: Mapping[str, Any]) -> TermsChange:
    visibility = data.get("visibility")
    return TermsChange(
        rules=data.get("rules"),
        turn_seconds=data.get("turn_seconds", Kept.KEPT),
        visibility=visibility and Visibility(visibility),
        metadata=data.get("metadata"),
    )
