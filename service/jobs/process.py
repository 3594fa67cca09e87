"""What all jobs of a worker process share: its ports, and the laboratory."""

from functools import cache

from service.lab.ports import Lab
from service.metrics.instruments import instruments_of_process
from service.ports import Ports
from service.settings import Settings
from service.wiring import build_lab, build_ports


@cache
def ports_of_process() -> Ports:
    """One set for the process: a worker runs its jobs without forking."""
    return build_ports(Settings.from_env(), instruments_of_process())


@cache
def lab_of_process() -> Lab:
    """The laboratory beside them."""
    return build_lab(Settings.from_env(), ports_of_process())
