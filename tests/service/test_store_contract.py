"""What every store of tables does, shown on the test double and on a real server."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest

from real_store import EVERY_STORE
from service.ports import (
    Committed,
    Listed,
    Loaded,
    NameTaken,
    Outcome,
    Ports,
    StaleVersion,
    TooEarly,
)
from service.table import Change, close
from service.table_turns import Lane
from store_worlds import World, store_world
from tables import (
    DIGEST,
    LONG,
    PLAYERS,
    START,
    Shelf,
    commit_id,
    commit_of,
    due_at,
    new_table,
    next_action,
    table_id,
)


@pytest.fixture(params=EVERY_STORE)
def world(request: pytest.FixtureRequest) -> World:
    return store_world(request.param, request)


@pytest.fixture
def ports(world: World) -> Ports:
    return world.ports


def test_a_table_comes_back_as_it_was_put(ports: Ports) -> None:
    change = new_table(chairs=PLAYERS)
    done = ports.store.commit(commit_of(change, 0, commit_id(5)))
    assert done == Committed(1, Outcome(200, 1, change.table.last_seq, DIGEST), is_replay=False)
    assert ports.store.load(change.table.table_id) == Loaded(change.table, 1, commit_id(5))


@pytest.mark.parametrize("unknown", [table_id(9), "", "tb_", "tb_99" + "x" * 22, "tb_07{}\n", "♠" * 27])
def test_an_unknown_table_is_none(ports: Ports, unknown: str) -> None:
    assert ports.store.load(unknown) is None
    assert ports.store.load(unknown, commit_id(1)) is None
    assert ports.log.read(unknown) == ()


def test_a_whole_deal_is_kept_step_by_step(ports: Ports) -> None:
    shelf, rng = Shelf.put(ports.store, new_table(chairs=PLAYERS)), Random(1)
    events = new_table(chairs=PLAYERS).events
    for step in range(60):
        change = next_action(shelf.loaded.table, rng, START + step)
        shelf.put_change(change, is_kept=step % 2 == 0)
        events += change.events
        assert ports.store.load(change.table.table_id) == shelf.loaded
    entries = ports.log.read(shelf.loaded.table.table_id)
    assert tuple(event for entry in entries for event in entry.events) == events
    assert [entry.version for entry in entries] == list(range(1, 62))
    assert [entry.at for entry in entries[1:]] == [START + step for step in range(60)]


def test_the_log_is_read_from_any_event_on(ports: Ports) -> None:
    shelf, rng = Shelf.put(ports.store, new_table(chairs=PLAYERS)), Random(1)
    for _ in range(20):
        shelf.put_change(next_action(shelf.loaded.table, rng, START))
    table = shelf.loaded.table
    entries = ports.log.read(table.table_id)
    for after in range(table.last_seq + 2):
        expected = tuple(each for each in entries if each.first_seq + len(each.events) - 1 > after)
        assert ports.log.read(table.table_id, after) == expected
        assert ports.log.read(table.table_id, after, 2) == expected[:2]


def test_a_commit_without_events_is_no_entry_of_the_log(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table())
    before = ports.log.read(table_id())
    shelf.put_change(Change(shelf.loaded.table, ()))
    assert ports.store.load(table_id()) == shelf.loaded
    assert ports.log.read(table_id()) == before


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_known_commit_id_changes_nothing_and_gives_the_recorded_outcome(
    ports: Ports, is_kept: bool
) -> None:
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS))
    commit = shelf.put_change(next_action(shelf.loaded.table, Random(1), START), is_kept=is_kept)
    after, log = ports.store.load(table_id()), ports.log.read(table_id())
    again = replace(commit, outcome=Outcome(201, 90, 91, b"another."), not_before=START * 2)
    for repeated in (commit, again, replace(again, seen=shelf.loaded.version)):
        assert ports.store.commit(repeated) == Committed(2, commit.outcome, is_replay=True)
    assert ports.store.load(table_id()) == after
    assert ports.log.read(table_id()) == log
    assert ports.store.load(table_id(), commit.commit_id) == replace(shelf.loaded, outcome=commit.outcome)
    assert ports.store.load(table_id(), commit_id(99)) == shelf.loaded


def test_a_new_table_sent_twice_is_one_table(ports: Ports) -> None:
    commit = commit_of(new_table(), 0, commit_id(1), is_kept=True)
    ports.store.commit(commit)
    assert ports.store.commit(commit) == Committed(1, commit.outcome, is_replay=True)


def test_outcomes_with_a_key_are_kept_and_the_others_for_a_while(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS, rules=LONG))
    rng, commits = Random(1), []
    for step in range(150):
        change = next_action(shelf.loaded.table, rng, START)
        commits.append(shelf.put_change(change, is_kept=step % 2 == 0))
    known = [
        loaded is not None and loaded.outcome == each.outcome
        for each in commits
        for loaded in [ports.store.load(table_id(), each.commit_id)]
    ]
    assert all(known[::2])
    assert known[1::2] == [False] * 43 + [True] * 32


@pytest.mark.parametrize("is_kept", [True, False])
def test_an_id_is_not_found_across_two_others(ports: Ports, is_kept: bool) -> None:
    """Outcomes may be stored side by side, ids and digests in turn."""
    shelf, rng = Shelf.put(ports.store, new_table(chairs=PLAYERS)), Random(1)
    ids = (b"R" + bytes(15), b"bCCCCCCC" + bytes(8))
    for each in ids:
        change = next_action(shelf.loaded.table, rng, START)
        shelf.put_change(change, each, is_kept=is_kept, outcome=Outcome(200, 1, 2, b"BBBBBBBB"))
    for known, wanted in ((ids[0], True), (ids[1], True), (b"BBBBBBBBbCCCCCCC", False)):
        found = ports.store.load(table_id(), known)
        assert found is not None
        assert (found.outcome is not None) is wanted


def test_a_change_for_another_version_is_refused(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS))
    change = next_action(shelf.loaded.table, Random(1), START)
    for seen in (2, 7):
        with pytest.raises(StaleVersion):
            ports.store.commit(commit_of(change, seen, commit_id(9)))
    assert ports.store.load(table_id()) == shelf.loaded
    with pytest.raises(StaleVersion):
        ports.store.commit(commit_of(new_table(2), 1, commit_id(9)))


def test_a_version_made_by_another_commit_is_another_version(ports: Ports) -> None:
    """A store that lost its last moments counts its versions anew."""
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS))
    change = next_action(shelf.loaded.table, Random(1), START)
    with pytest.raises(StaleVersion) as refused:
        ports.store.commit(commit_of(change, 1, commit_id(9), seen_id=commit_id(8)))
    assert refused.value.current == shelf.loaded
    ports.store.commit(commit_of(change, 1, commit_id(9), seen_id=shelf.loaded.commit_id))


def test_the_table_is_remembered_as_it_was_seen_last(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS))
    seen = ports.store.load(table_id())
    assert ports.store.recall(table_id()) == seen == shelf.loaded


def test_an_id_and_a_join_code_are_given_once(ports: Ports) -> None:
    taken = new_table(1)
    Shelf.put(ports.store, taken)
    same_code = replace(new_table(2).table, join_code=taken.table.join_code)
    for table in (taken.table, same_code):
        with pytest.raises(NameTaken):
            ports.store.commit(commit_of(Change(table, taken.events), 0, commit_id(9)))
    assert ports.store.load(table_id(2)) is None
    assert ports.store.find_code(taken.table.join_code) == table_id(1)


@pytest.mark.parametrize("unknown", ["", "07", "07NONE", "99AAAA", "07 {x}", "ＡＢ1234"])
def test_an_unknown_join_code_is_none(ports: Ports, unknown: str) -> None:
    assert ports.store.find_code(unknown) is None


def test_a_change_before_its_time_is_refused_by_the_stores_clock(world: World) -> None:
    shelf = Shelf.put(world.ports.store, new_table(chairs=PLAYERS))
    change = next_action(shelf.loaded.table, Random(1), START)
    with pytest.raises(TooEarly):
        shelf.put_change(change, not_before=world.now + 10_000)
    assert world.ports.store.load(table_id()) == shelf.loaded
    shelf.put_change(change, not_before=world.now)


def test_two_writers_at_once_have_one_winner(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS))
    change = next_action(shelf.loaded.table, Random(1), START)
    barrier = threading.Barrier(8)

    def write(writer: int) -> str:
        barrier.wait(10)
        try:
            ports.store.commit(commit_of(change, 1, commit_id(100 + writer)))
        except StaleVersion:
            return "lost"
        return "won"

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(write, range(8)))
    assert sorted(results) == ["lost"] * 7 + ["won"]
    loaded = ports.store.load(table_id())
    assert loaded is not None
    assert loaded.version == 2
    assert loaded.commit_id == commit_id(100 + results.index("won"))


def test_one_request_sent_by_many_at_once_counts_once(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS))
    commit = commit_of(next_action(shelf.loaded.table, Random(1), START), 1, commit_id(100), is_kept=True)
    barrier = threading.Barrier(8)

    def write(_writer: int) -> Committed:
        barrier.wait(10)
        return ports.store.commit(commit)

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(write, range(8)))
    assert {each.outcome for each in results} == {commit.outcome}
    assert sorted(each.is_replay for each in results) == [False] + [True] * 7


def test_a_deleted_table_leaves_nothing(world: World) -> None:
    ports = world.ports
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS), due_at(world.now))
    commit = shelf.put_change(next_action(shelf.loaded.table, Random(1), START), is_kept=True)
    ports.due.failed(table_id(), Lane.LIVE)
    ports.store.delete(shelf.loaded)
    assert ports.store.load(table_id(), commit.commit_id) is None
    assert ports.log.read(table_id()) == ()
    assert ports.store.find_code(shelf.loaded.table.join_code) is None
    assert ports.due.failures(table_id()) == 0
    world.lapse()
    assert list(ports.due.claim(Lane.LIVE, 100)) == []
    ports.store.delete(shelf.loaded)
    Shelf.put(ports.store, new_table(chairs=PLAYERS))


def test_a_table_that_changed_meanwhile_is_not_deleted(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS))
    old = shelf.loaded
    shelf.put_change(next_action(old.table, Random(1), START))
    with pytest.raises(StaleVersion):
        ports.store.delete(old)
    assert ports.store.load(table_id()) == shelf.loaded


def test_public_tables_are_listed_newest_first(ports: Ports) -> None:
    public = ports.public
    assert public.page(None, 5) == ()
    for number in range(7):
        public.add(table_id(number), START + 10 * number)
    newest = [Listed(START + 10 * number, table_id(number)) for number in reversed(range(7))]
    assert list(public.page(None, 3)) == newest[:3]
    assert list(public.page(newest[2], 3)) == newest[3:6]
    assert list(public.page(newest[6], 3)) == []
    public.remove([newest[0].table_id, newest[2].table_id, table_id(50)])
    public.remove([])
    assert list(public.page(None, 9)) == [newest[1], *newest[3:]]
    assert list(public.page(newest[2], 3)) == newest[3:6]


def test_a_waiter_is_woken_by_a_change_of_its_table(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS))
    rng = Random(1)
    with ports.wakeups.listen(table_id()) as waiter:
        for _ in range(5):
            shelf.put_change(next_action(shelf.loaded.table, rng, START))
            assert waiter.wait(20)


def test_a_change_between_reading_and_waiting_is_not_missed(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS))
    with ports.wakeups.listen(table_id()) as waiter:
        loaded = ports.store.load(table_id())
        shelf.put_change(next_action(shelf.loaded.table, Random(1), START))
        assert waiter.wait(20)
        assert ports.store.load(table_id()) != loaded


def test_all_who_wait_for_a_table_are_woken(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table(chairs=PLAYERS))
    with ports.wakeups.listen(table_id()) as one, ports.wakeups.listen(table_id()) as other:
        shelf.put_change(close(shelf.loaded.table, START))
        assert one.wait(20)
        assert other.wait(20)


def test_nobody_is_woken_for_nothing_for_long(ports: Ports) -> None:
    """A wake-up may come for nothing, as when a listener has just connected, but not again and again."""
    Shelf.put(ports.store, new_table())
    other = Shelf.put(ports.store, new_table(2, chairs=PLAYERS))
    with ports.wakeups.listen(table_id(1)) as waiter, ports.wakeups.listen(table_id(2)) as other_waiter:
        other.put_change(close(other.loaded.table, START))
        assert other_waiter.wait(20)
        while other_waiter.wait(0.1):
            pass
        waiter.wait(0)
        other.put_change(Change(other.loaded.table, ()))
        assert other_waiter.wait(20)
        assert not waiter.wait(0.01)


def test_a_deleted_table_wakes_who_waits(ports: Ports) -> None:
    shelf = Shelf.put(ports.store, new_table())
    with ports.wakeups.listen(table_id()) as waiter:
        ports.store.delete(shelf.loaded)
        assert waiter.wait(20)
