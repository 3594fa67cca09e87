"""The servers under measurement: the whole service as `spades serve` runs it, and the limits beside it."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from http_lines import Line, request
from processes import BenchFailed, far_inode, running, seconds_until, socket_inodes, web_workers

from service.commands.serve import is_ready
from service.embedded import SOCKET_NAME
from service.listening import base_url, gunicorn_argv, listen
from service.settings import variables

WEB_WORKERS = 2
START_SECONDS = 60.0
BENCH = Path(__file__).parent
DATA = "data"
MORE_THAN_ENOUGH = "1000000000"
ONE_CLIENT_FOR_ALL = {
    variable: MORE_THAN_ENOUGH
    for name, variable in variables().items()
    if name.endswith(("_per_minute", "_per_day", "_per_hour", "_per_hour_of_one"))
    or name in ("streams_of_token", "streams_of_address")
}
"""The quotas of `spades serve` are for many clients: they are counted here, too, but never reached."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server; `pid`: its root process, `redis_url`: its store."""

    url: str
    pid: int
    redis_url: str

    @property
    def web(self) -> tuple[int, ...]:
        return web_workers(self.pid)


def free_url() -> str:
    """An address where nobody listens now."""
    with closing(listen("127.0.0.1", 0)) as listener:
        return base_url(listener)


def serve_argv(url: str, data: Path, web_workers: int = WEB_WORKERS) -> tuple[str, ...]:
    port = url.rpartition(":")[2]
    web = ("--web-workers", str(web_workers))
    return (sys.executable, "-m", "service.cli", "serve", "--data", str(data), "--port", port, *web)


def spread_lines(server: Server, number: int) -> list[Line]:
    """Connections, as many to each web process: a process with more of them at once works cheaper."""
    web, found = server.web, dict[int, list[Line]]()
    while sum(map(len, found.values())) < number:
        line = Line(server.url)
        kept = found.setdefault(_process_of(line, web), [])
        if len(kept) < number // len(web):
            kept.append(line)
        else:
            line.close()
    return [line for kept in found.values() for line in kept]


def _process_of(line: Line, web: tuple[int, ...]) -> int:
    """The one that has the connection open. (What each has spent doesn't tell: one may still be starting.)"""
    line.send(request("GET", "/nowhere"))
    line.receive()
    inode = far_inode(line.socket)
    return next(pid for pid in web if inode in socket_inodes(pid))


@contextmanager
def service(folder: Path, web_workers: int = WEB_WORKERS) -> Iterator[Server]:
    """`spades serve` with its defaults on a new data directory, ready."""
    url, data, log = free_url(), folder / DATA, folder / "serve.log"
    with running(serve_argv(url, data, web_workers), ONE_CLIENT_FOR_ALL, log) as process:
        seconds_until(lambda: process.poll() is not None or is_ready(url), START_SECONDS)
        if process.poll() is not None:
            raise BenchFailed(f"spades serve ended: {log.read_text()[-300:]}")
        yield Server(url, process.pid, f"unix://{quote(str(data / SOCKET_NAME))}?db=0")


@contextmanager
def limits(folder: Path, redis_url: str) -> Iterator[Server]:
    """`limits_app` under gunicorn with the settings of our web, on the same store."""
    env = {"SPADES_REDIS_URL": redis_url, "PYTHONPATH": str(BENCH)}
    with closing(listen("127.0.0.1", 0)) as listener:
        argv = gunicorn_argv(listener, WEB_WORKERS, "limits_app:app")
        url = base_url(listener)
        with running(argv, env, folder / "limits.log", (listener.fileno(),)) as process:
            with closing(Line(url)) as line:  # waits in the listening socket until the app is there
                line.ask(request("GET", "/hello"))
            yield Server(url, process.pid, redis_url)
