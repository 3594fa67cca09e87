"""A Redis Cluster as one client: each command goes to the node that has its key's slot.

All that we ask for has one key, or keys under one hash tag, and that key is where `key_of` finds it. Nothing
connects before the first command; the map of the slots is asked for then, and again when a node says that it
is wrong, or doesn't answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import TracebackType
from typing import Any, Final, NamedTuple, Protocol, Self

from redis.crc import key_slot
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ConnectionError,  # noqa: A004 (Redis's own)
    MovedError,
    RedisError,
    ResponseError,
    TimeoutError,  # noqa: A004 (Redis's own)
)

from service.store.client import Argument

MOST_HOPS: Final = 5
"""A slot that moves on while it is followed."""
_LOST: Final = (ConnectionError, TimeoutError, ClusterDownError)


class Address(NamedTuple):
    host: str
    port: int


class Node(Protocol):
    """A client of one server, as `redis.Redis` is."""

    def execute_command(self, *args: Argument) -> Any: ...

    def pipeline(self, transaction: bool) -> Any:
        """As redis-py's, whose `execute` can also give the errors among the replies."""


@dataclass(frozen=True, slots=True)
class _Range:
    first: int
    last: int
    primary: Address


class SlotMap:
    """Which node has which slot; all clients of a process have one in common, so that one finds out for all.

    `seeds`: nodes to ask as long as none is known. `connect` makes a client of one node, for asking alone.
    """

    def __init__(self, seeds: Sequence[Address], connect: Callable[[Address], Node]) -> None:
        self._seeds = tuple(seeds)
        self._connect = connect
        self._nodes: dict[Address, Node] = {}
        self._ranges: tuple[_Range, ...] = ()
        self._known: tuple[Address, ...] = ()

    def owner(self, slot: int) -> Address:
        for each in self._map():
            if each.first <= slot <= each.last:
                return each.primary
        self.forget()
        raise ClusterDownError(f"no node has slot {slot}")

    def primaries(self) -> frozenset[Address]:
        return frozenset(each.primary for each in self._map())

    def forget(self) -> None:
        """It is wrong: the next one who needs it asks anew."""
        self._ranges = ()

    def lose(self, address: Address) -> None:
        """As `forget`, and of this node it is asked last."""
        self._known = (*(each for each in self._known if each != address), address)
        self.forget()

    def _map(self) -> tuple[_Range, ...]:
        ranges = self._ranges
        if not ranges:
            ranges = self._ranges = self._discover()
        return ranges

    def _discover(self) -> tuple[_Range, ...]:
        """From the first node that can tell; those that are known come first."""
        failure: RedisError = ConnectionError("no node is known")
        for address in dict.fromkeys((*self._known, *self._seeds)):
            try:
                found = self._node(address).execute_command("CLUSTER", "SLOTS")
            except (*_LOST, ResponseError) as error:
                failure = error
            else:
                ranges = tuple(_range_of(each, address) for each in found)
                self._known = tuple(dict.fromkeys(each.primary for each in ranges))
                return ranges
        raise failure

    def _node(self, address: Address) -> Node:
        node = self._nodes.get(address)
        if node is None:
            node = self._nodes[address] = self._connect(address)
        return node


