"""A supervisor of stand-in children, as a process of its own: it takes over the signals of whoever runs it.

`python standin_supervisor.py FOLDER CHILDREN`, children as JSON: `[{"name", "ready", "manner", …}]`.
A child with `ready` is ready once the file of that name is in FOLDER. Prints READY; failure: status 1.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from service.supervisor import Program, StartFailed, Supervisor

CHILD = str(Path(__file__).with_name("standin_child.py"))


def program(folder: Path, spec: dict[str, Any]) -> Program:
    own = (
        sys.executable,
        CHILD,
        str(folder / "log"),
        spec["name"],
        spec.get("manner", ""),
    )
    return Program(
        name=spec["name"],
        argv=tuple(spec.get("argv", own)),
        env=dict(os.environ),
        ready=(folder / spec["ready"]).exists if "ready" in spec else None,
        start_seconds=spec.get("start_seconds", 20.0),
        grace_seconds=spec.get("grace_seconds", 10.0),
    )


def main(folder: Path, specs: list[dict[str, Any]]) -> int:
    supervisor = Supervisor([program(folder, spec) for spec in specs], say=click.echo)
    try:
        supervisor.run(on_ready=lambda: click.echo("READY"))
    except StartFailed as error:
        click.echo(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), json.loads(sys.argv[2])))
