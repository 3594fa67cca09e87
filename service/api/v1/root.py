"""What the service says about itself."""

import importlib.metadata
from functools import cache
from typing import Final

from flask import Response, current_app

from service.api.answers import answer
from service.api.context import context
from service.api.doors import PREFIX, Call, Doors, Gives
from service.api.openapi import API_VERSION, TITLE, document
from service.api.published import Published, published, published_answer
from service.refusals import Code
from service.schemas.events import MAX_WAIT_SECONDS
from service.schemas.service_info import DocumentSchema, RootSchema
from service.texts import LANGUAGES
from service.wire.tables import time_text

doors = Doors("service", "The service itself.")

_LINKS: Final = {
    "tables": f"{PREFIX}/tables",
    "join": f"{PREFIX}/join",
    "rules": f"{PREFIX}/rules",
    "simulations": f"{PREFIX}/simulations",
    "openapi": f"{PREFIX}/openapi.json",
    "docs": "/docs",
}


@doors.door("GET", "", Call(Gives(RootSchema), refuses=(Code.STORE_UNAVAILABLE,)))
def get_service() -> Response:
    """Links, versions, limits, and the time of the server.

    Start here: `links` lead to the calls, `limits` say how large and how long, `server_time` sets a countdown
    right.
    """
    at = context()
    body = {
        "name": TITLE,
        "api_version": API_VERSION,
        "version": importlib.metadata.version("spades-service"),
        "server_time": time_text(at.ports.clock.now()),
        "languages": list(LANGUAGES),
        "links": _LINKS,
        "limits": {
            "max_body_bytes": at.settings.max_body_bytes,
            "max_wait_seconds": MAX_WAIT_SECONDS,
            "max_simulation_matches": at.lab.limits.matches,
            "max_simulation_deals": at.lab.limits.deals,
            "max_simulations": at.lab.limits.at_once,
            "max_json_depth": at.settings.max_json_depth,
            "quotas": [
                {"name": each.name, "of": each.of, "most": each.most, "seconds": each.seconds}
                for each in at.quotas.told
            ],
        },
    }
    return answer(body)


@doors.door("GET", "/openapi.json", Call(Gives(DocumentSchema, has_etag=True)))
def get_openapi() -> Response:
    """This document.

    It is generated from the code that answers. It may be kept: ask again with `If-None-Match`.
    """
    return published_answer(_document())


@cache
def _document() -> Published:
    return published(document(current_app))
