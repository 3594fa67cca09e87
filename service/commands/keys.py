"""`spades keys`: secret keys, with which a portal's backend makes tables that belong to it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from service.ports import Clock, SecretKey, SecretKeys

LONGEST_LABEL: Final = 60

_redis_url = click.option("--redis-url", metavar="URL", help="The store; else that of SPADES_REDIS_URL.")
_data = click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The data directory of a running `spades serve`.",
)


@click.group()
def command() -> None:
    """Make, list and revoke secret keys."""


@command.command()
@click.argument("label")
@_redis_url
@_data
def create(label: str, redis_url: str | None, data: Path | None) -> None:
    """Make a key, and print it: the only time that it is told. LABEL says for you whose it is."""
    from service.entropy import SystemEntropy
    from service.tables.secret_keys import create_key

    if not 1 <= len(label) <= LONGEST_LABEL or not label.isprintable():
        raise click.BadParameter(f"give 1 to {LONGEST_LABEL} printable characters", param_hint="'LABEL'")
    with _store(redis_url, data) as (keys, clock):
        made = create_key(keys, clock, SystemEntropy(), label)
    click.echo(made.token)
    click.echo(f"{made.key.key_id} is its id. Keep the key itself: it is not told again.", err=True)


@command.command(name="list")
@_redis_url
@_data
def list_keys(redis_url: str | None, data: Path | None) -> None:
    """List the keys: id, when made, when used last (to the hour), label."""
    with _store(redis_url, data) as (keys, _):
        found = keys.all()
    for line in _rows(found):
        click.echo(line)


@command.command()
@click.argument("key_id", metavar="ID")
@_redis_url
@_data
def revoke(key_id: str, redis_url: str | None, data: Path | None) -> None:
    """Revoke the key with that ID: it is good nowhere any more. Its tables stay, and so do their tokens."""
    from service.commands._errors import CommandFailed

    with _store(redis_url, data) as (keys, _):
        is_there = keys.revoke(key_id)
    if not is_there:
        raise CommandFailed(f"there is no key {key_id}; spades keys list names them")
    click.echo(f"{key_id} is revoked")


@contextmanager
def _store(redis_url: str | None, data: Path | None) -> Iterator[tuple["SecretKeys", "Clock"]]:
    from service.commands._errors import CommandFailed
    from service.embedded import url_on
    from service.ports import StoreUnavailable
    from service.settings import BadSetting, Settings
    from service.wiring import build_secret_keys

    if redis_url and data:
        raise click.UsageError("give --redis-url or --data, not both")
    try:
        settings = Settings.from_env()
        url = url_on(data) if data else redis_url or settings.redis_url
        yield build_secret_keys(replace(settings, redis_url=url))
    except StoreUnavailable as error:
        # Its text may name the address, which may hold a password.
        raise CommandFailed("the store can't be reached, or takes no commands") from error
    except (BadSetting, ValueError) as error:
        raise CommandFailed(str(error)) from error


def _rows(found: Sequence["SecretKey"]) -> Iterator[str]:
    for key in found:
        used = "never" if key.used_at is None else _hour(key.used_at)
        yield f"{key.key_id}  {_hour(key.created_at)}  {used:<16}  {key.label}"


def _hour(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%MZ}"
