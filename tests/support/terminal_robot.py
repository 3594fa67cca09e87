"""Somebody at a terminal who reads what is shown and types the first thing that is allowed."""

import re
from dataclasses import dataclass, field

import httpx

from api_world import World

CARD = r"[♠♥♦♣](?:10|[2-9JQKA]|Big|Little)"


@dataclass
class WorkingTransport(httpx.BaseTransport):
    """The application in memory, whose CPUs act before every call. Of `loses` answers one is lost."""

    world: World
    loses: int = 0
    calls: int = 0
    inner: httpx.WSGITransport = field(init=False)

    def __post_init__(self) -> None:
        self.inner = httpx.WSGITransport(app=self.world.app)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.world.work()
        answer = self.inner.handle_request(request)
        self.calls += 1
        if self.loses and self.calls % self.loses == 0:
            answer.read()
            raise httpx.ReadError("connection reset")
        return answer


@dataclass
class Robot:
    """`script`: what is typed first, one line a question."""

    script: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def tell(self, line: str) -> None:
        self.lines.append(line)

    def ask(self, prompt: str) -> str:
        if self.script:
            return self.script.pop(0)
        if prompt.startswith("Your bid"):
            return re.findall(r"\d+", prompt)[2]
        if "look at your hand" in prompt:
            return "look"
        if "keep it" in prompt:
            return "y"
        count = int(re.findall(r"\d+", prompt)[0]) if "to give" in prompt else 1
        return " ".join(self._cards_shown()[:count])

    def _cards_shown(self) -> list[str]:
        """Of the last line that shows cards of ours."""
        shown = [line for line in self.lines if line.startswith(("Your hand:", "You may play:"))]
        return re.findall(CARD, shown[-1])
