"""Fields for input: no type is converted, and whatever is wrong says what is allowed."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import RAISE, Schema, ValidationError, fields

from engine.cards import is_card_code
from engine.errors import Refusal
from engine.seats import Seat
from service.refusals import AnyCode, FieldFault, Refused
from service.table import METADATA_ALLOWED, METADATA_NAMES

MAX_FAULTS: Final = 100
_GRAVEST_FIRST: Final = (Refusal.INVALID_FIELD, Refusal.UNKNOWN_FIELD, Refusal.RULES_CLASH)


class Fault(FieldFault):
    """One thing that is wrong with the field that raises it; the pointer is found when all are gathered."""

    __slots__ = ()


def fault(code: AnyCode, allowed: str, clashes_with: tuple[str, ...] = ()) -> ValidationError:
    params = {} if clashes_with else {"allowed": allowed}
    return ValidationError([Fault("", code, params, clashes_with)])


class Input(Schema):
    """A body, or a part of one. A field that is not listed is refused.

    `described`: what the document says of the whole, beside its fields.
    """

    described: ClassVar[Mapping[str, Any]] = {}

    error_messages = {"unknown": "unknown_field", "type": "invalid_field"}  # noqa: RUF012 (marshmallow's way)

    class Meta:
        unknown = RAISE


class Strict(fields.Field[Any]):
    """Mixed into a field: `allowed` says for people what may stand there."""

    allowed: str

    def make_error(self, key: str, **_kwargs: Any) -> ValidationError:  # noqa: ARG002 (one reason for all)
        return fault(Refusal.INVALID_FIELD, self.allowed)

    def refuse_unless(self, is_right: bool) -> None:
        if not is_right:
            raise self.make_error("invalid")


class Whole(Strict, fields.Integer):
    """A whole number in a range; "3" and true are none. (3.0 has become 3 when the body was read.)"""

    def __init__(self, minimum: int, maximum: int, **kwargs: Any) -> None:
        metadata = {"minimum": minimum, "maximum": maximum, **kwargs.pop("metadata", {})}
        super().__init__(metadata=metadata, **kwargs)
        self.minimum, self.maximum = minimum, maximum
        self.allowed = f"{minimum} … {maximum}" + (", null" if self.allow_none else "")

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> int:
        self.refuse_unless(type(value) is int and self.minimum <= value <= self.maximum)
        return int(value)


class WholeParameter(Whole):
    """The same as a parameter of a query: in decimal digits."""

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> int:
        self.refuse_unless(value.isascii() and value.isdigit() and len(value) <= 10)
        return super()._deserialize(int(value))


class FlagParameter(Strict, fields.Boolean):
    """True or false as a parameter of a query."""

    allowed = "true, false"

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> bool:
        self.refuse_unless(value in ("true", "false"))
        return bool(value == "true")


class Flag(Strict, fields.Boolean):
    allowed = "true, false"

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> bool:
        self.refuse_unless(isinstance(value, bool))
        return bool(value)


class Text(Strict, fields.String):
    """A text of `minimum` to `maximum` characters."""

    def __init__(self, minimum: int, maximum: int, **kwargs: Any) -> None:
        metadata = {"minLength": minimum, "maxLength": maximum, **kwargs.pop("metadata", {})}
        super().__init__(metadata=metadata, **kwargs)
        self.minimum, self.maximum = minimum, maximum
        self.allowed = f"a text of {minimum} to {maximum} characters"

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> str:
        self.refuse_unless(isinstance(value, str) and self.minimum <= len(value) <= self.maximum)
        return str(value)


# Controls, what has no width or turns the direction, private use, no characters. (The joiner U+200D and
# the selectors U+FE0x make one emoji of several.) A pattern, and not str.isprintable, since the document
# says it, too, and who reads that must understand it: it has no classes such as \p{C}.
_UNSEEN: Final = (
    r"\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200c"
    r"\u200e\u200f\u2028-\u202f\u205f-\u206f\u3164\ue000-\uf8ff\ufeff\uffa0\ufff0-\uffff"
)
_BLANK: Final = r" \u3000"
NAME_PATTERN: Final = f"^[{_BLANK}]*[^{_UNSEEN}{_BLANK}][^{_UNSEEN}]*$"
_NAME: Final = re.compile(NAME_PATTERN)


class Name(Text):
    """A text that shows: nothing in it is invisible, and it is not blank."""

    def __init__(self, maximum: int, **kwargs: Any) -> None:
        super().__init__(1, maximum, metadata={"pattern": NAME_PATTERN}, **kwargs)
        self.allowed = f"1 to {maximum} printable characters, not all blank"

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> str:
        name = super()._deserialize(value)
        self.refuse_unless(_NAME.fullmatch(name) is not None)
        return name


class Word(Strict, fields.String):
    """One of `values`."""

    def __init__(self, *values: str, **kwargs: Any) -> None:
        super().__init__(metadata={"enum": list(values), **kwargs.pop("metadata", {})}, **kwargs)
        self.values = values
        self.allowed = ", ".join(values)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Any:
        self.refuse_unless(isinstance(value, str) and value in self.values)
        return value


class SeatName(Word):
    """A seat by its name; gives a Seat."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(*(seat.name for seat in Seat), **kwargs)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Any:
        return Seat[super()._deserialize(value)]


