"""What one process knows of trouble with the store: an outage is two lines of the log, whatever it hits."""

import logging
import time
from collections.abc import Callable
from typing import Final

QUIET_SECONDS: Final = 5.0
"""So long without a failure ends an outage: where only writes fail, reads work in between."""
NEWER_SECONDS: Final = 60.0
"""How long a table of a newer format is remembered."""

_log = logging.getLogger(__name__)


def _nothing() -> None:
    """Nobody counts."""


class StoreWatch:
    """`store`: which one it is. `count_outage`: called at the beginning of each outage.

    Whoever uses the store says when that failed, and while `is_lost`, when it worked.
    """

    def __init__(
        self,
        store: str = "store",
        count_outage: Callable[[], object] = _nothing,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.is_lost = False
        self._store = store
        self._count_outage = count_outage
        self._steady = steady
        self._began = self._failed_at = 0.0
        self._failures = 0
        self._newer_at: float | None = None

    def failed(self, error: object) -> None:
        self._failed_at = self._steady()
        self._failures += 1
        if not self.is_lost:
            self.is_lost, self._began, self._failures = True, self._failed_at, 1
            self._count_outage()
            _log.warning("store_lost", extra={"store": self._store, "error": str(error)})

    def worked(self) -> None:
        now = self._steady()
        if self.is_lost and now - self._failed_at >= QUIET_SECONDS:
            self.is_lost = False
            seconds = round(self._failed_at - self._began, 1)
            fields = {"store": self._store, "seconds": seconds, "failures": self._failures}
            _log.warning("store_found", extra=fields)

    def met_newer(self) -> None:
        self._newer_at = self._steady()

    @property
    def has_met_newer(self) -> bool:
        """Was there lately a table that a newer release has written?"""
        return self._newer_at is not None and self._steady() - self._newer_at < NEWER_SECONDS
