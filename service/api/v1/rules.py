"""The rules as data, and rules that are to be checked."""

from functools import cache

from flask import Response

from engine.errors import Refusal
from engine.rules import rules_hash
from service.api import requests
from service.api.answers import answer
from service.api.context import context
from service.api.doors import Call, Doors, Gives, Takes, anyone
from service.api.published import Published, published, published_answer
from service.schemas.rules import RuleBookSchema, RulesOffer, ValidatedRulesSchema, ValidateRulesSchema
from service.tables.changing import Request
from service.texts.rule_book import rule_book

doors = Doors("rules", "Every option of the rules, as data.")


@doors.door("GET", "/rules", Call(Gives(RuleBookSchema, has_etag=True)))
def get_rules() -> Response:
    """Every option with its type, range, default, meaning and clashes; the presets; the glossary.

    Enough to build a form for the rules, and to explain every option in the reader's language. It may be
    kept: ask again with `If-None-Match`.
    """
    return published_answer(_rule_book(requests.language()))


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
    """The rules with every option, and their hash; or all that is wrong with them.

    Checks a choice of rules before a table is made with them. Nothing is kept.
    """
    context().quotas.read()
    rules = {"preset": asked.preset, **asked.rules.as_options()}
    return answer({"rules": rules, "rules_hash": rules_hash(asked.rules)})


@cache
def _rule_book(language: str) -> Published:
    return published(rule_book(language))
