"""The rules as data, and rules that are to be checked."""

from functools import cache
from typing import Any

from flask import Response

from engine.errors import Refusal
from engine.rules import rules_hash
from service.api import requests
from service.api.answers import answer
from service.api.doors import Call, Doors, Gives, Takes, anyone
from service.schemas.rules import RuleBookSchema, RulesOffer, ValidatedRulesSchema, ValidateRulesSchema
from service.tables.changing import Request
from service.texts.rule_book import rule_book

doors = Doors("rules", "Every option of the rules, as data.")


@doors.door("GET", "/rules", Call(Gives(RuleBookSchema)))
def get_rules() -> Response:
    """Every option with its type, range, default, meaning and clashes; the presets; the glossary."""
    return answer(_rule_book(requests.language()))


@doors.door(
    "POST",
    "/rules/validate",
    Call(
        Gives(ValidatedRulesSchema),
        refuses=(Refusal.RULES_CLASH,),
        takes=Takes(ValidateRulesSchema, anyone),
    ),
)
def validate_rules(request: Request, asked: RulesOffer) -> Response:  # noqa: ARG001 (every body comes so)
    """The rules with every option, and their hash; or all that is wrong with them."""
    rules = {"preset": asked.preset, **asked.rules.as_options()}
    return answer({"rules": rules, "rules_hash": rules_hash(asked.rules)})


@cache
def _rule_book(language: str) -> dict[str, Any]:
    return rule_book(language)
