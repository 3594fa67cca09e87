"""Inside /v1 changes only add: the document beside the last released one, and the check itself by kind."""

import copy
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from contract_changes import breaking_changes

ROOT = Path(__file__).parents[2]
Node = dict[str, Any]


def git(*arguments: str) -> str | None:
    """What git says; None: it does not know, or there is none."""
    try:
        said = subprocess.run(
            ["git", *arguments], cwd=ROOT, capture_output=True, check=True, encoding="utf-8", timeout=20
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return said.stdout


def last_released() -> str:
    """The document at the last tag; before there is one, that of `released.yaml`."""
    tag = git("describe", "--tags", "--abbrev=0")
    tagged = git("show", f"{tag.strip()}:openapi/openapi.yaml") if tag else None
    return tagged or (ROOT / "openapi" / "released.yaml").read_text(encoding="utf-8")


CORRECTED = {
    "GET /v1/tables cursor: pattern changed",
    *(f"POST /v1/tables body/seats/{seat}/name: pattern changed" for seat in "NESW"),
    "POST /v1/join body/name: pattern changed",
    "POST /v1/tables/{table_id}/join body/name: pattern changed",
    "POST /v1/tables/{table_id}/bid body/bid: minProperties narrowed to 1",
}
"""What was always refused, and is now said. To be emptied at the next release."""


def test_nothing_breaks_a_client_of_the_last_release() -> None:
    new = yaml.load((ROOT / "openapi" / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    assert set(breaking_changes(yaml.load(last_released(), yaml.CSafeLoader), new)) == CORRECTED


PLAYED: Node = {
    "type": "object",
    "required": ["card", "seat"],
    "properties": {
        "card": {"type": "string"},
        "seat": {"type": "string", "enum": ["N", "S"]},
        "view": {"$ref": "#/components/schemas/View"},
    },
}
PLAY: Node = {
    "type": "object",
    "additionalProperties": False,
    "required": ["card"],
    "properties": {
        "card": {"type": "string", "minLength": 2, "maxLength": 2},
        "turn": {"type": ["integer", "null"], "maximum": 100},
        "kind": {"type": "string", "enum": ["tricks", "nil"]},
    },
}
OLD: Node = {
    "paths": {
        "/play": {
            "post": {
                "operationId": "play",
                "security": [{"bearer": []}, {}],
                "parameters": [
                    {"in": "query", "name": "wait", "schema": {"type": "integer"}},
                    {"in": "header", "name": "If-Match", "schema": {"type": "string"}},
                ],
                "requestBody": {
                    "required": False,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Play"}}},
                },
                "responses": {
                    "200": {
                        "headers": {"ETag": {"schema": {"type": "string"}}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Played"}}},
                    },
                    "202": {"description": "later"},
                    "404": {"description": "Problem: `not_found`."},
                },
            }
        }
    },
    "components": {
        "schemas": {
            "Play": PLAY,
            "Played": PLAYED,
            "View": {
                "type": "object",
                "properties": {
                    "hand": {"type": "array", "items": {"type": "string"}},
                    "next": {"$ref": "#/components/schemas/View"},
                },
            },
            "Problem": {"properties": {"code": {"x-extensible-enum": ["not_found", "too_large"]}}},
        }
    },
}
Change = Callable[[Node, Node, Node], object]
"""Changes a document, given its operation and its schemas, too."""


def changed(change: Change) -> Node:
    document = copy.deepcopy(OLD)
    change(document, document["paths"]["/play"]["post"], document["components"]["schemas"])
    return document


BREAKING: list[tuple[str, str, Change]] = [
    ("a path goes", "POST /play: removed", lambda d, o, s: d["paths"].pop("/play")),
    ("an operation goes", "POST /play: removed", lambda d, o, s: d["paths"]["/play"].pop("post")),
    ("an id changes", "POST /play: operationId was play", lambda d, o, s: o.update(operationId="play_card")),
    (
        "a token is needed",
        "POST /play: needs a token now",
        lambda d, o, s: o.update(security=[{"bearer": []}]),
    ),
    ("a parameter goes", "POST /play: parameter wait removed", lambda d, o, s: o["parameters"].pop(0)),
    (
        "a parameter becomes required",
        "POST /play: parameter wait is required now",
        lambda d, o, s: o["parameters"][0].update(required=True),
    ),
    (
        "a new parameter is required",
        "POST /play: parameter new is required now",
        lambda d, o, s: o["parameters"].append(
            {"in": "query", "name": "new", "required": True, "schema": {}}
        ),
    ),
    (
        "a parameter's type narrows",
        "POST /play wait: type narrowed (integer)",
        lambda d, o, s: o["parameters"][0]["schema"].update(type="boolean"),
    ),
    (
        "the body becomes required",
        "POST /play: the body is required now",
        lambda d, o, s: o["requestBody"].update(required=True),
    ),
    ("the body goes", "POST /play: takes no body any more", lambda d, o, s: o.pop("requestBody")),
    (
        "a body's member goes",
        "POST /play body/turn: removed",
        lambda d, o, s: s["Play"]["properties"].pop("turn"),
    ),
    (
        "a body's member becomes required",
        "POST /play body/turn: required now",
        lambda d, o, s: s["Play"]["required"].append("turn"),
    ),
    (
        "a body's values narrow",
        "POST /play body/kind: enum narrowed (nil)",
        lambda d, o, s: s["Play"]["properties"]["kind"].update(enum=["tricks"]),
    ),
    (
        "a body's values are listed for the first time",
        "POST /play body/card: enum narrowed",
        lambda d, o, s: s["Play"]["properties"]["card"].update(enum=["AS"]),
    ),
    (
        "null is refused",
        "POST /play body/turn: type narrowed (null)",
        lambda d, o, s: s["Play"]["properties"]["turn"].update(type="integer"),
    ),
    (
        "a limit comes down",
        "POST /play body/turn: maximum narrowed to 99",
        lambda d, o, s: s["Play"]["properties"]["turn"].update(maximum=99),
    ),
    (
        "a limit goes up",
        "POST /play body/card: minLength narrowed to 3",
        lambda d, o, s: s["Play"]["properties"]["card"].update(minLength=3),
    ),
    (
        "a pattern comes",
        "POST /play body/card: pattern changed",
        lambda d, o, s: s["Play"]["properties"]["card"].update(pattern="A."),
    ),
    ("an answer goes", "POST /play: 202 removed", lambda d, o, s: o["responses"].pop("202")),
    (
        "an answer's header goes",
        "POST /play 200: header ETag removed",
        lambda d, o, s: o["responses"]["200"].pop("headers"),
    ),
    (
        "an answer's form goes",
        "POST /play 200: application/json removed",
        lambda d, o, s: o["responses"]["200"].pop("content"),
    ),
    (
        "an answer's member goes",
        "POST /play 200/card: removed",
        lambda d, o, s: s["Played"]["properties"].pop("card"),
    ),
    (
        "an answer's member is not always there",
        "POST /play 200/seat: not always there",
        lambda d, o, s: s["Played"].update(required=["card"]),
    ),
    (
        "an answer's member may be null",
        "POST /play 200/card: type widened (null)",
        lambda d, o, s: s["Played"]["properties"]["card"].update(type=["string", "null"]),
    ),
    (
        "an answer's values widen",
        "POST /play 200/seat: enum widened (E)",
        lambda d, o, s: s["Played"]["properties"]["seat"].update(enum=["N", "S", "E"]),
    ),
    (
        "an item's type changes, deep down",
        "POST /play 200/view/hand[]: type widened (integer)",
        lambda d, o, s: s["View"]["properties"]["hand"]["items"].update(type="integer"),
    ),
    (
        "a code goes",
        "problem code too_large: removed",
        lambda d, o, s: s["Problem"]["properties"]["code"].update({"x-extensible-enum": ["not_found"]}),
    ),
]


@pytest.mark.parametrize(("line", "change"), [row[1:] for row in BREAKING], ids=[row[0] for row in BREAKING])
def test_a_breaking_change_is_found(line: str, change: Change) -> None:
    found = breaking_changes(OLD, changed(change))
    assert len(found) == 1
    assert found[0].startswith(line)


ADDING: list[tuple[str, Change]] = [
    ("nothing", lambda d, o, s: None),
    ("a path", lambda d, o, s: d["paths"].update({"/new": d["paths"]["/play"]})),
    ("a member of a body", lambda d, o, s: s["Play"]["properties"].update(new={"type": "string"})),
    ("a value of a body", lambda d, o, s: s["Play"]["properties"]["kind"]["enum"].append("blind")),
    ("a wider limit", lambda d, o, s: s["Play"]["properties"]["turn"].update(maximum=1000)),
    ("a parameter", lambda d, o, s: o["parameters"].append({"in": "query", "name": "new", "schema": {}})),
    ("a member of an answer", lambda d, o, s: s["Played"]["properties"].update(new={"type": "string"})),
    ("a promise", lambda d, o, s: s["Played"]["required"].append("view")),
    ("a refusal", lambda d, o, s: o["responses"].update({"409": {"description": "Problem: `new`."}})),
    ("a code", lambda d, o, s: s["Problem"]["properties"]["code"]["x-extensible-enum"].append("new")),
    ("no need of a token", lambda d, o, s: o.pop("security")),
]


@pytest.mark.parametrize("change", [row[1] for row in ADDING], ids=[row[0] for row in ADDING])
def test_an_addition_breaks_nothing(change: Change) -> None:
    assert breaking_changes(OLD, changed(change)) == []
