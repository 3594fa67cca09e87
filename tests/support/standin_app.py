"""A web application for tests of `spades serve`: says that it is ready, or streams for ever."""

import os
import time
from collections.abc import Iterable, Iterator
from typing import Any


def app(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain")])
    if environ["PATH_INFO"] == "/stream":
        return stream()
    urls = os.environ.get("SPADES_REDIS_URL"), os.environ.get("SPADES_RQ_REDIS_URL")
    return [f"{os.getppid()} {urls[0]} {urls[1]}".encode()]


def stream() -> Iterator[bytes]:
    while True:
        yield b"still here\n"
        time.sleep(0.1)
