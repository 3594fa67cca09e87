"""The rules: as asked for, as resolved, and as data about every option."""

from dataclasses import dataclass
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, post_load

from engine.errors import Refusal
from engine.options import OPTIONS, Option
from engine.rules import PRESETS, IllegalRules, Rules, RulesFault, check_options, resolve_rules
from service.schemas import shown
from service.schemas.shown import Output
from service.schemas.strict import Fault, Input, Part, fault
from service.tables.configuring import RulesChange


@dataclass(frozen=True, slots=True)
class RulesOffer:
    """Rules as asked for: a preset, and what the options on top of it make of it."""

    preset: str
    rules: Rules


STANDARD: Final = RulesOffer("standard", resolve_rules("standard", {}))
_JSON_TYPES: Final = {"integer": "integer", "boolean": "boolean", "word": "string"}


def _option_schema(option: Option) -> fields.Raw:
    """An option as the documents describe it."""
    kind = _JSON_TYPES[option.kind]
    described: dict[str, Any] = {"type": [kind, "null"] if option.nullable else kind}
    if option.minimum is not None:
        described |= {"minimum": option.minimum, "maximum": option.maximum}
    if option.values:
        described["enum"] = list(option.values)
    return fields.Raw(metadata=described)


# No `default` here: of an option that is left out the preset decides, and generated clients would send it.
_PRESET: Final = {
    "type": "string",
    "enum": list(PRESETS),
    "description": f"`{STANDARD.preset}`, if left out. Options go on top of it.",
}
RulesRequestSchema: Final = Input.from_dict(
    {
        "preset": fields.Raw(metadata=_PRESET),
        **{option.name: _option_schema(option) for option in OPTIONS},
    },
    name="RulesRequestSchema",
)

RulesChangeSchema: Final = Input.from_dict(
    {
        "preset": fields.Raw(
            metadata={"type": "string", "enum": list(PRESETS), "description": "Begin anew from this preset."}
        ),
        **{option.name: _option_schema(option) for option in OPTIONS},
    },
    name="RulesChangeSchema",
)


class RulesPart(Part):
    """The rules of a table: the engine says what is wrong with them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(RulesRequestSchema, **kwargs)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> RulesOffer:
        self.refuse_unless(isinstance(value, dict))
        options = dict(value)
        preset = options.pop("preset", STANDARD.preset)
        if not isinstance(preset, str):
            raise ValidationError({"preset": fault(Refusal.INVALID_FIELD, ", ".join(PRESETS)).messages})
        try:
            return RulesOffer(preset, resolve_rules(preset, options))
        except IllegalRules as illegal:
            faults = {each.option or "preset": [_fault(each)] for each in illegal.faults}
            raise ValidationError(faults) from None


class RulesChangePart(Part):
    """Rules that go on top of a table's: whether they clash with these, the table says."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(RulesChangeSchema, **kwargs)

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> RulesChange:
        self.refuse_unless(isinstance(value, dict))
        options = dict(value)
        preset = options.pop("preset", None)
        if "preset" in value and not (isinstance(preset, str) and preset in PRESETS):
            raise ValidationError({"preset": fault(Refusal.INVALID_FIELD, ", ".join(PRESETS)).messages})
        try:
            check_options(options)
        except IllegalRules as illegal:
            raise ValidationError({str(each.option): [_fault(each)] for each in illegal.faults}) from None
        return RulesChange(preset, options)


def _fault(found: RulesFault) -> Fault:
    return Fault("", found.refusal, found.params, found.clashes_with)


class ValidateRulesSchema(Input):
    rules = RulesPart(load_default=lambda: STANDARD)

    @post_load
    def _offer(self, data: dict[str, Any], **_kwargs: Any) -> RulesOffer:
        offer = data["rules"]
        assert isinstance(offer, RulesOffer)
        return offer


def _shown_options() -> dict[str, fields.Field[Any]]:
    kinds = {option.name: _JSON_TYPES[option.kind] for option in OPTIONS}
    return {
        option.name: fields.Raw(
            required=True,
            metadata={"type": [kinds[option.name], "null"] if option.nullable else kinds[option.name]},
        )
        for option in OPTIONS
    }


OptionsSchema: Final[type[Schema]] = Output.from_dict(_shown_options(), name="OptionsSchema")
RulesSchema: Final[type[Schema]] = Output.from_dict(
    {"preset": shown.text("The preset that the table began with."), **_shown_options()}, name="RulesSchema"
)


class ValidatedRulesSchema(Output):
    rules = fields.Nested(RulesSchema, required=True)
    rules_hash = shown.text("SHA-256 of the resolved options, without the preset's name, as sorted JSON.")


_ANY_TYPE: Final = ["integer", "boolean", "string", "null"]


class ConditionSchema(Output):
    """When an option clashes: its value is one of `values`, or greater than `above`."""

    values = fields.List(
        fields.Raw(metadata={"type": _ANY_TYPE}),
        required=True,
        metadata={"description": "Empty where `above` says it."},
    )
    above = shown.whole("Null where `values` say it.", null=True)


class ClashSchema(Output):
    """What can't be combined: `own` values of the option, and the `other` values of the option named."""

    own = shown.part(ConditionSchema)
    option = shown.text("The other option.")
    other = shown.part(ConditionSchema)


class OptionSchema(Output):
    """One option of the rules as data."""

    name = shown.text()
    type = shown.text("`integer`, `boolean` or `word`.")
    default = fields.Raw(required=True, metadata={"type": _ANY_TYPE})
    minimum = fields.Integer(required=True, allow_none=True)
    maximum = fields.Integer(required=True, allow_none=True)
    values = fields.List(
        fields.Raw(metadata={"type": ["integer", "string"]}),
        required=True,
        metadata={"description": "The values allowed; empty: a range, or true and false."},
    )
    nullable = shown.flag("null (none) is allowed, too.")
    clashes_with = fields.List(
        fields.String(), required=True, metadata={"description": "Options that it can clash with."}
    )
    clashes = shown.parts(ClashSchema, "The same, with the values that clash.")
    text = shown.text("What it means, in a line.")
    texts = shown.by_language()
    explanation = shown.text("What it means, in full.")
    explanations = shown.by_language()


class PresetSchema(Output):
    name = shown.text()
    options = fields.Dict(required=True, metadata={"description": "What differs from the defaults."})
    text = shown.text("What it is.")
    texts = shown.by_language()


class WordSchema(Output):
    """A word of the game."""

    name = shown.text()
    term = shown.text("The word itself.")
    terms = shown.by_language()
    text = shown.text("What it means.")
    texts = shown.by_language()


class RuleBookSchema(Output):
    """Texts follow `Accept-Language`; beside each stands the same in every language."""

    options = shown.parts(OptionSchema)
    presets = shown.parts(PresetSchema)
    glossary = shown.parts(WordSchema)
