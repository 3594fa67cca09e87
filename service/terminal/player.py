"""`Player`: a match from the first event to the last, with somebody who is asked for each decision."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from service.terminal import screen
from service.terminal.answers import BACK, LOOK, NotUnderstood, asked_for, bid_words
from service.terminal.client import LONGEST_WAIT_SECONDS, Client, Refused
from service.terminal.words import Words

Body = dict[str, Any]
_BEYOND_THE_END: Final = 1_000_000_000
_NOT_TOLD: Final = ("table_created", "hand_shown")
"""Events that a player at a screen does not miss."""


class Left(Exception):
    """The player has had enough for now."""


@dataclass(frozen=True, slots=True)
class Player:
    """`ask`: from a prompt to what was typed; raises Left. `tell`: shows a line."""

    client: Client
    table_id: str
    words: Words
    ask: Callable[[str], str]
    tell: Callable[[str], None]
    _explained: set[str] = field(default_factory=set)
    """What needs to be said once only, and was."""

    @property
    def _path(self) -> str:
        return f"/tables/{self.table_id}"

    def play(self, *, from_now: bool) -> None:
        """Until the match is over. `from_now`: what happened before is not told again. Raises Left."""
        seen = self._events(_BEYOND_THE_END, 0)["last_seq"] if from_now else 0
        view = self._view()
        self.tell(self.words.say("table", table=self.table_id, seat=view["you"]["seat"]))
        if view["join_code"]:
            self.tell(self.words.say("waiting", code=view["join_code"]))
        while True:
            seen = self._tell_events(seen, wait=0 if view["turn"] else LONGEST_WAIT_SECONDS)
            view = self._view()
            if view["status"] in ("over", "closed"):
                break
            if view["turn"]:
                # What led to this turn is told first: the view may be younger than the events.
                seen = self._tell_events(seen, wait=0)
                self._decide(view)
        self._tell_events(seen, wait=0)
        self._tell_all(screen.outcome(view, self.words))

    def _view(self) -> Body:
        return self.client.get(f"{self._path}/view")

    def _events(self, after: int, wait: int) -> Body:
        return self.client.get(f"{self._path}/events", after=after, wait=wait)

    def _tell_events(self, seen: int, wait: int) -> int:
        page = self._events(seen, wait)
        for event in page["events"]:
            if event["type"] not in _NOT_TOLD:
                self.tell(event["text"])
        last: int = page["last_seq"]
        return last

    def _decide(self, view: Body) -> None:
        """Asks until a call is accepted, or the turn is no longer this one."""
        self._tell_all(screen.situation(view, self.words))
        while True:
            text = self.ask(self._prompt(view["turn"])).strip()
            if not self._is_question(text):
                call = self._understood(view["turn"], text)
                if call and self._acted(*call):
                    return

    def _prompt(self, turn: Body) -> str:
        """What is asked, and what else may be typed."""
        say, actions = self.words.say, turn["actions"]
        asks = []
        if "look" in actions:
            asks.append(say("ask_look", look=LOOK))
        if "return" in actions:
            asks.append(say("ask_return", back=BACK))
        if "bid" in actions:
            asks.append(say("ask_bid", allowed=", ".join(bid_words(turn))))
        if "play" in actions:
            asks.append(say("ask_play"))
        if "exchange" in actions:
            asks.append(say("ask_exchange", count=turn["choose"]))
        if "draw" in actions:
            asks.append(say("ask_draw", card=screen.card_text(turn["drawn"])))
        return f"{' · '.join(asks)} [{say('more')}]"

    def _is_question(self, text: str) -> bool:
        """Answers what is no decision; an empty line is one of these."""
        match text.lower():
            case "":
                return True
            case "q":
                raise Left
            case "s":
                deals = self.client.get(f"{self._path}/deals")["deals"]
                self._tell_all(screen.sheet(deals, self.words))
                return True
            case "h":
                self._hint()
                return True
            case _:
                return False

    def _hint(self) -> None:
        try:
            self._tell_all(screen.hint(self.client.get(f"{self._path}/hint"), self.words))
        except Refused as refused:
            self.tell(str(refused))

    def _understood(self, turn: Body, text: str) -> tuple[str, Body] | None:
        try:
            return asked_for(turn, text)
        except NotUnderstood as allowed:
            self.tell(self.words.say("not_understood", allowed=allowed))
            if {"play", "exchange"} & set(turn["actions"]):
                self._explain("how_cards")
            return None

    def _explain(self, key: str) -> None:
        if key not in self._explained:
            self._explained.add(key)
            self.tell(self.words.say(key))

    def _acted(self, call: str, body: Body) -> bool:
        """True: accepted, or the turn has passed; what came of it is told by the events."""
        try:
            self.client.post(f"{self._path}/{call}", body)
        except Refused as refused:
            self.tell(str(refused))
            return refused.code in ("turn_expired", "not_your_turn", "table_over", "wrong_phase")
        return True

    def _tell_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.tell(line)
