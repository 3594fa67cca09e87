"""What a request carries: its bearer, its headers, its body, its query."""

import json
import re
from functools import lru_cache
from typing import Any, Final

import orjson
from flask import request
from marshmallow import Schema
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import parse_accept_header, parse_options_header

from engine.errors import Refusal
from service.api.context import context
from service.api.edge import BEARER, FORM, LANGUAGE, OPERATION
from service.auth import is_secret_key
from service.refusals import Code, Refused
from service.schemas.events import MAX_WAIT_SECONDS
from service.schemas.strict import MAX_FAULTS, Input, load_query, parameter_fault, refused_fields
from service.tables.changing import Request, VersionTag
from service.tables.secret_keys import require_key
from service.texts import DEFAULT_LANGUAGE, LANGUAGES

KEY_HEADER: Final = "Idempotency-Key"
KEY_PATTERN: Final = "[A-Za-z0-9._~-]{1,128}"
STREAM_TYPE: Final = "text/event-stream"
SECRET_LENGTH: Final = 22
"""The least length of a key from which tokens are made."""

_KEY: Final = re.compile(KEY_PATTERN)
ONCE: Final = "one value, not several"
_ETAG: Final = re.compile(r'(?:W/)?"(\d{1,10})-([0-9a-f]{4})(?:\.[^"]*)?"')
_EMPTY: Final = b"{}"
_WAIT: Final = re.compile(r"(?:^|[,;]) *wait *= *\"?(\d{1,4})\"? *(?:$|[,;])", re.IGNORECASE)
_NO_PARAMETERS: Final = Input()
_NO_VERSION: Final = VersionTag(-1, "")
_OWNER: Final = "spades.owner"


def bearer() -> str | None:
    """The token of the Authorization header; refuses any other kind of credential, and a key that is none."""
    environ = request.environ
    environ[BEARER] = True
    header = environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = str(header).strip().partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        raise Refused(Code.UNAUTHENTICATED)
    if is_secret_key(token) and _OWNER not in environ:
        environ[_OWNER] = require_key(context().ports, token)
    return token


def owner() -> str | None:
    """The id of the secret key that calls; None: nobody does. Refuses every other credential."""
    if bearer() is None:
        return None
    found: str | None = request.environ.get(_OWNER)
    if found is None:
        raise Refused(Code.UNAUTHENTICATED)
    return found


def language() -> str:
    """The language of the texts of this answer, which its `Content-Language` then names."""
    environ = request.environ
    found = environ.get(LANGUAGE)
    if found is None:
        found = environ[LANGUAGE] = language_of(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    return str(found)


@lru_cache(maxsize=256)
def language_of(accept_language: str) -> str:
    """The best of our languages for an Accept-Language header; of equals the one named first."""
    qualities: dict[str, float] = {}
    for wanted, quality in parse_accept_header(accept_language[:500], LanguageAccept):  # the best first
        qualities.setdefault(wanted.partition("-")[0].lower(), quality)
    others = qualities.get("*", 0)
    named = [language for language in qualities if language in LANGUAGES]
    ranked = {language: qualities.get(language, others) for language in (*named, *LANGUAGES)}
    best = max(ranked, key=ranked.__getitem__)
    return best if ranked[best] > 0 else DEFAULT_LANGUAGE


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


def knows_something() -> bool:
    return "HTTP_IF_NONE_MATCH" in request.environ


def preferred_wait() -> int:
    """The seconds of `Prefer: wait=25` (RFC 7240), as many as we grant; 0: none."""
    return _wait_of(request.environ.get("HTTP_PREFER", ""))


@lru_cache(maxsize=256)
def _wait_of(prefer: str) -> int:
    found = _WAIT.search(prefer)
    return min(int(found[1]), MAX_WAIT_SECONDS) if found else 0


def note_kind(kind: str) -> None:
    """This call takes its time, and says nothing of how fast others are: an operation of its own."""
    request.environ[OPERATION] = f"{request.environ[OPERATION]}.{kind}"


def last_event_id() -> int | None:
    """The number that `Last-Event-ID` names; None: it names none of ours."""
    text = request.environ.get("HTTP_LAST_EVENT_ID", "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else None


def wants_stream() -> bool:
    environ = request.environ
    environ[FORM] = True
    return _prefers_stream(environ.get("HTTP_ACCEPT", ""))


@lru_cache(maxsize=256)
def _prefers_stream(accept: str) -> bool:
    """Does an Accept header name our event streams, and JSON not before them?"""
    accepted = parse_accept_header(accept[:500], MIMEAccept)
    quality = accepted[STREAM_TYPE] if STREAM_TYPE in accepted.values() else 0
    named = accepted["application/json"] if "application/json" in accepted.values() else 0
    return bool(quality > 0 and quality >= named)


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
    """The body as data. With two members of one name it is none for us (RFC 7493): which one would count?"""
    if is_deeper(body, context().settings.max_json_depth):
        raise Refused(Code.NOT_JSON)
    try:
        orjson.loads(body)
        return _decode(body.decode())
    except (orjson.JSONDecodeError, _TwiceNamed, RecursionError):
        raise Refused(Code.NOT_JSON) from None


def is_deeper(body: bytes, most: int) -> bool:
    """Is something nested deeper than `most`? Few bodies have so many brackets that it must be looked at."""
    if body.count(b"{") + body.count(b"[") <= most:
        return False
    depth = 0
    for found in _BRACKET_OR_TEXT.finditer(body):
        if found[0] in b"{[":
            depth += 1
        elif found[0] in b"}]":
            depth -= 1
        if depth > most:
            return True
    return False


_BRACKET_OR_TEXT: Final = re.compile(rb'[][{}]|"(?:[^"\\]|\\.)*"', re.DOTALL)


class _TwiceNamed(ValueError):
    """An object with two members of one name."""


def _once_each(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    if len(found) != len(members):
        raise _TwiceNamed
    return found


def _number(text: str) -> int | float:
    """3.0 and 3e0 are 3: JSON has one kind of number, and for JSON Schema these are integers."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= _EXACT else value


def _integer(text: str) -> int | float:
    """What JSON can't write again is a float."""
    return int(text) if len(text) <= _LONGEST else float(text)


_EXACT: Final = 2**53
_LONGEST: Final = 18
# orjson knows what is JSON, but takes the last of two members: both readings together are 4 µs for an action.
_decode: Final = json.JSONDecoder(
    object_pairs_hook=_once_each, parse_float=_number, parse_int=_integer
).decode


def refuse_query() -> None:
    """For a call that has no parameters, as all calls refuse those that they don't know."""
    if request.environ.get("QUERY_STRING"):
        read_query(_NO_PARAMETERS)


def read_query(schema: Schema) -> Any:
    """Of a parameter that is given twice none counts: which one was meant?"""
    given = request.args
    twice = [name for name, values in given.lists() if len(values) > 1]
    if twice:
        faults = (parameter_fault(name, Refusal.INVALID_FIELD, ONCE) for name in twice[:MAX_FAULTS])
        raise refused_fields(tuple(faults))
    return load_query(schema, given.to_dict())
