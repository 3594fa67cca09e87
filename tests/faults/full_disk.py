"""A disk that is full: the store can add no byte to its append-only file, nor can one that starts again."""

import resource
from collections.abc import Callable
from pathlib import Path
from random import Random

from bystander import Bystander
from fault import Fault
from fleet import Fleet, Role
from service.embedded import find_server
from store_faults import AWAY_SECONDS, looking_on, require_said

Check = Callable[[], bool]

BLOCK = 512
"""What `ulimit -f` counts in."""
_UNLIMITED = "unlimited"
_SERVER = """#!/bin/sh
trap '' XFSZ
ulimit -f "$(cat {limit})"
exec {server} "$@"
"""


def limit_of(fleet: Fleet) -> Path:
    return fleet.data.with_name("limit")


def server_on_disk(folder: Path) -> Path:
    """A store's program whose files grow no larger than the file `limit` beside the data says."""
    limit, program = folder / "limit", folder / "server"
    limit.write_text(_UNLIMITED)
    program.write_text(_SERVER.format(limit=limit, server=find_server()))
    program.chmod(0o700)
    return program


def full_disk(fleet: Fleet, rng: Random) -> Check:
    """Of a fleet whose stores are started by `server_on_disk`."""
    with looking_on(fleet) as bystander:
        fill(fleet)
        bystander.watch(AWAY_SECONDS)
        limit_of(fleet).write_text(_UNLIMITED)
    require_nothing_written(bystander)
    return fleet.is_ready


FULL_DISK = Fault("disk full", full_disk)


def fill(fleet: Fleet) -> None:
    """From now on: for the store that runs, and for those that are started in its place."""
    blocks = max(file.stat().st_size for file in fleet.data.glob("appendonlydir/*")) // BLOCK
    limit_of(fleet).write_text(str(blocks))
    (store,) = fleet.pids(Role.STORE)
    _, hard = resource.prlimit(store, resource.RLIMIT_FSIZE)
    resource.prlimit(store, resource.RLIMIT_FSIZE, (blocks * BLOCK, hard))


def require_nothing_written(bystander: Bystander) -> None:
    """The store ends with the first write, as does each that is started in its place: reads come and go."""
    require_said(bystander)
    for reply in bystander.replies:
        if reply.call.startswith("POST"):
            assert reply.is_away, reply
        elif reply.call != "GET /readyz":
            assert reply.status == 200 or reply.is_away, reply


def ended_stores(fleet: Fleet) -> int:
    """How often the supervisor said that the store had ended."""
    return fleet.log.read_text().count("store ended with status")
