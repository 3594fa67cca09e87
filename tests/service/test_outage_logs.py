"""While the store is gone, each process says so once: real processes, a real store that is killed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from polling import eventually
from process_ports import free_ports
from service.embedded import EmbeddedStore, open_store
from store_process import running

AWAY_SECONDS: Final = 4.0
"""RQ would have told of it four times by then, and the ticker of each try."""


@contextmanager
def logged(folder: Path, env: dict[str, str], name: str, *words: str) -> Iterator[Path]:
    """A process of the service, and the file that it logs to."""
    path = folder / f"{name}.log"
    argv: Sequence[str] = (sys.executable, "-m", "service.cli", *words)
    with path.open("wb") as log, subprocess.Popen(argv, env=env, stderr=log, stdout=log) as process:
        try:
            yield path
        finally:
            process.terminate()


def events(path: Path) -> list[str]:
    lines: list[dict[str, Any]] = [json.loads(line) for line in path.read_bytes().splitlines()]
    return [f"{line['event']} {line.get('store', '')}".strip() for line in lines]


def environment(store: EmbeddedStore) -> dict[str, str]:
    urls = {"SPADES_REDIS_URL": store.url(0), "SPADES_RQ_REDIS_URL": store.url(1)}
    return {**os.environ, **urls, "SPADES_LOG_LEVEL": "warning"}


@pytest.mark.slow
def test_a_store_that_is_gone_is_one_line_in_each_process(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store, ExitStack() as stack:
        env, port = environment(store), free_ports(1)[0]
        with running(store) as server:
            worker = stack.enter_context(logged(tmp_path, env, "worker", "worker"))
            ticker = stack.enter_context(logged(tmp_path, env, "ticker", "ticker"))
            web = stack.enter_context(
                logged(tmp_path, env, "web", "web", "--port", str(port), "--web-workers", "1")
            )
            http = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=10))
            eventually(lambda: readiness(http) == 200, seconds=30)
            server.kill()
            server.wait()
        eventually(lambda: readiness(http) == 503)
        ends_at = time.monotonic() + AWAY_SECONDS
        while time.monotonic() < ends_at:
            assert http.get("/v1/tables").status_code == 503
            assert http.get("/healthz").status_code == 200
        with running(store):
            eventually(lambda: readiness(http) == 200, seconds=30)
            logs = {path.stem: events(path) for path in (worker, ticker, web)}
    assert logs["worker"].count("store_lost queue") == 1, logs
    assert logs["ticker"].count("store_lost") == 1, logs
    assert logs["web"].count("store_lost store") == 1, logs
    for each in logs.values():
        assert "library_message" not in each, logs


def readiness(http: httpx.Client) -> int:
    try:
        return http.get("/readyz").status_code
    except httpx.TransportError:
        return 0
