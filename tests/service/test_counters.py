"""Counters, secret keys and the lists of their tables: the same in memory, on a server and on a cluster."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from fake_clock import FakeClock, FakeEntropy
from polling import eventually
from real_store import EVERY_STORE, real_store
from service.ports import Counters, Listed, Ports, SecretKey
from service.store.counters import MOST, MemoryCounters
from service.store.memory import memory_ports
from tables import RETENTION

KEY = SecretKey("key_1", "portal ♠ 'x'", 1_800_000_000_000)
DIGEST, OTHER = b"d" * 32, b"o" * 32


@dataclass(frozen=True, slots=True)
class Store:
    """`end`: lets a count of a second's length end."""

    ports: Ports
    end: Callable[[str], None]

    @property
    def counters(self) -> Counters:
        return self.ports.counters


@pytest.fixture(params=EVERY_STORE)
def store(request: pytest.FixtureRequest) -> Store:
    if request.param == "memory":
        clock = FakeClock()
        return Store(memory_ports(clock, FakeEntropy(), RETENTION), lambda _: clock.go_on(1_000))
    ports, client = real_store(request.param, request)
    return Store(ports, lambda name: _expire(client, f"count:{name}"))


def _expire(client: Any, key: str) -> None:
    """Soon, by the server itself."""
    client.pexpire(key, 1)
    eventually(lambda: not client.exists(key))


def test_a_count_goes_on_and_each_name_has_its_own(store: Store) -> None:
    assert [store.counters.add("a", 1, 60), store.counters.add("a", 2, 60)] == [1, 3]
    assert store.counters.add("a", -1, 60) == 2
    assert store.counters.add("b", 1, 60) == 1
    assert (store.counters.value("a"), store.counters.value("c")) == (2, 0)


def test_a_count_ends_a_fixed_time_after_its_first(store: Store) -> None:
    began = store.ports.clock.now()
    store.counters.add("a", 1, 60)
    first = store.counters.ends_at("a")
    assert began + 59_000 < first <= store.ports.clock.now() + 60_000
    store.counters.add("a", 1, 600)
    assert abs(store.counters.ends_at("a") - first) < 5_000


def test_a_count_that_has_ended_begins_anew(store: Store) -> None:
    store.counters.add("a", 5, 1)
    store.end("a")
    assert store.counters.value("a") == 0
    assert store.counters.ends_at("a") <= store.ports.clock.now()
    assert store.counters.add("a", 1, 60) == 1


def test_a_count_can_be_cleared(store: Store) -> None:
    store.counters.add("a", 5, 60)
    store.counters.clear("a")
    store.counters.clear("never there")
    assert store.counters.value("a") == 0


def test_no_two_get_the_same_count(store: Store) -> None:
    with ThreadPoolExecutor(8) as pool:
        counts = pool.map(lambda _: store.counters.add("a", 1, 60), range(40))
    assert sorted(counts) == list(range(1, 41))


def test_a_process_forgets_the_counts_that_have_ended() -> None:
    clock = FakeClock()
    counters = MemoryCounters(clock)
    for number in range(100):
        counters.add(str(number), 1, 60)
    clock.go_on(60_000)
    counters.add("a", 1, 60)
    assert len(counters._counts) == 1


def test_a_process_keeps_so_many_counts_and_no_more() -> None:
    counters = MemoryCounters(FakeClock())
    for number in range(MOST + 2):
        counters.add(str(number), 1, 60)
    assert len(counters._counts) <= MOST


def test_a_key_is_found_by_its_digest_alone(store: Store) -> None:
    keys = store.ports.secret_keys
    keys.add(DIGEST, KEY)
    assert keys.find(DIGEST) == KEY
    assert keys.find(OTHER) is None


def test_the_keys_are_listed_the_oldest_first(store: Store) -> None:
    keys = store.ports.secret_keys
    newer = SecretKey("key_2", "another", KEY.created_at + 1)
    keys.add(OTHER, newer)
    keys.add(DIGEST, KEY)
    keys.note_use(OTHER, 7)
    assert list(keys.all()) == [KEY, SecretKey("key_2", "another", newer.created_at, 7)]
    found = keys.find(OTHER)
    assert found is not None
    assert found.used_at == 7


def test_a_revoked_key_leaves_nothing(store: Store) -> None:
    keys = store.ports.secret_keys
    keys.add(DIGEST, KEY)
    keys.note_use(DIGEST, 7)
    assert keys.revoke("key_1")
    assert not keys.revoke("key_1")
    assert keys.find(DIGEST) is None
    assert list(keys.all()) == []


def test_each_key_has_a_list_of_its_own(store: Store) -> None:
    mine, theirs = store.ports.owned.of("key_1"), store.ports.owned.of("key_2")
    mine.add("tb_b", 2)
    mine.add("tb_a", 1)
    theirs.add("tb_c", 3)
    assert list(mine.page(None, 10)) == [Listed(2, "tb_b"), Listed(1, "tb_a")]
    assert list(mine.page(Listed(2, "tb_b"), 10)) == [Listed(1, "tb_a")]
    assert (mine.size(), list(mine.oldest(1))) == (2, ["tb_a"])
    mine.remove(["tb_a"])
    assert (mine.size(), theirs.size()) == (1, 1)
    assert list(store.ports.public.page(None, 10)) == []
