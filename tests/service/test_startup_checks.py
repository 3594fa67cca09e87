"""What a start warns of: insecure settings, and stores that may lose tables."""

import logging
from dataclasses import replace
from typing import Any

import pytest
import redis
from redis.exceptions import ResponseError

from service.settings import Settings
from service.startup_checks import warn, warned_settings, warned_store

SAFE = Settings(redis_url="rediss://:p8Tq2xWc@store.example/0", rq_redis_url="redis://127.0.0.1/1")


def events(settings: Settings) -> list[tuple[str, str]]:
    return [(each.event, each.about) for each in warned_settings(settings)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, [], id="nothing is wrong"),
        pytest.param({"redis_url": "unix:///run/store.sock?db=0"}, [], id="a socket needs no password"),
        pytest.param({"redis_url": "redis://localhost:6379/0"}, [], id="nor does this machine"),
        pytest.param({"redis_url": "redis://[::1]:6379/0"}, [], id="by IPv6 neither"),
        pytest.param(
            {"redis_url": "redis://store.example/0"},
            [("store_without_password", "redis_url")],
            id="a store elsewhere without a password",
        ),
        pytest.param(
            {"rq_redis_url": "redis://10.0.0.7/0"},
            [("store_without_password", "rq_redis_url")],
            id="a queue elsewhere without a password",
        ),
        pytest.param({"redis_url": "redis://store.example/0?password=p8Tq2xWc"}, [], id="one in the query"),
        pytest.param(
            {"redis_url": "redis+cluster://127.0.0.1:7000,store.example:7001"},
            [("store_without_password", "redis_url")],
            id="one node of a cluster is elsewhere",
        ),
        pytest.param(
            {"redis_url": "redis://:changeme@store.example/0"},
            [("default_secret", "redis_url")],
            id="a password that stands in every example",
        ),
        pytest.param(
            {"rq_redis_url": SAFE.redis_url},
            [("queue_in_store", "rq_redis_url")],
            id="queue and tables in one",
        ),
        pytest.param(
            {"cors_origins": "https://app.example,*"}, [("any_origin_may_call", "cors_origins")], id="CORS *"
        ),
        pytest.param({"metrics_token": "short"}, [("weak_secret", "metrics_token")], id="a short token"),
        pytest.param({"metrics_token": "y" * 22}, [], id="a long one"),
    ],
)
def test_settings(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert events(replace(SAFE, **changes)) == expected


class FakeStore:
    """Answers INFO and CONFIG GET; `hides`: as services that others run do."""

    def __init__(self, *, hides: bool = False, **said: object) -> None:
        self.said = {"redis_version": "7.2.5", "aof_enabled": 1, "maxmemory_policy": "noeviction", **said}
        self.hides = hides

    def execute_command(self, *args: Any) -> Any:
        if args[0] == "INFO":
            return self.said
        if self.hides:
            raise ResponseError("unknown command 'CONFIG'")
        return {b"appendfsync": str(self.said.get("appendfsync", "everysec")).encode()}


@pytest.mark.parametrize(
    ("store", "expected"),
    [
        pytest.param(FakeStore(), [], id="as it should be"),
        pytest.param(FakeStore(hides=True), [], id="what can't be asked is not warned of"),
        pytest.param(FakeStore(redis_version="6.2.14"), ["store_too_old"], id="Redis 6"),
        pytest.param(FakeStore(aof_enabled=0), ["store_without_append_only_file"], id="no append-only file"),
        pytest.param(FakeStore(appendfsync="no"), ["store_without_fsync"], id="never on the disk"),
        pytest.param(FakeStore(maxmemory_policy="allkeys-lru"), ["store_evicts"], id="it evicts"),
    ],
)
def test_stores(store: FakeStore, expected: list[str]) -> None:
    assert [each.event for each in warned_store(store)] == expected


def test_our_own_store_gives_no_cause(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    warn(settings)
    assert caplog.records == []


def test_each_is_one_line_without_the_password(
    settings: Settings, client: redis.Redis, caplog: pytest.LogCaptureFixture
) -> None:
    client.config_set("maxmemory-policy", "volatile-ttl")
    client.config_set("appendfsync", "no")
    try:
        with caplog.at_level(logging.WARNING):
            warn(replace(settings, rq_redis_url="redis://:password@queue.example/0", cors_origins="*"))
    finally:
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("appendfsync", "always")
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["default_secret", "any_origin_may_call", "store_without_fsync", "store_evicts"]
    assert all("advice" in vars(record) for record in caplog.records)
    assert "queue.example" not in str([vars(record) for record in caplog.records])


def test_a_store_that_is_away_is_no_matter_here(caplog: pytest.LogCaptureFixture) -> None:
    warn(Settings(redis_url="unix:///nowhere.sock", rq_redis_url="unix:///elsewhere.sock"))
    assert caplog.records == []
