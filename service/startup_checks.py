"""What is insecure, or may lose something, about the settings and the stores: one line of the log each."""

import ipaddress
import logging
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import urlsplit

from redis.exceptions import RedisError

from service.settings import Settings, parse_origins
from service.wiring import StoreClients

SHORTEST_TOKEN: Final = 22
"""So many characters of a good token are 128 bits."""
_KNOWN_SECRETS: Final = frozenset(
    {"admin", "changeme", "change-me", "default", "foobared", "password", "redis", "secret", "spades", "test"}
)
"""Passwords that stand in examples everywhere."""
_LOCAL: Final = ("", "localhost")

_log = logging.getLogger(__name__)


class Warned(NamedTuple):
    """The event, which setting or store it is about, and what to do about it, in English."""

    event: str
    about: str
    advice: str


class Client(Protocol):
    """What is needed of a client of the store."""

    def execute_command(self, *args: Any) -> Any: ...


def warn(settings: Settings) -> None:
    """Looks at all of it, and says what should be otherwise. A store that is away is no matter here."""
    for each in (*warned_settings(settings), *_warned_stores(settings)):
        _log.warning(each.event, extra={"about": each.about, "advice": each.advice})


def warned_settings(settings: Settings) -> Iterator[Warned]:
    """By the settings alone."""
    for name in ("redis_url", "rq_redis_url"):
        yield from _warned_url(name, getattr(settings, name))
    if settings.rq_redis_url == settings.redis_url:
        advice = "give the job queue a database or an instance of its own"
        yield Warned("queue_in_store", "rq_redis_url", advice)
    if "*" in parse_origins(settings.cors_origins):
        yield Warned("any_origin_may_call", "cors_origins", "list the origins of your own pages")
    token = settings.metrics_token
    if token and (len(token) < SHORTEST_TOKEN or token.lower() in _KNOWN_SECRETS):
        yield Warned("weak_secret", "metrics_token", f"take {SHORTEST_TOKEN} random characters or more")


def _warned_url(name: str, url: str) -> Iterator[Warned]:
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return
    user, at, hosts = parts.netloc.rpartition("@")
    password = user.partition(":")[2]
    if password.lower() in _KNOWN_SECRETS:
        yield Warned("default_secret", name, "take a password of your own")
    has_password = bool(at and password) or "password=" in parts.query
    if not has_password and not all(map(_is_local, hosts.split(","))):
        yield Warned("store_without_password", name, "set a password: who reaches it can read every hand")


def _is_local(host_and_port: str) -> bool:
    host = urlsplit(f"//{host_and_port}").hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in _LOCAL


def _warned_stores(settings: Settings) -> Iterator[Warned]:
    try:
        yield from warned_store(StoreClients(settings.redis_url).client(0))
    except (RedisError, OSError):
        return


def warned_store(client: Client) -> Iterator[Warned]:
    """What would lose tables. Services that others run hide CONFIG: what can't be asked is not warned of."""
    about = "redis_url"
    server = _info(client, "server")
    if int(str(server.get("redis_version", "7")).partition(".")[0]) < 7:
        yield Warned("store_too_old", about, "Redis 7.0 or newer, or Valkey, is needed")
    if not int(_info(client, "persistence").get("aof_enabled", 1)):
        advice = "appendonly yes: else a crash of the store loses tables"
        yield Warned("store_without_append_only_file", about, advice)
    elif _config(client, "appendfsync") == "no":
        advice = "appendfsync everysec or always: else a crash of the machine loses acknowledged actions"
        yield Warned("store_without_fsync", about, advice)
    policy = _info(client, "memory").get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        advice = f"maxmemory-policy noeviction, not {policy}: else a full store forgets matches"
        yield Warned("store_evicts", about, advice)


def _info(client: Client, section: str) -> dict[str, Any]:
    found: dict[str, Any] = client.execute_command("INFO", section)
    return found


def _config(client: Client, name: str) -> str | None:
    try:
        found = client.execute_command("CONFIG GET", name)
    except RedisError:
        return None
    texts = {_text(each): _text(value) for each, value in found.items()}
    return texts.get(name)


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
