"""One player at one seat: thinks, takes what the view calls legal, oversleeps, follows a stream."""

import time
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any

from api_world import legal_action
from bad_network import frames
from caller import AGAIN_SECONDS, PATIENCE, WAIT_SECONDS, Caller

Body = dict[str, Any]

TOO_LATE = frozenset({"turn_expired", "table_over", "not_your_turn", "wrong_phase"})
"""What an action may be refused with whose turn ran out while it was on its way."""
OVERSLEPT_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Habit:
    """`think`: seconds before an action, from and to; `sleeps`: the share of turns slept through."""

    think: tuple[float, float] = (0.4, 1.2)
    sleeps: float = 0.0
    is_streaming: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """What the service said of one action."""

    key: str
    call: str
    body: Body
    status: int
    answer: Body


@dataclass(slots=True)
class Player:
    """`accepted`, `refused`: what it was told of its actions, in order; `seen`: what its streams told."""

    caller: Caller
    path: str
    seat: str
    habit: Habit
    rng: Random
    hurry: Event
    turn_seconds: float | None = None
    accepted: list[Told] = field(default_factory=list)
    refused: list[Told] = field(default_factory=list)
    seen: list[int] = field(default_factory=list)
    resent: int = 0
    _after: int = 0

    def play(self) -> None:
        """To the end of the match. Raises Unanswered."""
        while (view := self._view())["status"] == "playing":
            turn = view["turn"]
            if turn and turn["actions"] and (turn["id"] or turn["actions"] == ["return"]):
                self._take(view)
            else:
                self._wait_for_turn()
        if self.habit.is_streaming:
            self._follow_to_the_end()
        self.caller.close()

    def _view(self) -> Body:
        view = self.caller.get(f"{self.path}/view")
        assert view.is_accepted, f"no view: {view}"
        return view.body

    def _take(self, view: Body) -> None:
        choose = self.rng.randrange(13)
        self._think()
        if view["turn"]["actions"] == ["return"]:
            self._post("return", {})
        else:
            self._post(*legal_action(view, choose % 4 if view["deal"]["phase"] == "bidding" else choose))

    def _think(self) -> None:
        seconds = self.rng.uniform(*self.habit.think)
        if self.turn_seconds is not None and self.rng.random() < self.habit.sleeps:
            seconds = self.turn_seconds + OVERSLEPT_SECONDS
        self.hurry.wait(seconds)

    def _post(self, call: str, body: Body) -> None:
        key = f"{self.seat}-{len(self.accepted) + len(self.refused) + 1}"
        answer = self.caller.post(f"{self.path}/{call}", body, key)
        self.resent += answer.tries > 1
        told = Told(key, call, body, answer.status, answer.body)
        (self.accepted if answer.is_accepted else self.refused).append(told)

    # ------------------------------------------------------------ waiting for its turn

    def _wait_for_turn(self) -> None:
        if self.habit.is_streaming:
            self._follow(self.seat)
            return
        page = self.caller.get(f"{self.path}/events?after={self._after}&wait={WAIT_SECONDS}")
        assert page.is_accepted, f"no events: {page}"
        self._after = page.body["last_seq"]

    def _follow(self, seat: str) -> bool:
        """Streams on from the last event until `seat` is to act; False: there is nothing more to come."""
        last = self.seen[-1] if self.seen else 0
        with closing(self.caller.lines(f"{self.path}/events", last)) as lines:
            for name, number, data in frames(lines):
                if number is not None:
                    self.seen.append(number)
                if name == "end":
                    return False
                if seat and seat in data.get("to_act", ()):
                    return True
        return self.caller.stream_status != 204

    def _follow_to_the_end(self) -> None:
        end = time.monotonic() + PATIENCE
        while self._follow("") and time.monotonic() < end:
            time.sleep(AGAIN_SECONDS)
