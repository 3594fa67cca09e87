"""Fixtures of the service's tests."""

from real_store import client, cluster, cluster_client, cluster_ports, redis_ports, server, settings

__all__ = ["client", "cluster", "cluster_client", "cluster_ports", "redis_ports", "server", "settings"]
