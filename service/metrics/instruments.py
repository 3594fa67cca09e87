"""What a process counts with, and what it remembers of trouble."""

import logging
import threading
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NoReturn

from prometheus_client import CollectorRegistry

from service.metrics.figures import Figures
from service.metrics.sharing import NoPlace, SharedFigures
from service.settings import Settings
from service.trouble import StoreWatch

SETTLE_SECONDS: Final = 1.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Instruments:
    """`shared`: the figures are kept where the neighbours' are, and shown together; None: alone."""

    figures: Figures
    watch: StoreWatch
    shared: SharedFigures | None = None

    def registry(self) -> CollectorRegistry:
        self.figures.settle()
        return self.figures.registry if self.shared is None else self.shared.registry()


def instruments(directory: str = "") -> Instruments:
    """New ones; shared in `directory`, if one is named and can be used."""
    shared = _shared(directory) if directory else None
    figures = Figures()
    return Instruments(figures, StoreWatch(count_outage=figures.outages.inc), shared)


@cache
def instruments_of_process() -> Instruments:
    """Those of this process, whichever part of it asks. Not before a fork."""
    return instruments(Settings.from_env().metrics_dir)


def keep_settled(tools: Instruments, seconds: float = SETTLE_SECONDS) -> None:
    """For a web process: what it answered is counted soon, also where no further request comes."""

    def settle() -> NoReturn:
        while True:
            time.sleep(seconds)
            tools.figures.settle()

    threading.Thread(target=settle, name="figures", daemon=True).start()


def _shared(directory: str) -> SharedFigures | None:
    try:
        return SharedFigures(Path(directory))
    except NoPlace as error:
        _log.warning("metrics_not_shared", extra={"error": str(error)})
        return None
