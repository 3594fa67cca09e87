"""gunicorn's own lines, in the form of all others."""

from gunicorn.glogging import Logger

from service.logs import formatter_of
from service.settings import Settings


class EventLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """What it tells of is the end of a process, an address in use: never a request."""

    def setup(self, cfg: object) -> None:
        super().setup(cfg)
        formatter = formatter_of(Settings.from_env())
        for handler in self.error_log.handlers:
            handler.setFormatter(formatter)
