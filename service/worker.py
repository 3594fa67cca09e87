"""An RQ worker that runs its jobs in its own process, stops quickly and outlives the store's restarts."""

import logging
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import Final

from redis import Redis
from redis.exceptions import RedisError
from rq import SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.queue import Queue
from rq.serializers import JSONSerializer

from service.queue import WORKER_TTL_SECONDS, queue_names
from service.table_turns import Lane

MAINTENANCE_SECONDS: Final = 5
RETRY_SECONDS: Final = 0.5

_log = logging.getLogger(__name__)


class LaneWorker(SimpleWorker):
    """RQ's worker, less what we don't use, and with its traps closed."""

    log_result_lifespan = False
    log_job_description = False
    max_connection_wait_time = 1.0

    def __init__(self, lanes: Sequence[Lane], client: Redis) -> None:
        self.is_asked_to_stop = False
        self.jobs_done = 0
        super().__init__(
            list(queue_names(lanes)),
            connection=client,
            serializer=JSONSerializer,
            worker_ttl=WORKER_TTL_SECONDS,
            maintenance_interval=MAINTENANCE_SECONDS,
            log_job_description=False,
        )

    def subscribe(self) -> None:
        """RQ's remote commands are not used: no thread and no connection for them, and nothing to stop."""

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
            raise StopRequested from error
        self.jobs_done += 1

    def teardown(self) -> None:
        with suppress(RedisError):
            super().teardown()  # type: ignore[no-untyped-call]  # RQ's


def run(lanes: Sequence[Lane], client: Redis, max_jobs: int) -> None:
    """Works until it is asked to stop, or has done `max_jobs`. Main thread only."""
    jobs_left, is_lost = max_jobs, False
    while True:
        try:
            worker = LaneWorker(lanes, client)
            is_lost = False
            worker.work(logging_level="WARNING", max_jobs=jobs_left)
        except RedisError as error:
            if not is_lost:
                _log.warning("store_lost", extra={"error": str(error)})
            is_lost = True
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
