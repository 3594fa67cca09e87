"""gunicorn's settings for our web processes; address and number of processes come from the command line."""

import signal
from typing import Any

from service.process import die_with_parent

# One kind of process for calls, long-polls and streams: an idle stream costs a greenlet, not a thread.
worker_class = "gevent"
worker_connections = 4000
# Longer than the 60 s that proxies keep an idle connection, so that it is the proxy who closes it.
keepalive = 75
# A stop with open streams waits this long: `spades serve` promises to be gone within 3 s.
graceful_timeout = 2
control_socket_disable = True
accesslog = None
errorlog = "-"
loglevel = "warning"


def post_fork(_server: Any, worker: Any) -> None:
    """A killed master leaves no worker behind that would keep the port (gevent checks once a second)."""
    die_with_parent(signal.SIGKILL, worker.ppid)
