"""What a command writes: a file, or the standard output when its name is `-`; and what it tells there."""

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

from service.commands._errors import CommandFailed

STANDARD = "-"


@contextmanager
def output_file(name: str) -> Iterator[BinaryIO]:
    """The file, made anew and closed at the end. An OSError within, also of its closing, is CommandFailed."""
    try:
        with _opened(name) as stream:
            yield stream
            stream.flush()
    except BrokenPipeError as error:
        _forget_standard_output()
        raise CommandFailed(f"{name}: nobody reads it any more") from error
    except OSError as error:
        if name == STANDARD:
            _forget_standard_output()
        raise CommandFailed(f"{name}: {error.strerror or error}") from error


def tell(text: str) -> None:
    """Writes the text to the standard output as it is. Raises CommandFailed."""
    with output_file(STANDARD) as stream:
        stream.write(text.encode(sys.stdout.encoding, "replace"))


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name == STANDARD:
        return nullcontext(sys.stdout.buffer)
    return Path(name).open("wb")


def _forget_standard_output() -> None:
    """Python flushes the standard output once more at its exit; what is left then goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
