"""What may befall the job queue: it is away, it hangs, it is emptied. Only CPUs and deadlines need it."""

from random import Random

from rq import Queue
from rq.serializers import JSONSerializer

from bystander import LONGEST_SECONDS, Bystander
from fault import Fault
from fleet import Fleet, Role
from service.queue import queue_names
from service.table_turns import Lane
from store_faults import Check, require_soon, standing_still, stopped_store, while_it_lasts

EMPTIED_TIMES = 50


def stopped(fleet: Fleet, rng: Random) -> Check:
    return while_it_lasts(fleet, stopped_store(fleet, Role.JOBS), require_only_jobs_missing)


def paused(fleet: Fleet, rng: Random) -> Check:
    return while_it_lasts(fleet, standing_still(*fleet.pids(Role.JOBS)), require_only_jobs_missing)


def emptied(fleet: Fleet, rng: Random) -> Check:
    """All of its queues, by hand, again and again while jobs are being queued."""
    for _ in range(EMPTIED_TIMES):
        for name in queue_names(tuple(Lane)):
            Queue(name, connection=fleet.jobs, serializer=JSONSerializer).empty()
    return fleet.is_ready


def flushed(fleet: Fleet, rng: Random) -> Check:
    """Everything in it, workers and ticker's signs of life included."""
    fleet.jobs.flushall()
    return fleet.is_ready


QUEUE_FAULTS = (
    Fault("jobs stopped", stopped),
    Fault("jobs paused", paused),
    Fault("jobs emptied", emptied),
    Fault("jobs flushed", flushed),
)


def require_only_jobs_missing(bystander: Bystander) -> None:
    """Who plays goes on playing; the process says what is missing."""
    for reply in bystander.replies:
        if reply.call == "GET /readyz":
            assert (reply.status, reply.body["parts"]["queue"]) == (503, "missing"), reply
            assert reply.body["parts"]["store"] == "ok", reply
        else:
            assert reply.status in (200, 201), reply
    require_soon(bystander, LONGEST_SECONDS)
