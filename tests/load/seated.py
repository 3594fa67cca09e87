"""A seat of a table, as its client sees it: it looks, and takes what the view calls legal."""

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from http_lines import Answer, Line, request
from journal import Journal, seconds
from scripted_matches import SEATS

Body = dict[str, Any]

LATE_CODES = ("turn_expired", "not_your_turn", "wrong_phase", "table_over")
"""What a client may be told whose time had run out when it acted."""


@dataclass(slots=True)
class Seated:
    """`last_seq`: the latest event that it knows of."""

    line: Line
    journal: Journal
    table_id: str
    seat: str
    token: str
    last_seq: int = 0

    def path(self, call: str) -> str:
        return f"/v1/tables/{self.table_id}/{call}"

    def view(self) -> Body:
        asked = request("GET", self.path("view"), self.token)
        view: Body = self.journal.ask(self.line, "view", asked).json
        return view

    def action(self, view: Body) -> tuple[str, Body]:
        """The name of a call that the view calls legal, and its body."""
        turn = view["turn"]
        call = turn["actions"][0]
        if call == "return":  # a CPU has the seat, since its player was away for too long
            return call, {}
        if turn["legal_cards"]:
            return call, {"turn": turn["id"], "card": random.choice(turn["legal_cards"])}
        # Three at most are most often kept: matches that end as those of people do.
        bids = [bid for bid in turn["legal_bids"] if bid["kind"] == "tricks" and bid["tricks"] <= 3]
        return call, {"turn": turn["id"], "bid": random.choice(bids or turn["legal_bids"])}

    def act(self, view: Body, key: str | None = None) -> Body | None:
        """Takes an action that is legal in the view. None: it came too late, as it was told."""
        call, body = self.action(view)
        asked = request("POST", self.path(call), self.token, body, key or str(uuid.uuid4()))
        answer = self.journal.ask(self.line, call, asked, (200, 409))
        if answer.status == 409:
            self._refused(call, view, answer)
        if answer.status != 200:
            return None
        done: Body = answer.json
        self.last_seq = max([self.last_seq, *(event["seq"] for event in done["events"])])
        return done

    def _refused(self, call: str, view: Body, answer: Answer) -> None:
        """Right only if the deadline was over by then, or a CPU has the seat; else it is a fault."""
        code, deadline = answer.json["code"], view["deadline"]
        is_in_time = deadline is None or self.now() <= seconds(deadline)
        if code in LATE_CODES and ("return" in view["turn"]["actions"] or not is_in_time):
            self.journal.notes["too late"] += 1
        else:
            self.journal.faults[f"a legal {call} was refused: {code}"] += 1

    def now(self) -> float:
        """The service's time."""
        told = self.journal.ask(self.line, "service", request("GET", "/v1")).json
        return seconds(told["server_time"])

    def events(self, wait: int) -> Body:
        """The events after the last one that this client knows of, waited for."""
        call = f"events?after={self.last_seq}" + (f"&wait={wait}" if wait else "")
        asked = request("GET", self.path(call), self.token)
        page: Body = self.journal.ask(self.line, "events.wait" if wait else "events", asked).json
        self.last_seq = page["last_seq"]
        return page


def open_table(
    line: Line, journal: Journal, players: Sequence[str], turn_seconds: int | None = None, **more: Any
) -> list[Seated]:
    """A new table with players on these seats and CPUs on the others; its players, all on the one line."""
    seats = {seat: {"kind": "player" if seat in players else "cpu"} for seat in SEATS}
    offer = {"seats": seats, "turn_seconds": turn_seconds, **more}
    asked = request("POST", "/v1/tables", body=offer, key=str(uuid.uuid4()))
    made = journal.ask(line, "create", asked, (201,)).json
    table_id, tokens = made["table"]["table_id"], made["tokens"]["seats"]
    return [Seated(line, journal, table_id, seat, tokens[seat]) for seat in players]
