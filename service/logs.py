"""How a process of ours logs: one line an event, its constant name first, then its fields.

The message of an exception is never written: it may tell a card or a token. Its kind and its place are.
"""

import logging
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final

import orjson

from service.settings import Settings

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_OURS: Final = "service"
_OF_LIBRARY: Final = "library_message"
"""The event of what a library logs, in words of its own."""


class EventFormatter(logging.Formatter):
    """`2026-11-30 16:20:01,123 WARNING store_lost error='…'`"""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        fields = (f" {name}={value!r}" for name, value in _fields(record).items())
        return super().formatMessage(record) + "".join(fields)

    def format(self, record: logging.LogRecord) -> str:
        """The fields tell of an exception: nothing is written below the line."""
        record.message = record.getMessage()
        record.asctime = self.formatTime(record)
        return " ".join(self.formatMessage(record).splitlines())


class JsonFormatter(logging.Formatter):
    """`{"at":"2026-11-30T16:20:01.123Z","level":"warning","event":"store_lost","pid":17,"error":"…"}`"""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "at": at.removesuffix("+00:00") + "Z",
            "level": record.levelname.lower(),
            "event": record.getMessage() if _is_ours(record) else _OF_LIBRARY,
            "pid": record.process,
        }
        if not _is_ours(record):
            line |= {"logger": record.name, "message": record.getMessage()}
        return orjson.dumps(line | _fields(record), default=str, option=orjson.OPT_NON_STR_KEYS).decode()


def formatter_of(settings: Settings) -> logging.Formatter:
    return EventFormatter() if settings.log_format == "text" else JsonFormatter()


def log_to_stderr(settings: Settings) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter_of(settings))
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler])


def place_of(error: BaseException) -> dict[str, str]:
    """An error as fields of the log: its kind, and where it arose, the innermost place first."""
    return _place(type(error), error.__traceback__)


def _place(kind: type[BaseException], trace: TracebackType | None) -> dict[str, str]:
    frames = reversed(traceback.extract_tb(trace))
    where = " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
    return {"error": kind.__name__, "where": where or "?"}


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] == _OURS


def _fields(record: logging.LogRecord) -> dict[str, object]:
    fields = {name: value for name, value in vars(record).items() if name not in _STANDARD}
    if record.exc_info and record.exc_info[0] is not None:
        fields |= _place(record.exc_info[0], record.exc_info[2])
    return fields
