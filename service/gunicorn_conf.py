"""gunicorn's settings for our web processes; address and number of processes come from the command line."""

import signal
from typing import Any

from service import stopping
from service.process import allow_many_files, die_with_parent

# One kind of process for calls, long-polls and streams: an idle stream costs a greenlet, not a thread.
worker_class = "service.gunicorn_worker.ProblemWorker"
worker_connections = 4000
# Longer than the 60 s that proxies keep an idle connection, so that it is the proxy who closes it.
keepalive = 75
# At a stop, streams and long-polls end by themselves; a call that is being answered has this long.
# `spades serve` promises to be gone within 3 s.
graceful_timeout = 2
control_socket_disable = True
accesslog = None
errorlog = "-"
loglevel = "warning"


def post_fork(_server: Any, worker: Any) -> None:
    """A killed master leaves no worker behind that would keep the port (gevent checks once a second)."""
    die_with_parent(signal.SIGKILL, worker.ppid)
    allow_many_files(2 * worker_connections)


def post_worker_init(_worker: Any) -> None:
    """At a stop, quick or graceful, who waits at a stream or a long-poll is sent away at once."""
    for number in (signal.SIGTERM, signal.SIGQUIT, signal.SIGINT):
        signal.signal(number, _telling(signal.getsignal(number)))


def _telling(handler: Any) -> Any:
    def handle(number: int, frame: object) -> None:
        import gevent  # noqa: PLC0415 (not before the worker has put its parts in place)

        gevent.spawn(stopping.stop)  # a signal's handler may not block
        handler(number, frame)

    return handle
