"""The documentation: the reference by Swagger UI, the guide, the rules; all of it from files of our own."""

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from service.api import requests
from service.api.answers import answer, written
from service.api.context import context
from service.api.problem_types import CODES, problem_type
from service.refusals import Code, Refused
from service.texts import DEFAULT_LANGUAGE, LANGUAGES

blueprint = Blueprint("docs", __name__)

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
}
_PLAIN: Final = "text/plain; charset=utf-8"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ASK_AGAIN: Final = "no-cache"
_FOREVER: Final = "public, max-age=31536000, immutable"
_WORTH_PACKING: Final = 1024


@dataclass(frozen=True, slots=True)
class File:
    """One file of the site as it is sent; `packed`: by gzip."""

    body: bytes
    packed: bytes
    tag: str
    content_type: str


@blueprint.get("/")
def get_root() -> AnyResponse:
    """For a person who opens the address of the service."""
    place = "/docs" if context().settings.web == "off" else "/play"
    return AnyResponse(status=302, headers={"Location": place, "Cache-Control": _ASK_AGAIN})


@blueprint.get("/docs")
def get_reference() -> Response:
    return _sent("reference.html", _ASK_AGAIN)


@blueprint.get("/docs/<any(guide, rules, problems, changes):name>")
def get_page_in_readers_language(name: str) -> Response:
    return _page(requests.language(), name)


@blueprint.get(f"/docs/<any({', '.join(LANGUAGES)}):language>/<path:name>")
def get_page(language: str, name: str) -> Response:
    return _page(language, name)


@blueprint.get("/docs/assets/<path:name>")
def get_asset(name: str) -> Response:
    return _sent(name, _FOREVER if name.startswith("vendor/") else _ASK_AGAIN)


@blueprint.get("/problems/<code>")
def get_problem_type(code: str) -> AnyResponse:
    """Data for programs, the place on the page for people."""
    if code not in CODES:
        raise Refused(Code.NOT_FOUND)
    language = requests.language()
    if request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html":
        place = f"/docs/{language}/problems#{code}"
        return AnyResponse(
            status=303, headers={"Location": place, "Cache-Control": _ASK_AGAIN, "Vary": "Accept"}
        )
    headers = {"Cache-Control": _ASK_AGAIN, "Vary": "Accept"}
    return answer(problem_type(CODES[code], language), headers=headers)


def _page(language: str, name: str) -> Response:
    """A page that was not translated is there in English; a program of the guide under its own name."""
    found = (
        f"pages/{each}/{name}{end}" for each in (language, DEFAULT_LANGUAGE) for end in (".html", ".txt")
    )
    return _sent(next((path for path in found if path in _paths()), ""), _ASK_AGAIN)


def _sent(path: str, cache_control: str) -> Response:
    if path not in _paths():
        raise Refused(Code.NOT_FOUND)
    file = _file(path)
    headers = {"ETag": file.tag, "Cache-Control": cache_control, "Vary": "Accept-Encoding", **_of_page(path)}
    if requests.is_known(file.tag):
        return Response(status=304, headers=headers)
    if len(file.body) < _WORTH_PACKING or not request.accept_encodings["gzip"]:
        return written(file.body, 200, headers, file.content_type)
    return written(file.packed, 200, {**headers, "Content-Encoding": "gzip"}, file.content_type)


def _of_page(path: str) -> dict[str, str]:
    """The language is the file's own, which need not be the one that was asked for."""
    if not path.endswith(".html"):
        return {}
    folder, _, rest = path.partition("/")
    language = rest.partition("/")[0] if folder == "pages" else DEFAULT_LANGUAGE
    return {"Content-Security-Policy": _POLICY, "Content-Language": language}


_SITE: Final = resources.files("service.api") / "site"


@cache
def _paths() -> frozenset[str]:
    """Every file there is: nothing else is ever opened."""
    return frozenset(_walk(_SITE, ""))


def _walk(folder: Traversable, prefix: str) -> Iterator[str]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _walk(each, f"{prefix}{each.name}/")
        else:
            yield prefix + each.name


@cache
def _file(path: str) -> File:
    body = _SITE.joinpath(path).read_bytes()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    content_type = _TYPES.get(path.rpartition(".")[2], _PLAIN)
    return File(body, gzip.compress(body, mtime=0), tag, content_type)
