"""Logs and metrics tell nothing that is not everybody's: no token, no seed, no key, no card.

A whole match is played with everything logged, and with all that may go wrong on the way.
"""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from api_world import PLAYERS, Made, World, legal_action, made
from engine.cards import cards_in, format_card
from service.jobs.attend import work
from service.logs import EventFormatter, JsonFormatter
from service.settings import Settings
from service.table_turns import Lane

CARD = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA][CDHS]|BJ|LJ)(?![0-9A-Za-z])")
METRICS_TOKEN = "the token of the operator 0001"
CODES = {format_card(card) for card in cards_in((1 << 52) - 1)}


@dataclass
class Written(logging.Handler):
    """All lines, in both forms."""

    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(logging.DEBUG)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += [JsonFormatter().format(record), EventFormatter().format(record)]

    __hash__ = logging.Handler.__hash__


@pytest.fixture
def written() -> Iterator[Written]:
    handler, root = Written(), logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler
    root.setLevel(before)
    root.removeHandler(handler)


def play(world: World, table: Made, keys: list[str]) -> None:
    """To the end; every action under a key, and some of them once more, too late, or wrong."""
    for count in range(1, 2_000):
        seats = world.get(table.path).json["to_act"]  # type: ignore[index]  # a body
        if not seats:
            return
        seat = seats[0]
        call, body = legal_action(world.view(table, seat), count)
        keys.append(f"a-key-of-{seat}-{count}")
        for again in range(1 + (count % 5 == 0)):
            key = keys[-1] if not again else f"{keys[-1]}-again"
            world.post(f"{table.path}/{call}", body, table.tokens[seat], Idempotency_Key=key)
        if count % 7 == 0:
            make_mistakes(world, table, seat)


def make_mistakes(world: World, table: Made, seat: str) -> None:
    token = table.tokens[seat]
    world.post(f"{table.path}/play", {"card": "AS", token: token}, token)
    world.post(f"{table.path}/play", {"turn": 1, "card": "2C"}, token, If_Match='"1-0000"')
    world.post(f"{table.path}/bid", "no bid", f"{token}x")
    world.get(f"{table.path}/view?token={token}", token)
    world.get(f"/v1/tables/{token}/view", token)
    world.get(f"{table.path}/actions/{token}", token)
    world.get(f"/{token}/{token}")
    world.post("/v1/join", {"join_code": f"{table.join_code}x", "name": token})


def stream(world: World, table: Made) -> str:
    """Opens one by a ticket, which is returned."""
    ticket = world.post(f"{table.path}/stream-tickets", {}, table.tokens["S"]).json["ticket"]  # type: ignore[index]
    address = f"{table.path}/events?ticket={ticket}"
    with world.http.get(address, headers={"Accept": "text/event-stream"}) as response:
        assert response.status_code in (200, 204)
    return str(ticket)


def fail(world: World, table: Made) -> None:
    """A bug while a request is answered, and one on a worker, whose messages tell all."""
    told = f"{table.tokens} holds AS KH QD"

    def load(*_: object) -> None:
        raise RuntimeError(told)

    def attend_badly(*_: object) -> None:
        raise RuntimeError(told)

    tables = world.ports.store._tables  # type: ignore[attr-defined]  # the store within the counter
    before, tables.load = tables.load, load
    world.get(f"{table.path}/view", table.tokens["S"])
    tables.load = before
    other = world.make(seats={**PLAYERS, "S": {"kind": "cpu"}})
    work(world.ports, Lane.LIVE, attend_badly)
    assert world.ports.due.failures(other.table_id) == 1


def test_a_whole_match_leaves_no_secret_in_logs_and_metrics(written: Written) -> None:
    world = World(settings=Settings(metrics_token=METRICS_TOKEN))
    creation = "6e0c1e9a-5d0f-4a35-9a53-0d2bb1cf1f5d"
    opened = made(
        world.post(
            "/v1/tables",
            {"seats": {"S": PLAYERS["S"]}, "rules": {"first_dealer": "E", "max_deals": 2}},
            Idempotency_Key=creation,
        )
    )
    keys, tokens = [creation], dict(opened.tokens)
    for seat in ("N", "E", "W"):
        keys.append(f"joining-key-of-{seat}-0123456789")
        body = {"join_code": opened.join_code, "seat": seat, "name": f"guest {seat}"}
        tokens[seat] = world.post("/v1/join", body, Idempotency_Key=keys[-1]).json["token"]  # type: ignore[index]
    table = Made(opened.table_id, opened.host, tokens, opened.join_code)
    ticket = stream(world, table)
    play(world, table, keys)
    fail(world, table)
    loaded = world.ports.store.load(table.table_id)
    assert loaded is not None
    assert loaded.table.status == "over"

    metrics = world.get("/metrics", METRICS_TOKEN).get_data(as_text=True)
    log = "\n".join(written.lines)
    for text in (log, metrics):
        secrets = (*tokens.values(), opened.host, opened.join_code, ticket, METRICS_TOKEN, *keys)
        assert [each for each in secrets if each in text] == []
        assert loaded.table.terms.seed.hex() not in text
        assert loaded.table.nonce.hex() not in text
        assert not re.search(r"\b(st|ht|sk)_[0-9A-Za-z]", text)
        assert set(CARD.findall(text)) & CODES == set()
    _assert_it_would_have_been_seen(log, metrics, table)


def _assert_it_would_have_been_seen(log: str, metrics: str, table: Made) -> None:
    """There was something to search: all kinds of lines, each with its table."""
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert {"request", "internal_error", "attend_failed"} <= {line["event"] for line in lines}
    assert sum(line.get("table") == table.table_id for line in lines) > 300
    assert {200, 201, 401, 404, 409, 412, 422, 500} <= {line.get("status") for line in lines}
    assert 'operation="play_card",status="200"' in metrics
