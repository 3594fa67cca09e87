"""Is the process alive; can it do its work."""

from dataclasses import dataclass, field
from typing import Any, Final

from flask import Response

from service.api.answers import answer
from service.api.context import Context, context
from service.api.doors import Call, Doors, Gives
from service.observing import FAILING_FROM, Counted
from service.ports import JobQueue, Ports, StoreUnavailable
from service.schemas.service_info import HealthSchema, ReadinessSchema
from service.table_turns import OUTAGE_MS, Lane

LATE_MS: Final = OUTAGE_MS
"""A shard that no ticker passed over for so long is late."""
_NAMED: Final = 10
"""So many failing tables are named."""

_OK: Final = "ok"
_MISSING: Final = "missing"
_UNKNOWN: Final = "unknown"
_NEEDED: Final = ("store", "queue", "ticker", "workers")

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

    For a load balancer and for people: it names the parts that are there and those that are missing.
    `degraded` is 200: a table that fails, or one of a newer format, is no reason to send everybody away.
    """
    checked = _checked(context())
    body = {"status": checked.status, "parts": checked.parts, "details": checked.details}
    return answer(body, 503 if checked.is_red else 200)


@dataclass(frozen=True, slots=True)
class _Checked:
    """`parts`: a word for each; `red`: those of which one is missing."""

    parts: dict[str, str] = field(default_factory=dict)
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def is_red(self) -> bool:
        return any(self.parts[name] != _OK for name in _NEEDED)

    @property
    def status(self) -> str:
        if self.is_red:
            return "not_ready"
        return "ready" if set(self.parts.values()) == {_OK} else "degraded"


def _checked(at: Context) -> _Checked:
    checked = _Checked()
    _check_store(checked, at.ports)
    _check_queue(checked, at.queue)
    checked.parts["format"] = "newer" if at.instruments.watch.has_met_newer else _OK
    return checked


def _check_store(checked: _Checked, ports: Ports) -> None:
    """Of a store that is away the ticker's passes and the failing tables are not known."""
    try:
        counted = ports.census.count()
        failing = ports.due.failing(FAILING_FROM)
        ports.census.try_to_write()
    except StoreUnavailable:
        checked.parts.update(store=_MISSING, ticker=_UNKNOWN, tables=_UNKNOWN)
        return
    checked.parts["store"] = _OK
    _check_ticker(checked, counted)
    checked.parts["tables"] = "failing" if failing else _OK
    checked.details["failing_tables"] = {"count": len(failing), "tables": sorted(failing)[:_NAMED]}


def _check_ticker(checked: _Checked, counted: Counted) -> None:
    ages = counted.pass_age_ms
    late = [shard for shard, age in ages.items() if age is None or age > LATE_MS]
    passed = [age for age in ages.values() if age is not None]
    checked.parts["ticker"] = _OK if not late else "late" if passed else _MISSING
    checked.details["ticker"] = {"oldest_pass_ms": max(passed, default=None), "late_shards": late}


def _check_queue(checked: _Checked, queue: JobQueue) -> None:
    try:
        workers = {lane.value: queue.workers(lane) for lane in Lane}
    except StoreUnavailable:
        checked.parts.update(queue=_MISSING, workers=_UNKNOWN)
        return
    checked.parts["queue"] = _OK
    checked.parts["workers"] = _OK if all(workers.values()) else _MISSING
    checked.details["workers"] = workers
