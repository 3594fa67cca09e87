"""Ports that are free now."""

import socket
from contextlib import ExitStack


def free_ports(count: int) -> tuple[int, ...]:
    """All held at once, so that no two are the same."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return tuple(int(probe.getsockname()[1]) for probe in probes)
