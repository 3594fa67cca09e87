"""A supervised program for tests that tells a file of its life. `python standin_child.py LOG NAME [MANNER]`.

Manners: `stubborn` does not end on SIGTERM; `leaves an heir` ends at once and leaves a child of its own.
"""

import os
import signal
import sys
from pathlib import Path
from types import FrameType

LOG, NAME, MANNER = [*sys.argv[1:], ""][:3]


def tell(text: str) -> None:
    with Path(LOG).open("a") as log:
        log.write(text + "\n")


def stop(_number: int, _frame: FrameType | None) -> None:
    if MANNER != "stubborn":
        tell(f"{NAME} stopped")
        sys.exit(0)


if MANNER == "leaves an heir" and (heir := os.fork()):
    tell(f"heir started {heir}")
    sys.exit(0)
signal.signal(signal.SIGTERM, stop)
tell(f"{NAME} started {os.getpid()}")
while True:
    signal.pause()
