"""What matches add up to, by side. Pure: whole numbers that can be added in any order, and their means."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from math import sqrt
from typing import Final, NamedTuple

from engine.bids import BidKind, contract_of
from engine.record import DealRecord, Record
from engine.seats import Lineup, Side

Z_95: Final = 1.959964
"""How many standard errors a 95 % interval reaches to either side."""


class Interval(NamedTuple):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SideTotals:
    """The sums of one side. Contracts of 0, where both partners bid nil, are not counted as contracts."""

    wins: int = 0
    deals: int = 0
    points: int = 0
    points_squared: int = 0
    contracts: int = 0
    contracts_made: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    bags: int = 0

    @property
    def points_a_deal(self) -> Interval | None:
        """The mean of `deal_total` with its normal interval; None below two deals."""
        if self.deals < 2:
            return None
        mean = self.points / self.deals
        variance = (self.points_squared - self.points * mean) / (self.deals - 1)
        reach = Z_95 * sqrt(max(0.0, variance) / self.deals)
        return Interval(mean, mean - reach, mean + reach)


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of some matches; `sides` by Side."""

    matches: int = 0
    draws: int = 0
    deals: int = 0
    actions: int = 0
    sides: tuple[SideTotals, ...] = (SideTotals(),) * len(Side)

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.matches + other.matches,
            self.draws + other.draws,
            self.deals + other.deals,
            self.actions + other.actions,
            tuple(map(_sum, self.sides, other.sides)),
        )

    def win_share(self, side: Side) -> Interval | None:
        """The part of the matches that `side` won."""
        return share(self.sides[side].wins, self.matches)


def share(part: int, whole: int) -> Interval | None:
    """A proportion with Wilson's interval, which stays between 0 and 1; None of nothing."""
    if not whole:
        return None
    found, reach = part / whole, Z_95 * Z_95 / whole
    middle = (found + reach / 2) / (1 + reach)
    width = sqrt(reach * (found * (1 - found) + reach / 4)) / (1 + reach)
    return Interval(found, max(0.0, middle - width), min(1.0, middle + width))


def totals_of(record: Record) -> Totals:
    """The totals of one match that is over."""
    assert record.result is not None, "totals are of matches that are over"
    lineup, winner = record.rules.lineup, record.result.winner
    return Totals(
        matches=1,
        draws=int(winner is None),
        deals=len(record.deals),
        actions=sum(map(_actions, record.deals)),
        sides=tuple(_side(record.deals, lineup, side, won=side is winner) for side in lineup.sides),
    )


def _actions(deal: DealRecord) -> int:
    """Every draw, look, bid, exchange and card."""
    before_play = (deal.draws, deal.looked, deal.bids, deal.gifts)
    return sum(map(len, before_play)) + sum(len(trick.cards) for trick in deal.tricks)


def _side(deals: tuple[DealRecord, ...], lineup: Lineup, side: Side, *, won: bool) -> SideTotals:
    points = [deal.scores[side].deal_total for deal in deals]
    contracts = [deal.scores[side].contract for deal in deals if _contract(deal, lineup, side)]
    nils = _made_or_set(deals, lineup, side, BidKind.NIL)
    blind_nils = _made_or_set(deals, lineup, side, BidKind.BLIND_NIL)
    return SideTotals(
        wins=int(won),
        deals=len(deals),
        points=sum(points),
        points_squared=sum(each * each for each in points),
        contracts=len(contracts),
        contracts_made=sum(line > 0 for line in contracts),
        nils=len(nils),
        nils_made=sum(nils),
        blind_nils=len(blind_nils),
        blind_nils_made=sum(blind_nils),
        bags=sum(deal.scores[side].new_bags for deal in deals),
    )


def _contract(deal: DealRecord, lineup: Lineup, side: Side) -> int:
    return contract_of(made.bid for made in deal.bids if lineup.side[made.seat] is side)


def _made_or_set(deals: Iterable[DealRecord], lineup: Lineup, side: Side, kind: BidKind) -> list[bool]:
    """For each nil of this kind: did its bidder take no trick?"""
    return [
        all(trick.winner is not made.seat for trick in deal.tricks)
        for deal in deals
        for made in deal.bids
        if made.bid.kind is kind and lineup.side[made.seat] is side
    ]


_SUMS: Final = tuple(sum_.name for sum_ in fields(SideTotals))


def _sum(one: SideTotals, other: SideTotals) -> SideTotals:
    return SideTotals(*(getattr(one, name) + getattr(other, name) for name in _SUMS))
