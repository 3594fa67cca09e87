"""How much of the store a table takes."""

import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import redis
from http_lines import Line, request
from players import open_table
from processes import BenchFailed
from rows import Row
from scripted_matches import SEATS, ScriptedMatch, open_scripted, scripted_matches
from servers import Server, service

DEAL = 5
LAST_DEAL = 8
TABLES = 3
TABLE_LIMIT = 32 * 1024
DEAL_LIMIT = 6 * 1024
CPU_TABLE_SECONDS = 40.0


def measure(folder: Path) -> Iterator[Row]:
    with service(folder) as server, redis.Redis.from_url(server.redis_url) as store:
        scripts = islice(scripted_matches(LAST_DEAL), TABLES)
        sizes = [_sizes(server, store, script) for script in scripts]
        of_cpus = _cpu_table(server, store)
    table = max(of_cpus, *(size[0] for size in sizes))
    deal = max((size[-1] - size[0]) / (len(size) - 1) for size in sizes)
    yield Row(
        "a table in its fifth deal",
        f"{_kib(max(size[0] for size in sizes))}; with four CPUs {_kib(of_cpus)}",
        "<= 32 KiB",
        table <= TABLE_LIMIT,
        f"MEMORY USAGE SAMPLES 0 of all keys of a table, the largest of {TABLES}: four players, each action "
        "with an Idempotency-Key, before the deal's last card; the CPUs' table at any moment of its fifth.",
    )
    yield Row(
        "each further deal",
        _kib(deal),
        "<= 6 KiB",
        deal <= DEAL_LIMIT,
        f"the same tables of players in deal {LAST_DEAL} against deal {DEAL}, a deal; the largest.",
    )


def _sizes(server: Server, store: redis.Redis, script: ScriptedMatch) -> list[int]:
    """The table's size before the last card of each deal from `DEAL` on."""
    sizes = []
    with closing(Line(server.url)) as line:
        table = open_scripted(line, script)
        for number, deal in enumerate(script.deals, start=1):
            *moves, last = (*deal.bids, *deal.plays)
            for move in moves:
                table.line.ask(table.request_of(move))
            if number >= DEAL:
                sizes.append(_size(store, table.table_id, table.join_code))
            table.line.ask(table.request_of(last))
    return sizes


def _size(store: redis.Redis, *names: str) -> int:
    """Bytes of all keys that name the table: its id or its join code is part of each."""
    keys = {key for name in names for key in store.scan_iter(match=f"*{name}*", count=1000)}
    return sum(int(store.memory_usage(key, samples=0) or 0) for key in keys)


def _cpu_table(server: Server, store: redis.Redis) -> int:
    """The largest size that was seen of a table of four CPUs while it was in its fifth deal."""
    largest, until = 0, time.monotonic() + CPU_TABLE_SECONDS
    offer = {"seats": {seat: {"kind": "cpu", "level": "normal"} for seat in SEATS}, "cpu_delay_ms": 20}
    with closing(Line(server.url)) as line:
        made = open_table(line, offer)
        asked = request("GET", f"/v1/tables/{made['table']['table_id']}", made["tokens"]["host"])
        number = 0
        while number <= DEAL:
            if time.monotonic() > until:
                raise BenchFailed(f"a table of CPUs was in deal {number} after {CPU_TABLE_SECONDS:g} s")
            size = _size(store, made["table"]["table_id"], made["join_code"])
            number = line.ask(asked).json["deal"]["number"]
            largest = max(largest, size) if number == DEAL else largest
    return largest


def _kib(size: float) -> str:
    return f"{size / 1024:.1f} KiB"
