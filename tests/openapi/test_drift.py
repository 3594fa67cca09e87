"""The committed document is the generated one; it is valid; it names every code."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from openapi_spec_validator import validate

from api_world import World
from engine.errors import Refusal
from service.api.links import LINKS
from service.api.openapi import document
from service.commands.openapi import command
from service.problems import STATUS
from service.refusals import Code

COMMITTED = Path(__file__).parents[2] / "openapi" / "openapi.yaml"
CODES = [*Refusal, *Code]


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    return document(World().app)


def operations_of(spec: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        operation
        for operations in spec["paths"].values()
        for operation in operations.values()
        if isinstance(operation, dict)
    ]


def test_the_committed_document_is_the_generated_one(update_goldens: bool) -> None:
    printed = CliRunner().invoke(command, catch_exceptions=False).stdout
    if update_goldens:
        COMMITTED.write_text(printed, encoding="utf-8")
    assert printed == COMMITTED.read_text(encoding="utf-8"), (
        "make it anew: spades openapi > openapi/openapi.yaml"
    )


def test_the_committed_document_is_what_the_service_publishes() -> None:
    published = World().get("/v1/openapi.json").json
    assert published == yaml.safe_load(COMMITTED.read_text(encoding="utf-8"))


def test_the_document_is_valid(spec: dict[str, Any]) -> None:
    validate(spec)


def test_every_operation_says_what_it_is(spec: dict[str, Any]) -> None:
    operations = operations_of(spec)
    assert all(each["operationId"] and each["summary"] and each["tags"] for each in operations)
    assert len({each["operationId"] for each in operations}) == len(operations)


def test_every_operation_is_a_snake_case_verb_with_a_noun_or_alone(spec: dict[str, Any]) -> None:
    assert all(each["operationId"].replace("_", "").islower() for each in operations_of(spec))


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_status(code: Code | Refusal) -> None:
    assert code in STATUS


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_in_the_document(code: Code | Refusal, spec: dict[str, Any]) -> None:
    assert code.value in spec["components"]["schemas"]["Problem"]["properties"]["code"]["x-extensible-enum"]


OF_NO_OPERATION = (Code.METHOD_NOT_ALLOWED, Code.URI_TOO_LONG, Code.HEADERS_TOO_LARGE)
"""Refused before it is known which call is meant; the description of the whole names them."""
OF_NOTHING_NOW = (Refusal.NOT_SUPPORTED,)
"""Every level is built. The code was released, and such a code is never taken away."""


@pytest.mark.parametrize("code", [*OF_NO_OPERATION, *OF_NOTHING_NOW])
def test_a_code_of_no_operation_is_told_of_the_whole(code: Code | Refusal, spec: dict[str, Any]) -> None:
    assert f"`{code}` ({STATUS[code]})" in spec["info"]["description"]


@pytest.mark.parametrize("code", [each for each in CODES if each not in (*OF_NO_OPERATION, *OF_NOTHING_NOW)])
def test_every_code_is_among_the_answers_of_some_operation(
    code: Code | Refusal, spec: dict[str, Any]
) -> None:
    texts = [each["responses"].get(str(STATUS[code]), {}) for each in operations_of(spec)]
    assert any(f"`{code}`" in each.get("description", "") for each in texts)


def test_outputs_are_open_and_inputs_are_closed(spec: dict[str, Any]) -> None:
    schemas = spec["components"]["schemas"]
    closed = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
    bodies = {
        each["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for each in operations_of(spec)
        if "requestBody" in each
    }
    assert bodies <= closed
    answers = {name for name in schemas if name not in closed}
    assert {"View", "Table", "Event", "Problem", "Record", "Rules"} <= answers


def test_every_link_leads_to_an_operation_that_takes_what_it_gives(spec: dict[str, Any]) -> None:
    parameters = {
        operation["operationId"]: {each["name"] for each in operation.get("parameters", [])}
        | set(re.findall(r"{(\w+)}", path))
        for path, operations in spec["paths"].items()
        for operation in operations.values()
        if isinstance(operation, dict)
    }
    linking = {
        each["operationId"]
        for each in operations_of(spec)
        if any("links" in answer for answer in each["responses"].values())
    }
    assert set(LINKS) <= set(parameters)
    assert set(LINKS) == linking
    for leads in LINKS.values():
        assert all(set(given) <= parameters[target] for target, given in leads.items())


def test_there_is_no_one_of(spec: dict[str, Any]) -> None:
    assert "oneOf" not in str(spec)
