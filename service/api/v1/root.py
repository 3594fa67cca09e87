"""What the service says about itself."""

import importlib.metadata
from functools import cache
from typing import Final

import orjson
from flask import Response, current_app

from service.api.answers import answer, written
from service.api.context import context
from service.api.doors import PREFIX, Call, Doors, Gives
from service.api.openapi import API_VERSION, TITLE, document
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
}


@doors.door("GET", "", Call(Gives(RootSchema), refuses=(Code.STORE_UNAVAILABLE,)))
def get_service() -> Response:
    """Links, versions, limits, and the time of the server."""
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
        },
    }
    return answer(body)


@doors.door("GET", "/openapi.json", Call(Gives(DocumentSchema)))
def get_openapi() -> Response:
    """This document."""
    return written(_document(), 200, {})


@cache
def _document() -> bytes:
    return orjson.dumps(document(current_app))
