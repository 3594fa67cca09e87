"""Simulations: matches of CPUs alone, played by workers as a job."""

from typing import Final

from flask import Response

from engine.errors import Refusal
from service.api.answers import records_answer, simulation_answer
from service.api.context import lab, ports
from service.api.creators import check_creator
from service.api.doors import STORE, Call, Doors, Gives, Takes
from service.lab.running import RunOffer, cancel_run, create_run, read_records, require_run
from service.ports import Ports
from service.refusals import AnyCode, Code
from service.schemas.actions import NothingSchema
from service.schemas.records import RecordSchema
from service.schemas.simulations import CreateSimulationSchema, SimulationSchema
from service.tables.changing import Request

doors = Doors("simulations", "Matches of CPUs alone, as a job. The id is the credential.")

_OF_ONE: Final[tuple[AnyCode, ...]] = (Code.NOT_FOUND, *STORE)


def _check_known(_ports: Ports, simulation_id: str, _token: str | None) -> None:
    """Whoever knows the id may make the call."""
    require_run(lab(), simulation_id)


@doors.door(
    "POST",
    "/simulations",
    Call(
        Gives(SimulationSchema, 202, has_location=True, has_retry_after=True),
        refuses=(
            *(Code.UNAUTHENTICATED, Refusal.RULES_CLASH, Code.TOO_MANY_SIMULATIONS),
            *(Code.IDEMPOTENCY_KEY_REUSED, Code.IDEMPOTENCY_KEY_WEAK, *STORE),
        ),
        takes=Takes(CreateSimulationSchema, check_creator, is_secret=True),
    ),
)
def create_simulation(request: Request, asked: RunOffer) -> Response:
    """Have matches or deals played; workers begin at once, behind the tables that have players.

    The same `seed` and the same rest of the body give the same records, to the byte. With an
    `Idempotency-Key` (a secret, such as a UUID) the same call gives the same simulation again.
    """
    check_creator(ports(), request.token)
    created = create_run(lab(), asked, request)
    return simulation_answer(created.run, 202, is_replay=created.is_replay)


@doors.door(
    "GET",
    "/simulations/<simulation:simulation_id>",
    Call(Gives(SimulationSchema, has_retry_after=True), refuses=_OF_ONE),
)
def get_simulation(simulation_id: str) -> Response:
    """How far it is, and what it has come to so far.

    Means and shares have their 95 % intervals. While it goes on, `Retry-After` says when to ask again.
    """
    return simulation_answer(require_run(lab(), simulation_id).run, 200)


@doors.door(
    "POST",
    "/simulations/<simulation:simulation_id>/cancel",
    Call(
        Gives(SimulationSchema),
        refuses=(*_OF_ONE, Code.SIMULATION_OVER),
        takes=Takes(NothingSchema, _check_known, may_be_empty=True),
    ),
)
def cancel_simulation(simulation_id: str, request: Request, asked: None) -> Response:  # noqa: ARG001 (nothing is asked)
    """End it, with what it has.

    One that was cancelled already stays so; one that is over is 409 `simulation_over`.
    """
    return simulation_answer(cancel_run(lab(), simulation_id), 200)


@doors.door(
    "GET",
    "/simulations/<simulation:simulation_id>/records",
    Call(Gives(RecordSchema, media="application/x-ndjson"), refuses=_OF_ONE),
)
def list_simulation_records(simulation_id: str) -> Response:
    """The records of the matches finished so far, in order, one a line.

    NDJSON: each line is a record as `GET …/record` gives it. 404 where they are not kept (`records: false`).
    """
    return records_answer(read_records(lab(), simulation_id))
