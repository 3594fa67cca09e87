"""The RQ queues on a real server: what lies in them, who serves them."""

import json
import signal
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import redis
from rq import Queue
from rq.serializers import JSONSerializer

from polling import eventually
from service.cli import main
from service.embedded import open_store
from service.ports import Ports
from service.queue import JOB, RqQueue
from service.settings import Settings, child_environment
from service.table import TableStatus
from service.table_turns import Lane
from service.wiring import build_ports, build_queue
from store_process import running
from tables import CPUS, LONG, Shelf, due_at, new_table, table_id


@pytest.fixture
def queue(settings: Settings) -> RqQueue:
    return build_queue(settings)


@pytest.fixture
def jobs(settings: Settings) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(settings.rq_redis_url) as client:
        yield client


@contextmanager
def process(settings: Settings, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """`spades` with these words; killed in the end if it is still there."""
    env = {"SPADES_REDIS_URL": settings.redis_url, "SPADES_RQ_REDIS_URL": settings.rq_redis_url}
    argv = (sys.executable, "-m", "service.cli", *words)
    with subprocess.Popen(argv, env=child_environment(env), stderr=subprocess.PIPE) as child:
        try:
            yield child
        finally:
            child.kill()


def test_jobs_wait_in_their_lane(queue: RqQueue) -> None:
    queue.enqueue(Lane.LIVE, 3)
    queue.enqueue(Lane.BULK, 1)
    assert [queue.queued(lane) for lane in (Lane.LIVE, Lane.BULK)] == [3, 1]


def test_a_job_holds_json_and_names_no_table(queue: RqQueue, jobs: redis.Redis) -> None:
    queue.enqueue(Lane.BULK, 1)
    (job,) = jobs.keys("rq:job:*")
    assert json.loads(zlib.decompress(jobs.hget(job, "data"))) == [JOB, None, ["bulk"], {}]
    assert jobs.hmget(job, "timeout", "result_ttl") == [b"30", b"0"]


def test_workers_and_ticker_are_known_while_they_live(settings: Settings, queue: RqQueue) -> None:
    assert not queue.has_ticker()
    with process(settings, "worker", "--lanes", "live") as worker, process(settings, "ticker") as ticker:
        eventually(lambda: queue.workers(Lane.LIVE) == 1 and queue.has_ticker())
        assert queue.workers(Lane.BULK) == 0
        worker.terminate()
        ticker.terminate()
        assert worker.wait(20) == 0
        assert ticker.wait(20) == 0
        assert (worker.communicate()[1], ticker.communicate()[1]) == (b"", b"")
    assert queue.workers(Lane.LIVE) == 0


def test_a_worker_is_known_again_after_the_store_has_lost_its_data(
    settings: Settings, queue: RqQueue, jobs: redis.Redis
) -> None:
    with process(settings, "worker", "--lanes", "live"):
        eventually(lambda: queue.workers(Lane.LIVE) == 1)
        jobs.flushdb()
        assert queue.workers(Lane.LIVE) == 0
        queue.enqueue(Lane.LIVE, 1)  # its next sign of life comes at once, and not within 5 s
        eventually(lambda: queue.workers(Lane.LIVE) == 1)


def test_a_job_that_names_a_function_of_others_is_not_run(
    settings: Settings, jobs: redis.Redis, tmp_path: Path
) -> None:
    """Who can write to the queue could else have anything run here, for as long as they like."""
    made = tmp_path / "made"
    foreign = Queue("live", connection=jobs, serializer=JSONSerializer)
    foreign.enqueue("os.mkdir", str(made))
    RqQueue(jobs).enqueue(Lane.LIVE, 1)
    with process(settings, "worker", "--lanes", "live", "--max-jobs", "2") as worker:
        assert worker.wait(20) == 0
        lines = worker.communicate()[1].splitlines()
    assert not made.exists()
    assert [(line["event"], line["error"]) for line in map(json.loads, lines)] == [
        ("job_failed", "ForeignJob")
    ]
    assert foreign.count == 0


def put_cpu_tables(ports: Ports, count: int) -> list[str]:
    now = ports.clock.now()
    for number in range(count):
        change = new_table(number, chairs=CPUS, rules=replace(LONG, max_deals=2), now=now)
        Shelf.put(ports.store, change, due_at(now, Lane.BULK))
    return [table_id(number) for number in range(count)]


def is_over(ports: Ports, found: str) -> bool:
    loaded = ports.store.load(found)
    return loaded is not None and loaded.table.status is TableStatus.OVER


@pytest.mark.slow
def test_tables_of_cpus_are_played_to_their_end_though_a_worker_is_killed(
    settings: Settings, redis_ports: Ports
) -> None:
    tables = put_cpu_tables(redis_ports, 10)
    with process(settings, "ticker"), process(settings, "worker") as victim, process(settings, "worker"):
        eventually(lambda: any(is_over(redis_ports, each) for each in tables))
        victim.kill()
        eventually(lambda: all(is_over(redis_ports, each) for each in tables))


@pytest.mark.slow
def test_a_restart_of_the_server_is_outlived(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        settings = Settings(redis_url=store.url(0), rq_redis_url=store.url(1))
        ports = build_ports(settings)
        with (
            running(store) as server,
            process(settings, "ticker") as ticker,
            process(settings, "worker") as worker,
        ):
            queue = build_queue(settings)
            eventually(lambda: queue.workers(Lane.BULK) and queue.has_ticker())
            tables = put_cpu_tables(ports, 10)
            eventually(lambda: any(is_over(ports, each) for each in tables))
            server.send_signal(signal.SIGTERM)
            server.wait(20)
            with running(store):
                eventually(lambda: all(is_over(ports, each) for each in tables))
                assert worker.poll() is None
                assert ticker.poll() is None
                worker.terminate()
                ticker.terminate()
                assert (worker.wait(20), ticker.wait(20)) == (0, 0)


@pytest.mark.parametrize("lanes", ["", "fast", "live,", "live;bulk"])
def test_unknown_lanes_are_a_wrong_argument(lanes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worker", "--lanes", lanes]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "live, bulk" in said


@pytest.mark.slow
def test_a_url_that_is_none_is_one_line(settings: Settings) -> None:
    for words in (("worker",), ("ticker",)):
        with process(Settings(redis_url="nonsense", rq_redis_url="nonsense"), *words) as child:
            assert child.wait(20) == 1
            assert child.communicate()[1].count(b"\n") == 1


@pytest.mark.slow
def test_a_worker_that_is_asked_to_stop_at_work_finishes_its_job(
    settings: Settings, redis_ports: Ports
) -> None:
    put_cpu_tables(redis_ports, 30)
    with process(settings, "ticker"), process(settings, "worker") as worker:
        eventually(lambda: sum(redis_ports.due.counts().values()) < 30)
        worker.terminate()
        assert worker.wait(20) == 0
