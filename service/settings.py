"""The settings of a process: the only reader of the environment."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

PREFIX: Final = "SPADES_"
_ORIGIN: Final = re.compile(r"\*|[a-z][a-z0-9+.-]*://[^/\s,*]+")


class BadSetting(ValueError):
    """A setting that can't be used; the text names the variable and what is allowed."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting; the variable of `x_y` is `SPADES_X_Y`."""

    redis_url: str = "redis://127.0.0.1:6379/0"
    rq_redis_url: str = "redis://127.0.0.1:6379/1"
    keep_open_seconds: int = 86_400
    keep_idle_seconds: int = 604_800
    keep_finished_seconds: int = 604_800
    max_body_bytes: int = 65_536
    max_waiting_requests: int = 1_000
    max_streams: int = 2_000
    cors_origins: str = ""
    max_simulation_matches: int = 1_000
    max_simulation_deals: int = 10_000
    max_simulation_record_bytes: int = 16_777_216
    max_simulations: int = 4
    max_kept_simulations: int = 50
    keep_simulation_seconds: int = 86_400

    @classmethod
    def from_env(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """The defaults, changed by the environment. Raises BadSetting."""
        given = {name: environ[variable] for name, variable in variables().items() if variable in environ}
        return cls(**{name: _parse(name, text) for name, text in given.items()})  # type: ignore[arg-type]  # parsed


def parse_origins(text: str) -> frozenset[str]:
    """The origins of `cors_origins`, as a browser's `Origin` names them. Raises BadSetting."""
    origins = frozenset(each.strip() for each in text.split(",") if each.strip())
    for origin in sorted(origins):
        if not _ORIGIN.fullmatch(origin):
            raise BadSetting(
                f"{PREFIX}CORS_ORIGINS must be * or name origins such as https://app.example "
                f"(no slash at the end), not {origin!r}"
            )
    return origins


def variables() -> dict[str, str]:
    """Every setting's name and its environment variable."""
    return {field.name: PREFIX + field.name.upper() for field in fields(Settings)}


def child_environment(overrides: Mapping[str, str]) -> dict[str, str]:
    """This process's environment for a child, with some variables set anew."""
    return {**os.environ, **overrides}


def _parse(name: str, text: str) -> str | int:
    kind = {field.name: field.type for field in fields(Settings)}[name]
    if kind is str:
        return text
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise BadSetting(f"{PREFIX}{name.upper()} must be a whole number above 0, not {text!r}")
    return int(text)
