"""`spades serve` with workers whose clock is fast, and a ticker whose clock is slow: `… LIBRARY serve`."""

import sys
from typing import Any

import click

from service.cli import main
from service.commands.serve import Parts, Plan, command, run
from wrong_clock import with_clock_off

OFF_SECONDS = 5


def parts(library: str) -> Parts:
    usual = Parts()
    return Parts(
        worker=(*with_clock_off(library, OFF_SECONDS), *usual.worker),
        ticker=(*with_clock_off(library, -OFF_SECONDS), *usual.ticker),
    )


def serve(**options: Any) -> None:
    run(Plan(**options, parts=parts(sys.argv[1])))


if __name__ == "__main__":
    group = click.Group("spades", [click.Command("serve", params=command.params, callback=serve)])
    sys.exit(main(sys.argv[2:], group))
