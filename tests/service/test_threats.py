"""The threat model of service/README.md: what no other file proves; and that each row names a test."""

import base64
import logging
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis

from api_world import PLAYERS, World, body_of, made, problem
from engine.seats import Seat
from fake_clock import FakeEntropy
from quota_world import new_key
from service.app import create_app
from service.auth import HOST, hash_token, identify, key_id_of
from service.ports import Ports
from service.refusals import Refused
from service.settings import Settings
from service.store.memory import MemoryQueue
from service.tables.changing import Request
from service.tables.joining import JoinOffer, join_table

ROOT = Path(__file__).parents[2]
SECRET = "0123456789abcdefghijklmn"
NOWHERE = "tb_03AAAAAAAAAAAAAAAAAAAAAA"


def rows() -> list[list[str]]:
    """The rows of the table of threats, cell by cell."""
    text = (ROOT / "service" / "README.md").read_text(encoding="utf-8")
    section = text.partition("## Threats\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def named_tests() -> list[str]:
    return [name for row in rows() for name in re.findall(r"`([\w/]+\.py::\w+)`", row[2])]


def test_every_threat_has_a_test() -> None:
    assert len(rows()) >= 18
    assert [row[0] for row in rows() if not re.search(r"\.py::test_", row[2])] == []


@pytest.mark.parametrize("name", named_tests())
def test_a_test_that_the_threat_model_names_is_there(name: str) -> None:
    file, _, function = name.partition("::")
    assert f"\ndef {function}(" in (ROOT / "tests" / file).read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------ tokens


class Secret(bytes):
    """What is compared as other bytes are tells by the time how much of it was right."""

    __hash__ = bytes.__hash__

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared in a time that tells something")

    __ne__ = __eq__


class SecretText(str):
    """The same as text."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared in a time that tells something")

    __ne__ = __eq__


def test_secrets_are_compared_in_a_time_that_tells_nothing() -> None:
    world = World()
    made_table = world.make(seats={"S": {"kind": "player"}})
    loaded = world.ports.store.load(made_table.table_id)
    assert loaded is not None
    hashes = (chair.token_hash and Secret(chair.token_hash) for chair in loaded.table.chairs)
    chairs = tuple(
        replace(chair, token_hash=kept) for chair, kept in zip(loaded.table.chairs, hashes, strict=True)
    )
    key = new_key(world)
    owner = SecretText(key_id_of(hash_token(key)))
    host_hash, code = Secret(loaded.table.host_hash), SecretText(loaded.table.join_code)
    table = replace(loaded.table, host_hash=host_hash, chairs=chairs, owner=owner, join_code=code)
    assert identify(table, made_table.host) == HOST == identify(table, key)
    assert identify(table, made_table.tokens["S"]).seat is Seat.S
    for token in ("st_x", "sk_x", "é"):
        with pytest.raises(Refused):
            identify(table, token)

    class OneTable:
        def load(self, *_: object) -> Any:
            return replace(loaded, table=table)

    ports = replace(world.ports, store=OneTable())  # type: ignore[arg-type]  # all that a refused join needs
    for wrong in ("07XXXX", "", "é", None):
        with pytest.raises(Refused):
            join_table(ports, table.table_id, JoinOffer(join_code=wrong), Request())


@pytest.fixture
def real(settings: Settings, redis_ports: Ports) -> World:
    """On a real store; its own fakes are not used."""
    world = World()
    world.ports = redis_ports
    world.app = create_app(settings, redis_ports, MemoryQueue())
    world.http = world.app.test_client()
    return world


def everything(client: redis.Redis) -> bytes:
    """All keys and all that is stored under them."""
    found = []
    for key in client.keys("*"):
        found += [key, client.dump(key) or b""]
        match client.type(key):
            case b"string":
                found.append(client.get(key) or b"")
            case b"hash":
                found += [part for pair in client.hgetall(key).items() for part in pair]
            case b"stream":
                found += [part for _, entry in client.xrange(key) for part in entry.values()]
    return b"\n".join(found)


def test_a_stolen_store_opens_nothing(real: World, client: redis.Redis) -> None:
    secret_key = new_key(real)
    table = made(real.post("/v1/tables", {"seats": PLAYERS}, secret_key, Idempotency_Key=SECRET))
    open_table = made(real.post("/v1/tables", {}, Idempotency_Key=SECRET[::-1]))
    join_key = SECRET[1:] + "z"
    joined = body_of(real.post("/v1/join", {"join_code": open_table.join_code}, Idempotency_Key=join_key))
    ticket = body_of(real.post(f"{table.path}/stream-tickets", {}, table.host))["ticket"]
    real.post(f"{table.path}/play", {"card": "ZZ"}, table.tokens["S"])
    tokens = [secret_key, table.host, *table.tokens.values(), open_table.host, joined["token"], ticket]
    stored = everything(client)
    for secret in (*tokens, SECRET, SECRET[::-1], join_key):
        assert secret.encode() not in stored
        assert base64.b64encode(secret.encode()) not in stored
        assert secret.partition("_")[2].encode() not in stored or "_" not in secret


def test_a_token_can_not_be_made_from_another() -> None:
    """Of one table, and of two with the same Idempotency-Key, no two tokens are related."""
    tokens: set[str] = set()
    for seed in range(2):
        world = World(entropy=FakeEntropy(seed))
        table = made(world.post("/v1/tables", {"seats": PLAYERS}, Idempotency_Key=SECRET))
        tokens |= {table.host[3:], *(token[3:] for token in table.tokens.values())}
    assert len(tokens) == 10
    assert {len(base64.urlsafe_b64decode(token + "=")) for token in tokens} == {32}


# ------------------------------------------------------------------------------------------ enumeration


def alike(response: Any) -> tuple[int, dict[str, Any], set[str]]:
    """All of an answer but what is another one each time."""
    return response.status_code, {**body_of(response), "instance": ""}, set(response.headers.keys())


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_table_and_one_of_others_are_answered_alike(method: str) -> None:
    world = World()
    key, foreign = new_key(world), world.make(visibility="private")
    end = "/events" if method == "get" else "/close"
    answers = [
        alike(getattr(world, method)(f"/v1/tables/{table_id}{end}", token=key))
        for table_id in (foreign.table_id, NOWHERE)
    ]
    assert answers[0] == answers[1]
    assert answers[0][0] == 404


def test_every_wrong_join_code_is_answered_alike() -> None:
    world = World()
    table = world.make(seats={})
    wrong = (table.join_code[:2] + "222222", "15222222", "x", "éé", table.join_code + "0")
    answers = [alike(world.post("/v1/join", {"join_code": code})) for code in wrong]
    answers += [alike(world.post(f"{table.path}/join", {"join_code": code})) for code in wrong]
    assert answers.count(answers[0]) == len(answers)
    assert problem(world.post("/v1/join", {"join_code": wrong[0]})) == (403, "wrong_join_code")


def test_ids_and_codes_are_drawn_from_more_than_can_be_tried() -> None:
    world = World()
    table = world.make(seats={})
    assert re.fullmatch("tb_[0-9]{2}[0-9A-Za-z]{22}", table.table_id)
    assert re.fullmatch("[0-9]{2}[0-9A-HJKMNP-TV-Z]{6}", table.join_code)
    assert len({world.make(seats={}).join_code[2:] for _ in range(50)}) == 50


# ------------------------------------------------------------------------------------------ logs and figures


class Broken:
    """A store with a bug whose message tells everything."""

    def __init__(self, secrets: list[str]) -> None:
        self.secrets = secrets

    def __getattr__(self, name: str) -> Any:
        raise ZeroDivisionError(*self.secrets)


def test_no_secret_is_logged_or_counted_by_name(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    world = World()
    key = new_key(world)
    table = made(world.post("/v1/tables", {"seats": PLAYERS}, key, Idempotency_Key=SECRET))
    world.go_on(table, 12)
    secrets = [key, SECRET, table.host, *table.tokens.values()]
    secrets += [f"{code}" for seat in "NESW" for code in world.view(table, seat)["you"]["hand"]]
    for token in (key, table.host, table.tokens["S"], "sk_unknown"):
        world.get(f"{table.path}/events", token)
        world.post(f"{table.path}/play", {"card": secrets[-1], "seed": SECRET}, token)
    figures = world.get("/metrics").get_data(as_text=True)
    world.ports = replace(world.ports, store=Broken(secrets))  # type: ignore[arg-type]  # its every use is a bug
    world.http = create_app(world.settings, world.ports, world.queue).test_client()
    assert world.post(f"{table.path}/bid", {"bid": {"tricks": 3}}, table.tokens["S"]).status_code == 500
    logged = "\n".join(
        " ".join(map(str, (record.getMessage(), *vars(record).values()))) for record in caplog.records
    )
    assert "internal_error" in logged
    for secret in secrets:
        assert secret not in figures if len(secret) > 2 else True
        assert not re.search(rf"(?<![\w]){re.escape(secret)}(?![\w])", logged), secret
    assert table.table_id not in figures
