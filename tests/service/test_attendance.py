"""Who is there: what one process tells the others, and what it knows by itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from engine.seats import Seat
from fake_clock import FakeClock
from service.ports import StoreUnavailable
from service.tables.attendance import AGAIN_MS, FRESH_MS, PRESENT_MS, REMEMBERED, Attendance
from tables import PLAYERS, START, new_table, table_id

TABLE = new_table(chairs=PLAYERS).table
NOBODY = (False,) * 4


@dataclass
class Noted:
    """What was told, and what the others tell."""

    notes: list[tuple[str, Seat, int, bool]] = field(default_factory=list)
    others: dict[str, tuple[int, ...]] = field(default_factory=dict)
    asked: list[tuple[str, ...]] = field(default_factory=list)
    is_away: bool = False

    def note(self, table_id: str, seat: Seat, until: int, *, is_news: bool) -> None:
        if self.is_away:
            raise StoreUnavailable
        self.notes.append((table_id, seat, until, is_news))

    def until(self, table_ids: Sequence[str]) -> Sequence[tuple[int, ...]]:
        self.asked.append(tuple(table_ids))
        if self.is_away:
            raise StoreUnavailable
        return [self.others.get(each, (0, 0, 0, 0)) for each in table_ids]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(START + PRESENT_MS)


@pytest.fixture
def noted() -> Noted:
    return Noted()


@pytest.fixture
def attendance(noted: Noted, clock: FakeClock) -> Attendance:
    return Attendance(noted, clock)


def test_only_who_was_away_is_news(attendance: Attendance, noted: Noted, clock: FakeClock) -> None:
    for pause in (0, AGAIN_MS, PRESENT_MS - 1, PRESENT_MS):
        clock.go_on(pause)
        attendance.heard(table_id(), Seat.E)
    assert [is_news for _, _, _, is_news in noted.notes] == [True, False, False, True]
    assert all(until - clock.now() <= PRESENT_MS for _, _, until, _ in noted.notes)


def test_what_adds_little_is_not_told(attendance: Attendance, noted: Noted, clock: FakeClock) -> None:
    for _ in range(10):
        attendance.heard(table_id(), Seat.E)
        clock.go_on(AGAIN_MS - 1)
        attendance.heard(table_id(), Seat.E)
        clock.go_on(1)
    assert len(noted.notes) == 10


def test_a_spectator_is_not_counted(attendance: Attendance, noted: Noted) -> None:
    attendance.heard(table_id(), None)
    assert noted.notes == []


def test_who_is_known_here_is_there_whatever_the_others_say(
    attendance: Attendance, noted: Noted, clock: FakeClock
) -> None:
    noted.is_away = True
    attendance.heard(TABLE.table_id, Seat.S)
    assert attendance.present(TABLE) == (False, False, True, False)
    noted.is_away = False
    noted.others[TABLE.table_id] = (clock.now() + 1, 0, 0, 0)
    clock.go_on(FRESH_MS)
    assert attendance.present(TABLE, is_fresh=True) == (False, False, True, False)
    noted.others[TABLE.table_id] = (clock.now() + 1, 0, 0, 0)
    assert attendance.present(TABLE, is_fresh=True) == (True, False, True, False)


def test_the_others_are_asked_every_five_seconds_at_most(
    attendance: Attendance, noted: Noted, clock: FakeClock
) -> None:
    for _ in range(3):
        for _ in range(4):
            assert attendance.present(TABLE) == NOBODY
        clock.go_on(FRESH_MS + 1)
    assert len(noted.asked) == 3


def test_many_tables_are_asked_for_at_once(attendance: Attendance, noted: Noted) -> None:
    attendance.present(TABLE)
    attendance.ask_for([table_id(), table_id(2), table_id(3)])
    attendance.ask_for([table_id(), table_id(2), table_id(3)])
    assert noted.asked == [(table_id(),), (table_id(2), table_id(3))]


def test_old_tables_are_forgotten(attendance: Attendance, noted: Noted) -> None:
    for number in range(REMEMBERED + 2):
        attendance.heard(table_id(number), Seat.N)
    attendance.heard(table_id(0), Seat.N)
    attendance.heard(table_id(REMEMBERED), Seat.N)
    assert len(noted.notes) == REMEMBERED + 3
