"""Answers that are the same for everybody until the next release: written once, and kept by who likes."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson
from flask import Response

from service.api import requests
from service.api.answers import written

_HEADERS: Final = {"Cache-Control": "public, max-age=300"}
"""After a release an answer may be old for so many seconds."""


@dataclass(frozen=True, slots=True)
class Published:
    """JSON as it is sent; `tag` is its ETag."""

    body: bytes
    tag: str


def published(body: Mapping[str, Any]) -> Published:
    text = orjson.dumps(body)
    return Published(text, f'"{hashlib.sha256(text).hexdigest()[:16]}"')


def published_answer(shown: Published) -> Response:
    """The answer, or 304 for who has it."""
    headers = {"ETag": shown.tag, **_HEADERS}
    if requests.is_known(shown.tag):
        return Response(status=304, headers=headers)
    return written(shown.body, 200, headers)
