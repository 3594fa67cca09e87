"""A running embedded store for tests, started as `spades serve` starts it."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from polling import eventually
from service.embedded import EmbeddedStore


@contextmanager
def running(store: EmbeddedStore) -> Iterator[subprocess.Popen[bytes]]:
    """The server's process, once it answers; ended with SIGTERM if the test has not ended it."""
    program = store.program(dict(os.environ))
    with subprocess.Popen(program.argv, env=program.env, pass_fds=program.pass_fds) as process:
        try:
            eventually(store.answers)
            yield process
        finally:
            process.terminate()
