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
    from service.settings import BadSetting, Settings
    from service.ticker import Ticker, run
    from service.wiring import build_due_subscription, build_due_tables, build_queue

    log_to_stderr()
    try:
        settings = Settings.from_env()
        ticker = Ticker(build_due_tables(settings), build_queue(settings), time.monotonic)
    except (BadSetting, ValueError) as error:
        raise CommandFailed(str(error)) from error
    signal.signal(signal.SIGTERM, _end)
    run(ticker, partial(build_due_subscription, settings))


def _end(_number: int, _frame: FrameType | None) -> None:
    sys.exit(0)
