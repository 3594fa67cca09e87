"""Commands to the nodes of a cluster: by slot, after redirections, and when a node is gone."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ConnectionError,  # noqa: A004 (Redis's own)
    MovedError,
    ResponseError,
)

from service.store.cluster import Address, ClusterClient, SlotMap, key_of, slot_of
from service.store.cluster_url import is_cluster, parse_cluster_url

ONE, TWO, THREE = (Address("10.0.0.1", port) for port in (7001, 7002, 7003))
FIRST_HALF, SECOND_HALF = (0, 8191), (8192, 16383)
LOW, HIGH = "{s03}:x", "{s00}:x"
"""Keys of the first and of the second half of the slots."""


def map_of(*owners: tuple[tuple[int, int], Address]) -> list[Any]:
    return [[*slots, [owner.host.encode(), owner.port, b"id"]] for slots, owner in owners]


@dataclass(slots=True)
class Node:
    """A node that says its name, or what `says` makes of a command."""

    cluster: "Nodes"
    address: Address
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    says: Callable[..., Any] | None = None
    _pending: list[tuple[Any, ...]] = field(default_factory=list)

    def execute_command(self, *args: Any) -> Any:
        if self.address in self.cluster.dead:
            raise ConnectionError("refused")
        self.asked.append(args)
        reply = self.cluster.slots if args[0] == "CLUSTER" else self._reply(args)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def _reply(self, args: tuple[Any, ...]) -> Any:
        return self.says(*args) if self.says else f"{args[-1]} by {self.address.port}"

    def pipeline(self, transaction: bool) -> "Pipe":
        return Pipe(self)

    @property
    def commands(self) -> list[str]:
        return [args[0] for args in self.asked if args[0] != "CLUSTER"]


@dataclass(slots=True)
class Pipe:
    node: Node
    pending: list[tuple[Any, ...]] = field(default_factory=list)

    def execute_command(self, *args: Any) -> None:
        self.pending.append(args)

    def execute(self, raise_on_error: bool) -> list[Any]:
        replies = []
        for args in self.pending:
            try:
                replies.append(self.node.execute_command(*args))
            except ResponseError as error:
                if raise_on_error:
                    raise
                replies.append(error)
        return replies

    def __enter__(self) -> "Pipe":
        return self

    def __exit__(self, *_: object) -> None:
        pass


class Nodes:
    def __init__(self) -> None:
        self.slots = map_of((FIRST_HALF, ONE), (SECOND_HALF, TWO))
        self.dead: set[Address] = set()
        self.nodes = {address: Node(self, address) for address in (ONE, TWO, THREE)}
        self.slots_known = SlotMap([ONE], self.nodes.__getitem__)
        self.client = ClusterClient(self.slots_known, self.nodes.__getitem__)

    def get(self, key: str) -> Any:
        return self.client.execute_command("GET", key)

    def fail_over(self, gone: Address, successor: Address) -> None:
        self.dead.add(gone)
        self.slots = [
            [first, last, [successor.host.encode(), successor.port] if node[1] == gone.port else node]
            for first, last, node in self.slots
        ]


@pytest.fixture
def nodes() -> Nodes:
    return Nodes()


def test_nothing_is_asked_before_the_first_command_and_the_map_only_once(nodes: Nodes) -> None:
    assert nodes.nodes[ONE].asked == []
    for _ in range(3):
        nodes.get(LOW)
        nodes.get(HIGH)
    maps = [args for node in nodes.nodes.values() for args in node.asked if args[0] == "CLUSTER"]
    assert len(maps) == 1


def test_a_command_goes_to_the_node_of_its_key(nodes: Nodes) -> None:
    assert nodes.get(LOW) == f"{LOW} by 7001"
    assert nodes.get(HIGH) == f"{HIGH} by 7002"


@pytest.mark.parametrize(
    ("command", "key"),
    [
        pytest.param(("HGET", LOW, "state"), LOW, id="the first argument"),
        pytest.param(("EVALSHA", "digest", 2, LOW, "{s03}:y", b"arg"), LOW, id="a script's first key"),
        pytest.param(("PUBLISH", LOW, "news"), LOW, id="a channel"),
    ],
)
def test_where_a_command_names_its_key(command: tuple[Any, ...], key: str) -> None:
    assert key_of(*command) == key


def test_all_keys_of_a_shard_have_one_slot_and_a_key_without_a_tag_its_own() -> None:
    assert slot_of("GET", "{s03}:table:x") == slot_of("GET", "{s03}:log:y") != slot_of("GET", "{s00}:log:y")
    assert slot_of("GET", "public") != slot_of("GET", "{s03}:table:x")


def test_a_slot_that_has_moved_is_followed_and_its_new_place_remembered(nodes: Nodes) -> None:
    nodes.get(LOW)
    nodes.nodes[ONE].says = lambda *_: MovedError("1000 10.0.0.1:7003")
    nodes.slots = map_of((FIRST_HALF, THREE), (SECOND_HALF, TWO))
    assert nodes.get(LOW) == f"{LOW} by 7003"
    asked = len(nodes.nodes[ONE].commands)
    assert nodes.get(LOW) == f"{LOW} by 7003"
    assert len(nodes.nodes[ONE].commands) == asked


def test_a_slot_that_is_moving_is_asked_for_once_of_its_new_node(nodes: Nodes) -> None:
    nodes.nodes[ONE].says = lambda *_: AskError("1000 10.0.0.1:7003")
    assert nodes.get(LOW) == f"{LOW} by 7003"
    assert nodes.nodes[THREE].commands == ["ASKING", "GET"]


def test_a_slot_that_nobody_has_is_an_outage(nodes: Nodes) -> None:
    nodes.slots = map_of((FIRST_HALF, ONE))
    with pytest.raises(ClusterDownError):
        nodes.get(HIGH)


def test_a_slot_that_is_passed_round_is_an_outage(nodes: Nodes) -> None:
    nodes.nodes[ONE].says = lambda *_: MovedError("1000 10.0.0.1:7003")
    nodes.nodes[THREE].says = lambda *_: MovedError("1000 10.0.0.1:7001")
    with pytest.raises(ClusterDownError):
        nodes.get(LOW)


def test_a_command_whose_reply_was_lost_is_not_sent_again(nodes: Nodes) -> None:
    nodes.get(LOW)
    nodes.dead.add(ONE)
    with pytest.raises(ConnectionError):
        nodes.get(LOW)
    assert nodes.nodes[TWO].commands == nodes.nodes[THREE].commands == []


def test_after_a_failover_the_next_command_finds_the_new_primary(nodes: Nodes) -> None:
    nodes.get(LOW), nodes.get(HIGH)
    nodes.fail_over(ONE, THREE)
    with pytest.raises(ConnectionError):
        nodes.get(LOW)
    assert nodes.get(LOW) == f"{LOW} by 7003"


def test_what_one_client_finds_out_the_others_of_its_process_know(nodes: Nodes) -> None:
    other = ClusterClient(nodes.slots_known, nodes.nodes.__getitem__)
    nodes.get(LOW), other.execute_command("GET", LOW)
    nodes.fail_over(ONE, THREE)
    with pytest.raises(ConnectionError):
        nodes.get(LOW)
    assert other.execute_command("GET", LOW) == f"{LOW} by 7003"


def test_commands_together_come_back_in_their_order(nodes: Nodes) -> None:
    with nodes.client.pipeline(transaction=False) as pipe:
        for key in (HIGH, LOW, HIGH, LOW):
            pipe.execute_command("GET", key)
        assert pipe.execute() == [f"{HIGH} by 7002", f"{LOW} by 7001"] * 2


def test_of_commands_together_only_those_are_sent_again_that_were_refused_for_their_slot(
    nodes: Nodes,
) -> None:
    def moved_since(command: str, key: str) -> Any:
        return MovedError("1000 10.0.0.1:7003") if key.endswith("moved") else f"{key} by 7001"

    nodes.nodes[ONE].says = moved_since
    with nodes.client.pipeline(transaction=False) as pipe:
        for key in (LOW, "{s03}:moved", LOW):
            pipe.execute_command("GET", key)
        assert pipe.execute() == [f"{LOW} by 7001", "{s03}:moved by 7003", f"{LOW} by 7001"]
    assert nodes.nodes[THREE].commands == ["GET"]


def test_of_commands_together_the_first_error_is_told(nodes: Nodes) -> None:
    nodes.nodes[TWO].says = lambda *_: ResponseError("WRONGTYPE")
    with nodes.client.pipeline(transaction=False) as pipe:
        for key in (LOW, HIGH):
            pipe.execute_command("GET", key)
        with pytest.raises(ResponseError):
            pipe.execute()


def test_the_time_is_that_of_the_clock_that_is_last(nodes: Nodes) -> None:
    for address, seconds in ((ONE, 1_000), (TWO, 999)):
        nodes.nodes[address].says = lambda *_, seconds=seconds: [str(seconds).encode(), b"5"]
    assert nodes.client.time() == (999, 5)


def test_the_address_of_a_cluster() -> None:
    url = parse_cluster_url("rediss+cluster://me:pass@one:7001,two,[::1]:7003?health_check_interval=5")
    assert url.seeds == (Address("one", 7001), Address("two", 6379), Address("::1", 7003))
    options = "?health_check_interval=5"
    assert url.of(Address("three", 7009)) == f"rediss://me:pass@three:7009{options}"
    assert url.of(Address("::1", 7003)) == f"rediss://me:pass@[::1]:7003{options}"


@pytest.mark.parametrize(
    "url", ["redis+cluster://", "redis+cluster://a:port", "redis+cluster://a:1,", "redis+cluster://a/1"]
)
def test_an_address_of_a_cluster_that_is_none_repeats_no_password(url: str) -> None:
    with pytest.raises(ValueError, match="Redis Cluster") as refused:
        parse_cluster_url(url.replace("//", "//me:secret@"))
    assert "secret" not in str(refused.value)


def test_other_addresses_are_of_one_server() -> None:
    assert not is_cluster("redis://127.0.0.1:6379/0")
    assert is_cluster("redis+cluster://127.0.0.1")
