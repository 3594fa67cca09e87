"""How a process of ours logs: one line an event, its constant name first, then its fields."""

import logging
import sys
from typing import Final

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


class EventFormatter(logging.Formatter):
    """`2026-11-30 16:20:01,123 WARNING store_lost error='…'`"""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        fields = (f" {name}={value!r}" for name, value in vars(record).items() if name not in _STANDARD)
        return super().formatMessage(record) + "".join(fields)


def log_to_stderr(level: int = logging.WARNING) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(EventFormatter())
    logging.basicConfig(level=level, handlers=[handler])
