"""`spades worker`: one worker process."""

from typing import TYPE_CHECKING

import click

from service.table_turns import Lane

if TYPE_CHECKING:
    from service.jobs.functions import JobFunctions


def parse_lanes(_context: click.Context, _option: click.Parameter, text: str) -> tuple[Lane, ...]:
    try:
        return tuple(dict.fromkeys(Lane(name.strip()) for name in text.split(",")))
    except ValueError:
        allowed = ", ".join(Lane)
        raise click.BadParameter(f"{text!r}: give some of {allowed}, separated by commas") from None


@click.command()
@click.option(
    "--lanes",
    default=",".join(Lane),
    show_default=True,
    callback=parse_lanes,
    help="What to work on: live (tables with a player), bulk; the first one named comes first.",
)
@click.option(
    "--max-jobs",
    default=5000,
    show_default=True,
    type=click.IntRange(1),
    help="End after so many jobs; whoever supervises it starts a fresh one.",
)
def command(lanes: tuple[Lane, ...], max_jobs: int) -> None:
    """Work on what is due, until SIGTERM. The store: SPADES_REDIS_URL and SPADES_RQ_REDIS_URL."""
    from service.jobs.functions import FUNCTIONS

    work(lanes, max_jobs, FUNCTIONS)


def work(lanes: tuple[Lane, ...], max_jobs: int, functions: "JobFunctions") -> None:
    """`functions`: what jobs may run. Raises CommandFailed."""
    from service.commands._errors import CommandFailed
    from service.logs import log_to_stderr
    from service.metrics.instruments import instruments_of_process
    from service.metrics.server import serve_metrics
    from service.settings import BadSetting, Settings
    from service.trouble import StoreWatch
    from service.wiring import build_worker_client
    from service.worker import run

    try:
        settings = Settings.from_env()
        log_to_stderr(settings)
        tools = instruments_of_process()
        serve_metrics(settings.metrics_listen, tools)
        client = build_worker_client(settings)
    except (BadSetting, ValueError) as error:
        raise CommandFailed(str(error)) from error
    run(lanes, client, max_jobs, StoreWatch("queue", tools.figures.outages.inc), functions)
