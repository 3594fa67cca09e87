"""A player who knows no rules: takes what the view calls legal."""

import uuid
from typing import Any

from http_lines import Line, request
from scripted_matches import SEATS

Body = dict[str, Any]


class Player:
    """S at a new table against three CPUs."""

    def __init__(self, url: str, level: str) -> None:
        self.line = Line(url)
        cpus = {seat: {"kind": "cpu", "level": level} for seat in SEATS}
        made = open_table(self.line, {"seats": {**cpus, "S": {"kind": "player"}}})
        self.path = f"/v1/tables/{made['table']['table_id']}"
        self.token = made["tokens"]["seats"]["S"]

    def view(self) -> Body:
        return self._ask("GET", "view")

    def act(self, view: Body) -> Body:
        """Takes an action that is legal in the view; the answer."""
        turn = view["turn"]
        if turn["legal_cards"]:
            body = {"turn": turn["id"], "card": turn["legal_cards"][0]}
        else:
            body = {"turn": turn["id"], "bid": {"kind": "tricks", "tricks": 3}}
        return self._ask("POST", turn["actions"][0], body)

    def wait_for_turn(self, after: int) -> None:
        """Long-polls the events after number `after` until the player is to act, or the match is over."""
        page: Body = {"to_act": [], "over": False, "last_seq": after}
        while "S" not in page["to_act"] and not page["over"]:
            page = self._ask("GET", f"events?after={page['last_seq']}&wait=25")

    def _ask(self, method: str, call: str, body: Body | None = None) -> Body:
        key = str(uuid.uuid4()) if body else None
        answer: Body = self.line.ask(request(method, f"{self.path}/{call}", self.token, body, key)).json
        return answer


def open_table(line: Line, offer: Body) -> Body:
    """The answer to the creation of a table."""
    made: Body = line.ask(request("POST", "/v1/tables", body=offer, key=str(uuid.uuid4()))).json
    return made
