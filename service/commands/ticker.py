"""`spades ticker`: one ticker process."""

import signal
import sys
import time
from functools import partial
from types import FrameType

import click


@click.command()
def command() -> None:
    """See what is due and queue it, until SIGTERM. The store: SPADES_REDIS_URL and SPADES_RQ_REDIS_URL."""
    from service.commands._errors import CommandFailed
    from service.logs import log_to_stderr
    from service.metrics.instruments import instruments_of_process
    from service.metrics.server import serve_metrics
    from service.settings import BadSetting, Settings
    from service.ticker import Notes, Ticker, Time, run
    from service.wiring import build_due_subscription, build_due_tables, build_queue

    try:
        settings = Settings.from_env()
        log_to_stderr(settings)
        tools = instruments_of_process()
        serve_metrics(settings.metrics_listen, tools)
        ticker = Ticker(build_due_tables(settings), build_queue(settings), time.monotonic)
    except (BadSetting, ValueError) as error:
        raise CommandFailed(str(error)) from error
    signal.signal(signal.SIGTERM, _end)
    notes = Notes(tools.figures.ticks.observe, tools.figures.outages.inc)
    run(ticker, partial(build_due_subscription, settings), Time(), notes)


def _end(_number: int, _frame: FrameType | None) -> None:
    sys.exit(0)
