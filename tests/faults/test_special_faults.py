"""What is neither a kill nor a crash: stores that are away, hang, are full or read-only; emptied queues."""

from pathlib import Path
from random import Random

import pytest

from fault import Fault, inject
from fleet import running_fleet
from full_disk import FULL_DISK, ended_stores, server_on_disk
from matches import running_matches
from queue_faults import QUEUE_FAULTS
from store_faults import STORE_FAULTS

pytestmark = pytest.mark.heavy

MATCHES = 10


GROUPS = {
    "a store that is away, or hangs": STORE_FAULTS[:2],
    "a store that can only be read": STORE_FAULTS[2:],
    "a job queue that is away, or hangs": QUEUE_FAULTS[:2],
    "a job queue that is emptied": QUEUE_FAULTS[2:],
}


@pytest.mark.parametrize("faults", GROUPS.values(), ids=GROUPS)
def test_whatever_befalls_it_every_table_goes_on_and_nothing_is_lost(
    faults: tuple[Fault, ...], tmp_path: Path
) -> None:
    with running_fleet(tmp_path) as fleet, running_matches(fleet.url, seed=1, number=MATCHES) as matches:
        for fault in faults:
            matches.require_going_on(inject(fleet, fault, Random(1)))
    matches.require_clean()
    assert "Traceback" not in fleet.log.read_text()


def test_a_full_disk_loses_nothing_and_the_service_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    server = server_on_disk(tmp_path)
    with (
        running_fleet(tmp_path, "--valkey-server", str(server)) as fleet,
        running_matches(fleet.url, seed=1, number=MATCHES) as matches,
    ):
        matches.require_going_on(inject(fleet, FULL_DISK, Random(1)))
        restarts = ended_stores(fleet)
    matches.require_clean()
    assert 3 <= restarts <= 10, "again and again, but with pauses that grow"
