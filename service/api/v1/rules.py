"""The rules as data, and rules that are to be checked."""

from functools import cache
from typing import Any

from flask import Response

from engine.errors import Refusal
from engine.options import OPTIONS, Option
from engine.rules import CLASHES, PRESETS, IllegalRules, resolve_rules, rules_hash
from service.api import requests
from service.api.answers import answer
from service.api.doors import Call, Doors, Gives, Takes, anyone
from service.schemas.rules import RuleBookSchema, RulesOffer, ValidatedRulesSchema, ValidateRulesSchema
from service.tables.changing import Request
from service.texts import sentence

doors = Doors("rules", "Every option of the rules, as data.")


@doors.door("GET", "/rules", Call(Gives(RuleBookSchema)))
def get_rules() -> Response:
    """Every option with its type, range, default, meaning and clashes, and the presets."""
    return answer(_rule_book(requests.language()))


@doors.door(
    "POST",
    "/rules/validate",
    Call(
        Gives(ValidatedRulesSchema),
        refuses=(Refusal.RULES_CLASH, Refusal.NOT_SUPPORTED),
        takes=Takes(ValidateRulesSchema, anyone),
    ),
)
def validate_rules(request: Request, asked: RulesOffer) -> Response:  # noqa: ARG001 (every body comes so)
    """The rules with every option, and their hash; or all that is wrong with them."""
    rules = {"preset": asked.preset, **asked.rules.as_options()}
    return answer({"rules": rules, "rules_hash": rules_hash(asked.rules)})


@cache
def _rule_book(language: str) -> dict[str, Any]:
    return {
        "options": [_option_body(option, language) for option in OPTIONS],
        "presets": [
            {
                "name": name,
                "options": options,
                "supported": _is_built(name),
                "text": sentence(language, f"preset.{name}", {}),
            }
            for name, options in PRESETS.items()
        ],
    }


def _option_body(option: Option, language: str) -> dict[str, Any]:
    return {
        "name": option.name,
        "type": option.kind,
        "default": option.default,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "values": list(option.values),
        "nullable": option.nullable,
        "supported": option.built,
        "clashes_with": _clashing(option.name),
        "text": sentence(language, f"option.{option.name}", {}),
    }


def _clashing(name: str) -> list[str]:
    pairs = [(first, second) for first, _, second, _ in CLASHES if name in (first, second)]
    return sorted({first if second == name else second for first, second in pairs})


def _is_built(preset: str) -> bool:
    try:
        resolve_rules(preset, {})
    except IllegalRules:
        return False
    return True
