"""The census: on memory and on a real server."""

import pytest

from fake_clock import FakeClock, FakeEntropy
from real_store import EVERY_STORE, real_store
from service.ports import Ports, StoreUnavailable
from service.store.census import WRITTEN_MS
from service.store.memory import memory_ports
from service.table import TableStatus, close
from service.table_turns import Lane
from tables import CPUS, PLAYERS, RETENTION, START, Shelf, due_at, new_table, table_id


@pytest.fixture(params=EVERY_STORE)
def ports(request: pytest.FixtureRequest) -> Ports:
    if request.param == "memory":
        return memory_ports(FakeClock(), FakeEntropy(), RETENTION)
    return real_store(request.param, request)[0]


def counts(ports: Ports) -> dict[str, int]:
    return {status.value: number for status, number in ports.census.count().tables.items() if number}


def test_each_table_counts_once_by_what_it_is_now(ports: Ports) -> None:
    shelves = [Shelf.put(ports.store, new_table(number, shard=number)) for number in range(3)]
    Shelf.put(ports.store, new_table(9, shard=9, chairs=PLAYERS))
    assert counts(ports) == {"open": 3, "playing": 1}
    shelves[0].put_change(close(shelves[0].loaded.table, START))
    assert counts(ports) == {"open": 2, "playing": 1, "closed": 1}
    ports.store.delete(shelves[0].loaded)
    ports.store.delete(shelves[1].loaded)
    assert counts(ports) == {"open": 1, "playing": 1}


def test_a_commit_that_is_sent_twice_counts_once(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table())
    commit = shelf.put_change(close(shelf.loaded.table, START))
    assert ports.store.commit(commit).is_replay
    assert counts(ports) == {TableStatus.CLOSED.value: 1}


def test_all_tables_are_found_by_their_ids(ports: Ports) -> None:
    chairs = (PLAYERS, CPUS)
    for number in range(16):
        Shelf.put(ports.store, new_table(number, shard=number, chairs=chairs[number % 2]))
    assert set(ports.census.table_ids()) == {table_id(number, number) for number in range(16)}


def test_what_is_due_and_for_how_long(ports: Ports) -> None:
    now = ports.clock.now()
    Shelf.put(ports.store, new_table(1), due_at(now - 3_000))
    Shelf.put(ports.store, new_table(2, shard=3), due_at(now - 9_000, Lane.BULK))
    Shelf.put(ports.store, new_table(3, shard=4), due_at(now + 60_000))
    counted = ports.census.count()
    assert counted.due == {Lane.LIVE: 1, Lane.BULK: 1}
    assert 3_000 <= counted.overdue_ms[Lane.LIVE] < 6_000
    assert 9_000 <= counted.overdue_ms[Lane.BULK] < 12_000


def test_a_table_that_somebody_works_on_is_due_when_the_lease_ends(ports: Ports) -> None:
    Shelf.put(ports.store, new_table(1), due_at(ports.clock.now() - 3_000))
    ports.due.begin(table_id(1), Lane.LIVE)
    assert ports.census.count().overdue_ms[Lane.LIVE] == 0


def test_a_store_that_can_be_written_to_says_so_and_keeps_nothing(request: pytest.FixtureRequest) -> None:
    ports, client = real_store("redis", request)
    ports.census.try_to_write()
    assert {client.pttl(key) <= WRITTEN_MS for key in client.keys("*")} == {True}


@pytest.mark.parametrize(
    ("setting", "value", "usual"), [("maxmemory", "1", "0"), ("min-replicas-to-write", "1", "0")]
)
def test_a_store_that_can_not_be_written_to_is_unavailable_though_it_can_be_read(
    setting: str, value: str, usual: str, request: pytest.FixtureRequest
) -> None:
    ports, client = real_store("redis", request)
    client.config_set(setting, value)
    try:
        with pytest.raises(StoreUnavailable):
            ports.census.try_to_write()
        assert ports.census.count()
    finally:
        client.config_set(setting, usual)


def test_passes_are_known_by_shard(ports: Ports) -> None:
    assert set(ports.census.count().pass_age_ms.values()) == {None}
    ports.due.note_pass()  # type: ignore[attr-defined]  # the ticker's alone
    assert all(age is not None and 0 <= age < 2_000 for age in ports.census.count().pass_age_ms.values())
