"""The settings of a process: the only reader of the environment."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

PREFIX: Final = "SPADES_"
_CHOICES: Final = {
    "log_level": ("debug", "info", "warning", "error"),
    "log_format": ("json", "text"),
    "web": ("on", "off", "dev"),
}
_MAY_BE_ZERO: Final = ("trusted_proxies",)
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
    trusted_proxies: int = 0
    create_needs_key: bool = False
    reads_per_minute: int = 6_000
    key_reads_per_minute: int = 60_000
    address_reads_per_minute: int = 6_000
    refusals_per_minute: int = 600
    strangers_per_minute: int = 3_000
    changes_per_minute: int = 120
    tables_per_minute: int = 600
    tables_per_day: int = 10_000
    key_tables_per_minute: int = 6_000
    key_tables: int = 100_000
    seats_per_minute: int = 600
    wrong_codes_per_hour: int = 300
    wrong_codes_per_hour_of_one: int = 10_000
    streams_of_token: int = 32
    streams_of_address: int = 1_000
    max_json_depth: int = 32
    max_headers: int = 100
    max_header_bytes: int = 8_190
    log_level: str = "warning"
    log_format: str = "json"
    metrics_token: str = ""
    metrics_listen: str = ""
    metrics_dir: str = ""
    web: str = "on"

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


def share_with_children(name: str, value: str) -> None:
    """Sets a setting for the children of this process, and for itself."""
    os.environ[variables()[name]] = value


def _parse(name: str, text: str) -> str | int:
    kind = {field.name: field.type for field in fields(Settings)}[name]
    if kind is str:
        return _one_of(name, text, _CHOICES[name]) if name in _CHOICES else text
    if kind is bool:
        return _one_of(name, text, ("true", "false")) == "true"
    is_whole = text.isascii() and text.isdigit()
    if not is_whole or (int(text) == 0 and name not in _MAY_BE_ZERO):
        raise BadSetting(f"{PREFIX}{name.upper()} must be a whole number above 0, not {text!r}")
    return int(text)


def _one_of(name: str, text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise BadSetting(f"{PREFIX}{name.upper()} must be one of {', '.join(choices)}, not {text!r}")
    return text
