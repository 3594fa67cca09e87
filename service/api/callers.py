"""Who calls, as far as it counts for a quota: a token, good or not, or an address."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from service.auth import hash_token, is_secret_key

_IPV6_NETWORK: Final = 64
"""What one subscriber has of addresses: all of them count as one."""


@dataclass(frozen=True, slots=True)
class Caller:
    """`network`: the address, of IPv6 its first half. `token`: what came as a bearer's, good or not."""

    network: str
    token: str | None

    @property
    def is_key(self) -> bool:
        return self.token is not None and is_secret_key(self.token)

    @property
    def name(self) -> str:
        """By which it is counted: who has a token is not mixed up with the others at the address."""
        return self.network if self.token is None else name_of_hash(hash_token(self.token))


def name_of_hash(hashed: bytes) -> str:
    """The name of a token, by which nothing of it is told."""
    return hashed.hex()[:32]


def caller_of(environ: Mapping[str, Any]) -> Caller:
    return caller_from(environ.get("REMOTE_ADDR") or "", environ.get("HTTP_AUTHORIZATION"))


def caller_from(address: str, authorization: str | None) -> Caller:
    scheme, _, token = (authorization or "").strip().partition(" ")
    is_bearer = scheme.lower() == "bearer" and token
    return Caller(network_of(address), token.strip() if is_bearer else None)


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"  # a unix socket's peer has none
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            network = ipaddress.ip_network((int(found), _IPV6_NETWORK), strict=False)
            return str(network.network_address)
        found = found.ipv4_mapped
    return str(found)
