"""The rule book as data, with its texts: what `GET /v1/rules` answers, and what the page is made of."""

from typing import Any, Final

from engine.clashes import CLASHES, Condition
from engine.options import OPTIONS, Option, OptionValue
from engine.rules import PRESETS
from service.texts import LANGUAGES, en_glossary, sentence

Body = dict[str, Any]

WORDS: Final = tuple(en_glossary.TERMS)
"""The words of the glossary, by their names."""


def rule_book(language: str) -> Body:
    """Every option, preset and word. Texts stand in `language`, and beside it in every language."""
    return {
        "options": [_option_body(option, language) for option in OPTIONS],
        "presets": [_preset_body(name, options, language) for name, options in PRESETS.items()],
        "glossary": [_word_body(name, language) for name in WORDS],
    }


def _option_body(option: Option, language: str) -> Body:
    clashes = _clashes_of(option.name)
    return {
        "name": option.name,
        "type": option.kind,
        "default": option.default,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "values": list(option.values),
        "nullable": option.nullable,
        "clashes_with": sorted({clash["option"] for clash in clashes}),
        "clashes": clashes,
        "text": sentence(language, f"option.{option.name}", {}),
        "texts": _in_all_languages(f"option.{option.name}"),
        "explanation": sentence(language, f"explanation.{option.name}", {}),
        "explanations": _in_all_languages(f"explanation.{option.name}"),
    }


def _clashes_of(name: str) -> list[Body]:
    """What the option can't be combined with: its own values, the other option, and the other's values."""
    of_first = [(clash.of_first, clash.second, clash.of_second) for clash in CLASHES if clash.first == name]
    of_second = [(clash.of_second, clash.first, clash.of_first) for clash in CLASHES if clash.second == name]
    return [
        {"own": _condition_body(own), "option": option, "other": _condition_body(other)}
        for own, option, other in of_first + of_second
    ]


def _condition_body(condition: Condition) -> Body:
    return {"values": list(condition.values), "above": condition.above}


def _preset_body(name: str, options: dict[str, OptionValue], language: str) -> Body:
    return {
        "name": name,
        "options": options,
        "text": sentence(language, f"preset.{name}", {}),
        "texts": _in_all_languages(f"preset.{name}"),
    }


def _word_body(name: str, language: str) -> Body:
    return {
        "name": name,
        "term": sentence(language, f"term.{name}", {}),
        "terms": _in_all_languages(f"term.{name}"),
        "text": sentence(language, f"meaning.{name}", {}),
        "texts": _in_all_languages(f"meaning.{name}"),
    }


def _in_all_languages(key: str) -> dict[str, str]:
    return {language: sentence(language, key, {}) for language in LANGUAGES}
