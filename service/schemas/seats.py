"""Taking a seat."""

from typing import Any

from marshmallow import post_load

from service.schemas import shown
from service.schemas.shown import Output
from service.schemas.strict import Input, SeatName, Text
from service.schemas.tables import ViewSchema, player_name
from service.tables.joining import JoinOffer


class JoinTableSchema(Input):
    """For a table whose id is known; a public one needs no code."""

    join_code = Text(1, 40)
    name = player_name()
    seat = SeatName()

    @post_load
    def _offer(self, data: dict[str, Any], **_kwargs: Any) -> JoinOffer:
        code = data.get("join_code")
        return JoinOffer(data.get("name"), data.get("seat"), None if code is None else code.upper())


class JoinSchema(JoinTableSchema):
    """By join code alone."""

    join_code = Text(1, 40, required=True)


class JoinedSchema(Output):
    table_id = shown.text()
    seat = shown.seat()
    token = shown.text("The seat token; keep it.")
    view = shown.part(ViewSchema)
