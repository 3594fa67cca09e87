"""gunicorn's settings for our web processes; address and number of processes come from the command line."""

import signal
from typing import Any

from service import stopping
from service.figures_directory import make_directory, remove_directory
from service.process import allow_many_files, die_with_parent
from service.settings import Settings, share_with_children

# One kind of process for calls, long-polls and streams: an idle stream costs a greenlet, not a thread.
worker_class = "service.gunicorn_worker.ProblemWorker"
worker_connections = 4000
# Longer than the 60 s that proxies keep an idle connection, so that it is the proxy who closes it.
keepalive = 75
# At a stop, streams and long-polls end by themselves; a call that is being answered has this long.
# `spades serve` promises to be gone within 3 s.
graceful_timeout = 2
control_socket_disable = True
_settings = Settings.from_env()
limit_request_fields = _settings.max_headers
limit_request_field_size = _settings.max_header_bytes
accesslog = None
errorlog = "-"
logger_class = "service.gunicorn_logs.EventLogger"
loglevel = "warning"


_own_directories: list[str] = []


def on_starting(server: Any) -> None:
    """A directory for the figures of all our processes, unless they have one already."""
    if Settings.from_env().metrics_dir:
        return
    try:
        _own_directories.append(make_directory())
    except OSError as error:
        server.log.warning("no directory for the figures, each process has its own: %s", error)
    else:
        share_with_children("metrics_dir", _own_directories[0])


def on_exit(_server: Any) -> None:
    for directory in _own_directories:
        remove_directory(directory)


def post_fork(_server: Any, worker: Any) -> None:
    """A killed master leaves no worker behind that would keep the port (gevent checks once a second)."""
    die_with_parent(signal.SIGKILL, worker.ppid)
    allow_many_files(2 * worker_connections)


def post_worker_init(worker: Any) -> None:
    """At a stop, quick or graceful, who waits at a stream or a long-poll is sent away at once.

    The first process looks at the settings, beside its work; one that follows a dead one doesn't.
    """
    if worker.age == 1:
        _look_at_settings()
    for number in (signal.SIGTERM, signal.SIGQUIT, signal.SIGINT):
        signal.signal(number, _telling(signal.getsignal(number)))


def _look_at_settings() -> None:
    # Not before the worker has put gevent's parts in place: the client of Redis would keep Python's own.
    import gevent  # noqa: PLC0415

    from service.startup_checks import warn  # noqa: PLC0415

    gevent.spawn(warn, Settings.from_env())


def _telling(handler: Any) -> Any:
    def handle(number: int, frame: object) -> None:
        import gevent  # noqa: PLC0415 (not before the worker has put its parts in place)

        gevent.spawn(stopping.stop)  # a signal's handler may not block
        handler(number, frame)

    return handle