class CardCode(Strict, fields.String):
    """A card by its code. Which card it is in the table's deck, its rules say."""

    allowed = "a card such as AS, TD or 2C, BJ or LJ"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(metadata={"pattern": "^([2-9TJQKA][CDHS]|BJ|LJ)$", "examples": ["4C"]}, **kwargs)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Any:
        self.refuse_unless(isinstance(value, str) and is_card_code(value))
        return value


class Part(Strict, fields.Nested):
    """An object within the body."""

    allowed = "an object"


class Cards(Strict, fields.List[Any]):
    """Cards, none of them twice; gives a tuple."""

    allowed = "a list of 1 to 13 cards"

    def __init__(self, **kwargs: Any) -> None:
        metadata = {"minItems": 1, "maxItems": 13, "uniqueItems": True}
        super().__init__(CardCode(), metadata=metadata, **kwargs)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        self.refuse_unless(isinstance(value, list) and 1 <= len(value) <= 13)
        cards = super()._deserialize(value, *args, **kwargs)
        again = [at for at, card in enumerate(cards) if card in cards[:at]]
        if again:
            raise ValidationError({at: [Fault("", Refusal.INVALID_FIELD, _ONCE)] for at in again})
        return tuple(cards)


_ONCE: Final = {"allowed": "each card once"}


class Pairs(Strict, fields.Dict):
    """Up to 16 texts by name; gives a tuple of pairs."""

    allowed = METADATA_ALLOWED

    def __init__(self, **kwargs: Any) -> None:
        value = fields.String(metadata={"maxLength": 200})
        metadata = {"maxProperties": METADATA_NAMES}
        super().__init__(keys=fields.String(), values=value, metadata=metadata, **kwargs)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Any:
        self.refuse_unless(isinstance(value, dict) and len(value) <= METADATA_NAMES)
        self.refuse_unless(all(_is_short(text) for pair in value.items() for text in pair))
        return tuple(value.items())


class SomePairs(Pairs):
    """The same as a merge patch: a null takes a name away; gives a mapping."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.value_field = fields.String(allow_none=True, metadata={"maxLength": 200})

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Any:
        self.refuse_unless(isinstance(value, dict) and len(value) <= 2 * METADATA_NAMES)
        super()._deserialize({name: text for name, text in value.items() if text is not None})
        self.refuse_unless(all(map(_is_short, value)))
        return dict(value)


def _is_short(text: object) -> bool:
    return isinstance(text, str) and len(text) <= 200


def load(schema: Schema, data: object) -> Any:
    """What the schema makes of `data`. Raises Refused with every fault."""
    try:
        return schema.load(data)  # type: ignore[arg-type]  # what is no object is refused by the schema
    except ValidationError as error:
        raise refused_fields(tuple(_faults(error.messages, ""))[:MAX_FAULTS]) from None


def load_query(schema: Schema, data: Mapping[str, str]) -> Any:
    """The same for the parameters of a query, which have names and no pointers."""
    try:
        return schema.load(data)
    except ValidationError as error:
        faults = tuple(_faults(error.messages, ""))[:MAX_FAULTS]
        raise refused_fields(tuple(_of_parameter(each) for each in faults)) from None


def _of_parameter(found: FieldFault) -> FieldFault:
    return parameter_fault(found.pointer.removeprefix("/"), found.code, found.params.get("allowed"))


def parameter_fault(name: str, code: AnyCode, allowed: str | int | None) -> FieldFault:
    """What is wrong with a parameter or a header."""
    return FieldFault("", code, {"parameter": name, "allowed": allowed})


def refused_fields(faults: tuple[FieldFault, ...]) -> Refused:
    """The refusal of a body; its code is that of the gravest fault."""
    codes = {each.code for each in faults}
    gravest = next(code for code in _GRAVEST_FIRST if code in codes)
    return Refused(gravest, faults=faults)


def _faults(messages: Any, pointer: str) -> list[FieldFault]:
    """marshmallow's tree of messages as a flat list."""
    if isinstance(messages, dict):
        branches = [_faults(below, _pointer(pointer, name)) for name, below in messages.items()]
        return [each for branch in branches for each in branch]
    return [_placed(message, pointer) for message in messages]


def _pointer(pointer: str, name: str | int) -> str:
    if name == "_schema":
        return pointer
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"


def _placed(message: Fault | str, pointer: str) -> FieldFault:
    if isinstance(message, Fault):
        return FieldFault(pointer, message.code, message.params, message.clashes_with)
    if message == Refusal.UNKNOWN_FIELD:
        return FieldFault(pointer, Refusal.UNKNOWN_FIELD, {})
    return FieldFault(pointer, Refusal.INVALID_FIELD, {"allowed": Part.allowed})
