"""Codes and params to sentences. A language is one module with `SENTENCES` and `NAMES`, and a line here."""

from collections.abc import Callable, Mapping
from typing import Final

from service.texts import en, ja

DEFAULT_LANGUAGE: Final = "en"
LANGUAGES: Final = (DEFAULT_LANGUAGE, "ja")

SENTENCES: Final[Mapping[str, Mapping[str, str]]] = {"en": en.SENTENCES, "ja": ja.SENTENCES}
"""By language and key: templates in the style of str.format."""

NAMES: Final[Mapping[str, Mapping[str, Callable[..., str]]]] = {"en": en.NAMES, "ja": ja.NAMES}
"""By language and name of a param: how its value is said; params that are not here stand as they are."""


def sentence(language: str, key: str, params: Mapping[str, object]) -> str:
    """The text of `key`, such as `refusal.must_follow_suit`; codes among the params become words."""
    template = SENTENCES[language][key]
    if not params:
        return template
    names = NAMES[language]
    return template.format_map(
        {name: names[name](value) if name in names else value for name, value in params.items()}
    )
