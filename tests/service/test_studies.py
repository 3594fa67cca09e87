"""Studies: what web processes ask workers to think out; the same on memory and on the real server."""

import json
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
import redis

from engine.phases import Phase
from engine.seats import Seat
from fake_clock import FakeClock, FakeEntropy
from polling import eventually
from service.auth import hash_token
from service.jobs.study import make
from service.ports import (
    STUDY_ASKED_MS,
    STUDY_KEPT_MS,
    NewerFormat,
    Ports,
    StoreUnavailable,
    Study,
    StudyKind,
)
from service.queue import STUDY_JOB, queue_names
from service.settings import Settings
from service.store import keys
from service.store.memory import memory_ports
from service.store.memory_studies import MemoryStudies
from service.table_turns import Lane
from service.tables.hints import read_hint
from service.wiring import build_queue
from tables import RETENTION, START, Shelf, new_table, next_action, player, table_id

STUDY = Study(table_id(), StudyKind.HINT, "S.45.a9")
OTHERS = (
    Study(table_id(2), StudyKind.HINT, "S.45.a9"),
    Study(table_id(), StudyKind.REVIEW, "S.45.a9"),
    Study(table_id(), StudyKind.HINT, "S.46.a9"),
)


class Shop:
    """The studies of a store, how many jobs they queued, and time that goes on."""

    def __init__(self, ports: Ports, jobs: Callable[[], int], go_on: Callable[[int], None]) -> None:
        self.ports = ports
        self.studies = ports.studies
        self.jobs = jobs
        self.go_on = go_on


@pytest.fixture(params=["memory", "redis"])
def shop(request: pytest.FixtureRequest) -> Shop:
    if request.param == "redis":
        return request.getfixturevalue("real_shop")
    clock = FakeClock()
    ports = memory_ports(clock, FakeEntropy(), RETENTION)
    studies = ports.studies
    assert isinstance(studies, MemoryStudies)
    return Shop(ports, lambda: len(studies.jobs), clock.go_on)


@pytest.fixture
def rq(settings: Settings) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(settings.rq_redis_url) as found:
        yield found


@pytest.fixture
def real_shop(redis_ports: Ports, client: redis.Redis, rq: redis.Redis) -> Shop:
    def go_on(milliseconds: int) -> None:
        """Lets keys run out sooner, since the server's clock can't be moved on."""
        for key in client.keys("*:asked:*") + client.keys("*:study:*"):
            left = client.pttl(key) - milliseconds
            client.pexpire(key, left) if left > 0 else client.delete(key)

    return Shop(redis_ports, lambda: rq.llen("rq:queue:live-studies"), go_on)


def test_a_result_is_found_under_its_own_name_alone(shop: Shop) -> None:
    assert shop.studies.find(STUDY) is None
    shop.studies.keep(STUDY, b'["result"]')
    assert shop.studies.find(STUDY) == b'["result"]'
    assert [shop.studies.find(other) for other in OTHERS] == [None] * 3


def test_a_result_runs_out(shop: Shop) -> None:
    shop.studies.keep(STUDY, b"x")
    shop.go_on(STUDY_KEPT_MS - 1_000)
    assert shop.studies.find(STUDY) == b"x"
    shop.go_on(1_000)
    assert shop.studies.find(STUDY) is None


def test_a_study_is_queued_once_until_it_seems_lost(shop: Shop) -> None:
    for _ in range(3):
        shop.studies.ask(STUDY, Lane.LIVE)
    assert shop.jobs() == 1
    shop.go_on(STUDY_ASKED_MS)
    shop.studies.ask(STUDY, Lane.LIVE)
    assert shop.jobs() == 2


def test_each_study_is_asked_for_by_itself(shop: Shop) -> None:
    for study in (STUDY, *OTHERS):
        shop.studies.ask(study, Lane.LIVE)
    assert shop.jobs() == 4


def test_two_that_ask_at_once_queue_one_job(shop: Shop) -> None:
    start = threading.Barrier(4)

    def ask() -> None:
        start.wait(10)
        shop.studies.ask(STUDY, Lane.LIVE)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shop.jobs() == 1


