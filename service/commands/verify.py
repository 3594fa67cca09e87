"""`spades verify`: checks the records of matches, one record or one a line."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final

import click
import orjson

from engine.plain_data import BadRecord
from engine.record_reading import parse_record
from engine.verify import verify
from service.commands._output import tell

LONGEST_RECORD: Final = 16 * 1024 * 1024
"""In bytes: what is longer is not read as a record. 200 deals take less than 1 MiB."""

_STANDARD: Final = "-"


class _Unreadable(Exception):
    """The rest of the file can't be read as records. The message says why."""


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
def command(files: tuple[str, ...]) -> None:
    """Check every shuffle, bid, card and score of the records in FILE (JSON or NDJSON; - is standard input).

    Exit status 1 if anything is wrong.
    """
    answers = [_check(name) for name in files]
    if not all(answers):
        raise click.exceptions.Exit(1)


def _check(name: str) -> bool:
    """Tell what the file holds; is all of it true?"""
    records = faults = 0
    try:
        with _opened(name) as stream:
            for line, plain in _records(stream):
                records += 1
                for fault in _faults(plain):
                    faults += 1
                    click.echo(f"{name}:{line}: {fault}", err=True)
    except (OSError, _Unreadable) as error:
        click.echo(f"{name}: {_reason(error)}", err=True)
        return False
    if not faults:
        tell(f"{name}: {records} {'record' if records == 1 else 'records'} ok\n")
    return not faults


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name == _STANDARD:
        return nullcontext(sys.stdin.buffer)
    return Path(name).open("rb")


def _reason(error: OSError | _Unreadable) -> str:
    return str(error.strerror or error) if isinstance(error, OSError) else str(error)


def _records(stream: BinaryIO) -> Iterator[tuple[int, object]]:
    """Each record with the number of its line; one line of the file at a time is kept."""
    number, found = 0, False
    while line := stream.readline(LONGEST_RECORD + 1):
        number += 1
        if not line.strip():
            continue
        yield number, _loaded(line, stream, number, is_first=not found)
        found = True
    if not found:
        raise _Unreadable("there is no record in it")


def _loaded(line: bytes, stream: BinaryIO, number: int, *, is_first: bool) -> object:
    """The data of one line; or of the whole file, which may hold one record over several lines."""
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError as error:
        rest = stream.read(LONGEST_RECORD + 1) if is_first else b""
        if len(line) + len(rest) > LONGEST_RECORD:
            raise _Unreadable(f"line {number}: too long for a record") from error
        if not rest:
            raise _Unreadable(f"line {number}: not JSON: {error}") from error
    try:
        return orjson.loads(line + rest)
    except orjson.JSONDecodeError as error:
        raise _Unreadable(f"from line {number} on: not JSON: {error}") from error


def _faults(plain: object) -> tuple[str, ...]:
    try:
        return verify(parse_record(plain))
    except BadRecord as bad:
        return (str(bad),)
