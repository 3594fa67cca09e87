"""Builds what a process works with from its settings: clients, clock, stores, queue. Nothing connects yet."""

import random
from functools import partial
from typing import Any, Final, Protocol

from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.client import PubSub
from redis.exceptions import ConnectionError  # noqa: A004 (Redis's own)
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry

from service.clock import ServerClock
from service.entropy import SystemEntropy
from service.lab.ports import Lab, Limits
from service.metrics.instruments import Instruments
from service.observing import Unmeasured
from service.ports import Ports
from service.queue import RqQueue
from service.settings import Settings
from service.store.census import RedisCensus
from service.store.client import Client
from service.store.cluster import Address, ClusterClient, SlotMap
from service.store.cluster_url import ClusterUrl, is_cluster, parse_cluster_url
from service.store.counters import RedisCounters
from service.store.direct import DirectClient
from service.store.due import RedisDueTables
from service.store.keys import DUE_CHANNEL
from service.store.log import RedisLog
from service.store.measured import MeasuredTables
from service.store.presence import RedisPresence
from service.store.public import RedisOwnedTables, RedisPublicTables
from service.store.runs import RedisRunList, RedisRuns
from service.store.secret_keys import RedisSecretKeys
from service.store.studies import RedisStudies
from service.store.tables import RedisTables
from service.store.tickets import RedisTickets
from service.store.wakeups import PING_SECONDS, RedisWakeups
from service.table_turns import Retention

CONNECTIONS: Final = 32
ANSWER_SECONDS: Final = 2.0
"""A store that hangs is given up after that, and not asked again: who waits for us must hear of it soon."""
CONNECT_SECONDS: Final = 2.0
FREE_SECONDS: Final = 1.0
"""How long a command waits for a free connection: some ms, or, with a store that hangs, in vain."""
TRIES_AGAIN: Final = 3


def build_ports(settings: Settings, tools: Instruments | None = None) -> Ports:
    """The ports on Redis, measured by `tools`. One set serves a whole process, and is made after a fork."""
    clients = StoreClients(settings.redis_url)
    reader = clients.client(TRIES_AGAIN)
    clock = ServerClock(reader)
    wakeups = RedisWakeups(partial(build_subscription, settings))
    direct = clients.direct_client(TRIES_AGAIN)
    tables = RedisTables(direct, clients.direct_client(0))
    count_lost = None if tools is None else tools.figures.failures.inc
    return Ports(
        store=tables if tools is None else MeasuredTables(tables, tools),
        log=RedisLog(reader),
        due=RedisDueTables(direct, clock, tables, count_lost),
        wakeups=wakeups,
        studies=RedisStudies(reader, wakeups, build_queue(settings).enqueue_study),
        public=RedisPublicTables(reader),
        owned=RedisOwnedTables(reader),
        secret_keys=RedisSecretKeys(reader),
        counters=RedisCounters(reader, clock),
        presence=RedisPresence(reader, clock),
        tickets=RedisTickets(reader),
        clock=clock,
        entropy=SystemEntropy(),
        retention=build_retention(settings),
        census=RedisCensus(reader, clock),
        meter=Unmeasured() if tools is None else tools.figures,
    )


def build_lab(settings: Settings, ports: Ports) -> Lab:
    """The laboratory on Redis, beside the ports of the process."""
    clients = StoreClients(settings.redis_url)
    reader = clients.client(TRIES_AGAIN)
    runs, limits = RedisRuns(reader, clients.client(0)), build_limits(settings)
    return Lab(runs, RedisRunList(reader), ports.due, ports.clock, ports.entropy, limits)


def build_limits(settings: Settings) -> Limits:
    return Limits(
        matches=settings.max_simulation_matches,
        deals=settings.max_simulation_deals,
        at_once=settings.max_simulations,
        kept=settings.max_kept_simulations,
        kept_ms=settings.keep_simulation_seconds * 1000,
        record_bytes=settings.max_simulation_record_bytes,
    )


