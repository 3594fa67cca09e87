"""Bodies held against the OpenAPI document."""

from typing import Any

from jsonschema import Draft202012Validator


def validator(spec: dict[str, Any], schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "components": spec["components"]})


def closed(spec: dict[str, Any]) -> dict[str, Any]:
    """The document with every schema closed, so that a member that is not described is a fault."""
    schemas = {
        name: {"additionalProperties": False, **schema}
        for name, schema in spec["components"]["schemas"].items()
    }
    return {"components": {"schemas": schemas}}
