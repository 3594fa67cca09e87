"""`spades serve` with stand-ins for its web application, workers and ticker: `… serve OPTIONS`."""

import sys
from pathlib import Path
from typing import Any

import click

from service.cli import main
from service.commands.serve import Parts, Plan, command, run

CHILD = (sys.executable, str(Path(__file__).with_name("standin_child.py")), "/dev/null")
PARTS = Parts(app="standin_app:app", worker=(*CHILD, "worker"), ticker=(*CHILD, "ticker"))


def serve(**options: Any) -> None:
    run(Plan(**options, parts=PARTS))


if __name__ == "__main__":
    group = click.Group("spades", [click.Command("serve", params=command.params, callback=serve)])
    sys.exit(main(sys.argv[1:], group))
