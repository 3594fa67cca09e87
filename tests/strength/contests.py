"""The gates of one player against another: points a deal, nils against it, matches."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from duplicates import Duplicate, duplicate, matches_won
from engine.rules import Rules
from gates import Bar, Gate, percent, points
from intervals import of_mean, of_share
from workers import in_parallel

# First, second player; must, stretch. A player that beats none of these bars has no place at a table.
CONTESTS: Final = (
    ("normal", "random", Bar(60), Bar(70)),
    ("normal", "random cards", Bar(60), Bar(70)),
    ("normal", "easy", Bar(15), None),
    ("easy", "random", Bar(20), None),
    ("easy", "random cards", Bar(20), None),
)
HARD_CONTEST: Final = ("hard", "normal", Bar(15), Bar(25))
_NILS: Final = (Bar(most=0.68), Bar(most=0.60))
_MATCHES: Final = (Bar(0.70), Bar(0.78))


def contest(
    rules: Rules, names: tuple[str, str], bars: tuple[Bar, Bar | None], count: int, jobs: int
) -> tuple[Gate, list[Duplicate]]:
    """Points a deal of the first over the second, and the deals."""
    first, second = names
    found = in_parallel(partial(duplicate, rules, first, second), count, jobs)
    with_bags = of_mean([each.with_bags for each in found])
    how = f"{count} duplicate deals; with bags at -10 more {points(with_bags.value)}"
    figure = of_mean([each.points for each in found])
    return Gate(f"{first} over {second}, points a deal", figure, points, *bars, how), found


def hard_gates(rules: Rules, count: int, jobs: int) -> Iterator[Gate]:
    first, second, *bars = HARD_CONTEST
    gate, found = contest(rules, (first, second), (bars[0], bars[1]), count, jobs)
    yield gate
    nils = [made for each in found for made in each.nils]
    if nils:
        figure = of_share(sum(nils), len(nils))
        yield Gate("nils made against hard", figure, percent, *_NILS, f"{len(nils)} nils of those deals")


def match_gate(rules: Rules, count: int, jobs: int) -> Gate:
    """Whole matches; each is played twice with the sides swapped."""
    pairs = -(-count // 2)
    won = sum(in_parallel(partial(matches_won, rules, "hard", "normal"), pairs, jobs))
    figure, how = of_share(won, 2 * pairs), f"{2 * pairs} matches to {rules.target}"
    return Gate("hard over normal, matches won", figure, percent, *_MATCHES, how)
