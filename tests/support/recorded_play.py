"""True tables for a fake server to tell of: played in memory by CPUs and S's first legal actions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from api_world import SOUTH_FIRST, Body, Made, World, body_of

CPU = {"kind": "cpu", "level": "easy"}
SEATS = {"S": {"kind": "player", "name": "Hana"}, "N": CPU, "E": CPU, "W": CPU}
SHORT = {"target": 50, "floor": -50}
LONG = {"target": 2000, "floor": None, "max_deals": 200}
LANGUAGES = ("en", "ja")


@dataclass
class RecordedPlay:
    """S's table in a world of its own; S bids and leads first, unless the rules say otherwise."""

    rules: Body = field(default_factory=dict)
    offer: Body = field(default_factory=lambda: {"seats": SEATS})
    world: World = field(default_factory=World)

    def __post_init__(self) -> None:
        self.table: Made = self.world.make(rules={**SOUTH_FIRST, **self.rules}, **self.offer)
        self.told = 0
        self._views: dict[str, Body] = {}

    def view(self, language: str = "en") -> Body:
        if language not in self._views:
            self._views[language] = self._read("view", language)
        return self._views[language]

    def deals(self, language: str = "en") -> list[Body]:
        found: list[Body] = self._read("deals", language)["deals"]
        return found

    def hint(self, language: str = "en") -> Body | None:
        """None: there is none now."""
        found = self._read("hint", language)
        return found if "action" in found else None

    def news(self) -> list[dict[str, Body]]:
        """The events since the last call, each in every language, as S may see them."""
        pages = {
            language: self._read(f"events?after={self.told}", language)["events"] for language in LANGUAGES
        }
        self.told += len(pages["en"])
        return [{"en": en, "ja": ja} for en, ja in zip(pages["en"], pages["ja"], strict=True)]

    def go_on(self) -> bool:
        """One action of S, or the CPUs until it is S's turn; False: the match is over."""
        view = self.view()
        self.world.clock.go_on(100)  # nobody reads too much in a minute
        if view["status"] != "playing":
            return False
        self._views = {}
        if view["turn"] and view["turn"]["id"]:
            answer = self.world.act(self.table, "S", self._choice(view))
            assert answer.status_code == 200, answer.json
        else:
            self.world.work()
        return True

    def until(self, is_it: Callable[[Body], Any]) -> "RecordedPlay":
        """Goes on until the view is such and S may act, or the match is over."""
        while not (is_it(view := self.view()) and (view["turn"] or view["status"] != "playing")):
            if not self.go_on():
                break
        return self

    def turns(self) -> Iterator[Body]:
        """The view at each turn of S."""
        while self.view()["status"] == "playing":
            view = self.until(lambda view: view["turn"] and view["turn"]["id"]).view()
            yield view
            self.go_on()

    @staticmethod
    def _choice(view: Body) -> int:
        """A bid of three where it is one of many."""
        return 3 if len(view["turn"]["legal_bids"]) > 3 else 0

    def _read(self, what: str, language: str) -> Any:
        token = self.table.tokens["S"]
        answer = self.world.get(f"{self.table.path}/{what}", token, Accept_Language=language)
        return body_of(answer)


def in_phase(phase: str, deal: int = 1) -> Callable[[Body], bool]:
    return lambda view: view["deal"]["phase"] == phase and view["deal"]["number"] == deal
