"""Is the process alive; can it do its work."""

from typing import Final

from flask import Response

from service.api.answers import answer
from service.api.context import Context, context
from service.api.doors import Call, Doors, Gives
from service.ports import JobQueue, Ports, StoreUnavailable
from service.schemas.service_info import HealthSchema, ReadinessSchema
from service.table_turns import Lane

_NO_TABLE: Final = "tb_00" + "0" * 22

doors = Doors("health", "For those who run the service.", prefix="")


@doors.door("GET", "/healthz", Call(Gives(HealthSchema), any_query=True))
def get_health() -> Response:
    """Is the process alive?

    For a supervisor: it asks nothing of the store.
    """
    return answer({"status": "alive"})


@doors.door("GET", "/readyz", Call(Gives(ReadinessSchema), also={503: ReadinessSchema}, any_query=True))
def get_readiness() -> Response:
    """Can it do its work? 503 with the same body where a part is missing.

    For a load balancer: it names the parts that are there and those that are missing.
    """
    parts = _parts(context())
    is_ready = all(parts.values())
    body = {
        "status": "ready" if is_ready else "not_ready",
        "parts": {name: "ok" if is_there else "missing" for name, is_there in parts.items()},
    }
    return answer(body, 200 if is_ready else 503)


def _parts(at: Context) -> dict[str, bool]:
    workers = _workers(at.queue)
    return {"store": _is_store_there(at.ports), "queue": workers is not None, "workers": bool(workers)}


def _is_store_there(ports: Ports) -> bool:
    """Does the store answer? About a table that can't be there."""
    try:
        ports.store.load(_NO_TABLE)
    except StoreUnavailable:
        return False
    return True


def _workers(queue: JobQueue) -> bool | None:
    """Is there a worker for each kind of work? None: the queue can't be asked."""
    try:
        return all(queue.workers(lane) for lane in Lane)
    except StoreUnavailable:
        return None
