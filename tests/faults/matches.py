"""So many matches at a time, one after the other; whether all of them go on, and what is found in them."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from threading import Event, Lock, Thread
from typing import Any

from caller import AGAIN_SECONDS, Caller, Unanswered
from fault import Window
from findings import Broken, Finding
from match import PLAYING, Match
from mix import MIX, Kind
from polling import eventually

Body = dict[str, Any]

STUCK_SECONDS = 30.0
END_SECONDS = 180.0
UNDER_WAY_SECONDS = 60.0


@dataclass(slots=True)
class Matches:
    """`windows`: all faults so far; `findings`: every promise that was broken."""

    url: str
    seed: int
    number: int
    mix: tuple[Kind, ...] = MIX
    windows: list[Window] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    finished: list[Match] = field(default_factory=list)
    audited: int = 0
    _going_on: dict[int, Match] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)
    _hurry: Event = field(default_factory=Event)
    _lock: Lock = field(default_factory=Lock)
    _threads: list[Thread] = field(default_factory=list)

    # ------------------------------------------------------------ playing

    def start(self) -> None:
        """Returns once all of them are under way."""
        for place in range(self.number):
            thread = Thread(target=self._play_on, args=(place,), name=f"place {place}", daemon=True)
            self._threads.append(thread)
            thread.start()
        eventually(lambda: len(self.running()) == self.number, UNDER_WAY_SECONDS)

    def running(self) -> tuple[Match, ...]:
        with self._lock:
            return tuple(match for match in self._going_on.values() if match.table_id)

    def _play_on(self, place: int) -> None:
        """One match after the other at a place; the last one is played to its end."""
        while not self._hurry.is_set():
            number = next(self._numbers)
            match = Match(self.url, self.seed, number, self.mix[place % len(self.mix)], self._hurry)
            with self._lock:
                self._going_on[place] = match
            self._play(match)
            with self._lock:
                del self._going_on[place]

    def _play(self, match: Match) -> None:
        try:
            match.play()
        except Unanswered as error:
            self.findings.append(Finding(Broken.UNANSWERED, match.where, str(error)))
        except Exception as error:  # noqa: BLE001 (a client that breaks must not look like a quiet table)
            self.findings.append(Finding(Broken.ERROR, match.where, repr(error)))
        else:
            self.finished.append(match)

    # ------------------------------------------------------------ looking on

    def require_going_on(self, window: Window) -> None:
        """Waits until each table has gone on after the fault, or a player has time left; else it is stuck."""
        self.windows.append(window)
        waiting = {match.path: match for match in self.running()}
        first: dict[str, int] = {}
        end = time.monotonic() + STUCK_SECONDS
        with closing(Caller(self.url)) as caller:
            while waiting and time.monotonic() < end:
                for path in list(waiting):
                    table = caller.get(path).body
                    if goes_on(table, first.setdefault(path, table["version"])):
                        del waiting[path]
                time.sleep(AGAIN_SECONDS)
        for match in waiting.values():
            what = f"has not gone on {STUCK_SECONDS:g} s after {window.kind}"
            self.findings.append(Finding(Broken.STUCK, match.where, what))

    # ------------------------------------------------------------ the end

    def end(self) -> None:
        """Lets all of them come to their ends, quickly, and audits them."""
        self._hurry.set()
        end = time.monotonic() + END_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        for match in self.running():
            what = "; ".join(["does not come to its end", *match.broken])
            self.findings.append(Finding(Broken.STUCK, match.where, what))
        self.audit()

    def audit(self) -> None:
        """Those that are over and were not audited yet; the service must be there."""
        for match in self.finished[self.audited :]:
            self.findings += match.findings(self.windows)
            self.audited += 1

    def require_clean(self) -> None:
        assert not self.findings, "\n".join(map(str, self.findings))
        assert len(self.finished) >= self.number

    # ------------------------------------------------------------ figures

    def acknowledged(self) -> int:
        return sum(len(player.accepted) for match in self.finished for player in match.players)

    def resent(self) -> int:
        """Actions that had to be sent more than once."""
        return sum(player.resent for match in self.finished for player in match.players)

    def trouble(self) -> Counter[str]:
        return sum((match.trouble for match in self.finished), Counter[str]())

    def broken(self, promise: Broken) -> int:
        return sum(finding.promise is promise for finding in self.findings)


def goes_on(table: Body, version: int) -> bool:
    """It has changed since that version, or is over, or waits for players who have time left."""
    if table["status"] != PLAYING or table["version"] > version:
        return True
    if any(table["seats"][seat]["presence"] == "cpu" for seat in table["to_act"]):
        return False
    return table["deadline"] is None or table["deadline"] > table["server_time"]


@contextmanager
def running_matches(url: str, seed: int, number: int, mix: tuple[Kind, ...] = MIX) -> Iterator[Matches]:
    """Under way; with the block's end they come to theirs, and are audited."""
    matches = Matches(url, seed, number, mix)
    matches.start()
    yield matches
    matches.end()
