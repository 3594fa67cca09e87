"""Every operation has an example, made by a session with the real application, that fits its schema."""

import json
from pathlib import Path
from typing import Any

import pytest

import service.api
from api_examples import record_examples
from api_schema import closed, validator
from api_world import World
from service.api.openapi import document, examples

FOLDER = Path(service.api.__file__).parent / "examples"
OPERATIONS = [
    operation
    for operations in document(World().app)["paths"].values()
    for operation in operations.values()
    if isinstance(operation, dict)
]


def text_of(example: object) -> str:
    return json.dumps(example, indent=1, ensure_ascii=False) + "\n"


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    return document(World().app)


def test_the_examples_are_those_of_the_scripted_session(update_goldens: bool) -> None:
    made = {name: text_of(example) for name, example in record_examples().items()}
    if update_goldens:
        for name, text in made.items():
            (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
    kept = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
    assert made == kept, "--update-goldens writes them anew"


def test_every_operation_has_an_example() -> None:
    assert {operation["operationId"] for operation in OPERATIONS} == set(examples())


@pytest.mark.parametrize("operation", OPERATIONS, ids=[each["operationId"] for each in OPERATIONS])
def test_every_example_fits_its_schema(operation: dict[str, Any], spec: dict[str, Any]) -> None:
    contents = [response.get("content", {}) for response in operation["responses"].values()]
    contents.append(operation.get("requestBody", {}).get("content", {}))
    described = [each for content in contents for each in content.values() if "example" in each]
    assert described
    for each in described:
        validator(spec, each["schema"]).validate(each["example"])


DESCRIBED = [each for each in OPERATIONS if each["operationId"] != "get_openapi"]


@pytest.mark.parametrize("operation", DESCRIBED, ids=[each["operationId"] for each in DESCRIBED])
def test_every_member_of_an_answer_is_described(operation: dict[str, Any], spec: dict[str, Any]) -> None:
    contents = [response.get("content", {}) for response in operation["responses"].values()]
    for each in [each for content in contents for each in content.values() if "example" in each]:
        validator(closed(spec), each["schema"]).validate(each["example"])


@pytest.mark.parametrize("operation", OPERATIONS, ids=[each["operationId"] for each in OPERATIONS])
def test_every_answer_and_every_body_has_its_example(operation: dict[str, Any]) -> None:
    success = next(content for status, content in operation["responses"].items() if status.startswith("2"))
    assert all("example" in media for media in success["content"].values())
    if "requestBody" in operation:
        assert "example" in operation["requestBody"]["content"]["application/json"]
