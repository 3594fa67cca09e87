"""A cluster of three servers, which share the slots; for tests."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from polling import eventually
from process_ports import free_ports
from service.embedded import find_server

SLOTS = 16_384
NODES = 3


@dataclass(frozen=True)
class Cluster:
    """`ports`: of the three that share the slots; then, if there is one, of a replica of the first."""

    ports: tuple[int, ...]
    processes: tuple[subprocess.Popen[bytes], ...]

    @property
    def url(self) -> str:
        """Names two of the three: the third has to be found."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{port}" for port in self.ports[:2])

    def node(self, number: int) -> Redis:
        return Redis(port=self.ports[number], decode_responses=True)

    def owner(self, slot: int) -> int:
        """The number of the node that has the slot."""
        with self.node(0) as node:
            ranges = node.execute_command("CLUSTER", "SLOTS")
        return next(self.ports.index(place[1]) for first, last, place, *_ in ranges if first <= slot <= last)

    def sizes(self) -> list[int]:
        """How many keys each node has."""
        sizes = []
        for number in range(NODES):
            with self.node(number) as node:
                sizes.append(int(node.dbsize()))
        return sizes

    def empty(self) -> None:
        for number in range(NODES):
            with self.node(number) as node:
                node.flushall()

    @contextmanager
    def moving(self, slot: int) -> Iterator[None]:
        """A slot moves to the next node: in the block it is on its way, then it is there, with its keys."""
        owner = self.owner(slot)
        with self.node(owner) as old, self.node((owner + 1) % NODES) as new:
            _begin_move(slot, old, new)
            yield
            _finish_move(slot, old, new)
        eventually(lambda: self.owner(slot) != owner)


def _begin_move(slot: int, old: Redis, new: Redis) -> None:
    """From now on the old node sends who asks for a key that it doesn't have to the new one (ASK)."""
    new.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", old.execute_command("CLUSTER", "MYID"))
    old.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", new.execute_command("CLUSTER", "MYID"))


def _finish_move(slot: int, old: Redis, new: Redis) -> None:
    """Moves the keys; from now on the old node says that the slot is elsewhere (MOVED)."""
    names = old.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 1000)
    if names:
        port = new.connection_pool.connection_kwargs["port"]
        old.execute_command("MIGRATE", "127.0.0.1", port, "", 0, 5000, "KEYS", *names)
    owner = new.execute_command("CLUSTER", "MYID")
    for node in (new, old):
        node.execute_command("CLUSTER", "SETSLOT", slot, "NODE", owner)


@contextmanager
def running_cluster(folder: Path, replicas: int = 0) -> Iterator[Cluster]:
    """`replicas`: 1 for one of the first node, 0 for none."""
    count = NODES + replicas
    ports = free_ports(2 * count)
    places = tuple(zip(ports[:count], ports[count:], strict=True))
    with ExitStack() as stack:
        processes = [stack.enter_context(_server(folder / str(port), port, bus)) for port, bus in places]
        cluster = Cluster(ports[:count], tuple(processes))
        eventually(lambda: all(map(_answers, cluster.ports)))
        _join(cluster, ports[count:])
        eventually(lambda: all(_is_whole(cluster.node(number)) for number in range(count)))
        if replicas:
            _replicate(cluster)
        yield cluster


def _replicate(cluster: Cluster) -> None:
    """The last one follows the first one."""
    with cluster.node(0) as first, cluster.node(NODES) as last:
        last.execute_command("CLUSTER", "REPLICATE", first.execute_command("CLUSTER", "MYID"))
    eventually(lambda: in_step(cluster))


def in_step(cluster: Cluster) -> bool:
    """Whether the replica has all that its primary has."""
    with cluster.node(0) as first:
        told = first.info("replication")
    replica = told.get("slave0", {"state": "none"})
    return bool(replica["state"] == "online" and replica["offset"] == told["master_repl_offset"] > 0)


@contextmanager
def _server(home: Path, port: int, bus: int) -> Iterator[subprocess.Popen[bytes]]:
    home.mkdir()
    options = {
        "port": port,
        "bind": "127.0.0.1",
        "cluster-enabled": "yes",
        "cluster-port": bus,
        "cluster-replica-validity-factor": 0,
        "repl-diskless-sync-delay": 0,
        "cluster-node-timeout": 2000,
        "dir": home,
        "save": "",
        "appendonly": "no",
        "logfile": home / "server.log",
        "locale-collate": "C",
    }
    argv = [
        str(find_server()),
        *(str(word) for name, value in options.items() for word in (f"--{name}", value)),
    ]
    with subprocess.Popen(argv, env=dict(os.environ)) as process:
        try:
            yield process
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    with Redis(port=port) as node:
        try:
            return bool(node.ping())
        except RedisError:
            return False


def _join(cluster: Cluster, buses: tuple[int, ...]) -> None:
    bounds = [SLOTS * number // NODES for number in range(NODES + 1)]
    for number, (first, end) in enumerate(pairwise(bounds)):
        with cluster.node(number) as node:
            node.execute_command("CLUSTER", "ADDSLOTSRANGE", first, end - 1)
            node.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
    with cluster.node(0) as node:
        for port, bus in zip(cluster.ports[1:], buses[1:], strict=True):
            node.execute_command("CLUSTER", "MEET", "127.0.0.1", port, bus)


def _is_whole(node: Redis) -> bool:
    with node:
        state = node.execute_command("CLUSTER INFO")["cluster_state"]
        return bool(state == "ok" and len(node.execute_command("CLUSTER", "SLOTS")) == NODES)
