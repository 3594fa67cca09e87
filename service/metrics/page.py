"""The page that Prometheus reads."""

from collections.abc import Iterable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from service.metrics.instruments import Instruments
from service.observing import FAILING_FROM, Counted
from service.ports import JobQueue, Ports, StoreUnavailable
from service.table_turns import Lane

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


def page(instruments: Instruments, service: "WholeService") -> bytes:
    """What was counted here, and what there is in the stores."""
    everywhere = CollectorRegistry()
    everywhere.register(service)
    return generate_latest(instruments.registry()) + generate_latest(everywhere)


class WholeService(Collector):
    """Of the store and the queue, and so the same in every process: take the `max` of them, no sum."""

    def __init__(self, ports: Ports, queue: JobQueue, version: str) -> None:
        self._ports = ports
        self._queue = queue
        self._version = version

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield _by("spades_build_info", "The release.", "version", [(self._version, 1)])
        yield from self._of_store()
        yield from self._of_queue()

    def _of_store(self) -> Iterator[GaugeMetricFamily]:
        try:
            counted = self._ports.census.count()
            failing = len(self._ports.due.failing(FAILING_FROM))
        except StoreUnavailable:
            yield GaugeMetricFamily("spades_store_up", "Does the store answer?", 0)
            return
        yield GaugeMetricFamily("spades_store_up", "Does the store answer?", 1)
        yield _by("spades_tables", "Tables by status.", "status", counted.tables.items())
        yield _by(
            "spades_due_tables", "Tables that are due and wait for a worker.", "lane", counted.due.items()
        )
        waits = "How long the table waits that is due longest."
        yield _by("spades_due_overdue_seconds", waits, "lane", _in_seconds(counted.overdue_ms.items()))
        yield from _lag(counted)
        yield GaugeMetricFamily("spades_failing_tables", "Tables that failed five times in a row.", failing)

    def _of_queue(self) -> Iterator[GaugeMetricFamily]:
        try:
            queued = [(lane, self._queue.queued(lane)) for lane in Lane]
            workers = [(lane, self._queue.workers(lane)) for lane in Lane]
        except StoreUnavailable:
            yield GaugeMetricFamily("spades_queue_up", "Does the job queue answer?", 0)
            return
        yield GaugeMetricFamily("spades_queue_up", "Does the job queue answer?", 1)
        yield _by("spades_queued_jobs", "Jobs that no worker has taken up.", "lane", queued)
        yield _by("spades_workers", "Workers that serve a lane.", "lane", workers)


def _lag(counted: Counted) -> Iterator[GaugeMetricFamily]:
    """Before the first pass there is no lag, and so no sample."""
    ages = [age for age in counted.pass_age_ms.values() if age is not None]
    if ages:
        help_text = "Since a ticker passed over the shard that waits longest; up to 1 is as it should be."
        yield GaugeMetricFamily("spades_ticker_lag_seconds", help_text, max(ages) / 1000)


def _in_seconds(by_name: Iterable[tuple[str, int]]) -> list[tuple[str, float]]:
    return [(name, milliseconds / 1000) for name, milliseconds in by_name]


def _by(name: str, help_text: str, label: str, found: Iterable[tuple[str, float]]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, help_text, labels=[label])
    for value, number in found:
        family.add_metric([str(value)], number)
    return family
