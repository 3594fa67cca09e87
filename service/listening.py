"""How the web processes are started: the listening socket, and gunicorn's command line on it."""

import errno
import socket
import sys

BACKLOG = 2048
APP = "service.wsgi:app"


class AddressUnavailable(Exception):
    """We can't listen there; the text is one line for people."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket for gunicorn to inherit, so that a port in use is known before anything starts.

    It outlives the gunicorn of `spades serve`: calls made while that is restarted wait instead of failing.
    """
    where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise AddressUnavailable(f"{where} is already in use; choose another --port") from None
        raise AddressUnavailable(f"can't listen on {where}: {error.strerror or error}") from error
    listener.set_inheritable(True)
    return listener


def base_url(listener: socket.socket) -> str:
    """The address for a client on this machine."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def gunicorn_argv(listener: socket.socket, processes: int, app: str = APP) -> tuple[str, ...]:
    return (
        *(sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf"),
        *("--bind", f"fd://{listener.fileno()}", "--workers", str(processes), app),
    )
