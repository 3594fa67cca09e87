"""Who plays: the kinds of matches that run side by side, drawn in turn."""

from dataclasses import dataclass, field
from typing import Any

from player import Habit

Body = dict[str, Any]

CPU_DELAY_MS = 400
ONE_DEAL = {"preset": "short", "max_deals": 1}
TWO_DEALS = {"preset": "short", "max_deals": 2}
DUEL = {"preset": "duel", "max_deals": 1}
EXCHANGE = {"preset": "standard", "max_deals": 1, "nil_exchange": 2}
IN_TIME = Habit()
STREAMING = Habit(is_streaming=True)
SLEEPY = Habit(sleeps=0.25)
SLEEPY_STREAMING = Habit(sleeps=0.15, is_streaming=True)


@dataclass(frozen=True, slots=True)
class Kind:
    """Of matches. `players`: by seat; all other seats are CPUs."""

    name: str
    players: dict[str, Habit]
    rules: Body = field(default_factory=lambda: ONE_DEAL)
    turn_seconds: int | None = None
    cpu_delay_ms: int = CPU_DELAY_MS

    @property
    def seats(self) -> tuple[str, ...]:
        return ("N", "S") if self.rules["preset"] == "duel" else ("N", "E", "S", "W")

    @property
    def cpu_seats(self) -> frozenset[str]:
        return frozenset(self.seats) - set(self.players)

    @property
    def offer(self) -> Body:
        """The body of POST /v1/tables."""
        cpu: Body = {"kind": "cpu", "level": "normal"}
        seats = {
            seat: {"kind": "player", "name": f"guest {seat}"} if seat in self.players else cpu
            for seat in self.seats
        }
        return {
            "rules": self.rules,
            "seats": seats,
            "turn_seconds": self.turn_seconds,
            "cpu_delay_ms": self.cpu_delay_ms,
        }


MIX = (
    Kind("CPUs alone", {}),
    Kind("one player", {"S": IN_TIME}),
    Kind("one player, streaming", {"S": STREAMING}, TWO_DEALS),
    Kind("one player, timed", {"S": IN_TIME}, TWO_DEALS, turn_seconds=5),
    Kind("one sleepy player", {"S": SLEEPY}, turn_seconds=5),
    Kind("two players, streaming", {"N": STREAMING, "E": SLEEPY_STREAMING}, turn_seconds=6),
    Kind("four players", dict.fromkeys("NESW", IN_TIME)),
    Kind("four players, timed", dict.fromkeys("NESW", SLEEPY), turn_seconds=5),
    Kind("a duel", {"N": SLEEPY, "S": STREAMING}, DUEL, turn_seconds=8),
    Kind("cards exchanged", {"S": IN_TIME, "N": STREAMING}, EXCHANGE),
)
