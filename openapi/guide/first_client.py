"""Your first client: sits down with three CPU players and plays a whole match. It knows no rule.

    python first_client.py http://127.0.0.1:8000

It needs Python 3.11 and httpx. Whatever happens to the network, no action is lost and none counts twice.
"""

import sys
import time
import uuid
from typing import Any

import httpx

SEATS = {
    "S": {"kind": "player", "name": "first client"},
    **{seat: {"kind": "cpu", "level": "normal"} for seat in ("N", "E", "W")},
}


class Client:
    """Calls that are repeated until they are answered: under its key a call counts once."""

    def __init__(self, base_url: str) -> None:
        self.http = httpx.Client(base_url=f"{base_url}/v1", timeout=40, headers={"Accept-Language": "en"})

    def call(self, method: str, path: str, body: Any = None, **query: Any) -> httpx.Response:
        headers = {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}
        while True:
            try:
                answer = self.http.request(method, path, json=body, params=query, headers=headers)
            except httpx.TransportError:
                time.sleep(0.5)
                continue
            if answer.status_code not in (429, 502, 503, 504):
                return answer
            time.sleep(float(answer.headers.get("Retry-After", 1)))

    def get(self, path: str, **query: Any) -> Any:
        return self.call("GET", path, **query).raise_for_status().json()


def sit_down(client: Client, rules: dict[str, Any]) -> str:
    """Makes a table, and gives its path. Nobody else has to come: the match starts at once."""
    made = client.call("POST", "/tables", {"rules": rules, "seats": SEATS}).raise_for_status().json()
    client.http.headers["Authorization"] = f"Bearer {made['tokens']['seats']['S']}"
    return f"/tables/{made['table']['table_id']}"


def decision(turn: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The call to make and its body, from what the view says is legal. Put your player's choice here."""
    if "bid" in turn["actions"] and turn["legal_bids"]:
        return "bid", {"bid": turn["legal_bids"][len(turn["legal_bids"]) // 4]}
    if "play" in turn["actions"]:
        return "play", {"card": turn["legal_cards"][0]}
    if "exchange" in turn["actions"]:
        return "exchange", {"cards": turn["legal_cards"][: turn["choose"]]}
    if "draw" in turn["actions"]:
        return "draw", {"keep": True}
    return turn["actions"][0], {}  # look, or return


def act(client: Client, table: str, turn: dict[str, Any]) -> None:
    """One decision. A refusal changed nothing: the next view tells what may be done instead."""
    call, body = decision(turn)
    if turn["id"] is not None:
        body["turn"] = turn["id"]  # so that a call that arrives late is never taken for another turn
    answer = client.call("POST", f"{table}/{call}", body)
    if answer.is_error:
        print("refused:", answer.json()["detail"])


def play(client: Client, table: str) -> dict[str, Any]:
    """The whole match; every event has a sentence for people. Gives the result."""
    seen = 0
    while True:
        view = client.get(f"{table}/view")
        mine = view["turn"] is not None
        if mine:
            act(client, table, view["turn"])
        page = client.get(f"{table}/events", after=seen, wait=0 if mine else 25)
        for event in page["events"]:
            print(event["text"])
        seen = page["last_seq"]
        if view["result"] is not None and not page["events"]:
            return view["result"]


if __name__ == "__main__":
    me = Client(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
    print(play(me, sit_down(me, {"preset": "short"})))
