"""The RQ queues: one for each lane. A job carries nothing but leave to claim, so losing one does no harm."""

from typing import Final

from redis import Redis
from rq import Queue
from rq.defaults import RQ_KEY_PREFIX
from rq.serializers import JSONSerializer

from service.outage import outages_told
from service.table_turns import Lane

JOB: Final = "service.jobs.attend.attend_lane"
JOB_TIMEOUT_SECONDS: Final = 30
FAILURE_TTL_SECONDS: Final = 300
WORKER_TTL_SECONDS: Final = 20
TICKER_KEY: Final = "spades:ticker"
TICKER_TTL_MS: Final = 5_000
# RQ lets a worker's key live 60 s beyond its ttl, and renews it at least every 5 s and at each job's start
# and end. A key with less than this left belongs to a worker that died or hangs.
_LEAST_LEFT_MS: Final = 60_000


class RqQueue:
    def __init__(self, client: Redis) -> None:
        self._client = client
        # JSON: with RQ's own default, pickle, whoever can write to Redis runs code here.
        self._queues = {
            lane: Queue(lane.value, connection=client, serializer=JSONSerializer) for lane in Lane
        }

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

    def note_ticker(self) -> None:
        """A ticker's sign of life."""
        with outages_told():
            self._client.set(TICKER_KEY, 1, px=TICKER_TTL_MS)

    def has_ticker(self) -> bool:
        with outages_told():
            return bool(self._client.exists(TICKER_KEY))
