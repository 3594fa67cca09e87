"""What the end of a deal is worth to a side: the real score, with an eye on bags to come and on the match."""

from functools import lru_cache
from math import isqrt
from typing import Final

from engine.bids import Bid
from engine.rules import Rules
from engine.scoring import SideScore, result_after, score_side, tallies
from engine.seats import Side

SCALE: Final = 100
"""Values are hundredths of a point."""
_WIN: Final = 200
"""What it is worth, in points, to win the match with this deal."""


class DealValue:
    """The worth of every way in which a deal may end, from the table's side 0; each is remembered.

    A deal that does not end the match: the lead after it, less than in proportion the nearer the end is,
    where a bag costs its share of the penalty. One that ends it: the win.
    """

    __slots__ = ("_bag_share", "_bags", "_bids", "_number", "_points", "_remembered", "_rules")

    def __init__(
        self,
        rules: Rules,
        number: int,
        bids: tuple[Bid | None, ...],
        points: tuple[int, ...],
        bags: tuple[int, ...],
    ) -> None:
        self._rules, self._number, self._bids = rules, number, bids
        self._points, self._bags = points, bags
        is_gathered = rules.bag_penalty and rules.overtrick_points >= 0
        self._bag_share = SCALE * rules.bag_penalty_points // rules.bag_limit if is_gathered else 0
        self._remembered: dict[int, int] = {}

    def of(self, taken: int) -> int:
        """In hundredths of a point. `taken`: the tricks of the seats, four bits a seat."""
        value = self._remembered.get(taken)
        if value is None:
            value = self._remembered[taken] = self._of(tuple(taken >> 4 * seat & 15 for seat in range(4)))
        return value

    def _of(self, tricks: tuple[int, ...]) -> int:
        rules = self._rules
        scores = tuple(self._score(side, tricks) for side in rules.lineup.sides)
        before = self._worth_of_lead(SCALE * (self._points[0] - self._points[1]), max(self._points))
        result = result_after(rules, self._number, scores)
        if result is None:
            first, second = (self._expected(score) for score in scores)
            return self._worth_of_lead(first - second, max(first, second) // SCALE) - before
        lead = result.points[0] - result.points[1]
        short = max(0, rules.target - max(result.points))
        sign = 0 if result.winner is None else 1 if result.winner is Side(0) else -1
        return SCALE * sign * _WIN + _divided(SCALE * lead * short, short + _WIN) - before

    def _score(self, side: Side, tricks: tuple[int, ...]) -> SideScore:
        partners = tallies(self._rules, self._bids, tricks, side)
        return score_side(self._rules, partners, self._points[side], self._bags[side])

    def _expected(self, score: SideScore) -> int:
        """The points of a side after the deal, each new bag at its share of the penalty instead of that."""
        return SCALE * (score.running_total - score.bag_penalty) - self._bag_share * score.new_bags

    def _worth_of_lead(self, lead: int, highest: int) -> int:
        """A lead counts for less the greater it is, and the nearer the end is; both in hundredths."""
        short = max(0, self._rules.target - highest)
        scale = SCALE * (_WIN + short)
        return _divided(scale * lead, isqrt(scale * scale + lead * lead))


def _divided(value: int, by: int) -> int:
    """Toward zero: what one side gains is what the other loses, to the hundredth."""
    return value // by if value >= 0 else -(-value // by)


@lru_cache(maxsize=256)
def deal_value(
    rules: Rules, number: int, bids: tuple[Bid | None, ...], points: tuple[int, ...], bags: tuple[int, ...]
) -> DealValue:
    """Kept, as every decision of a deal asks for the same."""
    return DealValue(rules, number, bids, points, bags)
