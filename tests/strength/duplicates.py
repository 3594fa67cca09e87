"""Duplicate deals: each is played twice with the sides swapped, from 0 : 0."""

from collections.abc import Iterable
from dataclasses import dataclass

from deals import match_winner, played_deal
from engine.rules import Rules
from engine.scoring import Sheet
from engine.seats import Side

_BAG_SHARE = -10
"""What a bag costs beside its point: its share of the penalty that it brings nearer."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """By how much the first player beat the second in one deal played both ways, in points a deal.

    `with_bags`: each bag counted at its share of the penalty. `nils`: for each nil of the second player,
    whether it was made.
    """

    points: float
    with_bags: float
    nils: tuple[bool, ...]


def duplicate(rules: Rules, first: str, second: str, index: int) -> Duplicate:
    one = played_deal(rules, index, (first, second))
    other = played_deal(rules, index, (second, first))
    plain, bags = ((_lead(one, bag) - _lead(other, bag)) / 2 for bag in (0, _BAG_SHARE))
    nils = (*nils_of(rules, one, (Side.EW,)), *nils_of(rules, other, (Side.NS,)))
    return Duplicate(plain, bags, nils)


def _lead(sheet: Sheet, bag: int) -> int:
    """By how much side NS won the deal."""
    ours, theirs = (score.deal_total + bag * score.new_bags for score in sheet.scores)
    return ours - theirs


def nils_of(rules: Rules, sheet: Sheet, sides: Iterable[Side]) -> tuple[bool, ...]:
    """For each nil that these sides bid, whether it was made."""
    seats = (seat for side in sides for seat in rules.lineup.seats_of(side))
    bids = ((sheet.bids[seat], sheet.tricks_taken[seat]) for seat in seats)
    return tuple(not taken for bid, taken in bids if bid and bid.is_nil)


def matches_won(rules: Rules, first: str, second: str, index: int) -> float:
    """Of two matches with the same deals, sides swapped: how many the first player won; a draw is a half."""
    won = 0.0
    for side, names in ((Side.NS, (first, second)), (Side.EW, (second, first))):
        winner = match_winner(rules, index, names)
        won += 0.5 if winner is None else winner is side
    return won
