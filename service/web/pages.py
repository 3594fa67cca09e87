"""Serves the client: the one page under /play, and its files under an address that changes when they do."""

import gzip
import hashlib
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from flask import Blueprint, Flask, Response, request, send_from_directory
from werkzeug.wrappers import Response as AnyResponse
from whitenoise import WhiteNoise

from service.settings import Settings

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"
START: Final = "js/main.js"
WORDS: Final = "js/i18n.js"
"""Runs before the rest is there, and asks for the words of the reader's language."""
AT_TABLE: Final = "js/at_table.js"
STYLES_AT_TABLE: Final = ("css/table.css", "css/sheet.css")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "require-trusted-types-for 'script'; trusted-types lit-html; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_IMPORT: Final = re.compile(
    r"""^(?:import|export)\s+(?:[\w$*{},\s]+\sfrom\s+)?["'](\.[^"']+)["']""", re.MULTILINE
)


def install(app: Flask, settings: Settings) -> None:
    """Adds the client, unless the settings leave it out. `dev`: its files as they are now, for who edits."""
    if settings.web == "off":
        return
    is_dev = settings.web == "dev"
    app.register_blueprint(_blueprint(is_dev))
    app.wsgi_app = _only_files(_files(app.wsgi_app, is_dev), app.wsgi_app)  # type: ignore[method-assign]  # Flask's own way to put a layer around it


def _blueprint(is_dev: bool) -> Blueprint:
    blueprint = Blueprint("web", __name__)

    @blueprint.get("/play")
    @blueprint.get("/play/<table_id>")
    def get_play(table_id: str = "") -> AnyResponse:
        is_packed, make = bool(request.accept_encodings["gzip"]), _new_body if is_dev else _body
        return _answer(make(bool(table_id), is_packed), is_packed)

    @blueprint.get("/static/<release>/<path:name>")
    def get_file_of_another_release(release: str, name: str) -> AnyResponse:  # noqa: ARG001 (whichever it is)
        """While one release takes another's place, a page of one asks a process of the other.

        What that has will most often do, but it must not be kept under this address.
        """
        response = send_from_directory(STATIC, name)
        response.headers["Cache-Control"] = "no-store"
        return response

    return blueprint


def _answer(body: bytes, is_packed: bool) -> AnyResponse:
    """The page is asked for anew each time: it names the files of this release."""
    response = Response(body, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.add_etag()
    return response.make_conditional(request)


def _only_files(files: Any, app: Any) -> Any:
    """Calls of the API don't go through the layer of files."""

    def choose(environ: dict[str, Any], start_response: Any) -> Any:
        chosen = files if environ["PATH_INFO"].startswith("/static/") else app
        return chosen(environ, start_response)

    return choose


def _files(app: Any, is_dev: bool) -> WhiteNoise:
    if is_dev:
        return WhiteNoise(app, STATIC, "/static/dev/", autorefresh=True, max_age=0, allow_all_origins=False)
    return WhiteNoise(
        app,
        packed(),
        f"/static/{version()}/",
        immutable_file_test=lambda _path, _url: True,
        allow_all_origins=False,
    )


@cache
def version() -> str:
    """The hash of the folder: names and bytes of all its files."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(f"{path.relative_to(STATIC).as_posix()}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _body(is_at_table: bool, is_packed: bool) -> bytes:
    return _as_sent(page(version(), is_at_table), is_packed)


def _new_body(is_at_table: bool, is_packed: bool) -> bytes:
    return _as_sent(page("dev", is_at_table), is_packed)


def _as_sent(text: str, is_packed: bool) -> bytes:
    return gzip.compress(text.encode(), mtime=0) if is_packed else text.encode()


def page(folder: str, is_at_table: bool) -> str:
    """The page, whose files lie under /static/<folder>/. It names all modules: none is waited for twice.

    Those that a table alone needs stand in a template, for when one is opened.
    """
    base = f"/static/{escape(folder)}"
    here = dict.fromkeys([*modules(WORDS), *modules()])
    later = [path for path in modules(AT_TABLE) if path not in here]
    at_table = _links("stylesheet", base, STYLES_AT_TABLE) + _links("modulepreload", base, later)
    holes = {
        "static": base,
        "preloads": _links("modulepreload", base, [path for path in here if path not in (WORDS, START)]),
        "at-table": at_table if is_at_table else f"<template>{at_table}</template>",
    }
    text = (HERE / "play.html").read_text("utf-8")
    for name, value in holes.items():
        text = text.replace(f"{{{{{name}}}}}", value)
    return text


def _links(rel: str, base: str, paths: Iterable[str]) -> str:
    return "".join(f'<link rel="{rel}" href="{base}/{path}">\n    ' for path in paths)


def modules(start: str = START) -> tuple[str, ...]:
    """The module and all that it imports at once, each one time, the nearest first."""
    found = [start]
    for path in found:
        here = (STATIC / path).parent
        for name in _IMPORT.findall((STATIC / path).read_text("utf-8")):
            other = (here / name).resolve().relative_to(STATIC.resolve()).as_posix()
            if other not in found:
                found.append(other)
    return tuple(found)


class Copy:
    """The files with each one's gzip beside it, as WhiteNoise wants them; gone with the process.

    Raises OSError.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="spades-web-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name) / "static"
        shutil.copytree(STATIC, self.path)
        for path in [each for each in self.path.rglob("*") if each.is_file()]:
            smaller = gzip.compress(path.read_bytes(), mtime=0)
            if len(smaller) < path.stat().st_size:
                path.with_name(f"{path.name}.gz").write_bytes(smaller)


@cache
def _copy() -> Copy:
    return Copy()


def packed(copy: Callable[[], Copy] = _copy) -> Path:
    """Where no copy can be made, the files are sent as they are."""
    try:
        return copy().path
    except OSError:
        return STATIC
