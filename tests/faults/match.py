"""One match of stubborn players and CPUs, from its making to the audit."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any

from books import (
    events_of,
    log_findings,
    outcome_findings,
    player_findings,
    record_findings,
)
from caller import Caller
from fault import Window
from findings import Broken, Finding
from lateness import PROMISE_SECONDS, Clock, Terms, Wait, waits
from mix import Kind
from player import Player

Body = dict[str, Any]

LOOK_SECONDS = 1.0
PLAYING = "playing"


@dataclass(slots=True)
class Match:
    """`number`: of all matches of a run; what its players draw follows from it and the run's seed."""

    url: str
    seed: int
    number: int
    kind: Kind
    hurry: Event
    table_id: str = ""
    players: list[Player] = field(default_factory=list)
    events: list[Body] = field(default_factory=list)
    record: Body = field(default_factory=dict)
    trouble: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/v1/tables/{self.table_id}"

    @property
    def where(self) -> str:
        return f"match {self.number} ({self.kind.name}) {self.table_id}"

    @property
    def terms(self) -> Terms:
        return Terms(self.kind.cpu_seats, self.kind.cpu_delay_ms / 1000, self.kind.turn_seconds)

    def play(self) -> None:
        """From its making until it is over, and what was told of it is fetched. Raises Unanswered."""
        with closing(Caller(self.url, trouble=self.trouble)) as host:
            self._make(host)
            self._play()
            self._watch_until_over(host)
            self.events = events_of(host, self.path)
            self.record = host.get(f"{self.path}/record").body

    def _make(self, host: Caller) -> None:
        # The same run may be played again on the same data: the key must be a new one.
        key = f"match-{self.seed}-{self.number}-{time.time_ns():024}"
        made = host.post("/v1/tables", self.kind.offer, key)
        assert made.is_accepted, f"no table: {made}"
        tokens: dict[str, str] = made.body["tokens"]["seats"]
        self.table_id = made.body["table"]["table_id"]
        self.players = [self._player(seat, token) for seat, token in tokens.items()]

    def _player(self, seat: str, token: str) -> Player:
        caller = Caller(self.url, token, self.trouble)
        rng = Random(f"{self.seed}/{self.number}/{seat}")
        habit = self.kind.players[seat]
        return Player(caller, self.path, seat, habit, rng, self.hurry, self.kind.turn_seconds)

    def _play(self) -> None:
        if not self.players:
            return
        with ThreadPoolExecutor(len(self.players)) as pool:
            for done in [pool.submit(self._play_seat, player) for player in self.players]:
                done.result()

    def _play_seat(self, player: Player) -> None:
        """Who breaks keeps the others waiting: it is told why."""
        try:
            player.play()
        except Exception as error:
            self.broken.append(f"{player.seat} broke: {error!r}")
            raise

    def _watch_until_over(self, host: Caller) -> None:
        """Of a match of CPUs nobody else tells that it is over."""
        while host.get(self.path).body["status"] == PLAYING:
            time.sleep(LOOK_SECONDS)

    # ------------------------------------------------------------ the audit, once it is over

    def waits(self) -> tuple[Wait, ...]:
        return tuple(waits(self.events, Clock(self.terms)))

    def findings(self, windows: Iterable[Window]) -> Iterator[Finding]:
        """Every promise that was broken in it. Asks the service for what it keeps. Raises Unanswered."""
        yield from log_findings(self.where, self.events)
        yield from record_findings(self.where, self.record)
        yield from self._lateness(tuple(windows))
        for player in self.players:
            with closing(player.caller):
                where = f"{self.where} {player.seat}"
                yield from player_findings(where, player, events_of(player.caller, self.path))
                yield from outcome_findings(where, player)

    def _lateness(self, windows: Sequence[Window]) -> Iterator[Finding]:
        for wait in self.waits():
            late = wait.lateness(windows)
            what = f"{'expiry' if wait.is_expiry else 'CPU'} of {wait.seat}, version {wait.version}"
            if late > PROMISE_SECONDS:
                yield Finding(Broken.LATE, self.where, f"{what}: {late:.2f} s")
            if wait.is_early:
                yield Finding(Broken.EARLY, self.where, f"{what}: {wait.due - wait.done:.3f} s")
