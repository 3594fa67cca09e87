"""`spades export`: the records of matches that are over, before their tables expire."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import click

from service.commands._errors import CommandFailed
from service.commands._output import STANDARD, output_file

if TYPE_CHECKING:
    from service.ports import Ports

MARGIN_MS: Final = 10_000
"""A change is stored a moment after the time that it bears: the next export begins so much earlier."""


def parse_moment(_context: click.Context, _option: click.Parameter, text: str | None) -> int:
    """Milliseconds since the epoch; a moment without a zone is one of UTC."""
    if text is None:
        return 0
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r}: give a time such as 2026-11-30T12:00:00Z") from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)


@click.command()
@click.option("--since", metavar="TIME", callback=parse_moment, help="Only matches that ended then or later.")
@click.option(
    "--records", metavar="FILE", default=STANDARD, show_default=True, help="Where to; -: standard output."
)
def command(since: int, records: str) -> None:
    """Write the records of matches that are over, one a line (NDJSON), the first to end first.

    The last line on the standard error names the time to go on from. Around that time a record may come
    twice; its table_id tells. The store: SPADES_REDIS_URL.
    """
    from service.ports import StoreUnavailable
    from service.settings import BadSetting, Settings
    from service.wiring import build_ports

    try:
        _export(build_ports(Settings.from_env()), since, records)
    except StoreUnavailable as error:
        raise CommandFailed(f"the store can't be reached: {error}") from error
    except (BadSetting, ValueError) as error:
        raise CommandFailed(str(error)) from error


def _export(ports: "Ports", since: int, records: str) -> None:
    import orjson

    from service.tables.exporting import Export

    export, began, written = Export(ports), ports.clock.now(), 0
    with output_file(records) as stream:
        for finished in export.finished(since):
            record = export.record(finished)
            if record is not None:
                stream.write(orjson.dumps(record) + b"\n")
                written += 1
    if export.unreadable:
        raise CommandFailed(f"{export.unreadable} tables were written by a newer release: use that one")
    moment = datetime.fromtimestamp((began - MARGIN_MS) / 1000, UTC).isoformat(timespec="milliseconds")
    count = f"{written} {'record' if written == 1 else 'records'}"
    click.echo(f"{count}; go on with --since {moment.removesuffix('+00:00')}Z", err=True)
