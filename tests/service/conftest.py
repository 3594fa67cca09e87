"""Fixtures of the service's tests."""

from real_store import client, redis_ports, server, settings

__all__ = ["client", "redis_ports", "server", "settings"]