def test_a_study_that_was_made_is_not_made_again(shop: Shop) -> None:
    made = []

    def maker(ports: Ports, found: str, part: str) -> bytes:
        made.append((found, part))
        return b"x"

    for _ in range(2):
        make(shop.ports, STUDY, {StudyKind.HINT: maker})
    assert made == [(STUDY.table_id, STUDY.part)]


@pytest.mark.parametrize("error", [ValueError("AS"), StoreUnavailable("gone"), NewerFormat()])
def test_a_study_that_fails_harms_nobody_and_leaves_nothing(shop: Shop, error: Exception) -> None:
    def fails(ports: Ports, found: str, part: str) -> bytes:
        raise error

    make(shop.ports, STUDY, {StudyKind.HINT: fails})
    assert shop.studies.find(STUDY) is None


# ------------------------------------------------------------------- on the real server


def test_who_waits_is_woken_by_the_result_and_by_no_other(real_shop: Shop) -> None:
    studies = real_shop.studies
    with studies.listen(STUDY) as waiter:
        eventually(lambda: not waiter.wait(0.2))  # the listener that connects wakes everybody, once
        for other in OTHERS:
            studies.keep(other, b"x")
        assert not waiter.wait(0.2)
        studies.keep(STUDY, b"x")
        assert waiter.wait(10)


def test_a_result_wakes_nobody_who_waits_for_the_table(real_shop: Shop) -> None:
    with real_shop.ports.wakeups.listen(STUDY.table_id) as waiter:
        eventually(lambda: not waiter.wait(0.2))
        real_shop.studies.keep(STUDY, b"x")
        assert not waiter.wait(0.2)


def test_a_hint_waits_for_its_points(real_shop: Shop, rq: redis.Redis) -> None:
    ports = real_shop.ports
    chairs = tuple(replace(player(seat), token_hash=hash_token(seat.name)) for seat in Seat)
    shelf = Shelf.put(ports.store, new_table(chairs=chairs))
    while shelf.loaded.table.match.deal.phase is not Phase.PLAYING:
        shelf.put_change(next_action(shelf.loaded.table, Random(1), START))
    (seat,) = shelf.loaded.table.match.to_act

    def work() -> None:
        eventually(lambda: rq.keys("rq:job:*"))
        (job,) = rq.keys("rq:job:*")
        kind, found, part = json.loads(zlib.decompress(rq.hget(job, "data")))[2]
        make(ports, Study(found, StudyKind(kind), part))

    worker = threading.Thread(target=work)
    worker.start()
    hint = read_hint(ports, table_id(), seat.name, 20)
    worker.join()
    assert hint.is_ready
    assert set(hint.points or ()) == set(hint.cards)


def test_a_job_names_the_study_as_json_and_is_given_up_some_day(real_shop: Shop, rq: redis.Redis) -> None:
    real_shop.studies.ask(STUDY, Lane.LIVE)
    (job,) = rq.keys("rq:job:*")
    assert json.loads(zlib.decompress(rq.hget(job, "data"))) == [
        STUDY_JOB,
        None,
        ["hint", STUDY.table_id, STUDY.part],
        {},
    ]
    assert rq.hmget(job, "timeout", "result_ttl", "ttl") == [b"5", b"0", b"60"]


def test_all_keys_run_out_and_lie_in_the_tables_shard(real_shop: Shop, client: redis.Redis) -> None:
    real_shop.studies.ask(STUDY, Lane.LIVE)
    real_shop.studies.keep(STUDY, b"x")
    found = client.keys("*")
    assert len(found) == 2
    assert all(client.pttl(key) > 0 for key in found)
    assert all(key.startswith(f"{{s{keys.shard_of(STUDY.table_id)}}}:".encode()) for key in found)


def test_studies_keep_no_table_waiting(settings: Settings) -> None:
    """They are not counted with the jobs of tables, and a worker takes those first."""
    queue = build_queue(settings)
    for _ in range(5):
        queue.enqueue_study(Lane.LIVE, STUDY)
    assert queue.queued(Lane.LIVE) == 0
    assert queue_names(tuple(Lane)) == ("live", "live-studies", "bulk", "bulk-studies")
