"""How strong the CPU players are, as a table of gates: `make strength`, `make strength ARGS='--size quick'`.

Other rules are a preset, then options on top: `ARGS='duel jokers=two'`; they have no bars. Same size and
rules, same figures, CPU times apart. Exit status 1 if a figure misses a bar that it must reach.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from time import perf_counter
from typing import Final

from contests import CONTESTS, contest, hard_gates, match_gate
from deals import rules_of
from decision_times import time_gates
from engine.cpu import playout
from engine.levels import Level
from engine.rules import IllegalRules, Rules, resolve_rules
from gate_table import heading, row
from gates import Gate
from random_pace import pace_gates
from self_play import bid_gates
from workers import cores


@dataclass(frozen=True, slots=True)
class Size:
    """Deals of the fast players and of `hard`, matches, decisions timed, random deals a round."""

    deals: int
    hard_deals: int
    matches: int
    decisions: int
    hard_decisions: int
    random_deals: int


SIZES: Final = {
    "quick": Size(200, 60, 4, 2_000, 200, 60),
    "plain": Size(1_000, 200, 100, 20_000, 600, 200),
    "full": Size(2_000, 2_000, 500, 20_000, 5_000, 200),
}
IS_COMPILED: Final = bool(playout.COMPILED_FROM)


def measured(size: Size, jobs: int) -> Iterator[Gate]:
    """Every gate, under the standard rules."""
    rules = rules_of()
    for level in Level:
        decisions = size.hard_decisions if level is Level.HARD else size.decisions
        yield from time_gates(rules, level, decisions)
    yield from pace_gates(size.random_deals, is_compiled=IS_COMPILED)
    yield from fast_gates(rules, size.deals, jobs)
    yield from hard_gates(rules, size.hard_deals, jobs)
    yield match_gate(resolve_rules("standard", {}), size.matches, jobs)


def measured_without_bars(rules: Rules, size: Size, jobs: int) -> Iterator[Gate]:
    """Other rules: what can be said of them."""
    for gate in chain(fast_gates(rules, size.deals, jobs), hard_gates(rules, size.hard_deals, jobs)):
        yield replace(gate, must=None, stretch=None)


def fast_gates(rules: Rules, deals: int, jobs: int) -> Iterator[Gate]:
    for first, second, must, stretch in CONTESTS:
        yield contest(rules, (first, second), (must, stretch), deals, jobs)[0]
    yield from bid_gates(rules, 2 * deals, jobs)


def main(argv: list[str]) -> int:
    asked = _parsed(argv)
    name = asked.size or ("full" if IS_COMPILED else "plain")
    size = SIZES[name]
    rules = rules_of(asked.preset, asked.option) if asked.preset else None
    gates = measured_without_bars(rules, size, asked.jobs) if rules else measured(size, asked.jobs)
    started = perf_counter()
    _say(f"CPU players {'compiled' if IS_COMPILED else 'uncompiled'}, size {name}, {asked.jobs} processes")
    _say(heading())
    failed = []
    for gate in gates:
        _say(row(gate))
        if not gate.is_passed(is_full=name == "full"):
            failed.append(gate.name)
    _say(f"{perf_counter() - started:.0f} s. " + _summary(failed))
    return 1 if failed else 0


def _parsed(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", choices=SIZES, help="full where compiled, else plain")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes")
    parser.add_argument("preset", nargs="?", help="other rules: a preset")
    parser.add_argument("option", nargs="*", help="and options on top: name=value")
    asked = parser.parse_args(argv)
    try:
        rules_of(asked.preset or "standard", asked.option)
    except IllegalRules as refused:
        parser.error(str(refused))
    return asked


def _summary(failed: list[str]) -> str:
    return f"Not passed: {', '.join(failed)}." if failed else "Every gate was passed."


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
