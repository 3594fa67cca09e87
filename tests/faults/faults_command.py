"""`make faults`: rounds of random faults under running matches; exit status 1 when a promise was broken."""

import argparse
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evidence import keep
from fault import Fault
from fleet import running_fleet
from full_disk import FULL_DISK, server_on_disk
from kills import KILLS
from matches import Matches, running_matches
from queue_faults import QUEUE_FAULTS
from rounds import Plan, play_rounds
from store_faults import STORE_FAULTS
from tally import summary, table

SPECIAL = (*STORE_FAULTS, *QUEUE_FAULTS, FULL_DISK)
"""Some 10 s each; drawn only when they are asked for."""
ALL_SPECIAL = "special"


@dataclass(frozen=True, slots=True)
class Options:
    plan: Plan
    matches: int


def main(argv: Sequence[str] | None = None, faults: Sequence[Fault] = KILLS) -> int:
    options = parsed(argv, faults)
    folder = Path(tempfile.mkdtemp(prefix="spades-faults-"))
    found = run(options, folder)
    for line in (*table(found), "", *summary(found)):
        print(line)
    if found.findings:
        keep(found, folder)
        for finding in found.findings:
            print(finding)
        print(f"\nBROKEN {len(found.findings)} times with --seed {options.plan.seed}; logs: {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


def run(options: Options, folder: Path) -> Matches:
    plan = options.plan
    print(f"{plan.rounds} rounds under {options.matches} matches, --seed {plan.seed}", flush=True)
    with (
        running_fleet(folder, "--valkey-server", str(server_on_disk(folder))) as fleet,
        running_matches(fleet.url, plan.seed, options.matches) as matches,
    ):
        play_rounds(plan, fleet, matches, say=lambda line: print(line, flush=True))
    return matches


def parsed(argv: Sequence[str] | None, faults: Sequence[Fault]) -> Options:
    by_kind = {fault.kind: fault for fault in (*faults, *SPECIAL)}
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--matches", type=int, default=50, help="so many run at any time")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3)))
    some = (
        f"some of: {', '.join(by_kind)}; {ALL_SPECIAL}: those from {SPECIAL[0].kind} on. Usually all others"
    )
    parser.add_argument("--kinds", default="", help=some)
    given = parser.parse_args(argv)
    names = [name.strip() for name in given.kinds.split(",") if name.strip()]
    names = names or [fault.kind for fault in faults]
    if names == [ALL_SPECIAL]:
        names = [fault.kind for fault in SPECIAL]
    unknown = set(names) - set(by_kind)
    if unknown:
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    plan = Plan(tuple(by_kind[name] for name in names), given.rounds, given.seed)
    return Options(plan, given.matches)
