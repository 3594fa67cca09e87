"""The address of a Redis Cluster: `redis+cluster://user:password@host:port,host:port?options`.

Some of its nodes are named; `rediss+cluster` is TLS. Credentials and options are those of every node.
"""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from service.store.cluster import Address

CLUSTER_SCHEMES: Final = ("redis+cluster", "rediss+cluster")
DEFAULT_PORT: Final = 6379


def is_cluster(url: str) -> bool:
    return urlsplit(url).scheme in CLUSTER_SCHEMES


@dataclass(frozen=True, slots=True)
class ClusterUrl:
    """`seeds`: the nodes that were named."""

    seeds: tuple[Address, ...]
    _scheme: str
    _credentials: str
    _options: str

    def of(self, node: Address) -> str:
        """The address of one node, as `redis.Redis.from_url` takes it."""
        host = f"[{node.host}]" if ":" in node.host else node.host
        return f"{self._scheme}://{self._credentials}{host}:{node.port}{self._options}"


def parse_cluster_url(url: str) -> ClusterUrl:
    """Raises ValueError, whose text repeats nothing of the address: it may hold a password."""
    parts = urlsplit(url)
    credentials, at, hosts = parts.netloc.rpartition("@")
    if parts.path not in ("", "/", "/0"):
        raise ValueError("a Redis Cluster has database 0 alone")
    return ClusterUrl(
        seeds=tuple(map(_address_of, hosts.split(","))),
        _scheme=parts.scheme.partition("+")[0],
        _credentials=credentials + at,
        _options=f"?{parts.query}" if parts.query else "",
    )


def _address_of(text: str) -> Address:
    host, colon, port = text.rpartition(":")
    if not colon or port.endswith("]"):  # the colons of an IPv6 address
        host, port = text, str(DEFAULT_PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isascii() or not port.isdigit():
        raise ValueError("a Redis Cluster is redis+cluster://host:port,host:port")
    return Address(host, int(port))
