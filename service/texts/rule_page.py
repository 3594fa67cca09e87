"""The page of the rules for people, as Markdown: `python -m service.texts.rule_page LANGUAGE` prints it."""

import json
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from engine.options import OPTION_OF, OptionValue
from service.texts import LANGUAGES, SENTENCES, sentence
from service.texts.rule_book import Body, rule_book

_OTHER_LANGUAGE: Final = {"en": "ja", "ja": "en"}
_FOR_AUTHORS: Final = "<!-- Made from service/texts by `make docs`: don't edit it by hand. -->"


def rule_page(language: str) -> str:
    book = rule_book(language)
    say = partial(_said, language)
    parts = (
        (_FOR_AUTHORS, f"# {say('title')}", say("about")),
        (f"## {say('play')}", _numbered(language, "play")),
        (f"## {say('options')}", say("options_about"), _options(book, language)),
        (f"## {say('details')}", *_details(book, language)),
        (f"## {say('presets')}", _presets(book, language)),
        (f"## {say('choices')}", say("choices_about"), _listed(language, "choice")),
        (f"## {say('glossary')}", _glossary(book, language)),
    )
    return "\n\n".join(text for part in parts for text in part) + "\n"


def _said(language: str, name: str, **params: object) -> str:
    return sentence(language, f"page.{name}", params)


def _numbered(language: str, group: str) -> str:
    return "\n".join(f"{number}. {text}" for number, text in enumerate(_group(language, group), start=1))


def _listed(language: str, group: str) -> str:
    return "\n".join(f"- {text}" for text in _group(language, group))


def _group(language: str, group: str) -> list[str]:
    return [text for key, text in SENTENCES[language].items() if key.startswith(f"{group}.")]


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    return "\n".join(_row(cells) for cells in (heads, ["---"] * len(heads), *rows))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _options(book: Body, language: str) -> str:
    heads = (_said(language, name) for name in ("option", "allowed", "default", "meaning"))
    rows = (
        (_code(each["name"]), _allowed(each), _value(each["default"]), each["text"])
        for each in book["options"]
    )
    return _table(heads, rows)


def _details(book: Body, language: str) -> Iterator[str]:
    """Of each option the longer explanation, and what it clashes with."""
    for option in book["options"]:
        yield f"### {_code(option['name'])}"
        yield option["explanation"]
        if option["clashes"]:
            rows = (f"- {_clash(option['name'], clash, language)}" for clash in option["clashes"])
            yield "\n".join((_said(language, "clash"), "", *rows))


def _clash(name: str, clash: Body, language: str) -> str:
    return _said(
        language,
        "clash_row",
        own=f"{_code(name)} {_condition(name, clash['own'])}",
        other=f"{_code(clash['option'])} {_condition(clash['option'], clash['other'])}",
    )


def _condition(name: str, condition: Body) -> str:
    """As signs that need no language: `= mirror, whiz`, `> 1`, and `≠ null` where any number will do."""
    above = condition["above"]
    if above is None:
        return f"= {_values(condition['values'])}"
    option = OPTION_OF[name]
    is_any = option.nullable and option.minimum is not None and above < option.minimum
    return f"≠ {_value(None)}" if is_any else f"> {_value(above)}"


def _presets(book: Body, language: str) -> str:
    heads = (_said(language, name) for name in ("preset", "differs", "meaning"))
    rows = ((_code(each["name"]), _settings(each["options"]), each["text"]) for each in book["presets"])
    return _table(heads, rows)


def _settings(options: dict[str, OptionValue]) -> str:
    return ", ".join(f"{_code(name)} {_value(value)}" for name, value in options.items()) or "–"


def _glossary(book: Body, language: str) -> str:
    other = _OTHER_LANGUAGE[language]
    heads = (_said(language, name) for name in ("term", "other_term", "meaning"))
    return _table(heads, ((each["term"], each["terms"][other], each["text"]) for each in book["glossary"]))


def _allowed(option: Body) -> str:
    if option["type"] == "boolean":
        return _values((True, False))
    if option["values"]:
        return _values(option["values"])
    span = f"{_value(option['minimum'])} … {_value(option['maximum'])}"
    return f"{span}, {_value(None)}" if option["nullable"] else span


def _values(values: Iterable[Any]) -> str:
    return ", ".join(map(_value, values))


def _value(value: Any) -> str:
    """A value as it stands in JSON, words without their quotes."""
    return _code(value if isinstance(value, str) else json.dumps(value))


def _code(text: str) -> str:
    return f"`{text}`"


def main(arguments: list[str]) -> None:
    if len(arguments) != 1 or arguments[0] not in LANGUAGES:
        sys.exit(f"usage: python -m service.texts.rule_page {' | '.join(LANGUAGES)}")
    sys.stdout.write(rule_page(arguments[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
