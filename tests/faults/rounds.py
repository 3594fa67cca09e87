"""Fault after fault under running matches, drawn by a seed."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from fault import Fault, NotRecovered, Window, inject
from findings import Broken, Finding
from fleet import Fleet
from matches import Matches

BETWEEN_SECONDS = (0.3, 2.0)
"""From the moment when all tables go on to the next fault."""


@dataclass(frozen=True, slots=True)
class Plan:
    """`faults` are drawn evenly: each one once before any comes again."""

    faults: Sequence[Fault]
    rounds: int
    seed: int


def play_rounds(plan: Plan, fleet: Fleet, matches: Matches, say: Callable[[str], None]) -> None:
    """All of them, or up to a fault from which the service does not recover."""
    rng = Random(plan.seed)
    drawn: list[Fault] = []
    for number in range(1, plan.rounds + 1):
        if not drawn:
            drawn = rng.sample(list(plan.faults), len(plan.faults))
        fault, known = drawn.pop(), len(matches.findings)
        time.sleep(rng.uniform(*BETWEEN_SECONDS))
        window = recovered(fault, rng, fleet, matches)
        took = f"recovered after {window.seconds:.2f} s" if window else "NOT RECOVERED"
        say(f"round {number} of {plan.rounds}: {fault.kind}, {took}")
        for finding in matches.findings[known:]:
            say(f"  BROKEN in round {number} (seed {plan.seed}, {fault.kind}): {finding}")
        if window is None:
            return


def recovered(fault: Fault, rng: Random, fleet: Fleet, matches: Matches) -> Window | None:
    """The fault's window, once all tables have gone on after it; None: the service does not recover."""
    try:
        window = inject(fleet, fault, rng)
    except NotRecovered as error:
        matches.findings.append(Finding(Broken.STUCK, "the service", f"does not recover from {error}"))
        return None
    matches.require_going_on(window)
    matches.audit()
    return window
