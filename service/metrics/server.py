"""A port of its own for a process that has no web: workers and tickers."""

from prometheus_client import start_http_server

from service.metrics.instruments import Instruments
from service.settings import PREFIX, BadSetting


def serve_metrics(listen: str, tools: Instruments) -> None:
    """In a thread that ends with the process. `listen`: host:port; empty: nowhere. Raises BadSetting."""
    if not listen:
        return
    host, _, port = listen.rpartition(":")
    if not host or not port.isascii() or not port.isdigit():
        raise BadSetting(f"{PREFIX}METRICS_LISTEN must be an address such as 127.0.0.1:9100, not {listen!r}")
    try:
        start_http_server(int(port), host.strip("[]"), tools.registry())
    except (OSError, OverflowError) as error:
        raise BadSetting(f"{PREFIX}METRICS_LISTEN: can't listen on {listen}: {error}") from error
