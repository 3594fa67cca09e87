"""What only a store on a network has: lost replies, outages, newer releases, and what a table costs."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import pytest
import redis
from redis.exceptions import (
    BusyLoadingError,
    ConnectionError,  # noqa: A004 (Redis's own)
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,  # noqa: A004 (Redis's own)
)

from service.ports import (
    Committed,
    Loaded,
    NewerFormat,
    Ports,
    StoreUnavailable,
)
from service.settings import Settings
from service.store.codec import encode_table
from service.store.keys import table_key
from service.store.tables import RedisTables
from service.table_turns import Lane
from service.wiring import build_client, build_due_subscription, build_ports
from store_size import sizes_by_deal
from tables import PLAYERS, START, Shelf, commit_id, commit_of, due_at, new_table, next_action, table_id

KIB = 1024


@dataclass(slots=True)
class Trouble:
    """A client between us and the server: `before` and `after` are called around each command."""

    client: redis.Redis
    before: Callable[[], None] = lambda: None
    after: Callable[[], None] = lambda: None

    def execute_command(self, *args: Any) -> Any:
        self.before()
        reply = self.client.execute_command(*args)
        self.after()
        return reply

    def pipeline(self, transaction: bool) -> Any:
        raise AssertionError("a table needs no pipeline")


def failing(error: Exception) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


@pytest.fixture
def shelf(redis_ports: Ports) -> Shelf:
    return Shelf.put(redis_ports.store, new_table(chairs=PLAYERS))


def test_every_process_reads_what_one_has_put(client: redis.Redis, shelf: Shelf) -> None:
    """The one that put it remembers it; others have the stored bytes alone."""
    rng = Random(1)
    for step in range(60):
        shelf.put_change(next_action(shelf.loaded.table, rng, START + step))
        assert RedisTables(client, client).load(table_id()) == shelf.loaded == shelf.store.load(table_id())


def test_a_remembered_table_counts_only_while_the_very_same_is_stored(
    client: redis.Redis, shelf: Shelf
) -> None:
    """A store that was set back may hold another table under the version and commit id of a lost one."""
    others = new_table(now=START + 1, chairs=PLAYERS).table
    client.hset(table_key(table_id()), "state", b"1 " + commit_id(1) + encode_table(others))
    assert shelf.store.load(table_id()) == Loaded(others, 1, commit_id(1)) != shelf.loaded


@pytest.mark.parametrize("error", [ConnectionError("gone"), TimeoutError("late")])
def test_a_commit_whose_reply_was_lost_is_answered_as_committed(
    client: redis.Redis, shelf: Shelf, error: Exception
) -> None:
    tables = RedisTables(client, Trouble(client, after=failing(error)))
    commit = commit_of(next_action(shelf.loaded.table, Random(1), START), 1, commit_id(50))
    assert tables.commit(commit) == Committed(2, commit.outcome, is_replay=False)
    assert shelf.store.load(table_id()) == tables.load(table_id())


def test_a_lost_reply_of_a_commit_that_others_followed_is_a_replay(client: redis.Redis, shelf: Shelf) -> None:
    change = next_action(shelf.loaded.table, Random(1), START)
    commit = commit_of(change, 1, commit_id(50), is_kept=True)
    follower = commit_of(next_action(change.table, Random(1), START), 2, commit_id(51))

    def follow() -> None:
        shelf.store.commit(follower)
        raise TimeoutError("late")

    tables = RedisTables(client, Trouble(client, after=follow))
    assert tables.commit(commit) == Committed(3, commit.outcome, is_replay=True)


def test_a_commit_that_never_arrived_is_an_outage(client: redis.Redis, shelf: Shelf) -> None:
    tables = RedisTables(client, Trouble(client, before=failing(ConnectionError("gone"))))
    with pytest.raises(StoreUnavailable):
        tables.commit(commit_of(next_action(shelf.loaded.table, Random(1), START), 1, commit_id(50)))
    assert tables.load(table_id()) == shelf.loaded


def test_a_lost_reply_of_what_an_earlier_try_had_done_is_a_replay(client: redis.Redis, shelf: Shelf) -> None:
    """Both under one key, and the first reached a store that hung: what it made is what counts."""
    first, second = (
        commit_of(next_action(shelf.loaded.table, Random(1), START + wait), 1, commit_id(50), is_kept=True)
        for wait in (1, 2)
    )

    def overtake() -> None:
        RedisTables(client, client).commit(first)

    tables = RedisTables(client, Trouble(client, before=overtake, after=failing(TimeoutError("late"))))
    assert tables.commit(second) == Committed(2, first.outcome, is_replay=True)


def test_a_new_table_whose_reply_was_lost_is_answered_as_committed(client: redis.Redis) -> None:
    tables = RedisTables(client, Trouble(client, after=failing(TimeoutError("late"))))
    commit = commit_of(new_table(), 0, commit_id(1), is_kept=True)
    assert tables.commit(commit) == Committed(1, commit.outcome, is_replay=False)


@pytest.mark.parametrize(
    "error",
    [
        ConnectionError("gone"),
        TimeoutError("late"),
        BusyLoadingError("Redis is loading the dataset in memory"),
        OutOfMemoryError("command not allowed when used memory > 'maxmemory'."),
        ReadOnlyError("You can't write against a read only replica."),
        ResponseError("MISCONF Errors writing to the AOF file: No space left on device"),
        ResponseError("NOREPLICAS Not enough good replicas to write."),
        ResponseError("Command # 1 (ZADD …) of pipeline caused error: NOREPLICAS Not enough good replicas."),
    ],
)
def test_every_outage_is_store_unavailable(client: redis.Redis, shelf: Shelf, error: Exception) -> None:
    broken = Trouble(client, before=failing(error))
    tables = RedisTables(broken, broken)
    commit = commit_of(next_action(shelf.loaded.table, Random(1), START), 1, commit_id(50))
    with pytest.raises(StoreUnavailable):
        tables.load(table_id())
    with pytest.raises(StoreUnavailable):
        tables.commit(commit)
    with pytest.raises(StoreUnavailable):
        tables.delete(shelf.loaded)
    with pytest.raises(StoreUnavailable):
        tables.find_code("07AAAA")


def test_a_bug_is_no_outage(client: redis.Redis, shelf: Shelf) -> None:
    broken = Trouble(client, before=failing(ResponseError("WRONGTYPE Operation against a key")))
    with pytest.raises(ResponseError):
        RedisTables(broken, broken).load(table_id())


def test_a_server_that_does_not_run_is_an_outage() -> None:
    ports = build_ports(Settings(redis_url="unix:///nowhere/at/all.sock"))
    for call in (
        lambda: ports.store.load(table_id()),
        lambda: ports.log.read(table_id()),
        lambda: ports.due.failures(table_id()),
        lambda: ports.public.page(None, 5),
        ports.clock.now,
    ):
        with pytest.raises(StoreUnavailable):
            call()


def test_a_server_without_memory_changes_nothing(
    client: redis.Redis, settings: Settings, shelf: Shelf
) -> None:
    commit = shelf.put_change(next_action(shelf.loaded.table, Random(1), START), is_kept=True)
    change = next_action(shelf.loaded.table, Random(1), START)
    client.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreUnavailable):
            shelf.put_change(change)
        known = shelf.store.commit(commit)
    finally:
        client.config_set("maxmemory", 0)
    assert known.is_replay
    assert shelf.store.load(table_id()) == shelf.loaded


def test_scripts_that_the_server_forgot_are_sent_again(client: redis.Redis, shelf: Shelf) -> None:
    client.script_flush()
    commit = shelf.put_change(next_action(shelf.loaded.table, Random(1), START))
    client.script_flush()
    loaded = shelf.store.load(table_id(), commit.commit_id)
    assert loaded is not None
    assert loaded.outcome == commit.outcome


def test_a_table_of_a_newer_release_is_left_alone(client: redis.Redis, shelf: Shelf) -> None:
    client.hset(table_key(table_id()), "state", b"2 " + bytes(16) + b'[4,"who knows"]')
    with pytest.raises(NewerFormat):
        shelf.store.load(table_id())


def test_no_token_is_stored(client: redis.Redis, shelf: Shelf) -> None:
    """Hashes are bytes, stored in base64; the table has no member that could hold a token."""
    assert {b"version", b"commit_id", b"status", b"state", b"recent"} == set(
        client.hkeys(table_key(table_id()))
    )


def test_every_key_bears_the_tag_of_its_shard(client: redis.Redis, shelf: Shelf, redis_ports: Ports) -> None:
    shelf.put_change(next_action(shelf.loaded.table, Random(1), START), is_kept=True)
    redis_ports.due.failed(table_id(), Lane.LIVE)
    names = {key.decode() for key in client.keys("*")}
    assert names == {
        f"{{s07}}:table:{table_id()}",
        f"{{s07}}:log:{table_id()}",
        f"{{s07}}:outcomes:{table_id()}",
        "{s07}:code:07C0001",
        "{s07}:due:live",
        "{s07}:failures",
        "{s07}:statuses",
    }


def test_a_commit_tells_the_ticker_of_work_that_is_due_at_once(
    redis_ports: Ports, settings: Settings, shelf: Shelf
) -> None:
    now, rng = redis_ports.clock.now(), Random(1)
    with closing(build_due_subscription(settings)) as subscription:
        assert heard(subscription) == b"subscribed"
        shelf.put_change(next_action(shelf.loaded.table, rng, START), due=due_at(now + 60_000, Lane.LIVE))
        shelf.put_change(next_action(shelf.loaded.table, rng, START), due=due_at(now, Lane.BULK))
        assert heard(subscription) == b"bulk"


def heard(subscription: Any) -> bytes:
    message = subscription.get_message(timeout=20)
    return message["data"] if message["type"] == "message" else b"subscribed"


def test_a_client_that_must_not_send_twice_does_not(settings: Settings) -> None:
    writer = build_client(settings.redis_url, tries_again=0)
    with writer:
        assert writer.get_retry().get_retries() == 0


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_table_costs_no_more_than_it_may(redis_ports: Ports, client: redis.Redis, is_kept: bool) -> None:
    """Four players, each action a request of its own: the costliest table."""
    sizes = list(sizes_by_deal(redis_ports.store, client, PLAYERS, is_kept=is_kept, deals=8))
    assert max(sizes[:5]) <= 32 * KIB
    assert max(after - before for before, after in pairwise(sizes)) <= 6 * KIB
