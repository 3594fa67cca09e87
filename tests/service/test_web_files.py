"""The files of the web client: small, whole, of our own or unchanged, and with words in both languages."""

import gzip
import hashlib
import json
import re
import string
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from js_source import MODULES, STATIC, Source, code_lines, literals, templates
from service.web import pages

VENDOR = STATIC / "vendor"
EVALUATED = re.compile(r"\beval\(|new Function|(?:inner|outer|unsafe)HTML|insertAdjacentHTML|document\.write")
LANGUAGES = ("en", "ja")
MOST_LINES = 200
MOST_LINES_IN_ALL = 2_500
MOST_BYTES = {False: 60_000, True: 90_000}
"""By whether a table is open."""
CALLED = re.compile(r"""\bt\(\s*"([\w.-]+)\"""")
PLURALS = {"en": {"one", "other"}, "ja": {"other"}}
SPOKEN = re.compile(r"""(?:aria-\w+|title|alt|placeholder|label)=(["'])[^"']*[^\W\d_][^"']*\1""")
NOT_SPOKEN = re.compile(
    r"""aria-(?:hidden|live|atomic|busy|haspopup|modal|labelledby|describedby|controls|current)="""
)


def words(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((STATIC / "i18n" / f"{language}.json").read_text("utf-8"))
    return found


def test_every_module_is_short_and_all_of_them_together_are_few() -> None:
    lines = {path.relative_to(STATIC).as_posix(): code_lines(path) for path in MODULES}
    assert [name for name, count in lines.items() if count > MOST_LINES] == []
    assert sum(lines.values()) <= MOST_LINES_IN_ALL


@pytest.mark.parametrize("is_at_table", [False, True], ids=["the lobby", "a table"])
def test_what_a_page_loads_is_small(is_at_table: bool) -> None:
    """Each file is packed by itself. All in, with the larger one of the languages."""
    page = pages.page("x", is_at_table).partition("<template>")[0]
    loaded = {STATIC / path for path in re.findall(r'(?:href|src)="/static/x/([^"]+)"', page)}
    loaded.add(max((STATIC / "i18n").iterdir(), key=lambda path: path.stat().st_size))
    packed = [len(gzip.compress(each)) for each in (page.encode(), *(path.read_bytes() for path in loaded))]
    assert sum(packed) <= MOST_BYTES[is_at_table]


def test_every_module_is_loaded_and_every_style_sheet_is_named() -> None:
    loaded = {STATIC / path for path in (*pages.modules(), *pages.modules(pages.AT_TABLE))}
    types_alone = STATIC / "js" / "types.js"
    assert set(MODULES) - loaded == {types_alone}
    page = pages.page("x", is_at_table=True)
    named = {STATIC / path for path in re.findall(r'href="/static/x/([^"]+\.(?:css|svg))"', page)}
    assert set((STATIC / "css").iterdir()) <= named
    assert all(path.is_file() for path in named)


def test_the_lobby_loads_nothing_of_a_table() -> None:
    modules = pages.modules()
    assert {"js/match.js", "js/actions.js", "js/stream.js", "js/table/table.js"}.isdisjoint(modules)
    assert pages.AT_TABLE not in modules


def test_what_others_wrote_is_unchanged_and_has_its_licence() -> None:
    libraries = json.loads((VENDOR / "VENDORED.json").read_text("utf-8"))
    files = dict(chain.from_iterable(library["files"].items() for library in libraries))
    there = {path.relative_to(VENDOR).as_posix(): path for path in VENDOR.rglob("*") if path.is_file()}
    del there["VENDORED.json"]
    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in there.items()} == {
        name: file["sha256"] for name, file in files.items()
    }
    for library in libraries:
        assert library["version"]
        assert library["licence"]
        assert any(file["from"] == "LICENSE" for file in library["files"].values())


def test_what_others_wrote_is_what_the_types_are_of() -> None:
    wanted = json.loads((Path(__file__).parents[1] / "web" / "package.json").read_text("utf-8"))[
        "devDependencies"
    ]
    libraries = json.loads((VENDOR / "VENDORED.json").read_text("utf-8"))
    assert {each["package"]: each["version"] for each in libraries}.items() <= wanted.items()


def test_both_languages_have_the_same_words_with_the_same_holes() -> None:
    english, japanese = words("en"), words("ja")
    assert english.keys() == japanese.keys()
    assert [key for key in english if _holes(english[key]) != _holes(japanese[key])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_has_the_forms_of_its_language(language: str) -> None:
    plurals = {key: value.keys() for key, value in words(language).items() if isinstance(value, dict)}
    assert plurals
    assert {key: forms for key, forms in plurals.items() if forms != PLURALS[language]} == {}


def test_every_word_that_is_asked_for_is_there_and_every_other_one_is_gone() -> None:
    keys = set(words("en"))
    groups = {key.partition(".")[0] for key in keys}
    said = set(chain.from_iterable(literals(module) for module in MODULES))
    asked = {each for each in said if "." in each and each.partition(".")[0] in groups}
    beginnings = tuple(each.removesuffix("*") for each in asked if each.endswith("*"))
    assert {each for each in asked if not each.endswith("*")} - keys == set()
    assert set(chain.from_iterable(CALLED.findall(module.read_text("utf-8")) for module in MODULES)) <= keys
    assert [each for each in beginnings if not any(key.startswith(each) for key in keys)] == []
    used = {key for key in keys if key.startswith(beginnings) or {key, key.rpartition(".")[0]} & said}
    assert keys - used == set()


@pytest.mark.parametrize("module", MODULES, ids=[path.relative_to(STATIC).as_posix() for path in MODULES])
def test_no_template_has_a_text_of_its_own(module: Path) -> None:
    for template in templates(module):
        if template.tag not in ("html", "svg"):
            continue
        outside = re.sub(r"<[^>]*>", " ", template.text)
        assert not any(char.isalpha() for char in re.sub(r"&\w+;", "", outside)), template.text
        for tag in re.findall(r"<[^>]*>", template.text):
            spoken = [each[0] for each in SPOKEN.finditer(tag) if not NOT_SPOKEN.match(each[0])]
            assert spoken == [], tag


def test_a_text_in_a_template_would_be_found() -> None:
    source = Source('const a = html`<p title="x">${b ? html`Hello ${"`"}` : `${c}`}</p>`; // `').read()
    assert [(each.tag, each.text) for each in source.templates] == [
        ("html", "Hello \0"),
        ("", "\0"),
        ("html", '<p title="x">\0</p>'),
    ]


def test_nothing_of_the_client_is_evaluated_or_written_as_markup() -> None:
    """The policy of the page forbids it: an attribute `style`, a handler in one, HTML from a string."""
    for module in MODULES:
        text = module.read_text("utf-8")
        assert not re.search(
            r"\beval\(|new Function|innerHTML|insertAdjacentHTML|document\.write|unsafeHTML", text
        ), module
        for template in templates(module):
            assert not re.search(r"<[^>]*\s(?:style|on\w+)=", template.text), template.text


def _holes(text: str | dict[str, str]) -> set[str]:
    texts = text.values() if isinstance(text, dict) else [text]
    return {name for each in texts for _, name, _, _ in string.Formatter().parse(each) if name} - {"count"}
