"""Every operation, called with what its description allows and with what it forbids, does what it says."""

from typing import Any

import pytest

from api_world import World
from service.api.openapi import document

pytestmark = pytest.mark.slow


def takes_something(path: str, operation: dict[str, Any]) -> bool:
    """The others take nothing, or nothing but texts in headers, which are never wrong by themselves."""
    places = {each["in"] for each in operation.get("parameters", [])}
    return "requestBody" in operation or "query" in places or "{" in path


OPERATIONS = {
    operation["operationId"]: takes_something(path, operation)
    for path, operations in document(World().app)["paths"].items()
    for operation in operations.values()
    if isinstance(operation, dict) and "operationId" in operation
}

# schemathesis takes two seconds to import: only who runs these tests waits for it.


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_what_is_allowed_is_answered_as_described(operation_id: str) -> None:
    import api_fuzz

    api_fuzz.call_as_allowed(operation_id)


@pytest.mark.parametrize("operation_id", [each for each, takes in OPERATIONS.items() if takes])
def test_what_is_forbidden_is_refused_as_described(operation_id: str) -> None:
    import api_fuzz

    api_fuzz.call_as_forbidden(operation_id)


def test_the_links_lead_where_they_say() -> None:
    import api_fuzz

    api_fuzz.follow_links()
