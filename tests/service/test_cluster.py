"""The service on a Redis Cluster of three nodes: every operation, whole matches, slots that move."""

import gc
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api_examples import record_examples
from api_world import Made, World, body_of, legal_action
from cluster_process import Cluster, in_step, running_cluster
from engine.record_reading import parse_record
from engine.verify import verify
from polling import eventually
from record_auditor import audit
from service.embedded import open_store
from service.ports import Ports, Study
from service.settings import Settings
from service.store.cluster import slot_of
from service.store.keys import SHARD_NAMES, table_key
from service.store.studies import RedisStudies
from service.table_turns import Lane
from service.wiring import TRIES_AGAIN, StoreClients, build_ports
from store_process import running
from tables import table_id
from whole_service import Body, Service, sit_down

pytestmark = pytest.mark.slow

SHORT = {"preset": "short", "target": 60}
CPU = {"kind": "cpu"}


@pytest.fixture
def world(cluster: Cluster, cluster_ports: Ports) -> World:
    jobs: list[tuple[Lane, Study]] = []
    client = StoreClients(cluster.url).client(TRIES_AGAIN)
    studies = RedisStudies(client, cluster_ports.wakeups, lambda *job: jobs.append(job))
    ports = replace(cluster_ports, studies=studies)
    return World(settings=Settings(redis_url=cluster.url), wrap=lambda _: ports, study_jobs=jobs)


def require_clean(record: Body) -> None:
    assert record["result"] is not None
    assert audit(record) == []
    assert verify(parse_record(record)) == ()


def test_every_operation(world: World) -> None:
    """Those of the examples, which are all that there are."""
    assert record_examples(world).keys() == record_examples().keys()


def open_files() -> int:
    return sum(1 for _ in Path("/dev/fd").iterdir())


def test_ports_that_are_given_up_leave_no_connection_open(cluster: Cluster) -> None:
    """At once, and not when the collector of cycles comes by."""
    gc.disable()
    try:
        before = open_files()
        ports = build_ports(Settings(redis_url=cluster.url))
        ports.census.count()
        ports.store.load(table_id())
        assert open_files() > before
        del ports
        assert open_files() == before
    finally:
        gc.enable()


def test_tables_are_spread_over_the_nodes(world: World, cluster: Cluster) -> None:
    for _ in range(40):
        world.make()
    assert min(cluster.sizes()) > 0
    owners = {cluster.owner(slot_of("GET", f"{{s{shard}}}:due:live")) for shard in SHARD_NAMES}
    assert owners == {0, 1, 2}


def test_a_slot_is_what_the_server_says(cluster: Cluster) -> None:
    with cluster.node(0) as node:
        for key in ("public", *(f"{{s{shard}}}:due:live" for shard in SHARD_NAMES)):
            assert slot_of("GET", key) == node.execute_command("CLUSTER", "KEYSLOT", key)


def test_a_waiting_call_hears_of_a_change_wherever_the_table_is(world: World) -> None:
    """Whichever node the process listens to, and whichever has the table."""
    for table in [world.make() for _ in range(8)]:
        after = body_of(world.get(f"{table.path}/events?after=1000"))["last_seq"]
        with ThreadPoolExecutor(1) as others:
            page = others.submit(world.app.test_client().get, f"{table.path}/events?after={after}&wait=25")
            began = time.monotonic()
            world.act(table, world.to_act(table))
            assert body_of(page.result())["events"]
            assert time.monotonic() - began < 20  # it was woken, and didn't wait to the end


def test_a_match_goes_on_while_its_slot_moves_from_node_to_node(world: World, cluster: Cluster) -> None:
    seats = {**dict.fromkeys("NEW", CPU), "S": {"kind": "player", "name": "me"}}
    table = world.make(seats=seats, rules=SHORT)
    slot, steps = slot_of("GET", table_key(table.table_id)), 0
    while (view := world.view(table, "S"))["status"] == "playing":
        if view["turn"] and view["turn"]["actions"]:
            steps += 1
            act = partial(once, world, table, view, f"step-{steps}")
            if steps % 6 == 1:
                with cluster.moving(slot):
                    assert act() in (200, 503)
            assert act() == 200
        world.work()
    assert steps > 12
    require_clean(body_of(world.get(f"{table.path}/record", table.tokens["S"])))


def test_tables_go_on_when_a_replica_takes_the_place_of_its_primary(tmp_path: Path) -> None:
    with running_cluster(tmp_path, replicas=1) as cluster:
        settings = Settings(redis_url=cluster.url)
        world = World(settings=settings, wrap=lambda _: build_ports(settings))
        tables = [world.make() for _ in range(12)]
        for table in tables:
            world.go_on(table, 2)
        before = [body_of(world.get(table.path))["version"] for table in tables]
        lost = [table for table in tables if cluster.owner(slot_of("GET", table_key(table.table_id))) == 0]
        assert lost
        eventually(lambda: in_step(cluster))
        cluster.processes[0].kill()
        assert {world.get(table.path).status_code for table in lost} == {503}
        eventually(lambda: {world.get(table.path).status_code for table in tables} == {200})
        assert [body_of(world.get(table.path))["version"] for table in tables] == before
        for table in tables:
            world.go_on(table, 2)


def once(world: World, table: Made, view: Body, key: str) -> int:
    call, body = legal_action(view, choose=3)
    return world.post(f"{table.path}/{call}", body, table.tokens["S"], Idempotency_Key=key).status_code


@pytest.fixture
def service(cluster: Cluster, tmp_path: Path) -> Iterator[Service]:
    cluster.empty()
    with open_store(tmp_path) as store, running(store.for_jobs()):
        service = Service(tmp_path, "--redis-url", cluster.url, "--rq-redis-url", store.for_jobs().url())
        yield service
        service.stop()


def test_whole_matches_over_real_processes(service: Service) -> None:
    """The workers, the ticker and the web processes all find the tables; the job queue is elsewhere."""
    with ThreadPoolExecutor(4) as threads:
        for record in threads.map(lambda _: match_of(service), range(4)):
            require_clean(record)


def match_of(service: Service) -> Any:
    player = sit_down(service, rules=SHORT)
    while player.act():
        pass
    return player.record()
