"""How a player behaves: thinks for a while; a bad one does mischief, or lets the time run out."""

import random
import time
from dataclasses import dataclass

from mischief import do_mischief
from seated import Body, Seated
from waiters import Waiter

MISCHIEF = 0.3
DREAMS = 0.2


@dataclass(slots=True)
class Manners:
    """`think`: seconds before an action, on average. `is_bad`: its table has a turn timer."""

    think: float
    is_bad: bool = False
    has_dreamt: bool = False

    def act(self, seat: Seated, view: Body) -> Body | None:
        """One turn of the player. The view after it; None: whatever it is by then."""
        if self.is_bad and not self.has_dreamt and random.random() < DREAMS:
            self.has_dreamt = True
            _dream(seat, view)
            return None
        if self.is_bad and random.random() < MISCHIEF:
            do_mischief(seat, view)
        time.sleep(random.expovariate(1 / self.think))
        done = seat.act(view)
        self.has_dreamt = False  # two misses in a row, and a CPU keeps the seat
        return done and done["view"]


def _dream(seat: Seated, view: Body) -> None:
    """Waits until the action was taken for the player; when that was is noted."""
    if view["deadline"] is None:
        return
    while True:
        page = seat.events(25)
        for event in page["events"]:
            if event["type"] == "deadline_passed" and event["seat"] == seat.seat:
                seat.journal.expired(event["at"], view["deadline"])
                return
        if page["over"]:
            return


def play_match(seat: Seated, waiter: Waiter, manners: Manners) -> None:
    """Plays until the match is over."""
    view: Body | None = None
    while True:
        if view is None or view["turn"] is None:
            if not waiter.wait():
                return
            view = seat.view()
        if view["turn"] is not None:
            view = manners.act(seat, view)
