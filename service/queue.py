"""The RQ queues: for each lane one of tables and one of studies.

A job carries nothing but leave to claim, or the name of a study, so losing one does no harm.
"""

from collections.abc import Sequence
from typing import Final

from redis import Redis
from rq import Queue
from rq.defaults import RQ_KEY_PREFIX
from rq.serializers import JSONSerializer

from service.outage import outages_told
from service.ports import Study
from service.table_turns import Lane

JOB: Final = "service.jobs.attend.attend_lane"
STUDY_JOB: Final = "service.jobs.study.make_study"
JOB_TIMEOUT_SECONDS: Final = 30
STUDY_TIMEOUT_SECONDS: Final = 5
FAILURE_TTL_SECONDS: Final = 300
STUDY_TTL_SECONDS: Final = 60
"""A study that no worker took up for so long is given up; who still wants it asks again."""
WORKER_TTL_SECONDS: Final = 20
TICKER_KEY: Final = "spades:ticker"
TICKER_TTL_MS: Final = 5_000
# RQ lets a worker's key live 60 s beyond its ttl, and renews it at least every 5 s and at each job's start
# and end. A key with less than this left belongs to a worker that died or hangs.
_LEAST_LEFT_MS: Final = 60_000


def queue_names(lanes: Sequence[Lane]) -> tuple[str, ...]:
    """What a worker of these lanes takes its jobs from, the first one first."""
    return tuple(name for lane in lanes for name in (lane.value, study_queue_name(lane)))


def study_queue_name(lane: Lane) -> str:
    """Studies have a queue of their own, behind the tables': no number of them keeps a table waiting."""
    return f"{lane}-studies"


def _queue(name: str, client: Redis) -> Queue:
    # JSON: with RQ's own default, pickle, whoever can write to Redis runs code here.
    return Queue(name, connection=client, serializer=JSONSerializer)


class RqQueue:
    def __init__(self, client: Redis) -> None:
        self._client = client
        self._queues = {lane: _queue(lane.value, client) for lane in Lane}
        self._study_queues = {lane: _queue(study_queue_name(lane), client) for lane in Lane}

    def queued(self, lane: Lane) -> int:
        with outages_told():
            return self._queues[lane].count

    def workers(self, lane: Lane) -> int:
        """The workers that serve the lane and gave a sign of life lately."""
        with outages_told():
            names = self._client.smembers(f"{RQ_KEY_PREFIX}:workers:{lane}")
            with self._client.pipeline(transaction=False) as pipe:
                for name in names:
                    pipe.pttl(name)
                return sum(left >= _LEAST_LEFT_MS for left in pipe.execute())

    def enqueue(self, lane: Lane, count: int) -> None:
        job = Queue.prepare_data(
            JOB,
            args=(lane.value,),
            timeout=JOB_TIMEOUT_SECONDS,
            result_ttl=0,
            failure_ttl=FAILURE_TTL_SECONDS,
        )
        with outages_told():
            self._queues[lane].enqueue_many([job] * count)

    def enqueue_study(self, lane: Lane, study: Study) -> None:
        job = Queue.prepare_data(
            STUDY_JOB,
            args=(study.kind.value, study.table_id, study.part),
            timeout=STUDY_TIMEOUT_SECONDS,
            ttl=STUDY_TTL_SECONDS,
            result_ttl=0,
            failure_ttl=FAILURE_TTL_SECONDS,
        )
        with outages_told():
            self._study_queues[lane].enqueue_many([job])

    def note_ticker(self) -> None:
        """A ticker's sign of life."""
        with outages_told():
            self._client.set(TICKER_KEY, 1, px=TICKER_TTL_MS)

    def has_ticker(self) -> bool:
        with outages_told():
            return bool(self._client.exists(TICKER_KEY))
