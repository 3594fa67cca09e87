"""Fields for output: the words in which answers are documented. A field is always there, or `optional`."""

from typing import Any

from marshmallow import EXCLUDE, Schema, fields

from engine.seats import FOUR_PLAYERS, TWO_PLAYERS, Seat


class Output(Schema):
    """Part of an answer; open, for fields may be added."""

    class Meta:
        unknown = EXCLUDE


def text(description: str = "", *, null: bool = False, optional: bool = False, **more: Any) -> fields.String:
    return fields.String(required=not optional, allow_none=null, metadata=_described(description, more))


def word(*values: str, null: bool = False, optional: bool = False, description: str = "") -> fields.String:
    """One of `values` today; clients must expect others, so that it is no closed enum."""
    more = {"x-extensible-enum": list(values)}
    return fields.String(required=not optional, allow_none=null, metadata=_described(description, more))


def whole(description: str = "", *, null: bool = False, optional: bool = False) -> fields.Integer:
    return fields.Integer(required=not optional, allow_none=null, metadata=_described(description, {}))


def number(description: str = "", *, null: bool = False) -> fields.Float:
    return fields.Float(required=True, allow_none=null, metadata=_described(description, {}))


def flag(description: str = "", *, optional: bool = False) -> fields.Boolean:
    return fields.Boolean(required=not optional, metadata=_described(description, {}))


def moment(description: str = "", *, null: bool = False) -> fields.String:
    more = {"format": "date-time", "examples": ["2026-11-30T12:00:30.000Z"]}
    return fields.String(required=True, allow_none=null, metadata=_described(description, more))


def card(*, optional: bool = False) -> fields.String:
    return text("A rank and a suit.", optional=optional, pattern="^([2-9TJQKA][CDHS]|BJ|LJ)$")


def seat(description: str = "", *, null: bool = False, optional: bool = False) -> fields.String:
    names = [each.name for each in Seat]
    return word(*names, null=null, optional=optional, description=description)


def side(description: str = "", *, null: bool = False) -> fields.String:
    names = [*FOUR_PLAYERS.side_names, *TWO_PLAYERS.side_names]
    return word(*names, null=null, description=description)


def cards(description: str = "", *, null: bool = False, optional: bool = False) -> fields.List[Any]:
    return fields.List(card(), required=not optional, allow_none=null, metadata=_described(description, {}))


def seats(description: str = "") -> fields.List[Any]:
    return fields.List(seat(), required=True, metadata=_described(description, {}))


def part(schema: type[Schema], *, null: bool = False, optional: bool = False) -> fields.Nested:
    return fields.Nested(schema, required=not optional, allow_none=null)


def parts(schema: type[Schema], description: str = "") -> fields.List[Any]:
    return fields.List(fields.Nested(schema), required=True, metadata=_described(description, {}))


def by_seat(value: fields.Field[Any], description: str = "By seat in play.") -> fields.Dict:
    return fields.Dict(
        keys=fields.String(), values=value, required=True, metadata=_described(description, {})
    )


def by_side(value: fields.Field[Any], description: str = "By side in play.") -> fields.Dict:
    return by_seat(value, description)


def by_language() -> fields.Dict:
    """A text in every language."""
    described = _described("By language: `en`, `ja`.", {})
    return fields.Dict(keys=fields.String(), values=fields.String(), required=True, metadata=described)


def params() -> fields.Dict:
    return fields.Dict(required=True, metadata={"description": "The numbers and names of the reason."})


def _described(description: str, more: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, **more} if description else more
