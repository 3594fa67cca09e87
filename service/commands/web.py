"""`spades web`: the HTTP processes alone, for a deployment where the store and the rest run elsewhere."""

import os
from typing import NoReturn

import click

from service.commands import _options
from service.commands._errors import CommandFailed
from service.listening import APP, AddressUnavailable, gunicorn_argv, listen
from service.settings import child_environment


@click.command()
@_options.host
@_options.port
@_options.web_workers
def command(host: str, port: int, web_workers: int) -> None:
    """Serve HTTP from a Redis given by SPADES_REDIS_URL. This process becomes gunicorn."""
    become_gunicorn(host, port, web_workers)


def become_gunicorn(host: str, port: int, processes: int, app: str = APP) -> NoReturn:
    """Raises CommandFailed if the address can't be had."""
    try:
        listener = listen(host, port)
    except AddressUnavailable as error:
        raise CommandFailed(str(error)) from error
    argv = gunicorn_argv(listener, processes, app)
    os.execve(argv[0], argv, child_environment({}))
