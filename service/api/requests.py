"""What a request carries: its bearer, its headers, its body, its query."""

import re
from functools import lru_cache
from typing import Any, Final

import orjson
from flask import request
from marshmallow import Schema
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import parse_accept_header, parse_options_header

from engine.errors import Refusal
from service.api.context import context
from service.refusals import Code, Refused
from service.schemas.strict import load_query, parameter_fault, refused_fields
from service.tables.changing import Request, VersionTag
from service.texts import DEFAULT_LANGUAGE, LANGUAGES

KEY_HEADER: Final = "Idempotency-Key"
KEY_PATTERN: Final = "[A-Za-z0-9._~-]{1,128}"
SECRET_LENGTH: Final = 22
"""The least length of a key from which tokens are made."""

_KEY: Final = re.compile(KEY_PATTERN)
_ETAG: Final = re.compile(r'(?:W/)?"(\d{1,10})-([0-9a-f]{4})(?:\.[^"]*)?"')
_EMPTY: Final = b"{}"
_NO_VERSION: Final = VersionTag(-1, "")


def bearer() -> str | None:
    """The token of the Authorization header; refuses any other kind of credential."""
    header = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = str(header).strip().partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Refused(Code.UNAUTHENTICATED)
    return token.strip()


def language() -> str:
    return language_of(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(maxsize=256)
def language_of(accept_language: str) -> str:
    """The best of our languages for an Accept-Language header."""
    for wanted, quality in parse_accept_header(accept_language[:500], LanguageAccept):
        language = wanted.partition("-")[0].lower()
        if quality > 0 and language in LANGUAGES:
            return language
    return DEFAULT_LANGUAGE


def idempotency_key() -> str | None:
    key = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not is_key(key):
        raise refused_fields((parameter_fault(KEY_HEADER, Refusal.INVALID_FIELD, KEY_PATTERN),))
    return str(key)


def is_key(text: str) -> bool:
    return _KEY.fullmatch(text) is not None


def version_tag() -> VersionTag | None:
    """What If-Match names: the first tag of ours. A header without one names no version that there is."""
    header = request.environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    found = _ETAG.search(header)
    return VersionTag(int(found[1]), found[2]) if found else _NO_VERSION


def is_known(tag: str) -> bool:
    """Does If-None-Match name `tag`? Weak forms count, since proxies make them."""
    header = request.environ.get("HTTP_IF_NONE_MATCH")
    if header is None:
        return False
    return any(each.strip().removeprefix("W/") in (tag, "*") for each in header.split(","))


def read_request(data: Any, *, is_secret: bool) -> Request:
    """`data`: the body. `is_secret`: tokens are made from the key, so that it must be hard to guess."""
    key = idempotency_key()
    if is_secret and key is not None and len(key) < SECRET_LENGTH:
        raise Refused(Code.IDEMPOTENCY_KEY_WEAK)
    # The same body is the same data: neither white space nor the order of the members makes another one.
    same = b"" if key is None else orjson.dumps(data, option=orjson.OPT_SORT_KEYS)
    return Request(bearer(), key, same, version_tag())


def read_body(*, may_be_empty: bool) -> bytes:
    """The bytes of the body, which must be JSON by its type.

    Where the body may be empty, that is the same as an empty object.
    """
    try:
        body = request.get_data(cache=False)
    except RequestEntityTooLarge:
        raise Refused(Code.TOO_LARGE) from None
    if len(body) > context().settings.max_body_bytes:
        raise Refused(Code.TOO_LARGE)
    if may_be_empty and not body:
        return _EMPTY
    if not _is_json(request.environ.get("CONTENT_TYPE", "")):
        raise Refused(Code.WRONG_CONTENT_TYPE)
    return body


@lru_cache(maxsize=256)
def _is_json(content_type: str) -> bool:
    return parse_options_header(content_type)[0].lower() == "application/json"


def parse_body(body: bytes) -> Any:
    """The body as data."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        raise Refused(Code.NOT_JSON) from None


def read_query(schema: Schema) -> Any:
    return load_query(schema, request.args.to_dict())
