"""The quotas that the settings give: how much, in what time, of whom."""

from collections.abc import Callable
from dataclasses import dataclass

from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerHour, RateLimitItemPerMinute

from service.settings import Settings


@dataclass(frozen=True, slots=True)
class Limits:
    """`codes_of_one`: of one table, or of one shard, from whomever."""

    reads: RateLimitItem
    key_reads: RateLimitItem
    address_reads: RateLimitItem
    strangers: RateLimitItem
    refusals: RateLimitItem
    changes: RateLimitItem
    tables: RateLimitItem
    tables_a_day: RateLimitItem
    key_tables: RateLimitItem
    seats: RateLimitItem
    codes: RateLimitItem
    codes_of_one: RateLimitItem


def limits_of(settings: Settings) -> Limits:
    of_one = settings.wrong_codes_per_hour_of_one
    return Limits(
        reads=_minute("reads", settings.reads_per_minute),
        key_reads=_minute("key-reads", settings.key_reads_per_minute),
        address_reads=_minute("address-reads", settings.address_reads_per_minute),
        strangers=_minute("strangers", settings.strangers_per_minute),
        refusals=_minute("refusals", settings.refusals_per_minute),
        changes=_minute("changes", settings.changes_per_minute),
        tables=_minute("tables", settings.tables_per_minute),
        tables_a_day=RateLimitItemPerDay(settings.tables_per_day, namespace="tables-a-day"),
        key_tables=_minute("key-tables", settings.key_tables_per_minute),
        seats=_minute("seats", settings.seats_per_minute),
        codes=RateLimitItemPerHour(settings.wrong_codes_per_hour, namespace="codes"),
        codes_of_one=RateLimitItemPerHour(of_one, namespace="codes-of-one"),
    )


def _minute(name: str, amount: int) -> RateLimitItem:
    return RateLimitItemPerMinute(amount, namespace=name)


@dataclass(frozen=True, slots=True)
class Told:
    """A quota, for who asks what there is. `of`: whose it is; `seconds` None: it is one at a time."""

    name: str
    of: str
    most: int
    seconds: int | None = None


def told(limits: Limits, settings: Settings) -> tuple[Told, ...]:
    of_address = (limits.address_reads, limits.strangers, limits.tables, limits.tables_a_day)
    return (
        *map(_told("token"), (limits.reads, limits.changes, limits.refusals)),
        *map(_told("key"), (limits.key_reads, limits.key_tables)),
        *map(_told("address"), (*of_address, limits.seats, limits.codes)),
        *map(_told("table"), (limits.codes_of_one,)),
        Told("streams", "token", settings.streams_of_token),
        Told("streams", "address", settings.streams_of_address),
        Told("tables-of-key", "key", settings.key_tables),
    )


def _told(of: str) -> Callable[[RateLimitItem], Told]:
    return lambda limit: Told(limit.namespace, of, limit.amount, limit.get_expiry())
