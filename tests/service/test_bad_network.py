"""Whole matches on a network that loses a fifth of requests and of answers, and cuts streams."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from random import Random
from typing import Any

import pytest

from bad_network import BadNetwork, StubbornClient
from record_auditor import audit
from whole_service import Service

pytestmark = pytest.mark.slow

MATCHES = 50
WITH_FOUR_PLAYERS = 10
AT_ONCE = 4
SEATS = ("N", "E", "S", "W")
RULES: tuple[dict[str, Any], ...] = (
    {"preset": "short"},
    {"preset": "duel", "target": 100},
    {"preset": "jokers", "target": 100, "nil_exchange": 2},
    {"target": 100, "blind_nil": True, "blind_behind": 0},
)

Body = dict[str, Any]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


def seats_of(number: int, rules: Body) -> dict[str, Body]:
    """Who sits down at match `number`: S alone with CPUs, or players everywhere."""
    in_play = ("N", "S") if rules["preset"] == "duel" else SEATS
    cpu: Body = {"kind": "cpu", "level": "normal"}
    has_players = number < WITH_FOUR_PLAYERS
    return {
        seat: {"kind": "player", "name": f"guest {seat}"} if has_players or seat == "S" else cpu
        for seat in in_play
    }


def client_of(service: Service, number: int, seat: str) -> StubbornClient:
    return StubbornClient(service.url, BadNetwork(Random(f"{number}/{seat}")))


def decisions_of(record: Body, seat: str) -> list[object]:
    """What the seat did by the record: draws, bids, exchanges, cards, each in its order."""
    found: list[object] = []
    for deal in record["deals"]:
        in_play = list(deal["hands"])
        found += [draw["kept"] == draw["cards"][0] for draw in deal.get("draws", ()) if draw["seat"] == seat]
        found += [{"kind": b["kind"], "tricks": b["tricks"]} for b in deal["bids"] if b["seat"] == seat]
        found += [gift["cards"] for gift in deal.get("exchanges", ()) if gift["from"] == seat]
        for trick in deal["tricks"]:
            place = (in_play.index(seat) - in_play.index(trick["leader"])) % len(in_play)
            found.append(trick["cards"][place])
    return found


def acknowledged(client: StubbornClient) -> list[object]:
    members = ("keep", "bid", "cards", "card")
    bodies = [body for call, body in client.decided if call != "look"]
    return [next(body[member] for member in members if member in body) for body in bodies]


def played(service: Service, number: int) -> None:
    """A whole match; every player saw every event once, and every action counted once."""
    rules = {"preset": "standard", **RULES[number % len(RULES)]}
    with ExitStack() as stack:
        creator = stack.enter_context(closing(client_of(service, number, "creator")))
        made = creator.call("POST", "/v1/tables", {"rules": rules, "seats": seats_of(number, rules)})
        table_id = made["table"]["table_id"]
        clients = {
            seat: stack.enter_context(closing(client_of(service, number, seat))).sit_at(table_id, token)
            for seat, token in made["tokens"]["seats"].items()
        }
        with ThreadPoolExecutor(len(clients)) as pool:
            for done in [pool.submit(client.play) for client in clients.values()]:
                done.result()
        record = creator.call("GET", f"/v1/tables/{table_id}/record")
    check(record, clients)


def check(record: Body, clients: dict[str, StubbornClient]) -> None:
    assert audit(record) == []
    for seat, client in clients.items():
        assert acknowledged(client) == decisions_of(record, seat)
        assert client.seen == list(range(1, len(client.seen) + 1))
        network = client.network
        assert all((network.lost_requests, network.lost_answers, network.cut_streams))
    assert len({len(client.seen) for client in clients.values()}) == 1


def test_matches_on_a_bad_network_end_and_every_action_counts_once(service: Service) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for done in [pool.submit(played, service, number) for number in range(MATCHES)]:
            done.result()
