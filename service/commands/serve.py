"""`spades serve`: everything on one machine: the store, the workers, the ticker and the web, supervised."""

import http.client
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from service.commands import _options
from service.commands._errors import CommandFailed
from service.embedded import StoreUnavailable, open_store
from service.figures_directory import figures_directory
from service.gunicorn_conf import graceful_timeout
from service.listening import APP, AddressUnavailable, base_url, gunicorn_argv, listen
from service.settings import Settings, child_environment
from service.store.cluster_url import CLUSTER_SCHEMES, is_cluster
from service.supervisor import Program, StartFailed, Supervisor

REDIS_SCHEMES = ("redis", "rediss", "unix")
READY_SECONDS = 20.0
PROBE_SECONDS = 1.0
# gunicorn itself ends what is still open after its graceful time-out; then it needs a moment to end.
WEB_GRACE_SECONDS = graceful_timeout + 0.3


@dataclass(frozen=True, slots=True)
class Parts:
    """What the supervised processes run."""

    app: str = APP
    worker: tuple[str, ...] = (sys.executable, "-m", "service.cli", "worker")
    ticker: tuple[str, ...] = (sys.executable, "-m", "service.cli", "ticker")


@dataclass(frozen=True, slots=True)
class Plan:
    """The options of one `serve`, by name. Without `redis_url` the embedded store runs on `data`."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("data")
    workers: int = 2
    web_workers: int = 2
    redis_url: str | None = None
    rq_redis_url: str | None = None
    valkey_server: Path | None = None
    parts: Parts = Parts()


@click.command()
@_options.host
@_options.port
@_options.web_workers
@click.option(
    "--data",
    default=Path("data"),
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Directory of the embedded store; made if need be.",
)
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1), help="Number of workers.")
@click.option("--redis-url", metavar="URL", help="Use this Redis or Valkey instead of the embedded store.")
@click.option("--rq-redis-url", metavar="URL", help="With --redis-url: where the job queue is, if elsewhere.")
@click.option(
    "--valkey-server",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Run this server binary as the embedded store.",
)
def command(**options: Any) -> None:
    """Run the whole service on this machine until Ctrl-C. Tables survive in the data directory."""
    run(Plan(**options))


def run(plan: Plan) -> None:
    """Returns after a stop signal, with no process left. Raises CommandFailed."""
    _require_redis_urls(plan)
    try:
        with (
            closing(listen(plan.host, plan.port)) as listener,
            _store(plan) as (store, urls),
            figures_directory() as figures,
        ):
            # All parts keep their figures in one place, so that the web shows those of all.
            shared = {"SPADES_METRICS_DIR": figures, "SPADES_METRICS_LISTEN": ""}
            programs = (*store, *service_programs(plan, listener, child_environment({**urls, **shared})))
            Supervisor(programs, say=_say).run(on_ready=partial(_greet, base_url(listener), plan))
    except (AddressUnavailable, StoreUnavailable, StartFailed) as error:
        raise CommandFailed(str(error)) from error


def _require_redis_urls(plan: Plan) -> None:
    """The addresses themselves are not repeated: they may hold a password."""
    schemes = {urlsplit(url).scheme for url in (plan.redis_url, plan.rq_redis_url) if url is not None}
    if not schemes <= {*REDIS_SCHEMES, *CLUSTER_SCHEMES}:
        raise CommandFailed("a Redis URL begins with redis://, rediss:// or unix://")
    if is_cluster(plan.rq_redis_url or plan.redis_url or ""):
        raise CommandFailed(
            "the job queue can't be on a Redis Cluster: name another Redis with --rq-redis-url"
        )


@contextmanager
def _store(plan: Plan) -> Iterator[tuple[tuple[Program, ...], Mapping[str, str]]]:
    """The embedded stores' programs, if they are to run, and the settings that name them to the others."""
    if plan.redis_url:
        yield (), _urls(plan.redis_url, plan.rq_redis_url or plan.redis_url)
        return
    with open_store(plan.data, plan.valkey_server) as store:
        stores = (store, store.for_jobs())
        env = child_environment({})
        yield tuple(each.program(env) for each in stores), _urls(*(each.url() for each in stores))


def _urls(state: str, jobs: str) -> dict[str, str]:
    return {"SPADES_REDIS_URL": state, "SPADES_RQ_REDIS_URL": jobs}


def service_programs(plan: Plan, listener: socket.socket, env: Mapping[str, str]) -> tuple[Program, ...]:
    """The workers and the ticker, then the web, whose readiness is that of the whole."""
    parts = plan.parts
    return (
        *(
            Program(f"worker {number}", (*parts.worker, "--lanes", lanes), env)
            for number, lanes in enumerate(worker_lanes(plan.workers), start=1)
        ),
        Program("ticker", parts.ticker, env),
        Program(
            "web",
            gunicorn_argv(listener, plan.web_workers, parts.app),
            env,
            ready=partial(is_ready, base_url(listener)),
            start_seconds=READY_SECONDS,
            grace_seconds=WEB_GRACE_SECONDS,
            pass_fds=(listener.fileno(),),
        ),
    )


def worker_lanes(workers: int) -> tuple[str, ...]:
    """One worker is kept for tables with a player, so that bulk work can't hold them up."""
    return ("live,bulk",) if workers == 1 else ("live", *("live,bulk",) * (workers - 1))


def is_ready(url: str) -> bool:
    """Whether GET /readyz says that web, store, ticker and workers are all there."""
    address = urlsplit(url)
    line = http.client.HTTPConnection(address.hostname or "", address.port, timeout=PROBE_SECONDS)
    with closing(line):
        try:
            line.request("GET", "/readyz")
            return line.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False


def _greet(url: str, plan: Plan) -> None:
    # The address of a Redis may hold a password: it is not shown.
    kept = "data in the Redis of --redis-url" if plan.redis_url else f"data in {plan.data.resolve()}"
    client = "" if Settings.from_env().web == "off" else f"Play in a browser:\n\n  {url}/play\n\n"
    click.echo(
        f"Spades is ready on {url} ({kept}). Ctrl-C stops it.\n\n"
        f"{client}"
        "A first table, you on S, CPUs on N, E and W:\n\n"
        f"  curl -s {url}/v1/tables -H 'Content-Type: application/json' -d '"
        '{"seats": {"S": {"kind": "player", "name": "me"}, '
        '"N": {"kind": "cpu"}, "E": {"kind": "cpu"}, "W": {"kind": "cpu"}}}'
        "'\n"
    )


def _say(line: str) -> None:
    click.echo(f"spades serve: {line}", err=True)
