"""How soon `spades serve` is ready, and how soon nothing of it is left."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from http_lines import Line, request
from players import open_table
from processes import kill, running, seconds_until
from rows import Row
from servers import free_url, serve_argv

from process_tree import alive, descendants
from service.commands.serve import is_ready

LIMIT = 3.0
PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Run:
    """Seconds from exec to the first 200 of /readyz, and from the signal until no process was left."""

    start: float
    stop: float


def measure(folder: Path) -> Iterator[Row]:
    data = folder / "data"
    runs = {how: run(folder, data, how) for how in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)}
    starts = [run.start for run in runs.values()]
    yield Row(
        "spades serve is ready",
        f"{max(starts):.2f} s at most of {len(starts)}",
        "<= 3 s",
        max(starts) <= LIMIT,
        "from exec to the first 200 of /readyz: store, two web processes, two workers, ticker. The first "
        "start is on a new directory, the others on what is there.",
    )
    yield Row(
        "spades serve has stopped",
        ", ".join(f"{how.name} {run.stop:.2f} s" for how, run in runs.items()),
        "<= 3 s each",
        max(run.stop for run in runs.values()) <= LIMIT,
        "from the signal to the supervisor, a long-poll being open, until no process that descends from it "
        "is left; SIGINT is what Ctrl-C sends, SIGKILL what nobody can catch.",
    )


def run(folder: Path, data: Path, how: signal.Signals) -> Run:
    url = free_url()
    with running(serve_argv(url, data), {}, folder / f"{how.name}.log") as process:
        start = seconds_until(lambda: is_ready(url), PATIENCE)
        with closing(Line(url)) as line:
            _open_long_poll(line)
            family = {process.pid, *descendants(process.pid)}
            os.kill(process.pid, how)
            try:
                stop = seconds_until(lambda: not alive(family), PATIENCE)
            finally:
                kill(*family)
    return Run(start, stop)


def _open_long_poll(line: Line) -> None:
    table = open_table(line, {})["table"]
    line.send(request("GET", f"/v1/tables/{table['table_id']}/events?after=1000&wait=25"))