def build_secret_keys(settings: Settings) -> tuple[RedisSecretKeys, ServerClock]:
    """The secret keys alone, and the clock: all that `spades keys` needs of the store."""
    client = StoreClients(settings.redis_url).client(0)
    return RedisSecretKeys(client), ServerClock(client)


def build_due_tables(settings: Settings) -> RedisDueTables:
    """The due times alone: all that the ticker needs of the store."""
    client = StoreClients(settings.redis_url).client(0)
    return RedisDueTables(client, ServerClock(client), RedisTables(client, client))


def build_queue(settings: Settings) -> RqQueue:
    return RqQueue(build_client(settings.rq_redis_url, tries_again=0))


def build_worker_client(settings: Settings) -> Redis:
    """For RQ's worker, which sets a time-out of its own and blocks in its reads."""
    return build_client(settings.rq_redis_url, tries_again=TRIES_AGAIN)


def build_retention(settings: Settings) -> Retention:
    return Retention(
        open_ms=settings.keep_open_seconds * 1000,
        idle_ms=settings.keep_idle_seconds * 1000,
        finished_ms=settings.keep_finished_seconds * 1000,
    )


def build_due_subscription(settings: Settings) -> PubSub:
    """Hears each commit that makes work due at once."""
    subscription = build_subscription(settings)
    subscription.subscribe(DUE_CHANNEL)
    return subscription


def build_subscription(settings: Settings) -> PubSub:
    """On a connection of its own, which closing it closes."""
    client = Redis.from_url(
        _some_node(settings.redis_url),
        socket_timeout=2 * PING_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
    subscription: PubSub = client.pubsub()  # type: ignore[no-untyped-call]  # redis-py has no type here
    return subscription


def _some_node(url: str) -> str:
    """The nodes of a cluster pass messages on to each other: any will do, each time another one."""
    if not is_cluster(url):
        return url
    cluster = parse_cluster_url(url)
    return cluster.of(random.choice(cluster.seeds))


class StoreClient(Client, Protocol):
    """What the parts of the store need, and the clock."""

    def time(self) -> Any:
        """Redis's TIME: seconds and microseconds."""


class StoreClients:
    """Clients of one server, or of a cluster, whose map they have in common.

    `tries_again`: how often redis-py silently sends a command again, writes too.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._cluster = _with_map(parse_cluster_url(url)) if is_cluster(url) else None

    def client(self, tries_again: int) -> StoreClient:
        if self._cluster is None:
            return build_client(self._url, tries_again)
        cluster, slots = self._cluster
        return ClusterClient(slots, partial(_node, cluster, tries_again))

    def direct_client(self, tries_again: int) -> Client:
        """The same for single commands, with less around them."""
        if self._cluster is None:
            return _direct(build_client(self._url, tries_again), tries_again)
        cluster, slots = self._cluster
        return ClusterClient(slots, partial(_direct_node, cluster, tries_again))


def _with_map(cluster: ClusterUrl) -> tuple[ClusterUrl, SlotMap]:
    return cluster, SlotMap(cluster.seeds, partial(_node, cluster, 0))


def _node(cluster: ClusterUrl, tries_again: int, address: Address) -> Redis:
    return build_client(cluster.of(address), tries_again)


def _direct_node(cluster: ClusterUrl, tries_again: int, address: Address) -> DirectClient:
    return _direct(_node(cluster, tries_again, address), tries_again)


def _direct(client: Redis, tries_again: int) -> DirectClient:
    connect = client.connection_pool.make_connection
    return DirectClient(client, connect, CONNECTIONS, tries_again=tries_again > 0)


def build_client(url: str, tries_again: int) -> Redis:
    """`tries_again`: how often redis-py silently sends again what a connection took along, writes too."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=FREE_SECONDS,
        socket_timeout=ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
        retry=Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.5), tries_again, (ConnectionError,)),
        # Off: every connection would ask a hosted Redis for word of maintenance; the handler keeps the pool.
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
    )
    return Redis(connection_pool=pool)
