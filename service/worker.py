"""An RQ worker that runs its jobs in its own process, stops quickly and outlives the store's restarts."""

import logging
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError
from rq import SimpleWorker, worker_registration
from rq.exceptions import StopRequested
from rq.executions import Execution
from rq.job import Job
from rq.queue import Queue
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer
from rq.utils import now

from service.jobs.functions import JobFunctions
from service.logs import place_of
from service.queue import WORKER_TTL_SECONDS, queue_names
from service.table_turns import Lane
from service.trouble import StoreWatch

MAINTENANCE_SECONDS: Final = 5
RETRY_SECONDS: Final = 0.5
SIGN_SECONDS: Final = 1.0
"""A worker gives a sign of life, of itself, this often at most."""

_log = logging.getLogger(__name__)


class QuietAboutStore(logging.Filter):
    """RQ tells of a lost store once a second and more, and shows tracebacks: `watch` tells once."""

    def __init__(self, watch: StoreWatch) -> None:
        super().__init__()
        self._watch = watch

    def filter(self, record: logging.LogRecord) -> bool:
        error = _store_error(record)
        if error is not None:
            self._watch.failed(error)
        return error is None


def _store_error(record: logging.LogRecord) -> object | None:
    """What was wrong with the store, if that is what RQ tells of."""
    if record.exc_info and isinstance(record.exc_info[1], RedisError):
        return record.exc_info[1]
    if "Redis connection timeout" in record.msg:
        return "timeout"
    given = record.args if isinstance(record.args, tuple) else ()
    return next((each for each in given if isinstance(each, RedisError)), None)


class ForeignJob(Exception):
    """A job names a function that is none of ours."""


def job_class_of(functions: JobFunctions) -> type[Job]:
    """Jobs that run these. RQ would import whatever a job names, and run it for as long as the job says."""

    class OwnJob(Job):
        @property
        def func(self) -> Callable[..., object]:
            function = functions.get(self.func_name or "")
            if function is None:
                raise ForeignJob
            return function

    return OwnJob


class LaneWorker(SimpleWorker):
    """RQ's worker, less what we don't use, and with its traps closed."""

    log_result_lifespan = False
    log_job_description = False
    max_connection_wait_time = 1.0

    def __init__(
        self, lanes: Sequence[Lane], client: Redis, watch: StoreWatch, functions: JobFunctions
    ) -> None:
        self.is_asked_to_stop = False
        self._watch = watch
        self.jobs_done = 0
        self._silent_until = 0.0
        super().__init__(
            list(queue_names(lanes)),
            connection=client,
            serializer=JSONSerializer,
            job_class=job_class_of(functions),
            worker_ttl=WORKER_TTL_SECONDS,
            maintenance_interval=MAINTENANCE_SECONDS,
            log_job_description=False,
        )

    def subscribe(self) -> None:
        """RQ's remote commands are not used: no thread and no connection for them, and nothing to stop."""

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """RQ registers a worker at its birth alone: a store that lost its data would not hear of it again.

        And it gives a sign of life three times a job, beside the one that goes with the job's own writes.
        """
        if pipeline is not None:
            super().heartbeat(timeout, pipeline)
            return
        if time.monotonic() < self._silent_until and not self._watch.is_lost:
            return
        self._silent_until = time.monotonic() + SIGN_SECONDS
        super().heartbeat(timeout)
        worker_registration.register(self)
        if self._watch.is_lost:
            self._watch.worked()

    def handle_execution_ended(self, job: Job, queue: Queue, heartbeat_ttl: int) -> None:  # noqa: ARG002 (RQ's)
        """RQ writes down that the job lives, right before it takes the job away."""
        job.ended_at = now()

    def handle_job_success(
        self,
        job: Job,
        queue: Queue,  # noqa: ARG002 (RQ's)
        started_job_registry: StartedJobRegistry,  # noqa: ARG002 (RQ's)
        execution: Execution,
    ) -> None:
        """Our jobs have no result, no dependents, no repeats: all that is left to do is to take them away.

        RQ looks for each of these, in eight round trips: more than our own work at a table.
        """
        with self.connection.pipeline() as pipeline:
            self.cleanup_execution(job, pipeline, execution)
            pipeline.delete(job.key)
            pipeline.execute()

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """RQ would write the error's message, which might tell cards."""
        _log.error("job_failed", extra={"queue": job.origin, **place_of(exc_info[1])})

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        self.is_asked_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ's

    def set_shutdown_requested_date(self) -> None:
        """Nothing is sent from a signal's handler: it may have interrupted a call that holds a lock."""

    def execute_job(self, job: Job, queue: Queue) -> None:
        """A store that is lost in the middle of a job ends this worker, but not its process."""
        try:
            super().execute_job(job, queue)
        except RedisError as error:
            self._watch.failed(error)
            raise StopRequested from error
        self.jobs_done += 1

    def teardown(self) -> None:
        with suppress(RedisError):
            super().teardown()  # type: ignore[no-untyped-call]  # RQ's


def run(
    lanes: Sequence[Lane], client: Redis, max_jobs: int, watch: StoreWatch, functions: JobFunctions
) -> None:
    """Works until it is asked to stop, or has done `max_jobs`. Main thread only. `watch`: of the queue."""
    jobs_left = max_jobs
    quiet = QuietAboutStore(watch)
    logging.getLogger("rq.worker").addFilter(quiet)
    while True:
        try:
            worker = LaneWorker(lanes, client, watch, functions)
            worker.work(logging_level="WARNING", max_jobs=jobs_left)
        except RedisError as error:
            watch.failed(error)
        else:
            jobs_left -= worker.jobs_done
            if worker.is_asked_to_stop or jobs_left <= 0:
                return
        _default_signals()
        time.sleep(RETRY_SECONDS)


def _default_signals() -> None:
    """Without a worker there is nothing to finish: a signal ends the process."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
