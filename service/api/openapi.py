"""The OpenAPI document, and flask-smorest without its traps."""

import json
from functools import cache
from importlib import resources
from typing import Any, Final

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask, Response
from flask_smorest import Api
from marshmallow import Schema
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter

from service.api.errors import http_problem
from service.api.links import add_links
from service.api.requests import STREAM_TYPE
from service.problems import CONTENT_TYPE
from service.schemas.problems import ProblemSchema

TITLE: Final = "Spades"
API_VERSION: Final = "1.0"
_DESCRIPTION: Final = """\
The card game Spades as a service. A client needs no rules of the game: the view of its seat says who is
to act, until when, what is legal, and for everything else the reason.

Clients ignore fields, event types and values that they don't know; unknown fields of a request are refused.
Every refusal is a problem (RFC 9457) whose `code` is the contract. Each call lists its own; besides, any call
may be refused with `method_not_allowed` (405), `uri_too_long` (414) or `headers_too_large` (431).
`not_supported` (422) is for a value that is named before it can be used; at present there is none.

A guide for client authors stands beside this reference: `/docs/guide`."""

_INFO: Final = {
    "description": _DESCRIPTION,
    "contact": {"name": "Whoever runs this service"},
    "license": {"name": "MIT", "identifier": "MIT"},
}
_SERVERS: Final = [{"url": "/", "description": "The service that publishes this document."}]


class TableId(BaseConverter):
    """An id that looks like a table's; others are not found without asking the store."""

    regex = "tb_(?:0[0-9]|1[0-5])[0-9A-Za-z]{22}"


class SimulationId(BaseConverter):
    """An id that looks like a simulation's."""

    regex = "sm_(?:0[0-9]|1[0-5])[0-9A-Za-z]{22}"


class DocumentedApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """flask-smorest, with our problems for its errors and no responses but those that we declare."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_ERROR_RESPONSE_NAME = None

    def handle_http_exception(self, error: HTTPException) -> Response:
        return http_problem(error)

    def _register_responses(self) -> None:
        """Each call declares its problems, status by status, as application/problem+json."""

    def _register_etag_headers(self) -> None:
        """Each call declares its headers, too."""

    def _register_pagination_header(self) -> None:
        """Pages are told in bodies."""


class _Converter(OpenAPIConverter):
    """Schemas as JSON Schema, with what they say of the whole."""

    def schema2jsonschema(self, schema: Schema) -> dict[str, Any]:
        described = getattr(schema, "described", {})
        return {**super().schema2jsonschema(schema), **described}  # type: ignore[no-untyped-call]  # apispec's way


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


def build_api(app: Flask) -> DocumentedApi:
    app.config.update(
        API_TITLE=TITLE,
        API_VERSION=API_VERSION,
        OPENAPI_VERSION="3.1.0",
    )
    app.url_map.converters |= {"table": TableId, "simulation": SimulationId}
    kwargs = {"info": _INFO, "servers": _SERVERS, "marshmallow_plugin": _Plugin()}
    api = DocumentedApi(app, spec_kwargs=kwargs)
    for converter in (TableId, SimulationId):
        api.register_converter(converter, _schema_of_id)
    api.spec.components.schema("Problem", schema=ProblemSchema)
    api.spec.components.security_scheme(
        "bearer",
        {"type": "http", "scheme": "bearer", "description": "A host token, a seat token, or a secret key."},
    )
    app.extensions["spades-openapi"] = api
    return api


def _schema_of_id(converter: BaseConverter) -> dict[str, str]:
    return {"type": "string", "pattern": f"^{converter.regex}$"}


def document(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of the application, with the examples."""
    spec: dict[str, Any] = app.extensions["spades-openapi"].spec.to_dict()
    for operations in spec["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict):
                _add_examples(operation)
                add_links(operation)
    return spec


def _add_examples(operation: dict[str, Any]) -> None:
    example = examples().get(operation["operationId"], {})
    if "request" in example:
        operation["requestBody"]["content"]["application/json"]["example"] = example["request"]
    for status, response in operation["responses"].items():
        content = response.get("content", {})
        if status.startswith("2") and "response" in example:
            answers = example.get("also", {})
            for media, described in content.items():
                if media != STREAM_TYPE:
                    described["example"] = answers.get(status, example["response"])
        if CONTENT_TYPE in content and status in example.get("problems", {}):
            content[CONTENT_TYPE]["example"] = example["problems"][status]


@cache
def examples() -> dict[str, Any]:
    """By operation: a request, its response, and under `also` those with another status."""
    folder = resources.files("service.api") / "examples"
    return {
        each.name.removesuffix(".json"): json.loads(each.read_text("utf-8"))
        for each in folder.iterdir()
        if each.name.endswith(".json")
    }
