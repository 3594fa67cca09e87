"""What every call of the API does alike, found by its address: none is forgotten, whoever adds it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

import orjson
import pytest
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from api_world import Made, World, body_of, problem

EXAMPLES = resources.files("service.api") / "examples"
JSON = "application/json"
KEY = "a-key-that-is-known-here"
WORLD = World()
DOCUMENT = body_of(WORLD.get("/v1/openapi.json"))
CHANGE = frozenset({"POST", "PATCH", "PUT", "DELETE"})


@dataclass(frozen=True)
class There:
    """A table whose first deal is scored, and a simulation."""

    table: Made
    simulation: str

    def path(self, rule: Rule) -> str:
        """With ids of what is there, in place of the names between angle brackets."""
        values = {
            "table_id": self.table.table_id,
            "simulation_id": self.simulation,
            "number": 1,
            "idempotency_key": KEY,
        }
        _, path = rule.build(values, append_unknown=False) or ("", "")
        return path


@pytest.fixture(scope="module")
def there() -> There:
    table = WORLD.make()
    while (seen := body_of(WORLD.get(table.path)))["deal"]["number"] == 1:
        key = KEY if seen["version"] == 1 else f"key-{seen['version']}"
        assert WORLD.act(table, seen["to_act"][0], choose=3, Idempotency_Key=key).status_code == 200
    made = body_of(WORLD.post("/v1/simulations", {"deals": 1, "records": True}))
    return There(table, made["simulation_id"])


def rules_of(*, of_change: bool) -> Iterator[Rule]:
    for rule in WORLD.app.url_map.iter_rules():
        if rule.rule.startswith("/v1") and bool(CHANGE & (rule.methods or set())) is of_change:
            yield rule


READS, CHANGES = list(rules_of(of_change=False)), list(rules_of(of_change=True))


def name_of(rule: Rule) -> str:
    return rule.endpoint.rpartition(".")[2]


def method_of(rule: Rule) -> str:
    return next(iter({"GET", *CHANGE} & (rule.methods or set())))


def call(
    path: str, rule: Rule, token: str | None, body: bytes | None = None, content_type: str | None = None
) -> TestResponse:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return WORLD.http.open(
        path, method=method_of(rule), data=body, content_type=content_type, headers=headers
    )


WRONG_BODIES = [
    pytest.param(b'{"there is no such member": 1}', JSON, 422, id="an unknown member"),
    pytest.param(b"[]", JSON, 422, id="a list"),
    pytest.param(b"3", JSON, 422, id="a number"),
    pytest.param(b"null", JSON, 422, id="null"),
    pytest.param(b'{, "a"', JSON, 400, id="no JSON"),
    pytest.param(b'{"a": 1, "a": 2}', JSON, 400, id="a member twice"),
    pytest.param(b"\xff", JSON, 400, id="no UTF-8"),
    pytest.param(b"a=1", "application/x-www-form-urlencoded", 415, id="a form"),
    pytest.param(b" " * 100_000, JSON, 413, id="too large"),
]


@pytest.mark.parametrize("rule", CHANGES, ids=name_of)
@pytest.mark.parametrize(("body", "content_type", "status"), WRONG_BODIES)
def test_a_wrong_body_is_a_problem_of_the_caller(
    there: There, rule: Rule, body: bytes, content_type: str, status: int
) -> None:
    """And nothing happens; whoever may not make the call at all is told that first."""
    before = WORLD.get(there.table.path).headers["ETag"]
    statuses = set()
    for token in (None, there.table.host, there.table.tokens["S"], "st_nobody"):
        found, _ = problem(call(there.path(rule), rule, token, body, content_type))
        assert found in (status, 401, 403)
        statuses.add(found)
    assert status in statuses
    assert WORLD.get(there.table.path).headers["ETag"] == before


@pytest.mark.parametrize("rule", [each for each in CHANGES if each.arguments], ids=name_of)
def test_what_is_not_there_is_not_found_whatever_the_body(there: There, rule: Rule) -> None:
    path = there.path(rule)
    for there_is in (there.table.table_id, there.simulation):
        path = path.replace(there_is, there_is[:5] + "0" * 22)
    for body in (b'{"there is no such member": 1}', b"[]", b"no JSON", b"{}"):
        assert problem(call(path, rule, None, body, JSON)) in ((404, "not_found"), (401, "unauthenticated"))


def body_in_order(rule: Rule) -> bytes:
    """That of the example."""
    example = orjson.loads((EXAMPLES / f"{name_of(rule)}.json").read_bytes())
    return orjson.dumps(example["request"])


@pytest.mark.parametrize("rule", [*READS, *CHANGES], ids=name_of)
def test_a_parameter_that_is_not_known_is_refused(there: There, rule: Rule) -> None:
    before = WORLD.get(there.table.path).headers["ETag"]
    body = None if method_of(rule) == "GET" else body_in_order(rule)
    path = f"{there.path(rule)}?there_is_no_such=1"
    found = [
        body_of(call(path, rule, token, body, JSON if body else None))
        for token in (None, there.table.host, *there.table.tokens.values())
    ]
    named = [
        each["params"]["parameter"]
        for answer in found
        if answer.get("code") in ("unknown_field", "invalid_field")
        for each in answer["errors"]
        if each["code"] == "unknown_field"
    ]
    assert "there_is_no_such" in named
    assert all(answer.get("status") in (401, 403, 404, 409, 422) for answer in found)
    assert WORLD.get(there.table.path).headers["ETag"] == before


@pytest.mark.parametrize("rule", [*READS, *CHANGES], ids=name_of)
def test_what_is_refused_is_among_the_answers_of_the_document(there: There, rule: Rule) -> None:
    """With credentials of another kind, which a call either doesn't look at or refuses."""
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
    documented = DOCUMENT["paths"][path][method_of(rule).lower()]["responses"]
    body = None if method_of(rule) == "GET" else b"{}"
    headers = {"Authorization": "Basic YTpi"}
    answer = WORLD.http.open(
        there.path(rule), method=method_of(rule), data=body, content_type=JSON, headers=headers
    )
    assert str(answer.status_code) in documented
    if answer.status_code >= 400:
        assert f"`{problem(answer)[1]}`" in documented[str(answer.status_code)]["description"]
