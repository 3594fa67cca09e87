"""Calls of every operation, made by schemathesis from the document, at tables that are there."""

from dataclasses import fields
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import CheckContext, GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.generation.case import Case
from schemathesis.schemas import BaseSchema

from api_world import Made, World, body_of
from service.schemas.simulations import MAX_COUNT
from service.settings import Settings

CALM = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck), max_examples=40
)
# With 412 and 422 the rules of the game refuse what is well formed; `fits_the_document` tells those apart.
REFUSED_BY_RULES = ["2xx", "3xx", "401", "403", "404", "409", "412", "422", "503"]
CONFIG = SchemathesisConfig.from_dict(
    {"checks": {"positive_data_acceptance": {"expected-statuses": REFUSED_BY_RULES}}}
)
# Quotas and the limits of simulations are settings, which the document doesn't know.
QUOTAS = {
    each.name: 1_000_000
    for each in fields(Settings)
    if each.name.endswith(("_per_minute", "_per_day", "_per_hour", "_per_hour_of_one"))
}
SETTINGS = Settings(
    **QUOTAS,
    max_simulations=10_000,
    max_simulation_matches=MAX_COUNT,
    max_simulation_deals=MAX_COUNT,
    max_kept_simulations=10_000,
)


def new_world() -> World:
    world = World(settings=SETTINGS)
    world.note_pass()
    return world


class Newest:
    """The application of a world that can be made anew: the same calls then have the same answers again."""

    def __init__(self) -> None:
        self.world = new_world()

    def make_anew(self) -> None:
        self.world = new_world()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        return self.world.app(environ, start_response)


HERE = Newest()
# Not `from_wsgi`: that leaves out the call from which the document came.
SCHEMA: BaseSchema = schemathesis.openapi.from_dict(
    body_of(HERE.world.get("/v1/openapi.json")), config=CONFIG
)
SCHEMA.app = HERE
OPERATIONS = {
    each.definition.raw["operationId"]: each for each in (found.ok() for found in SCHEMA.get_all_operations())
}
ALLOWED, FORBIDDEN = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
BEARERS = st.sampled_from(["nobody", "host", "seat", "stranger"])


def fits_the_document(_ctx: CheckContext, response: Response, case: Case) -> None:
    """What the document allows is never refused for its shape."""
    if case.meta is not None and case.meta.generation.mode is ALLOWED and response.status_code == 422:
        faults = [
            each for each in response.json()["errors"] if each["code"] in ("invalid_field", "unknown_field")
        ]
        # A ticket is for a stream: not without `Accept: text/event-stream`, which is no parameter.
        assert [each for each in faults if each["params"].get("parameter") != "ticket"] == []


class Tables:
    """A table that is played, made anew when it is over."""

    def __init__(self) -> None:
        self.table = HERE.world.make()

    def current(self) -> Made:
        if HERE.world.get(self.table.path).get_json()["status"] != "playing":
            self.table = HERE.world.make()
        return self.table


def headers_of(bearer: str, table: Made) -> dict[str, str]:
    tokens = {"host": table.host, "seat": table.tokens["S"], "stranger": "st_nobody"}
    return {} if bearer == "nobody" else {"Authorization": f"Bearer {tokens[bearer]}"}


def call_as_allowed(operation_id: str) -> None:
    _call(OPERATIONS[operation_id], ALLOWED)


def call_as_forbidden(operation_id: str) -> None:
    _call(OPERATIONS[operation_id], FORBIDDEN)


def _call(operation: Any, mode: GenerationMode) -> None:
    """By whoever may call or not."""
    tables = Tables()

    @CALM
    @given(case=operation.as_strategy(generation_mode=mode), bearer=BEARERS)
    def call(case: Case, bearer: str) -> None:
        table = tables.current()
        if mode is ALLOWED and "table_id" in (case.path_parameters or {}):
            case.path_parameters["table_id"] = table.table_id
        case.call_and_validate(headers=headers_of(bearer, table), additional_checks=[fits_the_document])

    call()


class Keys:
    """Whoever makes a table or sits down has its tokens from then on."""

    def __init__(self) -> None:
        self.tokens: dict[str, list[str]] = {}

    def note(self, body: dict[str, Any]) -> None:
        if "tokens" in body:
            table_id, tokens = body["table"]["table_id"], body["tokens"]
            self.tokens[table_id] = [tokens["host"], *tokens["seats"].values()]
        elif "token" in body:
            self.tokens.setdefault(body["table_id"], []).append(body["token"])

    def token_for(self, case: Case) -> str | None:
        """The host's for what only the host may do, else the newest seat's."""
        known = self.tokens.get((case.path_parameters or {}).get("table_id", ""))
        is_hosts = case.operation.definition.raw["operationId"] in OF_HOST
        return known[0 if is_hosts else -1] if known else None


OF_HOST = ("start_table", "close_table", "change_table", "replace_player")


class WithKeys(SCHEMA.as_state_machine()):  # type: ignore[misc]  # made at run time
    """Follows the links."""

    def setup(self) -> None:
        HERE.make_anew()
        self.keys = Keys()

    def before_call(self, case: Case) -> None:
        token = self.keys.token_for(case)
        if token is not None:
            case.headers["Authorization"] = f"Bearer {token}"
            case._has_explicit_auth = True  # else it is taken for a made up one

    def after_call(self, response: Response, case: Case) -> None:
        if response.status_code in (200, 201) and response.headers["content-type"] == ["application/json"]:
            self.keys.note(response.json())


def follow_links() -> None:
    """What fails is shown as it was found: to make it smaller takes minutes."""
    WithKeys.run(settings=settings(CALM, max_examples=60, stateful_step_count=12, phases=[Phase.generate]))