class ClusterClient:
    """`connect` makes a client of one node.

    A command that a node refused with a redirection was not carried out: it is sent again, by a writer, too.
    One whose reply was lost is not: that is for the nodes' clients to decide.
    """

    def __init__(self, slots: SlotMap, connect: Callable[[Address], Node]) -> None:
        self._slots = slots
        self._connect = connect
        self._nodes: dict[Address, Node] = {}

    def execute_command(self, *args: Argument) -> Any:
        slot = slot_of(*args)
        address = self._slots.owner(slot)
        for _ in range(MOST_HOPS):
            try:
                return self._node(address).execute_command(*args)
            except MovedError as error:
                address = _place_of(error, address)
                self._slots.forget()
            except AskError as error:
                return self._asking(_place_of(error, address), args)
            except _LOST:
                self._slots.lose(address)
                raise
        raise ClusterDownError(f"slot {slot} is nowhere to be found")

    def pipeline(self, transaction: bool) -> "ClusterPipe":  # noqa: ARG002 (the port's; none is asked for)
        return ClusterPipe(self)

    def time(self) -> tuple[int, int]:
        """The time of the node whose clock is last: no node is behind it."""
        return min(self._time_of(address) for address in self._slots.primaries())

    def _time_of(self, address: Address) -> tuple[int, int]:
        try:
            seconds, microseconds = self._node(address).execute_command("TIME")
        except _LOST:
            self._slots.lose(address)
            raise
        return int(seconds), int(microseconds)

    def execute_all(self, commands: Sequence[tuple[Argument, ...]]) -> list[Any]:
        """The replies in the order of the commands; a node gets its own at once. Raises the first error."""
        replies: list[Any] = [None] * len(commands)
        for address, places in self._by_node(commands).items():
            batch = self._batch(address, [commands[place] for place in places])
            for place, reply in zip(places, batch, strict=True):
                is_elsewhere = isinstance(reply, MovedError | AskError)
                replies[place] = self.execute_command(*commands[place]) if is_elsewhere else reply
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return replies

    def _by_node(self, commands: Sequence[tuple[Argument, ...]]) -> dict[Address, list[int]]:
        places: dict[Address, list[int]] = {}
        for place, command in enumerate(commands):
            places.setdefault(self._slots.owner(slot_of(*command)), []).append(place)
        return places

    def _batch(self, address: Address, commands: Sequence[tuple[Argument, ...]]) -> list[Any]:
        try:
            with self._node(address).pipeline(transaction=False) as pipe:
                for command in commands:
                    pipe.execute_command(*command)
                replies: list[Any] = pipe.execute(raise_on_error=False)
        except _LOST:
            self._slots.lose(address)
            raise
        return replies

    def _asking(self, address: Address, args: tuple[Argument, ...]) -> Any:
        """Once, of the node to which a slot is being moved."""
        with self._node(address).pipeline(transaction=False) as pipe:
            pipe.execute_command("ASKING")
            pipe.execute_command(*args)
            return pipe.execute(raise_on_error=True)[-1]

    def _node(self, address: Address) -> Node:
        node = self._nodes.get(address)
        if node is None:
            node = self._nodes[address] = self._connect(address)
        return node


class ClusterPipe:
    """Commands that are sent together, to each node its own."""

    def __init__(self, cluster: ClusterClient) -> None:
        self._cluster = cluster
        self._commands: list[tuple[Argument, ...]] = []

    def execute_command(self, *args: Argument) -> Any:
        self._commands.append(args)

    def execute(self) -> Any:
        commands, self._commands = self._commands, []
        return self._cluster.execute_all(commands)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._commands = []


def key_of(*args: Argument) -> str:
    """The first key of a command of ours; of a message the channel, which bears a shard's tag as well."""
    return str(args[3] if args[0] in ("EVAL", "EVALSHA") else args[1])


def slot_of(*args: Argument) -> int:
    key = key_of(*args)
    tagged, end, _ = key.partition("}")
    return _slot(tagged + end or key)


@lru_cache(maxsize=64)
def _slot(key: str) -> int:
    """There are as many as shards, and a few keys without one."""
    return key_slot(key.encode())


def _place_of(error: AskError | MovedError, told_by: Address) -> Address:
    """An empty host is that of the node that says so."""
    return Address(error.host or told_by.host, error.port)


def _range_of(raw: Any, told_by: Address) -> _Range:
    first, last, (host, port, *_), *_ = raw
    name = host.decode() if isinstance(host, bytes) else host
    return _Range(first, last, Address(name or told_by.host, port))
