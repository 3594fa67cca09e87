"""A sample of everything that this release stores, to be kept for the releases after it.

PYTHONPATH=tests/support .venv/bin/python -m stored_sample > tests/golden/stored_state_format_N.json

N is the format (service/store/codec.py). Write one before you raise the format.
"""

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from redis import Redis

from api_world import World, body_of, legal_action, made
from fake_clock import FakeClock
from service.embedded import open_store
from service.ports import Ports
from service.settings import Settings
from service.wiring import build_ports
from store_process import running

Sample = dict[str, Any]

BETWEEN_ACTIONS_MS = 1_000
RULES = {"preset": "standard", "target": 150, "first_dealer": "E"}
PLAYER, CPU = {"kind": "player", "name": "Ann Önym"}, {"kind": "cpu", "level": "easy"}
TOWARDS_THE_END = 70
"""Actions: into the second deal."""


def sample_world(settings: Settings, clock: FakeClock) -> World:
    """The application on a real store, at a time that stands still."""

    def on_the_store(_: Ports) -> Ports:
        return replace(build_ports(settings), clock=clock)

    return World(clock=clock, settings=settings, wrap=on_the_store)


def write_sample(world: World, client: Any) -> Sample:
    """An open table, and one in its second deal with a CPU, an absent player, and a repeated request."""
    seats = {"N": PLAYER, "E": CPU, "S": PLAYER, "W": {"kind": "open"}}
    waiting = body_of(world.post("/v1/tables", {"seats": seats, "metadata": {"club": "♠"}}))
    playing = made(world.post("/v1/tables", {"seats": {**seats, "W": PLAYER}, "rules": RULES}))
    last: Sample = {"key": "", "seat": "", "call": "", "body": {}}
    for number in range(TOWARDS_THE_END):
        world.work()
        world.clock.go_on(BETWEEN_ACTIONS_MS)
        seat = world.to_act(playing)
        call, body = legal_action(world.view(playing, seat), choose=3)
        last: Sample = {"key": f"action-number-{number}", "seat": seat, "call": call, "body": body}
        answer = world.post(f"{playing.path}/{call}", body, playing.tokens[seat], Idempotency_Key=last["key"])
        assert answer.status_code == 200, answer.json
        last["events"] = body_of(answer)["events"]
    world.work()
    return {
        "at": world.clock.now(),
        "open": {"table_id": waiting["table"]["table_id"], "join_code": waiting["join_code"]},
        "playing": {"table_id": playing.table_id, "tokens": dict(playing.tokens), "last": last},
        "keys": {key.decode(): _dumped(client, key) for key in sorted(client.keys("*"))},
    }


def _dumped(client: Any, key: bytes) -> Sample:
    """By type, so that it is no server's format; bytes as the characters of Latin 1."""
    match kind := client.type(key).decode():
        case "hash":
            value: Any = {_text(name): _text(field) for name, field in client.hgetall(key).items()}
        case "stream":
            value = [[entry.decode(), _text(fields[b"e"])] for entry, fields in client.xrange(key)]
        case "zset":
            value = {
                _text(member): int(score) for member, score in client.zrange(key, 0, -1, withscores=True)
            }
        case "string":
            value = _text(client.get(key))
        case _:
            raise AssertionError(f"{key!r} is a {kind}")
    return {kind: value}


def put_sample(client: Any, sample: Sample) -> None:
    """Stores what was dumped."""
    for key, dumped in sample["keys"].items():
        ((kind, value),) = dumped.items()
        match kind:
            case "hash":
                client.hset(key, mapping={_bytes(name): _bytes(field) for name, field in value.items()})
            case "stream":
                for entry, events in value:
                    client.xadd(key, {b"e": _bytes(events)}, id=entry)
            case "zset":
                client.zadd(key, {_bytes(member): score for member, score in value.items()})
            case "string":
                client.set(key, _bytes(value))


def _text(value: bytes) -> str:
    return value.decode("latin-1")


def _bytes(text: str) -> bytes:
    return text.encode("latin-1")


def main() -> None:
    with TemporaryDirectory(prefix="spades-") as folder, open_store(Path(folder)) as store, running(store):
        settings = Settings(redis_url=store.url(0), rq_redis_url=store.url(1))
        with Redis.from_url(store.url(0)) as client:
            an_hour_ago = time.time_ns() // 1_000_000 - 3_600_000  # what is due then, the server calls due
            sample = write_sample(sample_world(settings, FakeClock(an_hour_ago)), client)
    json.dump(sample, sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
