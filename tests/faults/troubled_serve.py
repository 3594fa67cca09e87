"""`spades serve` with troubled workers: `python troubled_serve.py serve OPTIONS`."""

import sys
from pathlib import Path
from typing import Any

import click

from service.cli import main
from service.commands.serve import Parts, Plan, command, run

PARTS = Parts(worker=(sys.executable, str(Path(__file__).with_name("troubled_worker.py")), "worker"))


def serve(**options: Any) -> None:
    run(Plan(**options, parts=PARTS))


if __name__ == "__main__":
    group = click.Group("spades", [click.Command("serve", params=command.params, callback=serve)])
    sys.exit(main(sys.argv[1:], group))
