"""The modules of the web client as text: what they import, their templates, the words that they ask for."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import service.web

STATIC = Path(service.web.__file__).parent / "static"
MODULES = tuple(sorted((STATIC / "js").rglob("*.js")))
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*$", re.DOTALL | re.MULTILINE)


def code_lines(module: Path) -> int:
    """How many lines have code on them."""
    return sum(bool(line.strip()) for line in _COMMENT.sub("", module.read_text("utf-8")).splitlines())


@dataclass(frozen=True, slots=True)
class Template:
    """A template and its tag; for each `${…}` a zero byte stands in the text."""

    tag: str
    text: str


@dataclass(slots=True)
class Source:
    """Finds the templates of a module, also those within others."""

    text: str
    templates: list[Template] = field(default_factory=list)

    def read(self) -> "Source":
        self._code(0, "")
        return self

    def _code(self, place: int, end: str) -> int:
        """Reads code up to an end that is not within something; gives the place after it."""
        depth = 0
        while place < len(self.text):
            char = self.text[place]
            if char == end and depth == 0:
                return place + 1
            depth += {"{": 1, "}": -1}.get(char, 0)
            place = self._piece(place)
        return place

    def _piece(self, place: int) -> int:
        text = self.text
        if text.startswith("//", place):
            return _after(text, "\n", place)
        if text.startswith("/*", place):
            return _after(text, "*/", place)
        if text[place] in "'\"":
            return _end_of_string(text, place)
        if text[place] == "`":
            return self._template(place)
        return place + 1

    def _template(self, place: int) -> int:
        tag = re.search(r"(\w*)$", self.text[:place])
        said: list[str] = []
        here = place + 1
        while self.text[here] != "`":
            if self.text.startswith("${", here):
                here = self._code(here + 2, "}")
                said.append("\0")
            else:
                step = 2 if self.text[here] == "\\" else 1
                said.append(self.text[here : here + step])
                here += step
        self.templates.append(Template(tag[1] if tag else "", "".join(said)))
        return here + 1


def templates(module: Path) -> list[Template]:
    return Source(module.read_text("utf-8")).read().templates


def literals(module: Path) -> set[str]:
    """The strings of a module; of a template the part before its first hole, and a star."""
    text = module.read_text("utf-8")
    plain = re.findall(r"""(["'])([\w.]+)\1""", text)
    made = re.findall(r"`([\w.]+)\$\{", text)
    return {each for _, each in plain} | {f"{each}*" for each in made}


def _after(text: str, end: str, place: int) -> int:
    found = text.find(end, place + 2)
    return len(text) if found < 0 else found + len(end)


def _end_of_string(text: str, place: int) -> int:
    quote, here = text[place], place + 1
    while here < len(text) and text[here] not in (quote, "\n"):
        here += 2 if text[here] == "\\" else 1
    return here + 1
