"""Renders what is written here as Markdown into the pages that a running service shows under `/docs`.

`make docs` writes them. What has a twin in `guide/ja/` is there in Japanese, too.
"""

import html
import re
import shutil
from collections.abc import Collection, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

HERE: Final = Path(__file__).parent
PAGES: Final = HERE.parent / "service" / "api" / "site" / "pages"
LANGUAGES: Final = ("en", "ja")
_OTHER: Final = {"en": "ja", "ja": "en"}
_COMMENT: Final = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_PROGRAMS: Final = (".py", ".ts")
_NAMES: Final = {
    "en": ("Reference", "Guide", "Rules", "Problems", "Changes", "Documentation", "日本語"),
    "ja": ("リファレンス", "ガイド", "ルール", "問題の一覧", "変更履歴", "ドキュメント", "English"),
}
_CURRENT: Final = ' aria-current="page"'
_SHELL: Final = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/site.css">
</head>
<body>
<nav aria-label="{label}">
<strong>Spades API</strong>
{links}
</nav>
<main class="page">
{body}</main>
</body>
</html>
"""


def pages() -> dict[str, str]:
    """The text of every file of the site that is made from the files here, by its path."""
    sources = {(language, name): text for language, name, text in _sources()}
    files = {
        f"{language}/{name}.html": _page(language, name, text, _twin(language, name, sources))
        for (language, name), text in sources.items()
    }
    for program in sorted(HERE.glob("guide/*")):
        if program.suffix in _PROGRAMS:
            files[f"en/guide/{program.name}.txt"] = program.read_text(encoding="utf-8")
    return files


def _sources() -> Iterator[tuple[str, str, str]]:
    """Language, name, and Markdown."""
    for language in LANGUAGES:
        for name in ("rules", "problems"):
            yield language, name, (HERE / f"{name}.{language}.md").read_text(encoding="utf-8")
        folder = HERE / "guide" if language == "en" else HERE / "guide" / language
        for path in sorted(folder.glob("*.md")):
            name = "guide" if path.stem == "index" else f"guide/{path.stem}"
            yield language, name, path.read_text(encoding="utf-8")
    yield "en", "changes", (HERE / "CHANGELOG.md").read_text(encoding="utf-8")


def _twin(language: str, name: str, translated: Collection[tuple[str, str]]) -> str:
    """The page in the other language; if there is none, the one that is nearest to it."""
    other = _OTHER[language]
    nearest = (name, name.partition("/")[0], "rules")
    return next(each for each in nearest if (other, each) in translated)


def _page(language: str, name: str, text: str, twin: str) -> str:
    """Comments are for those who write here."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(_COMMENT.sub("", text))
    for token in tokens:
        _lead_to_pages(token, language)
    titles = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    _name_headings(tokens)
    body = markdown.renderer.render(tokens, markdown.options, {})
    body = body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    return _SHELL.format(
        language=language,
        title=html.escape(f"{titles[0]} · Spades API"),
        label=_NAMES[language][5],
        links=_links(language, name, twin),
        body=body,
    )


def _links(language: str, name: str, twin: str) -> str:
    places = ("/docs", *(f"/docs/{language}/{page}" for page in ("guide", "rules", "problems", "changes")))
    here = f"/docs/{language}/{name.partition('/')[0]}"
    named = zip(places, _NAMES[language], strict=False)
    links = [f'<a href="{place}"{_CURRENT if place == here else ""}>{text}</a>' for place, text in named]
    other = _OTHER[language]
    if twin != name:
        links.append("<span>(English only)</span>")
    links.append(
        f'<a href="/docs/{other}/{twin}" hreflang="{other}" lang="{other}">{_NAMES[language][6]}</a>'
    )
    return "\n".join(links)


def _name_headings(tokens: list[Token]) -> None:
    """An address for each heading, as GitHub makes it."""
    for token, after in pairwise(tokens):
        if token.type == "heading_open":
            words = re.sub(r"[^\w\- ]", "", after.content.lower().replace("`", ""))
            token.attrSet("id", words.strip().replace(" ", "-"))


def _lead_to_pages(token: Token, language: str) -> None:
    """A link to another file here becomes one to its page."""
    for child in token.children or ():
        target = str(child.attrGet("href") or "")
        if child.type == "link_open" and not target.startswith(("http", "#", "/")):
            child.attrSet("href", _place(target, language))


def _place(target: str, language: str) -> str:
    path, mark, anchor = target.partition("#")
    name = path.removeprefix("../").removesuffix(".md")
    if path.startswith("../"):
        name = {"CHANGELOG": "changes"}.get(name, name.partition(".")[0])
    else:
        name = "guide" if name == "index" else f"guide/{name}"
    return f"/docs/{language}/{name}{mark}{anchor}"


def main() -> None:
    shutil.rmtree(PAGES, ignore_errors=True)
    for path, text in pages().items():
        target = PAGES / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
