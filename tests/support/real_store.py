"""Fixtures of a real server: one a test run, emptied for each test, and the ports on it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import redis

from cluster_process import Cluster, running_cluster
from service.embedded import EmbeddedStore, open_store
from service.ports import Ports
from service.settings import Settings
from service.store.wakeups import RedisWakeups
from service.wiring import build_ports, build_subscription
from store_process import running

EVERY_STORE = ("memory", "redis", pytest.param("cluster", marks=pytest.mark.slow))
"""For a fixture's parameter; `real_store` gives all but the first."""
PING_SECONDS = 0.05
"""Short, so that a listener ends soon after its test."""


@pytest.fixture(scope="session")
def server() -> Iterator[EmbeddedStore]:
    with TemporaryDirectory(prefix="spades-") as folder, open_store(Path(folder)) as store, running(store):
        yield store


@pytest.fixture
def settings(server: EmbeddedStore) -> Settings:
    """Of a process on the server, which is empty."""
    with redis.Redis.from_url(server.url(0)) as client:
        client.flushall()
    return Settings(redis_url=server.url(0), rq_redis_url=server.url(1))


@pytest.fixture
def client(settings: Settings) -> Iterator[redis.Redis]:
    """To look at what is stored."""
    with redis.Redis.from_url(settings.redis_url) as client:
        yield client


@pytest.fixture
def redis_ports(settings: Settings) -> Iterator[Ports]:
    yield from _ports_on(settings)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with TemporaryDirectory(prefix="spades-") as folder, running_cluster(Path(folder)) as cluster:
        yield cluster


@pytest.fixture
def cluster_ports(cluster: Cluster) -> Iterator[Ports]:
    """On a cluster, which is empty."""
    cluster.empty()
    yield from _ports_on(Settings(redis_url=cluster.url))


@pytest.fixture
def cluster_client(cluster: Cluster, cluster_ports: Ports) -> Iterator[redis.RedisCluster]:
    """To look at what is stored."""
    with redis.RedisCluster(host="127.0.0.1", port=cluster.ports[0]) as client:
        yield client


def real_store(kind: str, request: pytest.FixtureRequest) -> tuple[Ports, Any]:
    """The ports on the server or on the cluster, and a client to look at what is stored there."""
    names = {"redis": ("redis_ports", "client"), "cluster": ("cluster_ports", "cluster_client")}
    ports, client = map(request.getfixturevalue, names[kind])
    return ports, client


def _ports_on(settings: Settings) -> Iterator[Ports]:
    ports = build_ports(settings)
    wakeups = RedisWakeups(lambda: build_subscription(settings), PING_SECONDS)
    yield replace(ports, wakeups=wakeups)
    wakeups.close()
