"""How much one may ask for: by key, by seat, by address. A legal action of a running match is never counted.

Reads are counted in this process, before they are answered; so is what strangers get wrong. Tables, seats and
join codes are counted in the store, before they are given. Of the calls that change a table only those are
counted that were refused: an accepted one costs no round trip, and no count stands in its way.
"""

import logging
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from flask import Response, after_this_request, request
from limits import RateLimitItem
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from service.api.callers import caller_from, caller_of
from service.api.quota_limits import limits_of, told
from service.ports import Clock, Counters, StoreUnavailable
from service.refusals import AnyCode, Code, Refused
from service.settings import Settings

STREAMS_AGAIN_SECONDS: Final = 30
"""Within it a stream is noticed whose client has vanished."""
TABLES_AGAIN_SECONDS: Final = 60
MINUTE: Final = 60
CALLERS_REMEMBERED: Final = 4096
_OF_STRANGERS: Final = (Code.UNAUTHENTICATED, Code.NOT_FOUND)
"""Refusals that say nothing but that the caller has no business there."""
_CHANGING: Final = ("POST", "PATCH")

_log = logging.getLogger(__name__)


class RateLimited(Refused):
    """Refused for a quota; `headers` say which, and when to come again."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        super().__init__(Code.RATE_LIMITED)
        self.headers = headers


class _Storage(Storage):
    """Our counters as the library wants them."""

    STORAGE_SCHEME = None

    def __init__(self, counters: Counters) -> None:
        super().__init__()
        self._counters = counters

    @property
    def base_exceptions(self) -> type[Exception]:
        return StoreUnavailable

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        return self._counters.add(key, amount, expiry)

    def get(self, key: str) -> int:
        return self._counters.value(key)

    def get_expiry(self, key: str) -> float:
        return self._counters.ends_at(key) / 1000

    def check(self) -> bool:
        return True

    def reset(self) -> int | None:
        """Each count ends by itself."""
        return None

    def clear(self, key: str) -> None:
        self._counters.clear(key)


@dataclass(frozen=True, slots=True)
class _ReadQuota:
    """What counts for the reads of one caller; `name`: of the count."""

    limit: RateLimitItem
    of: str
    name: str


class Quotas:
    """`counters`: of all processes; `own`: of this one."""

    def __init__(self, settings: Settings, counters: Counters, own: Counters, clock: Clock) -> None:
        self._clock = clock
        self._shared = FixedWindowRateLimiter(_Storage(counters))
        self._own_counters = own
        self._own = FixedWindowRateLimiter(_Storage(own))
        self._quota_of = lru_cache(maxsize=CALLERS_REMEMBERED)(self._find_quota)
        self._limits = limits = limits_of(settings)
        self.told = told(limits, settings)

    def read(self, cost: int = 1) -> None:
        """One more read: of a token where there is one, else of the address. Raises RateLimited.

        What the library does, with the name of the count remembered: making it costs more than counting. As
        long as the store could never be asked for the time, nothing is counted.
        """
        environ = request.environ
        quota = self._quota_of(environ.get("REMOTE_ADDR") or "", environ.get("HTTP_AUTHORIZATION"))
        try:
            count = self._own_counters.add(quota.name, cost, MINUTE)
        except StoreUnavailable:
            return
        if count > quota.limit.amount:
            raise self._exceeded(self._own, quota.limit, quota.of)

    def _find_quota(self, address: str, authorization: str | None) -> _ReadQuota:
        caller = caller_from(address, authorization)
        limit = self._limits.address_reads
        if caller.token is not None:
            limit = self._limits.key_reads if caller.is_key else self._limits.reads
        return _ReadQuota(limit, caller.name, limit.key_for(caller.name))

    def new_table(self, owner: str | None) -> None:
        """One more table, of a secret key or of the address; its answer says how many more."""
        of_address = (self._limits.tables, self._limits.tables_a_day)
        limits = of_address if owner is None else (self._limits.key_tables,)
        name = owner or caller_of(request.environ).network
        for limit in limits:
            self._take(limit, name)
        self._tell(limits[0], name)

    def change(self) -> None:
        """One more call of a host or a player that changes a table and is no action of the match."""
        self._take(self._limits.changes, caller_of(request.environ).name)

    def new_seat(self) -> None:
        """One more seat, be it given or not."""
        self._take(self._limits.seats, caller_of(request.environ).network)

    @contextmanager
    def code_tried(self, place: str) -> Iterator[None]:
        """A join code is tried at a table, or in a shard. It counts beforehand, so that many at once gain
        nothing, and no more once it was not wrong. Beyond the quota a right one is refused like a wrong one.
        """
        taken = ((self._limits.codes, caller_of(request.environ).network), (self._limits.codes_of_one, place))
        for limit, name in taken:
            self._take(limit, name)
        try:
            yield
        except Refused as refused:
            if refused.code is not Code.WRONG_JOIN_CODE:
                self._give_back(taken)
            raise
        self._give_back(taken)

    def _give_back(self, taken: Iterable[tuple[RateLimitItem, str]]) -> None:
        try:
            for limit, name in taken:
                self._shared.storage.incr(limit.key_for(name), limit.get_expiry(), -1)
        except StoreUnavailable as error:
            _log.warning("quota_not_given_back", extra={"error": str(error)})

    def instead_of(self, code: AnyCode) -> RateLimited | None:
        """A call was refused: what its caller is told instead, if there were too many of these."""
        caller = caller_of(request.environ)
        try:
            if code in _OF_STRANGERS:
                return self._counted(self._own, self._limits.strangers, caller.network)
            if request.method in _CHANGING and code is not Code.RATE_LIMITED:
                return self._counted(self._shared, self._limits.refusals, caller.name)
        except StoreUnavailable:
            pass  # a refusal is one without the store, too
        return None

    def _counted(
        self, limiter: FixedWindowRateLimiter, limit: RateLimitItem, name: str
    ) -> RateLimited | None:
        return None if limiter.hit(limit, name) else self._exceeded(limiter, limit, name)

    def _take(self, limit: RateLimitItem, name: str) -> None:
        if not self._shared.hit(limit, name):
            raise self._exceeded(self._shared, limit, name)

    def _exceeded(self, limiter: FixedWindowRateLimiter, limit: RateLimitItem, name: str) -> RateLimited:
        headers = self._headers(limiter, limit, name)
        return RateLimited({**headers, "Retry-After": headers["RateLimit"].rpartition("t=")[2]})

    def _tell(self, limit: RateLimitItem, name: str) -> None:
        headers = self._headers(self._shared, limit, name)

        def add(response: Response) -> Response:
            response.headers.extend(headers)
            return response

        after_this_request(add)

    def _headers(self, limiter: FixedWindowRateLimiter, limit: RateLimitItem, name: str) -> dict[str, str]:
        """As draft-ietf-httpapi-ratelimit-headers has them: how many are left, and for how many seconds."""
        reset, left = limiter.get_window_stats(limit, name)
        seconds = max(1, math.ceil(reset - self._clock.now() / 1000))
        return {
            "RateLimit-Policy": f'"{limit.namespace}";q={limit.amount};w={limit.get_expiry()}',
            "RateLimit": f'"{limit.namespace}";r={left};t={seconds}',
        }


def too_many_tables(most: int) -> RateLimited:
    """A secret key has as many tables as it may: until some are gone."""
    return RateLimited(
        {
            "RateLimit-Policy": f'"tables-of-key";q={most}',
            "RateLimit": '"tables-of-key";r=0',
            "Retry-After": str(TABLES_AGAIN_SECONDS),
        }
    )


def too_many_streams(most: int) -> RateLimited:
    """One has as many streams at once as one may."""
    return RateLimited(
        {
            "RateLimit-Policy": f'"streams";q={most}',
            "RateLimit": '"streams";r=0',
            "Retry-After": str(STREAMS_AGAIN_SECONDS),
        }
    )
