"""A promise that was broken, in one line."""

from dataclasses import dataclass
from enum import StrEnum


class Broken(StrEnum):
    """What was promised: nothing acknowledged is lost, nothing counts twice, no table waits too long."""

    LOST = "lost"
    DOUBLED = "doubled"
    LATE = "late"
    EARLY = "early"
    STUCK = "stuck"
    RECORD = "record"
    STREAM = "stream"
    REFUSED = "refused"
    ERROR = "error"
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class Finding:
    promise: Broken
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.where}: {self.what}"
