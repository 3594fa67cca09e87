"""What all jobs of a worker process share: its ports, and how a failure is logged."""

import traceback
from functools import cache

from service.lab.ports import Lab
from service.ports import Ports
from service.settings import Settings
from service.wiring import build_lab, build_ports


@cache
def ports_of_process() -> Ports:
    """One set for the process: a worker runs its jobs without forking."""
    return build_ports(Settings.from_env())


@cache
def lab_of_process() -> Lab:
    """The laboratory beside them."""
    return build_lab(Settings.from_env(), ports_of_process())


def place_of(error: Exception) -> dict[str, str]:
    """Where an error arose. Its message stays out of the log: it might tell cards."""
    frames = traceback.extract_tb(error.__traceback__)
    last = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
    return {"error": type(error).__name__, "where": last}
