"""How soon `spades serve` is ready beside ten thousand finished tables."""

import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import lifecycle
import redis
from http_lines import Line, request
from players import open_table
from processes import BenchFailed
from rows import Row
from servers import DATA, Server, service

FINISHED = 10_000
A_BATCH = 500
MOST = 1.3
MATCH_SECONDS = 30.0
DUMPED = ("table", "log", "outcomes")


def measure(folder: Path) -> Iterator[Row]:
    full, empty = folder / "full", folder / "empty"
    full.mkdir()
    with service(full) as server, redis.Redis.from_url(server.redis_url) as store:
        _fill(store, _finished(server))
        size = store.info("memory")["used_memory"]
    starts = [
        tuple(lifecycle.run(folder, data, signal.SIGTERM).start for data in (full / DATA, empty))
        for _ in range(2)
    ][-1]
    yield Row(
        "ready beside 10,000 finished tables",
        f"{starts[0]:.2f} s; {starts[1]:.2f} s beside none",
        f"<= {MOST:g} x",
        starts[0] <= MOST * starts[1],
        f"{FINISHED:,} copies of a match of CPUs, {size / 2**20:.0f} MiB of store; the second start of each.",
    )


def _finished(server: Server) -> str:
    """The id of a table whose match is over."""
    offer = {"rules": {"preset": "short"}, "seats": {seat: {"kind": "cpu"} for seat in "NESW"}}
    until = time.monotonic() + MATCH_SECONDS
    with closing(Line(server.url)) as line:
        table_id = str(open_table(line, offer)["table"]["table_id"])
        while line.ask(request("GET", f"/v1/tables/{table_id}")).json["status"] != "over":
            if time.monotonic() > until:
                raise BenchFailed(f"a match of CPUs is not over after {MATCH_SECONDS:g} s")
            time.sleep(0.1)
    return table_id


def _fill(store: redis.Redis, table_id: str) -> None:
    """Copies of the table, as the store holds it, each with a name of its own and a time when it expires."""
    shard = table_id[3:5]
    values = {kind: store.dump(f"{{s{shard}}}:{kind}:{table_id}") for kind in DUMPED}
    due = store.zscore(f"{{s{shard}}}:due:bulk", table_id)
    for first in range(0, FINISHED, A_BATCH):
        pipe = store.pipeline(transaction=False)
        for number in range(first, first + A_BATCH):
            copy = f"{table_id[:5]}{number:022d}"
            for kind, value in values.items():
                if value is not None:
                    pipe.restore(f"{{s{shard}}}:{kind}:{copy}", 0, value)
            pipe.zadd(f"{{s{shard}}}:due:bulk", {copy: due})
        pipe.execute()
